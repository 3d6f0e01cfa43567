package import AudioRealtime
internal import Synchronization

/// A device whose frames the program takes itself.
///
/// Frames count as played when they are taken.
package final class PulledDevice: OutputDevice {
  private struct State {
    var block: RenderBlock?
    var isPaused = false
    var givenFrames = 0
  }

  private static let blockFrames = 4096
  private let state = Mutex(State())

  package init() {}

  package func start(
    _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) {
    let block = RenderBlock(renderer: renderer, capacityFrames: Self.blockFrames)
    state.withLock { $0 = State(block: block) }
  }

  /// Takes up to `count` pending frames, as the bytes of interleaved Float32.
  ///
  /// The result is empty while the device is stopped or paused.
  package func take(_ count: Int) -> [UInt8] {
    state.withLock { state in
      guard let block = state.block, !state.isPaused else { return [] }
      let got = block.render(min(count, Self.blockFrames))
      state.givenFrames += got
      var bytes: [UInt8] = []
      // Safe: the bytes are copied within the call.
      unsafe block.withBytes(ofFrames: got) { bytes = unsafe Array($0) }
      return bytes
    }
  }

  package func feed() {}

  package func setPaused(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

  package func revise() {}

  package func stop() { state.withLock { $0.block = nil } }

  package func refreshPosition() {}

  package var position: DevicePosition {
    DevicePosition(
      frames: state.withLock { $0.givenFrames }, nanoseconds: MonotonicClock.nanoseconds)
  }

  package var hardwareFormat: DeviceFormat? { nil }
}

extension PulledDevice: Hashable {
  package static func == (one: PulledDevice, other: PulledDevice) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

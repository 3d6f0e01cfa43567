package import AudioRealtime
internal import Synchronization

/// A device that writes a WAV file of 32-bit floats, as fast as it receives frames.
///
/// Written frames count as played. After a restart, it appends to its file.
package final class OfflineDevice: OutputDevice {
  private struct State {
    var isPaused = false
    var isStopped = false
    var writtenFrames = 0
  }

  private let path: String
  private let state = Mutex(State())
  private let wake = Signal()
  private let thread = Mutex<AudioThread?>(nil)
  private let file = Mutex<WaveFileWriter?>(nil)

  package init(path: String) {
    self.path = path
  }

  package func start(
    _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) {
    let format = DeviceFormat(
      sampleRate: renderer.sampleRate, channelCount: renderer.channelCount)
    try file.withLock { (file) throws(DeviceError) in
      if let file {
        guard file.format == format else { throw .refused }
      } else {
        file = try WaveFileWriter(path: path, format: format)
      }
    }
    state.withLock { $0 = State() }
    thread.withLock { thread in
      thread = AudioThread(name: "oca-offline") { [self] in run(renderer, events: events) }
    }
  }

  package func feed() { wake.post() }

  package func setPaused(_ isPaused: Bool) {
    // The lock waits for a block that is being written, so that the position includes the block.
    file.withLock { _ in state.withLock { $0.isPaused = isPaused } }
    wake.post()
  }

  package func revise() {}

  package func stop() {
    state.withLock { $0.isStopped = true }
    wake.post()
    thread.withLock { $0 }?.join()
  }

  package func refreshPosition() {}

  package var position: DevicePosition {
    DevicePosition(
      frames: state.withLock { $0.writtenFrames }, nanoseconds: MonotonicClock.nanoseconds)
  }

  package var hardwareFormat: DeviceFormat? { nil }

  private func run(_ renderer: RenderEntry, events: @Sendable (DeviceEvent) -> Void) {
    let capacity = 4096
    let block = RenderBlock(renderer: renderer, capacityFrames: capacity)
    while true {
      let result = file.withLock { writeBlock(block, to: $0, capacity) }
      if state.withLock({ $0.isStopped }) { return }
      guard let got = result else { return events(.lost) }
      if got < capacity { wake.wait() }
    }
  }

  /// Renders a block, unless paused, and writes and counts it.
  ///
  /// - Returns: The frames, or `nil` if writing failed.
  private func writeBlock(
    _ block: RenderBlock, to file: WaveFileWriter?, _ capacity: Int
  ) -> Int? {
    let isSilent = state.withLock { $0.isStopped || $0.isPaused }
    let got = isSilent ? 0 : block.render(capacity)
    do throws(DeviceError) {
      try file?.append(block, frames: got)
      // The file is complete whenever no more frames are available.
      if got < capacity { try file?.updateHeader() }
    } catch {
      return nil
    }
    state.withLock { $0.writtenFrames += got }
    return got
  }
}

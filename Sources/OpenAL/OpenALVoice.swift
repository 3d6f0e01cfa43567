internal import AudioRealtime
internal import COpenAL.Library
internal import Synchronization

/// The mix of a device of OpenAL Soft, as frames for a device of this process.
///
/// The library takes a lock while it renders, so a thread of the voice makes the frames ahead. The
/// render thread only takes frames from a ring.
@safe
final class OpenALVoice: Sendable {
  /// The channels of the mix: left and right.
  static let channelCount = 2
  /// The maximum number of frames of one call of the library, which updates all sources.
  static let blockFrames = 1_024
  /// The fewest frames that may wait for the device.
  private static let leastFrames = 512

  let frames: FedFrames
  private let device: UInt
  private let signal = Signal()
  private let isEnded = Atomic<Bool>(false)
  private let thread = Mutex<AudioThread?>(nil)
  /// Called on the voice's thread after each block.
  private let rendered: @Sendable () -> Void

  /// Makes a voice and its first frames.
  ///
  /// - Parameters:
  ///   - device: The library's device, as an address. It outlives the voice.
  ///   - sampleRate: The rate of the mix, in hertz.
  ///   - aheadFrames: The frames to make ahead of the device.
  ///   - rendered: Called on the voice's thread after each block.
  init(
    device: UInt, sampleRate: Double, aheadFrames: Int, rendered: @escaping @Sendable () -> Void
  ) {
    self.device = device
    self.rendered = rendered
    frames = FedFrames(
      sampleRate: sampleRate, channelCount: Self.channelCount,
      aheadFrames: max(aheadFrames, Self.leastFrames), feeder: signal)
    let block = [Float](repeating: 0, count: Self.blockFrames * Self.channelCount)
    feed(block) {}
    thread.withLock { $0 = AudioThread(name: "oca-openal") { [self] in run(block) } }
  }

  /// Ends the thread, after which the library renders no more frames.
  func end() {
    isEnded.store(true, ordering: .releasing)
    signal.post()
    thread.withLock { $0 }?.join()
  }

  private func run(_ block: [Float]) {
    while !isEnded.load(ordering: .acquiring) {
      feed(block, then: rendered)
      signal.wait()
    }
  }

  /// Fills the ring.
  private func feed(_ block: [Float], then rendered: () -> Void) {
    var block = block
    // Safe: the device lives as long as the voice.
    guard let device = unsafe OpaquePointer(bitPattern: device) else { return }
    while true {
      let count = min(frames.writableFrames, Self.blockFrames)
      guard count > 0 else { return }
      // Safe: the block has room for the frames.
      unsafe block.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe OCAOpenALRender(device, base, Int32(count))
      }
      frames.write(block.span.extracting(0..<count * Self.channelCount))
      rendered()
    }
  }
}

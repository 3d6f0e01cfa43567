internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// The tap of an output: a ring, and a thread that calls the client.
final class NodeTap: @unchecked Sendable {
  // Unchecked: the closure is only called by one thread at a time, under `delivering`.

  private struct State {
    var ring: TapRing?
    var isEnded = false
    /// Whether frames that do not fill a buffer are delivered, too.
    var mustFlush = false
    var hasThread = false
  }

  private static let mostFrames = 1 << 20
  /// The seconds of sound that can wait for the client.
  private static let waitingSeconds = 2.0

  private let frames: Int
  private let format: AVAudioFormat?
  private let block: AVAudioNodeTapBlock
  private let state = Mutex(State())
  private let signal = Signal()
  private let delivering = WaitingLock()
  /// The identifier of the thread that delivers now, or 0.
  private let deliverer = Atomic<UInt>(0)
  private var converter: AVAudioConverter?
  private var hasReported = false

  init(frames: Int, format: AVAudioFormat?, _ block: @escaping AVAudioNodeTapBlock) {
    self.frames = max(1, min(frames, Self.mostFrames))
    self.format = format
    self.block = block
  }

  /// Returns the ring for the frames of the bus.
  func ring(for format: GraphFormat) -> TapRing {
    state.withLock { state in
      if let ring = state.ring, ring.format == format { return ring }
      let capacity = max(4 * frames, Int(format.sampleRate * Self.waitingSeconds))
      let ring = TapRing(format, capacity: capacity, signal: signal)
      state.ring = ring
      return ring
    }
  }

  /// Starts the thread that delivers buffers, if it does not run.
  func start() {
    let mustStart = state.withLock { state -> Bool in
      defer { state.hasThread = true }
      return !state.hasThread && !state.isEnded
    }
    if mustStart { _ = AudioThread(name: "oca-tap") { [self] in run() } }
  }

  /// Ends the tap without waiting.
  func end() {
    state.withLock { $0.isEnded = true }
    signal.post()
  }

  /// Delivers the frames that do not fill a buffer.
  func flush() {
    state.withLock { $0.mustFlush = true }
    signal.post()
  }

  private func run() {
    while !state.withLock({ $0.isEnded }) {
      deliver()
      signal.wait()
    }
  }

  /// Delivers all buffers that are complete, and an incomplete one after ``flush()``.
  func deliver() {
    // The closure may stop the engine; the outer call delivers the rest.
    let thread = AudioThread.currentIdentifier
    guard deliverer.load(ordering: .relaxed) != thread else { return }
    delivering.take()
    deliverer.store(thread, ordering: .relaxed)
    defer {
      deliverer.store(0, ordering: .relaxed)
      delivering.give()
    }
    while let (ring, count) = nextBuffer() {
      let time = time(of: ring)
      guard let buffer = EngineFormats.buffer(ring.format, count) else { return }
      let got = ring.take(buffer.planes, count: count)
      buffer.frameLength = AVAudioFrameCount(got)
      call(buffer, time)
    }
  }

  private func nextBuffer() -> (ring: TapRing, count: Int)? {
    state.withLock { state in
      guard let ring = state.ring, !state.isEnded else { return nil }
      let waiting = ring.unreadFrames
      if waiting >= frames { return (ring, frames) }
      defer { state.mustFlush = false }
      return state.mustFlush && waiting > 0 ? (ring, waiting) : nil
    }
  }

  private func time(of ring: TapRing) -> AVAudioTime {
    let frame = ring.nextFrame ?? 0
    let rate = ring.format.sampleRate
    guard let nanoseconds = ring.nanoseconds(at: frame) else {
      return AVAudioTime(sampleTime: AVAudioFramePosition(frame), atRate: rate)
    }
    return AVAudioTime(
      hostTime: AudioConvertNanosToHostTime(UInt64(max(0, nanoseconds))),
      sampleTime: AVAudioFramePosition(frame), atRate: rate)
  }

  private func call(_ buffer: AVAudioPCMBuffer, _ time: AVAudioTime) {
    guard let format, !format.isEqual(buffer.format) else { return block(buffer, time) }
    if converter?.inputFormat.isEqual(buffer.format) != true {
      converter = AVAudioConverter(from: buffer.format, to: format)
      // Without this setting, the converter drops channels.
      converter?.downmix = true
    }
    if let converter, let converted = buffer.converted(by: converter) {
      block(converted, time)
    } else if !hasReported {
      hasReported = true
      NSLog(
        "AVAudioNode: a tap drops buffers, because it cannot convert %@ to %@", "\(buffer.format)",
        "\(format)")
    }
  }
}

internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioFiles
internal import AudioPlayback
internal import CoreAudioTypes
internal import Synchronization

/// Renders a queue into a client's memory, in a format of its choice.
///
/// Unchecked: for one thread at a time, as rendering is on Apple's systems.
final class AudioQueueOfflineOutput: PacketInput, @unchecked Sendable {
  /// Tells the converter that there are no frames for now.
  private static let isDry = PullStop(status: -1)

  /// What the client gets.
  let format: StreamFormat
  /// What the queue plays on meanwhile.
  let device = PulledDevice()
  /// What it played on before.
  let choice: DeviceChoice
  private let engine: PlaybackEngine
  private let callbacks: AudioQueueCallbacks
  private var converter: PacketConverter?
  /// What the converter is made for.
  private var source: DeviceFormat?
  private var bytes: [UInt8] = []
  /// Whether the converter has been told of the end.
  private var hasEnded = false
  /// Whether the queue will give no more.
  private let isEnding: () -> Bool

  /// Makes an output.
  ///
  /// - Throws: ``StatusError`` where the queue cannot be rendered in the format.
  init(_ queue: AudioQueueObject, _ format: StreamFormat, choice: DeviceChoice) throws(StatusError)
  {
    let hasOneBuffer = format.channelCount == 1 || !format.pcmFlags.contains(.nonInterleaved)
    guard format.isLinearPCM, hasOneBuffer,
      (try? PacketConverter(from: .interleavedFloats(like: queue.format), to: format)) != nil
    else { throw StatusError(kAudioConverterErr_FormatNotSupported) }
    self.format = format
    self.choice = choice
    engine = try queue.player()
    callbacks = queue.callbacks
    isEnding = { [weak queue] in
      queue?.state.withLock { $0.isStopping || !$0.isRunning } ?? true
    }
  }

  /// Renders up to so many frames.
  ///
  /// - Returns: How many there were; fewer where the queue has no more for now.
  /// - Throws: ``StatusError`` where the rate cannot be converted on this machine.
  func render(_ count: Int, into output: AudioConverterOutput) throws(StatusError) -> Int {
    // What the converter holds back comes even after the queue has stopped.
    if let deviceFormat = engine.deviceFormat, source != deviceFormat || hasEnded && !isEnding() {
      let input = StreamFormat(
        sampleRate: deviceFormat.sampleRate, formatID: .linearPCM,
        channelCount: deviceFormat.channelCount)
      converter = try? PacketConverter(from: .interleavedFloats(like: input), to: format)
      source = deviceFormat
      hasEnded = false
    }
    guard let result = converter?.fill(count, from: self, into: output) else { return 0 }
    if result.stop != .input(Self.isDry), let error = StatusError(result.stop) { throw error }
    return result.frameCount
  }

  // MARK: PacketInput

  func pull(_ minimum: Int) throws(PullStop) -> Int {
    let channels = max(1, source?.channelCount ?? 1)
    // As much as waits at most; the ring holds half a second.
    let wanted = min(max(minimum, 1), 4096)
    engine.fill(frames: wanted)
    bytes = device.take(wanted)
    if bytes.isEmpty {
      // The client may enqueue more when it gets its buffers back.
      if !engine.isCurrent { callbacks.settle() }
      engine.fill(frames: wanted)
      bytes = device.take(wanted)
    }
    if bytes.isEmpty {
      guard isEnding() else { throw Self.isDry }
      hasEnded = true
    }
    return bytes.count / (4 * channels)
  }

  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int) { (0..<0, 0) }

  func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let all = bytes
    body(all.span.extracting(range))
  }
}

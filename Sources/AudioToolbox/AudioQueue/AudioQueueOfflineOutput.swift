internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioFiles
internal import AudioPlayback
internal import CoreAudioTypes
internal import Synchronization

/// Renders a queue into client memory, in a format that the client chooses.
///
/// Unchecked: only one thread at a time may render, as on Apple's systems.
final class AudioQueueOfflineOutput: PacketInput, @unchecked Sendable {
  /// The error that signals the converter that no frames are available yet.
  private static let isDry = PullStop(status: -1)

  /// The format of the client's output.
  let format: StreamFormat
  /// The device that the queue plays to during offline rendering.
  let device = PulledDevice()
  /// The device choice to restore afterward.
  let choice: DeviceChoice
  private let engine: PlaybackEngine
  private let callbacks: AudioQueueCallbacks
  private var converter: PacketConverter?
  /// The input format of the converter.
  private var source: DeviceFormat?
  private var bytes: [UInt8] = []
  /// Whether the converter has received the end of the stream.
  private var hasEnded = false
  /// Whether the queue will provide no more audio.
  private let isEnding: () -> Bool

  /// Creates an output.
  ///
  /// - Throws: ``StatusError`` if the queue does not support rendering in the format.
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

  /// Renders up to a number of frames.
  ///
  /// - Returns: The number of frames, which is smaller if no more audio is available yet.
  /// - Throws: ``StatusError`` if the sample rate conversion is unavailable on this machine.
  func render(_ count: Int, into output: AudioConverterOutput) throws(StatusError) -> Int {
    // Frames buffered in the converter come even after the queue has stopped.
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
    // The maximum number of waiting frames. The ring holds half a second.
    let wanted = min(max(minimum, 1), 4096)
    engine.fill(frames: wanted)
    bytes = device.take(wanted)
    if bytes.isEmpty {
      // The client may enqueue more when it receives its buffers.
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

/// The result of an input block.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// The block returned data.
  case haveData = 0
  /// The block has no data yet.
  case noDataNow = 1
  /// The input has ended.
  case endOfStream = 2
}

/// The result of a conversion.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The output is full, or holds the end of the stream.
  case haveData = 0
  /// The input did not suffice; the output may hold some audio.
  case inputRanDry = 1
  /// The stream has ended, and the output is empty.
  case endOfStream = 2
  /// The conversion failed.
  case error = 3
}

/// The frames that a resampling filter assumes before the first frame and after the last.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// Input frames at both ends.
  case pre = 0
  /// Silence at both ends.
  case normal = 1
  /// Silence, and a delay.
  case none = 2
}

/// The number of priming frames at each end.
public struct AVAudioConverterPrimeInfo: Sendable {
  /// The number of frames before the recording.
  public var leadingFrames: AVAudioFrameCount
  /// The number of frames after the recording.
  public var trailingFrames: AVAudioFrameCount

  /// Makes a value without priming frames.
  public init() {
    leadingFrames = 0
    trailingFrames = 0
  }

  /// Makes a value from both numbers of frames.
  public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
    self.leadingFrames = leadingFrames
    self.trailingFrames = trailingFrames
  }
}

/// Supplies a converter with input.
///
/// The client must not change the returned buffer until the converter calls the block again.
///
/// - Parameters:
///   - 1: The smallest useful number of packets.
///   - 2: Receives the status.
/// - Returns: A buffer if the status is `haveData`, or else `nil`.
public typealias AVAudioConverterInputBlock = (
  AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// What a function that gives input has to say.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// Here is some.
  case haveData = 0
  /// There is none yet.
  case noDataNow = 1
  /// There will be none.
  case endOfStream = 2
}

/// What a conversion came to.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The output is full, or holds the last of the stream.
  case haveData = 0
  /// The input did not suffice; the output may hold some.
  case inputRanDry = 1
  /// The stream has ended, and the output holds nothing.
  case endOfStream = 2
  /// It failed.
  case error = 3
}

/// What the filter of a sample rate has around the first and the last frame.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// Frames of the input at both ends.
  case pre = 0
  /// Silence at both ends.
  case normal = 1
  /// Silence, and a delay.
  case none = 2
}

/// Frames of priming.
public struct AVAudioConverterPrimeInfo: Sendable {
  /// Frames before the recording.
  public var leadingFrames: AVAudioFrameCount
  /// Frames behind it.
  public var trailingFrames: AVAudioFrameCount

  /// None.
  public init() {
    leadingFrames = 0
    trailingFrames = 0
  }

  /// Makes a value of both.
  public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
    self.leadingFrames = leadingFrames
    self.trailingFrames = trailingFrames
  }
}

/// Gives a converter its input.
///
/// The buffer that it returns is not to be changed until it is called again.
///
/// - Parameters:
///   - 1: The least number of packets that helps.
///   - 2: To be set to what there is to say.
/// - Returns: A buffer with `haveData`, else nil.
public typealias AVAudioConverterInputBlock = (
  AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// How a buffer of a player node behaves.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: UInt

  /// Makes options from bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The buffer repeats until it is stopped or interrupted.
  public static var loops: AVAudioPlayerNodeBufferOptions { .init(rawValue: 1) }
  /// The buffer replaces all earlier ones when it starts.
  public static var interrupts: AVAudioPlayerNodeBufferOptions { .init(rawValue: 2) }
  /// The buffer replaces a looping one at the end of its loop.
  public static var interruptsAtLoop: AVAudioPlayerNodeBufferOptions { .init(rawValue: 4) }
}

/// The moment at which a player node calls a completion handler.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  /// The player has taken all frames.
  case dataConsumed = 0
  /// All frames have been rendered.
  case dataRendered = 1
  /// All frames have been heard; in manual rendering, all frames have been rendered.
  case dataPlayedBack = 2
}

/// A closure that a player node calls at the requested moment.
public typealias AVAudioPlayerNodeCompletionHandler = (
  AVAudioPlayerNodeCompletionCallbackType
) -> Void

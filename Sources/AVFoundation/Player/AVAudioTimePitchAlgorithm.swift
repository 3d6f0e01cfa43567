/// How sound changes at rates other than 1.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an algorithm from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The former default of iOS; the same as ``timeDomain`` here.
  public static let lowQualityZeroLatency = Self(rawValue: "LowQualityZeroLatency")
  /// Keeps the pitch; made for speech.
  public static let timeDomain = Self(rawValue: "TimeDomain")
  /// Keeps the pitch; the same as ``timeDomain`` here.
  public static let spectral = Self(rawValue: "Spectral")
  /// The pitch changes with the rate.
  public static let varispeed = Self(rawValue: "Varispeed")
}

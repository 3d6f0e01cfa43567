public import CCoreMedia

/// The times of a sample.
public struct CMSampleTimingInfo: Sendable {
  /// The duration of the sample.
  public var duration: CMTime
  /// The time at which the sample plays.
  public var presentationTimeStamp: CMTime
  /// The time at which the sample is decoded; invalid if it is that of the presentation.
  public var decodeTimeStamp: CMTime

  /// Makes times of zero without a timescale, which are invalid.
  public init() { self = .invalid }

  /// Makes times of a sample.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// Invalid times.
  public static let invalid = CMSampleTimingInfo(
    duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
}

/// Invalid times.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid

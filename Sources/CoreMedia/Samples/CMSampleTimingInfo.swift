public import CCoreMedia

/// The times of a sample.
public struct CMSampleTimingInfo: Sendable {
  /// The duration of the sample.
  public var duration: CMTime
  /// The time at which the sample plays.
  public var presentationTimeStamp: CMTime
  /// The time at which the sample is decoded; invalid if it equals the presentation time.
  public var decodeTimeStamp: CMTime

  /// Makes invalid times.
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

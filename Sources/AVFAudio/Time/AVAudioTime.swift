public import AudioToolbox
public import Foundation

/// A moment in time: on the machine's clock, as a frame of a stream, or both.
open class AVAudioTime: NSObject, @unchecked Sendable {
  // Unchecked: all state is constant.

  /// Ticks of the machine's clock; valid if ``isHostTimeValid`` is `true`.
  public let hostTime: UInt64
  /// The frame; valid if ``isSampleTimeValid`` is `true`.
  public let sampleTime: AVAudioFramePosition
  /// The sample rate in hertz.
  public let sampleRate: Double
  /// Whether ``hostTime`` is valid.
  public let isHostTimeValid: Bool
  /// Whether ``sampleTime`` is valid.
  public let isSampleTimeValid: Bool

  private init(
    host: UInt64?, sample: AVAudioFramePosition?, sampleRate: Double
  ) {
    hostTime = host ?? 0
    sampleTime = sample ?? 0
    self.sampleRate = sampleRate
    isHostTimeValid = host != nil
    isSampleTimeValid = sample != nil && sampleRate > 0
    super.init()
  }

  /// Makes a time from the valid fields of a time stamp.
  public convenience init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
    // Safe: the caller guarantees that the time stamp is valid, and it is copied.
    let stamp = unsafe ts.pointee
    self.init(
      host: stamp.mFlags.contains(.hostTimeValid) ? stamp.mHostTime : nil,
      sample: stamp.mFlags.contains(.sampleTimeValid)
        ? AVAudioFramePosition(exactly: stamp.mSampleTime.rounded(.down)) : nil,
      sampleRate: sampleRate)
  }

  /// Makes a time on the machine's clock.
  public convenience init(hostTime: UInt64) {
    self.init(host: hostTime, sample: nil, sampleRate: 0)
  }

  /// Makes a time from a frame of a stream.
  public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    self.init(host: nil, sample: sampleTime, sampleRate: sampleRate)
  }

  /// Makes a time on the machine's clock and in a stream.
  public convenience init(
    hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double
  ) {
    self.init(host: hostTime, sample: sampleTime, sampleRate: sampleRate)
  }

  /// The time as a time stamp.
  public var audioTimeStamp: AudioTimeStamp {
    var stamp = AudioTimeStamp()
    if isHostTimeValid {
      stamp.mHostTime = hostTime
      stamp.mFlags.insert(.hostTimeValid)
    }
    if isSampleTimeValid {
      stamp.mSampleTime = Double(sampleTime)
      stamp.mFlags.insert(.sampleTimeValid)
    }
    return stamp
  }

  /// Converts seconds to ticks of the machine's clock.
  @discardableResult
  open class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
    let ticks = seconds * AudioGetHostClockFrequency()
    return ticks > 0 ? UInt64(exactly: ticks.rounded()) ?? .max : 0
  }

  /// Converts ticks of the machine's clock to seconds.
  @discardableResult
  open class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
    Double(hostTime) / AudioGetHostClockFrequency()
  }

  /// Completes this time from an anchor of the same stream whose fields are both valid.
  ///
  /// - Parameter anchorTime: The anchor.
  /// - Returns: This time with both fields valid; `nil` if the two times have no common field, or
  ///   the result does not fit.
  @discardableResult
  open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
    guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid else { return nil }
    if isHostTimeValid, isSampleTimeValid { return self }
    let rate = anchorTime.sampleRate
    if isSampleTimeValid, sampleRate == rate {
      let seconds = Double(sampleTime - anchorTime.sampleTime) / rate
      let ticks = (seconds * AudioGetHostClockFrequency()).rounded()
      guard let offset = Int64(exactly: ticks),
        let host = Int64(exactly: anchorTime.hostTime).map({ $0 + offset }), host >= 0
      else { return nil }
      return AVAudioTime(hostTime: UInt64(host), sampleTime: sampleTime, atRate: rate)
    }
    guard isHostTimeValid, let here = Int64(exactly: hostTime),
      let anchor = Int64(exactly: anchorTime.hostTime)
    else { return nil }
    let frames = Double(here - anchor) / AudioGetHostClockFrequency() * rate
    guard let offset = AVAudioFramePosition(exactly: frames.rounded()) else { return nil }
    return AVAudioTime(
      hostTime: hostTime, sampleTime: anchorTime.sampleTime + offset, atRate: rate)
  }
}

public import AudioToolbox
public import Foundation

/// A moment: by the machine's clock, by the frames of a stream, or both.
open class AVAudioTime: NSObject, @unchecked Sendable {
  // Unchecked: nothing changes after it was made.

  /// Ticks of the machine's clock; means something where ``isHostTimeValid``.
  public let hostTime: UInt64
  /// Frames; means something where ``isSampleTimeValid``.
  public let sampleTime: AVAudioFramePosition
  /// Frames a second.
  public let sampleRate: Double
  /// Whether the machine's clock tells the moment.
  public let isHostTimeValid: Bool
  /// Whether frames tell the moment.
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

  /// Makes a moment of a time stamp, as far as its flags say.
  public convenience init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
    // Safe: the caller vouches for the time stamp, which is copied.
    let stamp = unsafe ts.pointee
    self.init(
      host: stamp.mFlags.contains(.hostTimeValid) ? stamp.mHostTime : nil,
      sample: stamp.mFlags.contains(.sampleTimeValid)
        ? AVAudioFramePosition(exactly: stamp.mSampleTime.rounded(.down)) : nil,
      sampleRate: sampleRate)
  }

  /// Makes a moment of the machine's clock.
  public convenience init(hostTime: UInt64) {
    self.init(host: hostTime, sample: nil, sampleRate: 0)
  }

  /// Makes a moment of frames.
  public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    self.init(host: nil, sample: sampleTime, sampleRate: sampleRate)
  }

  /// Makes a moment of both.
  public convenience init(
    hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double
  ) {
    self.init(host: hostTime, sample: sampleTime, sampleRate: sampleRate)
  }

  /// The moment as a time stamp.
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

  /// Ticks of the machine's clock in a number of seconds.
  @discardableResult
  open class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
    let ticks = seconds * AudioGetHostClockFrequency()
    return ticks > 0 ? UInt64(exactly: ticks.rounded()) ?? .max : 0
  }

  /// Seconds of a number of ticks of the machine's clock.
  @discardableResult
  open class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
    Double(hostTime) / AudioGetHostClockFrequency()
  }

  /// Completes the moment by one of the same stream of which both are known.
  ///
  /// - Parameter anchorTime: That moment.
  /// - Returns: The same moment with both; `nil` where there is nothing in common to go by.
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

/// Names of the first systems.
extension AVAudioSession {
  /// ``isInputAvailable``.
  @available(*, deprecated, renamed: "isInputAvailable")
  public var inputIsAvailable: Bool { isInputAvailable }

  /// ``sampleRate``.
  @available(*, deprecated, renamed: "sampleRate")
  public var currentHardwareSampleRate: Double { sampleRate }

  /// ``inputNumberOfChannels``.
  @available(*, deprecated, renamed: "inputNumberOfChannels")
  public var currentHardwareInputNumberOfChannels: Int { inputNumberOfChannels }

  /// ``outputNumberOfChannels``.
  @available(*, deprecated, renamed: "outputNumberOfChannels")
  public var currentHardwareOutputNumberOfChannels: Int { outputNumberOfChannels }

  /// ``preferredSampleRate``.
  @available(*, deprecated, renamed: "preferredSampleRate")
  public var preferredHardwareSampleRate: Double { preferredSampleRate }

  /// ``setPreferredSampleRate(_:)``.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what is no rate.
  @available(*, deprecated, renamed: "setPreferredSampleRate(_:)")
  public func setPreferredHardwareSampleRate(_ sampleRate: Double) throws {
    try setPreferredSampleRate(sampleRate)
  }

  /// ``setActive(_:options:)``.
  ///
  /// - Parameters:
  ///   - active: Whether the session is to be active.
  ///   - flags: ``AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation``, or 0.
  /// - Throws: As of ``setActive(_:options:)``.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  public func setActive(_ active: Bool, withFlags flags: Int) throws {
    try setActive(active, options: SetActiveOptions(rawValue: UInt(bitPattern: flags)))
  }
}

/// ``AVAudioSession/InterruptionOptions/shouldResume``.
@available(*, deprecated, message: "use AVAudioSession.InterruptionOptions.shouldResume")
public let AVAudioSessionInterruptionFlags_ShouldResume = 1
/// ``AVAudioSession/SetActiveOptions/notifyOthersOnDeactivation``.
@available(*, deprecated, message: "use SetActiveOptions.notifyOthersOnDeactivation")
public let AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation = 1
/// ``AVAudioSession/ErrorCode/insufficientPriority``.
@available(*, deprecated, message: "use AVAudioSession.ErrorCode.insufficientPriority")
public let AVAudioSessionErrorInsufficientPriority = 561_017_449

/// Names from early systems.
extension AVAudioSession {
  /// The earlier name of ``isInputAvailable``.
  @available(*, deprecated, renamed: "isInputAvailable")
  public var inputIsAvailable: Bool { isInputAvailable }

  /// The earlier name of ``sampleRate``.
  @available(*, deprecated, renamed: "sampleRate")
  public var currentHardwareSampleRate: Double { sampleRate }

  /// The earlier name of ``inputNumberOfChannels``.
  @available(*, deprecated, renamed: "inputNumberOfChannels")
  public var currentHardwareInputNumberOfChannels: Int { inputNumberOfChannels }

  /// The earlier name of ``outputNumberOfChannels``.
  @available(*, deprecated, renamed: "outputNumberOfChannels")
  public var currentHardwareOutputNumberOfChannels: Int { outputNumberOfChannels }

  /// The earlier name of ``preferredSampleRate``.
  @available(*, deprecated, renamed: "preferredSampleRate")
  public var preferredHardwareSampleRate: Double { preferredSampleRate }

  /// The earlier name of ``setPreferredSampleRate(_:)``.
  ///
  /// - Throws: ``ErrorCode/badParam`` if the value is not a valid rate.
  @available(*, deprecated, renamed: "setPreferredSampleRate(_:)")
  public func setPreferredHardwareSampleRate(_ sampleRate: Double) throws {
    try setPreferredSampleRate(sampleRate)
  }

  /// The earlier form of ``setActive(_:options:)``.
  ///
  /// - Parameters:
  ///   - active: Whether to make the session active.
  ///   - flags: ``AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation``, or 0.
  /// - Throws: The errors of ``setActive(_:options:)``.
  @available(*, deprecated, renamed: "setActive(_:options:)")
  public func setActive(_ active: Bool, withFlags flags: Int) throws {
    try setActive(active, options: SetActiveOptions(rawValue: UInt(bitPattern: flags)))
  }
}

/// The earlier name of ``AVAudioSession/InterruptionOptions/shouldResume``.
@available(*, deprecated, message: "use AVAudioSession.InterruptionOptions.shouldResume")
public let AVAudioSessionInterruptionFlags_ShouldResume = 1
/// The earlier name of ``AVAudioSession/SetActiveOptions/notifyOthersOnDeactivation``.
@available(*, deprecated, message: "use SetActiveOptions.notifyOthersOnDeactivation")
public let AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation = 1
/// The earlier name of ``AVAudioSession/ErrorCode/insufficientPriority``.
@available(*, deprecated, message: "use AVAudioSession.ErrorCode.insufficientPriority")
public let AVAudioSessionErrorInsufficientPriority = 561_017_449

internal import AudioRouting
internal import CoreAudioTypes
internal import Foundation

/// The properties of a session in C.
extension AudioSessionObject {
  /// The properties that are only for listeners or for setting.
  private static let unreadable = [
    kAudioSessionProperty_AudioRouteChange, kAudioSessionProperty_ServerDied,
    kAudioSessionProperty_OverrideAudioRoute,
  ]

  /// The readable properties.
  private static let readable = [
    kAudioSessionProperty_PreferredHardwareSampleRate,
    kAudioSessionProperty_PreferredHardwareIOBufferDuration, kAudioSessionProperty_AudioCategory,
    kAudioSessionProperty_AudioRoute, kAudioSessionProperty_CurrentHardwareSampleRate,
    kAudioSessionProperty_CurrentHardwareInputNumberChannels,
    kAudioSessionProperty_CurrentHardwareOutputNumberChannels,
    kAudioSessionProperty_CurrentHardwareOutputVolume,
    kAudioSessionProperty_CurrentHardwareInputLatency,
    kAudioSessionProperty_CurrentHardwareOutputLatency,
    kAudioSessionProperty_CurrentHardwareIOBufferDuration,
    kAudioSessionProperty_OtherAudioIsPlaying, kAudioSessionProperty_AudioInputAvailable,
    kAudioSessionProperty_OtherMixableAudioShouldDuck,
    kAudioSessionProperty_OverrideCategoryMixWithOthers,
    kAudioSessionProperty_OverrideCategoryDefaultToSpeaker,
    kAudioSessionProperty_OverrideCategoryEnableBluetoothInput,
    kAudioSessionProperty_InterruptionType, kAudioSessionProperty_Mode,
    kAudioSessionProperty_InputGainAvailable, kAudioSessionProperty_InputGainScalar,
    kAudioSessionProperty_AudioRouteDescription,
  ]

  /// The session option for each override property.
  private static let options: [Int: SessionSetup.Options] = [
    kAudioSessionProperty_OverrideCategoryMixWithOthers: .mixWithOthers,
    kAudioSessionProperty_OtherMixableAudioShouldDuck: .duckOthers,
    kAudioSessionProperty_OverrideCategoryEnableBluetoothInput: .allowBluetooth,
    kAudioSessionProperty_OverrideCategoryDefaultToSpeaker: .defaultToSpeaker,
  ]

  private static let categories: [(Int, SessionSetup.Category)] = [
    (kAudioSessionCategory_AmbientSound, .ambient),
    (kAudioSessionCategory_SoloAmbientSound, .soloAmbient),
    (kAudioSessionCategory_MediaPlayback, .playback),
    (kAudioSessionCategory_RecordAudio, .record),
    (kAudioSessionCategory_PlayAndRecord, .playAndRecord),
    (kAudioSessionCategory_AudioProcessing, .processing),
    (kAudioSessionCategory_UserInterfaceSoundEffects, .ambient),
    (kAudioSessionCategory_LiveAudio, .soloAmbient),
  ]

  private static let modes: [(Int, SessionSetup.Mode)] = [
    (kAudioSessionMode_Default, .usual), (kAudioSessionMode_VoiceChat, .voiceChat),
    (kAudioSessionMode_VideoRecording, .videoRecording),
    (kAudioSessionMode_Measurement, .measurement), (kAudioSessionMode_GameChat, .gameChat),
  ]

  /// Whether a property exists.
  static func isKnown(_ property: AudioSessionPropertyID) -> Bool {
    readable.contains(Int(property)) || unreadable.contains(Int(property))
  }

  /// Activates or deactivates the session.
  func setActive(_ isActive: Bool) throws(StatusError) {
    do throws(ProcessSession.ActivationError) {
      try session.setActive(isActive)
    } catch {
      switch error {
      // AVAudioSession.ErrorCode.insufficientPriority
      case .interrupted: throw StatusError(561_017_449)
      // AVAudioSession.ErrorCode.isBusy
      case .busy: throw StatusError(560_030_580)
      }
    }
  }

  func value(of property: AudioSessionPropertyID) throws(StatusError) -> PropertyValue {
    let setup = session.setup
    if let option = Self.options[Int(property)] {
      return PropertyValue(UInt32(setup.options.contains(option) ? 1 : 0))
    }
    switch Int(property) {
    case kAudioSessionProperty_PreferredHardwareSampleRate:
      return PropertyValue(Float64(setup.sampleRate))
    case kAudioSessionProperty_PreferredHardwareIOBufferDuration:
      return PropertyValue(Float32(setup.bufferSeconds))
    case kAudioSessionProperty_AudioCategory:
      let number = Self.categories.first { $0.1 == setup.category }?.0
      return PropertyValue(UInt32(number ?? kAudioSessionCategory_MediaPlayback))
    case kAudioSessionProperty_Mode:
      let number = Self.modes.first { $0.1 == setup.mode }?.0
      return PropertyValue(UInt32(number ?? kAudioSessionMode_Default))
    case kAudioSessionProperty_InterruptionType: return PropertyValue(interruptionType)
    case kAudioSessionProperty_OtherAudioIsPlaying:
      return PropertyValue(UInt32(session.otherStreams.isEmpty ? 0 : 1))
    case kAudioSessionProperty_AudioRoute:
      return .object(AudioSessionRoute.name(session.route))
    case kAudioSessionProperty_AudioRouteDescription:
      return .object(AudioSessionRoute.description(session.route))
    default: return try hardwareValue(of: property)
    }
  }

  private func hardwareValue(
    of property: AudioSessionPropertyID
  ) throws(StatusError) -> PropertyValue {
    let hardware = session.hardware
    switch Int(property) {
    case kAudioSessionProperty_CurrentHardwareSampleRate:
      return PropertyValue(Float64(hardware.sampleRate))
    case kAudioSessionProperty_CurrentHardwareInputNumberChannels:
      return PropertyValue(UInt32(hardware.inputChannels))
    case kAudioSessionProperty_CurrentHardwareOutputNumberChannels:
      return PropertyValue(UInt32(hardware.outputChannels))
    case kAudioSessionProperty_CurrentHardwareOutputVolume:
      return PropertyValue(Float32(hardware.outputVolume))
    case kAudioSessionProperty_CurrentHardwareInputLatency:
      return PropertyValue(Float32(session.freshHardware.inputLatency))
    case kAudioSessionProperty_CurrentHardwareOutputLatency:
      return PropertyValue(Float32(session.freshHardware.outputLatency))
    case kAudioSessionProperty_CurrentHardwareIOBufferDuration:
      return PropertyValue(Float32(session.bufferSeconds))
    case kAudioSessionProperty_AudioInputAvailable:
      return PropertyValue(UInt32(hardware.isInputAvailable ? 1 : 0))
    case kAudioSessionProperty_InputGainAvailable:
      return PropertyValue(UInt32(session.canSetInputVolume ? 1 : 0))
    case kAudioSessionProperty_InputGainScalar:
      return PropertyValue(Float32(hardware.inputVolume))
    default: throw StatusError(OSStatus(kAudioSessionUnsupportedPropertyError))
    }
  }

  // MARK: Setting

  /// Sets a property to the value in some bytes.
  func set(_ property: AudioSessionPropertyID, _ bytes: [UInt8]) throws(StatusError) {
    if let option = Self.options[Int(property)] {
      let isOn = try Self.load(UInt32.self, bytes) != 0
      return try change { setup in
        if isOn { setup.options.insert(option) } else { setup.options.remove(option) }
      }
    }
    switch Int(property) {
    case kAudioSessionProperty_PreferredHardwareSampleRate:
      let rate = try Self.load(Float64.self, bytes)
      try change { $0.sampleRate = rate }
    case kAudioSessionProperty_PreferredHardwareIOBufferDuration:
      let seconds = Double(try Self.load(Float32.self, bytes))
      try change { $0.bufferSeconds = seconds }
    case kAudioSessionProperty_AudioCategory:
      let number = Int(try Self.load(UInt32.self, bytes))
      guard let category = Self.categories.first(where: { $0.0 == number })?.1 else {
        throw StatusError(kAudio_ParamError)
      }
      // Options and modes of the previous category do not apply to a new one.
      try change { setup in
        setup.category = category
        setup.mode = .usual
        setup.options = []
      }
    case kAudioSessionProperty_Mode:
      let number = Int(try Self.load(UInt32.self, bytes))
      guard let mode = Self.modes.first(where: { $0.0 == number })?.1 else {
        throw StatusError(kAudio_ParamError)
      }
      try change { $0.mode = mode }
    case kAudioSessionProperty_InputGainScalar:
      try setInputGain(try Self.load(Float32.self, bytes))
    case kAudioSessionProperty_OverrideAudioRoute:
      try setOverride(Int(try Self.load(UInt32.self, bytes)))
    default: throw StatusError(OSStatus(kAudioSessionUnsupportedPropertyError))
    }
  }

  private func setInputGain(_ gain: Float32) throws(StatusError) {
    guard 0...1 ~= gain else { throw StatusError(kAudio_ParamError) }
    guard session.setInputVolume(Double(gain)) else {
      throw StatusError(OSStatus(kAudioServicesNoHardwareError))
    }
  }

  private func setOverride(_ value: Int) throws(StatusError) {
    let isOn = value == kAudioSessionOverrideAudioRoute_Speaker
    guard isOn || value == kAudioSessionOverrideAudioRoute_None else {
      throw StatusError(kAudio_ParamError)
    }
    guard !isOn || session.setup.category == .playAndRecord else {
      throw StatusError(OSStatus(kAudioSessionIncompatibleCategory))
    }
    guard session.setOverridden(isOn) else {
      throw StatusError(OSStatus(kAudioServicesNoHardwareError))
    }
  }

  private func change(_ body: (inout SessionSetup) -> Void) throws(StatusError) {
    guard session.change(body) else {
      throw StatusError(OSStatus(kAudioSessionIncompatibleCategory))
    }
  }

  private static func load<Value: BitwiseCopyable>(
    _ type: Value.Type, _ bytes: [UInt8]
  ) throws(StatusError) -> Value {
    guard bytes.count == MemoryLayout<Value>.size else {
      throw StatusError(OSStatus(kAudioSessionBadPropertySizeError))
    }
    // Safe: the size matches the type, and any bytes are a valid value.
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Value.self) }
  }
}

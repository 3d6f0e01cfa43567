import AudioToolbox

/// Random calls on the properties that the session has in C.
struct SessionProperties {
  /// Those that listeners may be added to.
  static let listened = [
    kAudioSessionProperty_AudioRouteChange, kAudioSessionProperty_AudioInputAvailable,
    kAudioSessionProperty_CurrentHardwareOutputVolume, kAudioSessionProperty_ServerDied,
  ].map { AudioSessionPropertyID($0) }

  /// Those that both languages have.
  private static let categories = [
    kAudioSessionCategory_AmbientSound, kAudioSessionCategory_SoloAmbientSound,
    kAudioSessionCategory_MediaPlayback, kAudioSessionCategory_RecordAudio,
    kAudioSessionCategory_PlayAndRecord,
  ].map { UInt32($0) }

  /// Numbers of 4 bytes, and of 8.
  private static let readable: [(property: Int, byteCount: UInt32)] = [
    (kAudioSessionProperty_PreferredHardwareSampleRate, 8),
    (kAudioSessionProperty_CurrentHardwareSampleRate, 8),
    (kAudioSessionProperty_PreferredHardwareIOBufferDuration, 4),
    (kAudioSessionProperty_CurrentHardwareOutputVolume, 4),
    (kAudioSessionProperty_CurrentHardwareOutputNumberChannels, 4),
    (kAudioSessionProperty_AudioInputAvailable, 4), (kAudioSessionProperty_Mode, 4),
    (kAudioSessionProperty_OtherAudioIsPlaying, 4), (kAudioSessionProperty_AudioCategory, 4),
  ]

  private let material: SequenceMaterial

  init(_ material: SequenceMaterial) {
    self.material = material
  }

  /// Asks for a property with as much room as it takes, and with too little.
  func get(_ dice: inout Dice) {
    let (number, byteCount) = dice.pick(Self.readable)
    let property = AudioSessionPropertyID(number)
    var (size, value) = (UInt32(0), UInt64(0))
    expect(noErr, AudioSessionGetPropertySize(property, &size), "the size of \(number)")
    if size != byteCount { material.complain("\(size) bytes of \(number)") }
    expect(noErr, AudioSessionGetProperty(property, &size, &value), "the value of \(number)")
    if number == kAudioSessionProperty_AudioCategory,
      !Self.categories.contains(UInt32(truncatingIfNeeded: value))
    {
      material.complain("category \(value)")
    }
    size = byteCount - 1
    let status = AudioSessionGetProperty(property, &size, &value)
    expect(OSStatus(kAudioSessionBadPropertySizeError), status, "too little room")
  }

  /// Sets a property, or fails to.
  func set(_ dice: inout Dice) {
    var value = dice.pick(Self.categories)
    let category = AudioSessionPropertyID(kAudioSessionProperty_AudioCategory)
    expect(noErr, AudioSessionSetProperty(category, 4, &value), "the category")
    let wrongSize = AudioSessionSetProperty(category, 3, &value)
    expect(OSStatus(kAudioSessionBadPropertySizeError), wrongSize, "a category of 3 bytes")
    value = 1
    expect(kAudio_ParamError, AudioSessionSetProperty(category, 4, &value), "category 1")
    // Another thread may have set a category that it does not go with.
    let mixes = AudioSessionPropertyID(kAudioSessionProperty_OverrideCategoryMixWithOthers)
    let status = AudioSessionSetProperty(mixes, 4, &value)
    if status != noErr, status != kAudioSessionIncompatibleCategory {
      material.complain("mixing: \(status)")
    }
    let isActive = dice.isOne(in: 2)
    let activation = AudioSessionSetActive(isActive)
    // Only what plays or records may keep a session from its end.
    if activation != noErr, isActive || activation != Self.isBusy {
      material.complain("activation: \(activation)")
    }
  }

  /// `'!act'` of `AVAudioSession.ErrorCode`, which C has no name for.
  private static let isBusy = OSStatus(560_030_580)

  private func expect(_ wanted: OSStatus, _ status: OSStatus, _ what: String) {
    if status != wanted { material.complain("\(what): \(status)") }
  }
}

import AudioToolbox

/// Random calls on the session's properties in C.
struct SessionProperties {
  /// The properties with listeners.
  static let listened = [
    kAudioSessionProperty_AudioRouteChange, kAudioSessionProperty_AudioInputAvailable,
    kAudioSessionProperty_CurrentHardwareOutputVolume, kAudioSessionProperty_ServerDied,
  ].map { AudioSessionPropertyID($0) }

  /// The categories that both languages have.
  private static let categories = [
    kAudioSessionCategory_AmbientSound, kAudioSessionCategory_SoloAmbientSound,
    kAudioSessionCategory_MediaPlayback, kAudioSessionCategory_RecordAudio,
    kAudioSessionCategory_PlayAndRecord,
  ].map { UInt32($0) }

  /// The numeric properties, of 4 or 8 bytes.
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

  /// Reads a property with enough room, and with too little.
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

  /// Sets a property.
  ///
  /// The call may fail.
  func set(_ dice: inout Dice) {
    var value = dice.pick(Self.categories)
    let category = AudioSessionPropertyID(kAudioSessionProperty_AudioCategory)
    expect(noErr, AudioSessionSetProperty(category, 4, &value), "the category")
    let wrongSize = AudioSessionSetProperty(category, 3, &value)
    expect(OSStatus(kAudioSessionBadPropertySizeError), wrongSize, "a category of 3 bytes")
    value = 1
    expect(kAudio_ParamError, AudioSessionSetProperty(category, 4, &value), "category 1")
    // Another thread may have set an incompatible category.
    let mixes = AudioSessionPropertyID(kAudioSessionProperty_OverrideCategoryMixWithOthers)
    let status = AudioSessionSetProperty(mixes, 4, &value)
    if status != noErr, status != kAudioSessionIncompatibleCategory {
      material.complain("mixing: \(status)")
    }
    let isActive = dice.isOne(in: 2)
    let activation = AudioSessionSetActive(isActive)
    // Deactivation fails only if something plays or records.
    if activation != noErr, isActive || activation != Self.isBusy {
      material.complain("activation: \(activation)")
    }
  }

  /// `'!act'` of `AVAudioSession.ErrorCode`, which has no name in C.
  private static let isBusy = OSStatus(560_030_580)

  private func expect(_ wanted: OSStatus, _ status: OSStatus, _ what: String) {
    if status != wanted { material.complain("\(what): \(status)") }
  }
}

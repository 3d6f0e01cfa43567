import AudioToolbox

/// The info dictionary of an open file.
func information(_ file: AudioFileID) -> [String: String] {
  var value: Unmanaged<CFDictionary>?
  var size = UInt32(MemoryLayout.size(ofValue: value))
  guard AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &value) == noErr else {
    return [:]
  }
  return value?.takeRetainedValue() as? [String: String] ?? [:]
}

/// Sets the info dictionary.
func setInformation(_ values: [String: String], of file: AudioFileID) -> OSStatus {
  let dictionary = values as CFDictionary
  var reference = Unmanaged.passUnretained(dictionary)
  return withExtendedLifetime(dictionary) {
    AudioFileSetProperty(
      file, kAudioFilePropertyInfoDictionary, UInt32(MemoryLayout.size(ofValue: reference)),
      &reference)
  }
}

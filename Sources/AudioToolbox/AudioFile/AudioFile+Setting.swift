internal import AudioFiles
public import CoreAudioTypes

/// Sets a property of a file opened for writing, or selects the audio track to read.
///
/// A property that the file type cannot store returns an error. In a new file, a property set
/// before the first packet goes before the audio. A later one goes after the audio on close, or the
/// file is rewritten. In existing MPEG audio, ADTS, FLAC, and MPEG-4 files, only the info
/// dictionary, picture, and ID3 tag are settable.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property. Settable properties are the magic cookie, channel layout, packet
///     table, info dictionary, markers, regions, and ID3 tag. So are the picture (a `CFDataRef`
///     with JPEG or PNG), the duration to reserve, and the deferral of size updates.
///     `kAudioFilePropertyUseAudioTrack`, a `UInt32` counted from 0, selects the track to read in
///     any file.
///   - inDataSize: The size of the value in bytes.
///   - inPropertyData: The value.
/// - Returns: 0; `kAudioFilePermissionsError` if the file is read-only;
///   `kAudioFileUnsupportedPropertyError` if the file does not have the property, or the property
///   is not settable; `kAudioFileBadPropertySizeError` if the value has the wrong size;
///   `kAudio_ParamError` if the frames of a packet table do not match the packets, or the track
///   does not exist; `kAudioFileOperationNotSupportedError` if the property must be set before the
///   first packet; `kAudioFileUnsupportedDataFormatError` if the track is unreadable, and the
///   previous track stays selected.
@c @implementation
public func AudioFileSetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inPropertyData) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioFileObject.find(inAudioFile)
    if inPropertyID == kAudioFilePropertyUseAudioTrack {
      guard Int(inDataSize) == MemoryLayout<UInt32>.size else {
        throw StatusError(kAudioFileBadPropertySizeError)
      }
      // Safe: the client provides as many bytes as it states.
      return try object.choose(track: unsafe inPropertyData.loadUnaligned(as: UInt32.self))
    }
    guard AudioFileProperties.isKnown(inPropertyID) else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    let value = unsafe SettingValue(memory: inPropertyData, byteCount: Int(inDataSize))
    if object.changes == .tags {
      return try object.edit(AudioFileSettings.tagChange(inPropertyID, to: value))
    }
    try object.record { writer throws(StatusError) in
      try AudioFileSettings(writer: writer).set(inPropertyID, to: value)
    }
  }
}

internal import AudioFiles
public import CoreAudioTypes

/// Sets a property: of a file that is written, or which sound track is read.
///
/// What a type of file has no place for is refused. What was said before the first packet stands in front of the
/// audio; later on it follows behind it when the file is closed, or the file is written anew. Of MPEG audio, ADTS, FLAC
/// and MPEG-4 files that are there only info dictionary, picture and ID3 tag can be set.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property: cookie, channel layout, packet table, info dictionary, markers, regions, ID3
///     tag, picture (`CFDataRef` of JPEG or PNG), duration to reserve, or whether sizes are written at the end only; or, of any file,
///     `kAudioFilePropertyUseAudioTrack`: the sound track that is read from now on, a `UInt32` from 0.
///   - inDataSize: Bytes of the value.
///   - inPropertyData: The value.
/// - Returns: 0; `kAudioFilePermissionsError` where the file is only read;
///   `kAudioFileUnsupportedPropertyError` where it has no such property or it cannot be set;
///   `kAudioFileBadPropertySizeError` where the value has another size; `kAudio_ParamError` where the
///   frames of a packet table are not those of the packets, or there is no such track;
///   `kAudioFileOperationNotSupportedError` where the property can be set before the first packet only;
///   `kAudioFileUnsupportedDataFormatError` where the track cannot be read, and the one before stays.
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
      // Safe: the client lends as much memory as it says.
      return try object.choose(track: unsafe inPropertyData.loadUnaligned(as: UInt32.self))
    }
    guard AudioFileProperties.isKnown(inPropertyID) else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    let value = unsafe SettingValue(memory: inPropertyData, byteCount: Int(inDataSize))
    if object.changes == .tags {
      return try object.edit(unsafe AudioFileSettings.tagChange(inPropertyID, to: value))
    }
    try object.record { writer throws(StatusError) in
      try unsafe AudioFileSettings(writer: writer).set(inPropertyID, to: value)
    }
  }
}

internal import AudioPipeline
public import CoreAudioTypes

/// Sets a property of a file that is written.
///
/// What a type of file has no place for is refused. What was said before the first packet stands in front of the
/// audio; later on it follows behind it when the file is closed.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property: cookie, channel layout, packet table, info dictionary, markers, regions, ID3
///     tag, duration to reserve, or whether sizes are written at the end only.
///   - inDataSize: Bytes of the value.
///   - inPropertyData: The value.
/// - Returns: 0; `kAudioFilePermissionsError` where the file is only read;
///   `kAudioFileUnsupportedPropertyError` where it has no such property or it cannot be set;
///   `kAudioFileBadPropertySizeError` where the value has another size; `kAudio_ParamError` where the
///   frames of a packet table are not those of the packets; `kAudioFileOperationNotSupportedError` where
///   the property can be set before the first packet only.
@c @implementation
public func AudioFileSetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inPropertyData) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let value = unsafe SettingValue(memory: inPropertyData, byteCount: Int(inDataSize))
    let object = try unsafe AudioFileObject.find(inAudioFile)
    try object.record { writer throws(StatusError) in
      try unsafe AudioFileSettings(writer: writer).set(inPropertyID, to: value)
    }
  }
}

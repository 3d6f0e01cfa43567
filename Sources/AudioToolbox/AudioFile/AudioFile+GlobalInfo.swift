public import CoreAudioTypes

/// Gets the size of a property that applies to all files.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: The size of the specifier in bytes.
///   - inSpecifier: The subject of the property, such as a file type. May be nil if the property
///     has no subject.
///   - outDataSize: On return, the size in bytes.
/// - Returns: 0; `kAudioFileUnsupportedPropertyError` if the property is unknown;
///   `kAudioFileUnsupportedFileTypeError` if the type cannot be read;
///   `kAudioFileBadPropertySizeError` if the specifier has the wrong size.
@c @implementation
public func AudioFileGetGlobalInfoSize(
  _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32,
  _ inSpecifier: UnsafeMutableRawPointer?, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outDataSize) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let specifier = unsafe AudioFileGlobalInfo.Specifier(
      memory: inSpecifier, size: inSpecifierSize)
    let value = try unsafe AudioFileGlobalInfo.value(of: inPropertyID, specifier)
    unsafe outDataSize.pointee = UInt32(value.byteCount)
  }
}

/// Gets a property that applies to all files, such as the supported types and their names.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: The size of the specifier in bytes.
///   - inSpecifier: The subject of the property, such as a file type. May be nil if the property
///     has no subject.
///   - ioDataSize: The capacity of `outPropertyData` in bytes. On return, the number of bytes
///     written.
///   - outPropertyData: On return, the value. The caller owns any objects.
/// - Returns: 0; `kAudioFileBadPropertySizeError` if the capacity is too small; otherwise an error
///   from `AudioFileGetGlobalInfoSize`.
@c @implementation
public func AudioFileGetGlobalInfo(
  _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32,
  _ inSpecifier: UnsafeMutableRawPointer?, _ ioDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioDataSize), unsafe !isNull(outPropertyData) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let specifier = unsafe AudioFileGlobalInfo.Specifier(
      memory: inSpecifier, size: inSpecifierSize)
    let value = try unsafe AudioFileGlobalInfo.value(of: inPropertyID, specifier)
    guard unsafe value.write(to: outPropertyData, size: ioDataSize) else {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
  }
}

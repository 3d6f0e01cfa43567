public import CoreAudioTypes

/// The size of a property of all files.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: Bytes of the specifier.
///   - inSpecifier: What the property is asked about. May be nil where it is asked about nothing.
///   - outDataSize: Takes the size in bytes.
/// - Returns: 0; `kAudioFileUnsupportedPropertyError` where there is no such property;
///   `kAudioFileUnsupportedFileTypeError` for a type that cannot be read; `kAudioFileBadPropertySizeError` for
///   a specifier of another size.
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

/// The value of a property of all files: which types there are, and what they are called and carry.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: Bytes of the specifier.
///   - inSpecifier: What the property is asked about. May be nil where it is asked about nothing.
///   - ioDataSize: The room in `outPropertyData`, then what was written.
///   - outPropertyData: Takes the value. Objects belong to the caller.
/// - Returns: 0; `kAudioFileBadPropertySizeError` where there is no room; or as of `AudioFileGetGlobalInfoSize`.
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

internal import AudioFiles
public import CoreAudioTypes

/// Gets the size of a property value, and whether the property is writable.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property.
///   - outDataSize: On return, the size in bytes. May be nil.
///   - isWritable: On return, 1 if `AudioFileSetProperty` can set the property, which requires
///     write access. May be nil.
/// - Returns: 0, or `kAudioFileUnsupportedPropertyError` if the file does not have the property.
@c @implementation
public func AudioFileGetPropertyInfo(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID,
  _ outDataSize: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioFileObject.find(inAudioFile)
    let canSet = object.canSet(inPropertyID)
    var size: Int?
    do throws(StatusError) {
      let header = object.header
      size = try header.size(of: inPropertyID)
      if size == nil {
        size = try object.use(for: inPropertyID) { file throws(StatusError) in
          try AudioFileProperties(of: file, header).size(of: inPropertyID)
        }
      }
    } catch {
      // A property without a value is still settable.
      guard canSet, error.status == kAudioFileUnsupportedPropertyError else { throw error }
    }
    unsafe outDataSize?.pointee = UInt32(clamping: size ?? 0)
    unsafe isWritable?.pointee = canSet ? 1 : 0
  }
}

/// Gets the value of a property.
///
/// Durations and frame counts describe the recording. If the file states priming and remainder
/// frames, the duration excludes them. The packet count and the properties that depend on it are
/// exact. If the packets vary in size, the first such property scans the whole file once.
/// Properties from the header are available immediately, even while another thread waits for bytes
/// of the file.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property.
///   - ioDataSize: The capacity of `outPropertyData` in bytes. On return, the number of bytes
///     written.
///   - outPropertyData: On return, the value. Translation properties first read their input here.
///     The caller owns any objects.
/// - Returns: 0; `kAudioFileUnsupportedPropertyError` if the file does not have the property;
///   `kAudioFileBadPropertySizeError` if the capacity is too small; otherwise the error that
///   prevented reading.
@c @implementation
public func AudioFileGetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID,
  _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioDataSize), unsafe !isNull(outPropertyData) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let room = unsafe Int(ioDataSize.pointee)
    let object = try unsafe AudioFileObject.find(inAudioFile)
    let header = object.header
    // Avoid a scan of the file for a value that does not fit.
    if let size = try header.size(of: inPropertyID), size > room {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
    var value = header.value(of: inPropertyID)
    if value == nil {
      let argument = unsafe PropertyArgument(outPropertyData, size: ioDataSize)
      value = try object.use(for: inPropertyID) { file throws(StatusError) in
        try AudioFileProperties(of: file, header).value(of: inPropertyID, asked: argument)
      }
    }
    guard let value, unsafe value.write(to: outPropertyData, size: ioDataSize) else {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
  }
}

extension AudioFileObject {
  /// Passes the packets to `body`, which looks up a property.
  fileprivate func use<Result>(
    for property: AudioFilePropertyID, _ body: (PacketFile) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    property == kAudioFilePropertyChunkIDs ? try useSettled(body) : try use(body)
  }
}

internal import AudioFiles
public import CoreAudioTypes

/// The size of a property's value, and whether it can be set.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property.
///   - outDataSize: Takes the size in bytes. May be nil.
///   - isWritable: Takes 1 where `AudioFileSetProperty` sets it: the file is written. May be nil.
/// - Returns: 0, or `kAudioFileUnsupportedPropertyError` where the file has no such property.
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
      // A property that has no value so far can still be given one.
      guard canSet, error.status == kAudioFileUnsupportedPropertyError else { throw error }
    }
    unsafe outDataSize?.pointee = UInt32(clamping: size ?? 0)
    unsafe isWritable?.pointee = canSet ? 1 : 0
  }
}

/// The value of a property.
///
/// Durations and frame counts are those of the recording: where the file states priming and remaining frames,
/// they are not part of the duration. The packet count and what depends on it are exact; where packets are
/// not constant, the first of them to be asked for walks over the file, once. What the header told is
/// answered at once, also while another thread waits for the file's bytes.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inPropertyID: The property.
///   - ioDataSize: The room in `outPropertyData`, then what was written.
///   - outPropertyData: Takes the value. Properties that translate read the question here first. Objects
///     belong to the caller.
/// - Returns: 0; `kAudioFileUnsupportedPropertyError` where the file has no such property;
///   `kAudioFileBadPropertySizeError` where there is no room; or why the file could not be read.
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
    // What would not fit is not worth a walk over the file.
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
  /// Lends the packets to `body`, which is to look for a property.
  fileprivate func use<Result>(
    for property: AudioFilePropertyID, _ body: (PacketFile) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    property == kAudioFilePropertyChunkIDs ? try useSettled(body) : try use(body)
  }
}

internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Counts the chunks with a given code in a CAF, AIFF, or WAVE file, or user data items in MP4.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The four-character code of the chunks.
///   - outNumberItems: On return, the number of chunks, which may be 0.
/// - Returns: 0; `kAudioFileOperationNotSupportedError` if the file type has no chunks; otherwise
///   the error that prevented reading.
@c @implementation
public func AudioFileCountUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32,
  _ outNumberItems: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outNumberItems) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let count = try unsafe AudioFileObject.find(inAudioFile).useSettled {
      file throws(StatusError) in
      try AudioFileUserData(of: file, kind: inUserDataID).items.count
    }
    unsafe outNumberItems.pointee = UInt32(clamping: count)
  }
}

/// Gets the size of a chunk's contents.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The four-character code of the chunk.
///   - inIndex: The index among the chunks with that code, from 0.
///   - outUserDataSize: On return, the size in bytes without the chunk header, limited to the
///     maximum of `UInt32`.
/// - Returns: 0, or an error from `AudioFileGetUserData`.
@c @implementation
public func AudioFileGetUserDataSize(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ outUserDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outUserDataSize) else { return kAudio_ParamError }
  var size: UInt64 = 0
  let status = unsafe AudioFileGetUserDataSize64(inAudioFile, inUserDataID, inIndex, &size)
  if status == noErr { unsafe outUserDataSize.pointee = UInt32(clamping: size) }
  return status
}

/// Gets the size of a chunk's contents, which may exceed 4 GB.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The four-character code of the chunk.
///   - inIndex: The index among the chunks with that code, from 0.
///   - outUserDataSize: On return, the size in bytes without the chunk header.
/// - Returns: 0, or an error from `AudioFileGetUserData`.
@c @implementation
public func AudioFileGetUserDataSize64(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ outUserDataSize: UnsafeMutablePointer<UInt64>
) -> OSStatus {
  guard unsafe !isNull(outUserDataSize) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let size = try unsafe AudioFileObject.find(inAudioFile).useSettled { file throws(StatusError) in
      let data = try AudioFileUserData(of: file, kind: inUserDataID)
      return file.byteCount(of: try data.item(inIndex))
    }
    unsafe outUserDataSize.pointee = size
  }
}

/// Reads the contents of a chunk.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The four-character code of the chunk.
///   - inIndex: The index among the chunks with that code, from 0.
///   - ioUserDataSize: The capacity of `outUserData` in bytes. On return, the number of bytes
///     written. Contents that do not fit are truncated.
///   - outUserData: On return, the contents without the chunk header.
/// - Returns: 0; `kAudioFileInvalidChunkError` if the chunk does not exist;
///   `kAudioFileOperationNotSupportedError` if the file type has no chunks; otherwise the error
///   that prevented reading.
@c @implementation
public func AudioFileGetUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
  unsafe AudioFileGetUserDataAtOffset(
    inAudioFile, inUserDataID, inIndex, 0, ioUserDataSize, outUserData)
}

/// Reads the contents of a chunk, starting at an offset.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The four-character code of the chunk.
///   - inIndex: The index among the chunks with that code, from 0.
///   - inOffset: The number of bytes to skip at the start of the contents.
///   - ioUserDataSize: The capacity of `outUserData` in bytes. On return, the number of bytes
///     written, which is 0 after the end of the contents.
///   - outUserData: On return, the contents.
/// - Returns: 0; `kAudioFilePositionError` if the offset is negative; otherwise an error from
///   `AudioFileGetUserData`.
@c @implementation
public func AudioFileGetUserDataAtOffset(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inOffset: Int64,
  _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioUserDataSize), unsafe !isNull(outUserData) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    guard let offset = UInt64(exactly: inOffset) else {
      throw StatusError(kAudioFilePositionError)
    }
    let room = unsafe Int(ioUserDataSize.pointee)
    let count = try unsafe AudioFileObject.find(inAudioFile).useSettled {
      file throws(StatusError) in
      let item = try AudioFileUserData(of: file, kind: inUserDataID).item(inIndex)
      // Safe: the client provides as many bytes as it states.
      var buffer = unsafe MutableSpan<UInt8>(_unsafeStart: outUserData, byteCount: room)
      return try withStatus { () throws(PacketError) in
        try file.readBytes(of: item, from: offset, into: &buffer)
      }
    }
    unsafe ioUserDataSize.pointee = UInt32(count)
  }
}

/// The chunks with one code in a file.
private struct AudioFileUserData {
  /// The position and size of the contents of each chunk.
  let items: [FileExtent]

  init(of file: PacketFile, kind: UInt32) throws(StatusError) {
    guard file.info.chunkList != .none else {
      throw StatusError(kAudioFileOperationNotSupportedError)
    }
    // Chunks may follow the audio.
    try withStatus { () throws(PacketError) in try file.scanAll() }
    items = file.info.chunks.filter { $0.type.rawValue == kind }.map(\.body)
  }

  func item(_ index: UInt32) throws(StatusError) -> FileExtent {
    guard index < items.count else { throw StatusError(kAudioFileInvalidChunkError) }
    return items[Int(index)]
  }
}

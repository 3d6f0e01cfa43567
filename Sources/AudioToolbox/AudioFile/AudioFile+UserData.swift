internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Counts the chunks of a kind: of a CAF, AIFF or WAVE file its chunks, of an MP4 file the items of its user data.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The kind, by its four characters.
///   - outNumberItems: Takes how many there are, which may be 0.
/// - Returns: 0; `kAudioFileOperationNotSupportedError` where this type of file has no chunks; or why the file could
///   not be read.
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

/// The size of what is in a chunk.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The kind of the chunk.
///   - inIndex: Its number among those of its kind, from 0.
///   - outUserDataSize: Takes the bytes, without the chunk's header; the largest number where there are more.
/// - Returns: 0, or an error as of `AudioFileGetUserData`.
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

/// The size of what is in a chunk, which may be larger than 4 GB.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The kind of the chunk.
///   - inIndex: Its number among those of its kind, from 0.
///   - outUserDataSize: Takes the bytes, without the chunk's header.
/// - Returns: 0, or an error as of `AudioFileGetUserData`.
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

/// Reads what is in a chunk.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The kind of the chunk.
///   - inIndex: Its number among those of its kind, from 0.
///   - ioUserDataSize: The room in `outUserData`, then what was written: less than is in the chunk where it
///     does not fit.
///   - outUserData: Takes the bytes, without the chunk's header.
/// - Returns: 0; `kAudioFileInvalidChunkError` where there is no such chunk;
///   `kAudioFileOperationNotSupportedError` where this type of file has no chunks; or why the file could
///   not be read.
@c @implementation
public func AudioFileGetUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
  unsafe AudioFileGetUserDataAtOffset(
    inAudioFile, inUserDataID, inIndex, 0, ioUserDataSize, outUserData)
}

/// Reads what is in a chunk from a byte on.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The kind of the chunk.
///   - inIndex: Its number among those of its kind, from 0.
///   - inOffset: Bytes of the contents that are left out.
///   - ioUserDataSize: The room in `outUserData`, then what was written; 0 behind the contents.
///   - outUserData: Takes the bytes.
/// - Returns: 0; `kAudioFilePositionError` for a negative offset; or an error as of `AudioFileGetUserData`.
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
      // Safe: the client lends as much memory as it says.
      var buffer = unsafe MutableSpan<UInt8>(_unsafeStart: outUserData, byteCount: room)
      return try withStatus { () throws(PacketError) in
        try file.readBytes(of: item, from: offset, into: &buffer)
      }
    }
    unsafe ioUserDataSize.pointee = UInt32(count)
  }
}

/// The chunks of one kind in a file.
private struct AudioFileUserData {
  /// Where the contents of each lie.
  let items: [FileExtent]

  init(of file: PacketFile, kind: UInt32) throws(StatusError) {
    guard file.info.chunkList != .none else {
      throw StatusError(kAudioFileOperationNotSupportedError)
    }
    // Chunks may stand behind the audio.
    try withStatus { () throws(PacketError) in try file.scanAll() }
    items = file.info.chunks.filter { $0.type.rawValue == kind }.map(\.body)
  }

  func item(_ index: UInt32) throws(StatusError) -> FileExtent {
    guard index < items.count else { throw StatusError(kAudioFileInvalidChunkError) }
    return items[Int(index)]
  }
}

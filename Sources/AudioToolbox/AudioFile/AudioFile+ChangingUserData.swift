internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Sets the contents of a chunk in a WAVE, AIFF, AIFF-C, or CAF file opened for writing.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The four-character code of the chunk.
///   - inIndex: The index among the chunks with that code. Pass the number of such chunks to add
///     one.
///   - inUserDataSize: The size of the value in bytes.
///   - inUserData: The value, without the chunk header.
/// - Returns: 0; `kAudioFilePermissionsError` if the file is read-only;
///   `kAudioFileInvalidChunkError` if the index is too large, or the format reserves the chunk;
///   `kAudioFileOperationNotSupportedError` if the file type has no chunks or is not editable.
@c @implementation
public func AudioFileSetUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
  _ inUserData: UnsafeRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inUserData) != 0 else { return kAudio_ParamError }
  // Safe: the client provides as many bytes as it states.
  let body = unsafe Array(UnsafeRawBufferPointer(start: inUserData, count: Int(inUserDataSize)))
  return unsafe changeUserData(inAudioFile, inUserDataID, inIndex, to: body)
}

/// Removes a chunk from a file opened for writing.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The four-character code of the chunk.
///   - inIndex: The index among the chunks with that code.
/// - Returns: 0; `kAudioFileInvalidChunkError` if the chunk does not exist; otherwise an error from
///   `AudioFileSetUserData`.
@c @implementation
public func AudioFileRemoveUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus {
  unsafe changeUserData(inAudioFile, inUserDataID, inIndex, to: nil)
}

private func changeUserData(
  _ file: AudioFileID, _ identifier: UInt32, _ index: UInt32, to body: [UInt8]?
) -> OSStatus {
  status { () throws(StatusError) in
    let tag = FourCC(rawValue: identifier)
    try unsafe AudioFileObject.find(file).record { writer throws(StatusError) in
      guard let isReserved = tag.isReserved(inFileOf: writer.content.fileType) else {
        throw StatusError(kAudioFileOperationNotSupportedError)
      }
      var chunks = writer.content.chunks
      let places = chunks.indices.filter { chunks[$0].tag == tag }
      guard !isReserved, Int(index) < places.count + (body == nil ? 0 : 1) else {
        throw StatusError(kAudioFileInvalidChunkError)
      }
      let place = Int(index) < places.count ? places[Int(index)] : nil
      switch (place, body) {
      case (let place?, let body?): chunks[place].body = body
      case (let place?, nil): chunks.remove(at: place)
      case (nil, let body?): chunks.append(DataChunk(tag, body))
      case (nil, nil): break
      }
      try withWriteStatus { () throws(PacketWriteError) in
        try writer.change { $0.chunks = chunks }
      }
    }
  }
}

internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Sets what is in a chunk of a file that is written: WAVE, AIFF, AIFF-C or CAF.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The chunk's code.
///   - inIndex: Its number among the chunks with that code; as many as there are for a new one.
///   - inUserDataSize: Bytes of the value.
///   - inUserData: The value, without the chunk's header.
/// - Returns: 0; `kAudioFilePermissionsError` where the file is only read; `kAudioFileInvalidChunkError` for a
///   higher number, or a chunk that the format itself makes; `kAudioFileOperationNotSupportedError` where the type of
///   file has no chunks or cannot be changed.
@c @implementation
public func AudioFileSetUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
  _ inUserData: UnsafeRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inUserData) != 0 else { return kAudio_ParamError }
  // Safe: the client lends as many bytes as it says.
  let body = unsafe Array(UnsafeRawBufferPointer(start: inUserData, count: Int(inUserDataSize)))
  return unsafe changeUserData(inAudioFile, inUserDataID, inIndex, to: body)
}

/// Takes a chunk away from a file that is written.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUserDataID: The chunk's code.
///   - inIndex: Its number among the chunks with that code.
/// - Returns: 0; `kAudioFileInvalidChunkError` where there is no such chunk; or as of `AudioFileSetUserData`.
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

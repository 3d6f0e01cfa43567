internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Writes bytes of the audio data, where packets are of one size.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Of no effect: the system caches files.
///   - inStartingByte: Bytes from the start of the audio data, at most as many as there are.
///   - ioNumBytes: The wish, then what was written.
///   - inBuffer: The bytes.
/// - Returns: 0; `kAudioFilePermissionsError` where the file is only read; `kAudioFilePositionError` for a start
///   behind the end; `kAudioFileOperationNotSupportedError` where packets differ in size;
///   `kAudioFileDoesNotAllow64BitDataSizeError` where the type of file ends before the audio; -34 where the disk
///   is full.
@c @implementation
public func AudioFileWriteBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
  _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioNumBytes), UInt(bitPattern: inBuffer) != 0 else {
    return kAudio_ParamError
  }
  let wish = unsafe Int(ioNumBytes.pointee)
  unsafe ioNumBytes.pointee = 0
  return status { () throws(StatusError) in
    guard let start = UInt64(exactly: inStartingByte) else {
      throw StatusError(kAudioFilePositionError)
    }
    let outcome = try unsafe AudioFileObject.find(inAudioFile).record { writer in
      // Safe: the client lends as many bytes as it wishes to write.
      let bytes = unsafe Span<UInt8>(_unsafeStart: inBuffer, byteCount: wish)
      return writer.writeBytes(bytes, at: start)
    }
    unsafe ioNumBytes.pointee = UInt32(outcome.count)
    if outcome.error == .invalidPacketOffset { throw StatusError(kAudioFilePositionError) }
    if let error = outcome.error { throw StatusError(AudioFileStatus.status(ofWriting: error)) }
  }
}

/// Writes packets behind those that are there, or over them where packets are of one size.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Of no effect: the system caches files.
///   - inNumBytes: Bytes in `inBuffer`. Ignored where packets are of one size, because their number tells it: programs
///     exist that pass another number there.
///   - inPacketDescriptions: Where each packet lies in the buffer. Needed where packets are not of one size;
///     frames are looked at where they differ from packet to packet.
///   - inStartingPacket: The first packet: the number of packets there are, or less where they are of one size.
///   - ioNumPackets: The wish, then what was written.
///   - inBuffer: The packets.
/// - Returns: 0; `kAudioFilePermissionsError` where the file is only read;
///   `kAudioFileInvalidPacketOffsetError` for another start; `kAudio_ParamError` where descriptions are needed,
///   or go beyond the buffer; `kAudioFileDoesNotAllow64BitDataSizeError` where the type of file
///   ends before the audio; -34 where the disk is full. Packets that were written before an error are counted.
@c @implementation
public func AudioFileWritePackets(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
  _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>,
  _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioNumPackets), UInt(bitPattern: inBuffer) != 0 else {
    return kAudio_ParamError
  }
  let wish = unsafe Int(ioNumPackets.pointee)
  unsafe ioNumPackets.pointee = 0
  return status { () throws(StatusError) in
    guard let start = UInt64(exactly: inStartingPacket) else {
      throw StatusError(kAudioFileInvalidPacketOffsetError)
    }
    let outcome = try unsafe AudioFileObject.find(inAudioFile).record {
      writer throws(StatusError) in
      let packets = try unsafe Packet.list(
        inPacketDescriptions, count: wish, of: writer.file.info.format)
      let byteCount =
        writer.hasConstantPackets ? wish * writer.bytesPerPacket : Int(inNumBytes)
      // Safe: the client lends as many packets, or as many bytes, as it says.
      let bytes = unsafe Span<UInt8>(_unsafeStart: inBuffer, byteCount: byteCount)
      return writer.write(bytes, packets, count: wish, at: start)
    }
    unsafe ioNumPackets.pointee = UInt32(outcome.count)
    if let error = outcome.error { throw StatusError(AudioFileStatus.status(ofWriting: error)) }
  }
}

/// Writes packets as `AudioFileWritePackets` does, where each can be decoded alone.
///
/// No type of file that is written keeps dependencies: without them its packets would be taken for independent, and
/// seeking would go wrong. `inPacketDependencies` has one for each packet; the other parameters are those of
/// `AudioFileWritePackets`.
///
/// - Returns: `kAudioFileInvalidPacketDependencyError` where a packet depends on others, and nothing is written;
///   `kAudio_ParamError` where there is no list; else what `AudioFileWritePackets` returns.
@c @implementation
public func AudioFileWritePacketsWithDependencies(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
  _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ inPacketDependencies: UnsafePointer<AudioStreamPacketDependencyDescription>,
  _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>,
  _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioNumPackets), UInt(bitPattern: inPacketDependencies) != 0 else {
    return kAudio_ParamError
  }
  // Safe: the client lends as many as it has packets.
  let dependencies = unsafe Span(
    _unsafeStart: inPacketDependencies, count: Int(ioNumPackets.pointee))
  for index in dependencies.indices
  where dependencies[index].mIsIndependentlyDecodable != 1 || dependencies[index].mPreRollCount != 0
  {
    unsafe ioNumPackets.pointee = 0
    return kAudioFileInvalidPacketDependencyError
  }
  return unsafe AudioFileWritePackets(
    inAudioFile, inUseCache, inNumBytes, inPacketDescriptions, inStartingPacket, ioNumPackets,
    inBuffer)
}

/// Puts what a file says of its audio in front of it, so that the file can be played while it is loaded.
///
/// The new file is written beside the old one, and takes its place when it is whole. Where the bytes are those of a
/// client's functions, it waits in a temporary file until it is whole.
///
/// - Parameter inAudioFile: The file.
/// - Returns: 0, also where there is nothing to be done; `kAudioFilePermissionsError` where the file is only
///   read; `kAudioFileOperationNotSupportedError` where its type cannot be changed; -34 where the disk is full.
@c @implementation
public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe AudioFileObject.find(inAudioFile).record { writer throws(StatusError) in
      try withWriteStatus { () throws(PacketWriteError) in try writer.optimise() }
    }
  }
}

extension Packet {
  /// The packets that a client describes; none where they are constant.
  ///
  /// - Throws: `kAudio_ParamError`, where descriptions are missing or make no sense.
  fileprivate static func list(
    _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, count: Int,
    of format: StreamFormat
  ) throws(StatusError) -> [Packet] {
    guard !format.hasConstantPackets, count > 0 else { return [] }
    guard let descriptions = unsafe descriptions else { throw StatusError(kAudio_ParamError) }
    var packets: [Packet] = []
    packets.reserveCapacity(count)
    for index in 0..<count {
      // Safe: the client lends a description for each packet it wishes to write.
      let description = unsafe descriptions[index]
      guard let offset = UInt64(exactly: description.mStartOffset) else {
        throw StatusError(kAudio_ParamError)
      }
      let frames =
        format.framesPerPacket > 0
        ? UInt32(clamping: format.framesPerPacket) : description.mVariableFramesInPacket
      packets.append(
        Packet(offset: offset, byteCount: description.mDataByteSize, frameCount: frames))
    }
    return packets
  }
}

/// Runs `body` and turns its error into a status.
func withWriteStatus<Result>(
  _ body: () throws(PacketWriteError) -> Result
) throws(StatusError) -> Result {
  do {
    return try body()
  } catch {
    throw StatusError(AudioFileStatus.status(ofWriting: error))
  }
}

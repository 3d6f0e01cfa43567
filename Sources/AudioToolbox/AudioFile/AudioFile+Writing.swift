internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Writes bytes of the audio data, for packets of constant size.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Ignored, because the system caches files.
///   - inStartingByte: The offset in bytes from the start of the audio data, at most its current
///     size.
///   - ioNumBytes: The number of bytes to write. On return, the number of bytes written.
///   - inBuffer: The bytes.
/// - Returns: 0; `kAudioFilePermissionsError` if the file is read-only; `kAudioFilePositionError`
///   if the start is after the end of the audio; `kAudioFileOperationNotSupportedError` if the
///   packet size varies; `kAudioFileDoesNotAllow64BitDataSizeError` if the audio exceeds the size
///   limit of the file type; -34 if the disk is full.
@c @implementation
public func AudioFileWriteBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
  _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioNumBytes), UInt(bitPattern: inBuffer) != 0 else {
    return kAudio_ParamError
  }
  let requested = unsafe Int(ioNumBytes.pointee)
  unsafe ioNumBytes.pointee = 0
  return status { () throws(StatusError) in
    guard let start = UInt64(exactly: inStartingByte) else {
      throw StatusError(kAudioFilePositionError)
    }
    let outcome = try unsafe AudioFileObject.find(inAudioFile).record { writer in
      // Safe: the client provides as many bytes as it requests to write.
      let bytes = unsafe Span<UInt8>(_unsafeStart: inBuffer, byteCount: requested)
      return writer.writeBytes(bytes, at: start)
    }
    unsafe ioNumBytes.pointee = UInt32(outcome.count)
    if outcome.error == .invalidPacketOffset { throw StatusError(kAudioFilePositionError) }
    if let error = outcome.error { throw StatusError(AudioFileStatus.status(ofWriting: error)) }
  }
}

/// Appends packets, or overwrites existing packets of constant size.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Ignored, because the system caches files.
///   - inNumBytes: The number of bytes in `inBuffer`. Ignored for packets of constant size, because
///     some programs pass a wrong number and the packet count is sufficient.
///   - inPacketDescriptions: The position of each packet in the buffer. Required if the packet size
///     varies. Frame counts matter only if they vary between packets.
///   - inStartingPacket: The index of the first packet: the current packet count, or less if the
///     packet size is constant.
///   - ioNumPackets: The number of packets to write. On return, the number of packets written.
///   - inBuffer: The packets.
/// - Returns: 0; `kAudioFilePermissionsError` if the file is read-only;
///   `kAudioFileInvalidPacketOffsetError` if the start is invalid; `kAudio_ParamError` if
///   descriptions are missing or exceed the buffer; `kAudioFileDoesNotAllow64BitDataSizeError` if
///   the audio exceeds the size limit of the file type; -34 if the disk is full. The count includes
///   the packets written before an error.
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
  let requested = unsafe Int(ioNumPackets.pointee)
  unsafe ioNumPackets.pointee = 0
  return status { () throws(StatusError) in
    guard let start = UInt64(exactly: inStartingPacket) else {
      throw StatusError(kAudioFileInvalidPacketOffsetError)
    }
    let outcome = try unsafe AudioFileObject.find(inAudioFile).record {
      writer throws(StatusError) in
      let packets = try unsafe Packet.list(
        inPacketDescriptions, count: requested, of: writer.file.format)
      let byteCount =
        writer.hasConstantPackets ? requested * writer.bytesPerPacket : Int(inNumBytes)
      // Safe: the client provides as many packets, or as many bytes, as it states.
      let bytes = unsafe Span<UInt8>(_unsafeStart: inBuffer, byteCount: byteCount)
      return writer.write(bytes, packets, count: requested, at: start)
    }
    unsafe ioNumPackets.pointee = UInt32(outcome.count)
    if let error = outcome.error { throw StatusError(AudioFileStatus.status(ofWriting: error)) }
  }
}

/// Writes packets as `AudioFileWritePackets` does, if each packet is independently decodable.
///
/// No writable file type stores dependencies. Without them, readers would treat the packets as
/// independent and seek incorrectly. `inPacketDependencies` has one entry per packet. The other
/// parameters are those of `AudioFileWritePackets`.
///
/// - Returns: `kAudioFileInvalidPacketDependencyError` if a packet depends on others, in which case
///   the call writes no packets; `kAudio_ParamError` if the list is missing; otherwise the status
///   of `AudioFileWritePackets`.
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
  // Safe: the client provides one dependency per packet.
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

/// Moves the metadata of a file before its audio, so that playback can start during a download.
///
/// The new file is written next to the original and replaces it once complete. If the client's
/// callbacks provide the bytes, a temporary file holds the new file until it is complete.
///
/// - Parameter inAudioFile: The file.
/// - Returns: 0, even if no change is necessary; `kAudioFilePermissionsError` if the file is
///   read-only; `kAudioFileOperationNotSupportedError` if the file type is not editable; -34 if the
///   disk is full.
@c @implementation
public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe AudioFileObject.find(inAudioFile).record { writer throws(StatusError) in
      try withWriteStatus { () throws(PacketWriteError) in try writer.optimise() }
    }
  }
}

extension Packet {
  /// The packets that a client describes; empty if packets are constant in size and duration.
  ///
  /// - Throws: `kAudio_ParamError` if descriptions are missing or invalid.
  fileprivate static func list(
    _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, count: Int,
    of format: StreamFormat
  ) throws(StatusError) -> [Packet] {
    guard !format.hasConstantPackets, count > 0 else { return [] }
    guard let descriptions = unsafe descriptions else { throw StatusError(kAudio_ParamError) }
    var packets: [Packet] = []
    packets.reserveCapacity(count)
    for index in 0..<count {
      // Safe: the client provides one description per packet that it requests to write.
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

/// Runs `body` and converts its error to a status.
func withWriteStatus<Result>(
  _ body: () throws(PacketWriteError) -> Result
) throws(StatusError) -> Result {
  do {
    return try body()
  } catch {
    throw StatusError(AudioFileStatus.status(ofWriting: error))
  }
}

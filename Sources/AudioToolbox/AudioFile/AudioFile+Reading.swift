internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Reads bytes of the audio data.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Ignored, because the system caches files.
///   - inStartingByte: The offset in bytes from the start of the audio data.
///   - ioNumBytes: The number of bytes to read. On return, the number of bytes read.
///   - outBuffer: A buffer with room for the requested bytes.
/// - Returns: 0; `kAudioFileEndOfFileError` if the audio ends early, with the bytes before the end
///   delivered; `kAudioFilePositionError` if the start is negative.
@c @implementation
public func AudioFileReadBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
  _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioNumBytes), unsafe !isNull(outBuffer) else { return kAudio_ParamError }
  let requested = unsafe Int(ioNumBytes.pointee)
  unsafe ioNumBytes.pointee = 0
  return status { () throws(StatusError) in
    guard let start = UInt64(exactly: inStartingByte) else {
      throw StatusError(kAudioFilePositionError)
    }
    let count = try unsafe AudioFileObject.find(inAudioFile).use { file throws(StatusError) in
      // Safe: the client provides as much memory as it requests bytes.
      var buffer = unsafe MutableSpan<UInt8>(_unsafeStart: outBuffer, byteCount: requested)
      return try withStatus { () throws(PacketError) in
        try file.readBytes(from: start, into: &buffer)
      }
    }
    unsafe ioNumBytes.pointee = UInt32(count)
    if count < requested { throw StatusError(kAudioFileEndOfFileError) }
  }
}

/// Reads whole packets, up to a requested number, the buffer size, and the end of the audio.
///
/// For packets of constant size, a read that reaches the end early returns packets and an error, as
/// Apple documents. For packets of varying size, such a read returns 0, because some published
/// programs discard packets delivered with an error. A read that starts at the end always returns
/// an error. In contrast, `AudioFileReadPackets` reports the end by the count alone.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Ignored, because the system caches files.
///   - ioNumBytes: The capacity of `outBuffer` in bytes. On return, the number of bytes read.
///   - outPacketDescriptions: On return, one description per packet, with offsets from the start of
///     `outBuffer`. Required if the packet size varies; otherwise unchanged.
///   - inStartingPacket: The index of the first packet.
///   - ioNumPackets: The number of packets to read. On return, the number of packets read.
///   - outBuffer: On return, the packets, without gaps.
/// - Returns: 0, even if fewer packets fit, or fewer packets of varying size remain;
///   `kAudioFileEndOfFileError` if no packets remain, or fewer of constant size remain, with the
///   packets before the end delivered; the status of the client's read callback if it failed before
///   the first packet; `kAudio_ParamError` if the first packet does not fit, the request is 0
///   packets, or descriptions are missing; `kAudioFileInvalidPacketOffsetError` if the start is
///   negative; `kAudioFileUnsupportedDataFormatError` in a chained Ogg file, starting with the
///   first packet that needs another decoder.
@c @implementation
public func AudioFileReadPacketData(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>,
  _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  guard unsafe !isNull(ioNumBytes), unsafe !isNull(ioNumPackets) else { return kAudio_ParamError }
  let room = unsafe Int(ioNumBytes.pointee)
  let requested = unsafe Int(ioNumPackets.pointee)
  unsafe ioNumBytes.pointee = 0
  unsafe ioNumPackets.pointee = 0
  return status { () throws(StatusError) in
    guard let outBuffer = unsafe outBuffer, room > 0, requested > 0 else {
      throw StatusError(kAudio_ParamError)
    }
    var isConstant = false
    let read = try unsafe AudioFileObject.find(inAudioFile).use { file throws(StatusError) in
      isConstant = file.format.hasConstantPackets
      return try unsafe file.read(
        inStartingPacket, requested, outBuffer, room, outPacketDescriptions)
    }
    unsafe ioNumBytes.pointee = UInt32(read.byteCount)
    unsafe ioNumPackets.pointee = UInt32(read.packetCount)
    switch read.end {
    // The next read reports a failure of the source.
    case .asMuchAsAsked, .sourceFailed: break
    case .bufferIsFull:
      if read.packetCount == 0 { throw StatusError(kAudio_ParamError) }
    case .endOfFile:
      if isConstant || read.packetCount == 0 { throw StatusError(kAudioFileEndOfFileError) }
    }
  }
}

/// Reads packets into a buffer with room for the requested number of packets of maximum size.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Ignored, because the system caches files.
///   - outNumBytes: On return, the number of bytes read.
///   - outPacketDescriptions: The packet descriptions, as for `AudioFileReadPacketData`.
///   - inStartingPacket: The index of the first packet.
///   - ioNumPackets: The number of packets to read. On return, the number of packets read.
///   - outBuffer: On return, the packets, without gaps.
/// - Returns: 0, even if fewer or no packets remain; otherwise an error from
///   `AudioFileReadPacketData`.
@c @implementation
public func AudioFileReadPackets(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>,
  _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  guard unsafe !isNull(outNumBytes), unsafe !isNull(ioNumPackets) else { return kAudio_ParamError }
  let requested = unsafe Int(ioNumPackets.pointee)
  unsafe outNumBytes.pointee = 0
  unsafe ioNumPackets.pointee = 0
  return status { () throws(StatusError) in
    guard let outBuffer = unsafe outBuffer, requested > 0 else {
      throw StatusError(kAudio_ParamError)
    }
    let read = try unsafe AudioFileObject.find(inAudioFile).use { file throws(StatusError) in
      // No packet is larger than the upper bound, so the capacity never limits the read.
      let room = requested.multipliedReportingOverflow(by: max(file.info.packetSizeUpperBound, 1))
      guard !room.overflow else { throw StatusError(kAudio_ParamError) }
      return try unsafe file.read(
        inStartingPacket, requested, outBuffer, room.partialValue, outPacketDescriptions)
    }
    unsafe outNumBytes.pointee = UInt32(clamping: read.byteCount)
    unsafe ioNumPackets.pointee = UInt32(read.packetCount)
  }
}

extension PacketFile {
  /// Reads packets into the client's memory.
  fileprivate func read(
    _ startingPacket: Int64, _ requested: Int, _ memory: UnsafeMutableRawPointer, _ room: Int,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) throws(StatusError) -> PacketReading {
    let needsDescriptions = !info.format.hasConstantPackets
    guard unsafe !needsDescriptions || descriptions != nil else {
      throw StatusError(kAudio_ParamError)
    }
    guard let start = UInt64(exactly: startingPacket) else {
      throw StatusError(kAudioFileInvalidPacketOffsetError)
    }
    // Safe: the client provides `room` bytes.
    var buffer = unsafe MutableSpan<UInt8>(_unsafeStart: memory, byteCount: room)
    var packets: [Packet] = []
    let reading = try withStatus { () throws(PacketError) in
      try read(from: start, limit: requested, into: &buffer, describing: &packets)
    }
    if needsDescriptions, let descriptions = unsafe descriptions {
      let framesVary = info.format.framesPerPacket == 0
      for (index, packet) in packets.enumerated() {
        // Safe: the client provides at least as many descriptions as it requests packets.
        unsafe descriptions[index] = AudioStreamPacketDescription(packet, framesVary: framesVary)
      }
    }
    return reading
  }
}

/// Runs `body` and converts its error to a status.
func withStatus<Result>(
  _ body: () throws(PacketError) -> Result
) throws(StatusError) -> Result {
  do {
    return try body()
  } catch {
    throw StatusError(AudioFileStatus.status(of: error))
  }
}

internal import AudioContainers
internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Reads bytes of the audio data.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Of no effect: the system caches files.
///   - inStartingByte: Bytes from the start of the audio data.
///   - ioNumBytes: The wish, then what was read.
///   - outBuffer: Has room for the wish.
/// - Returns: 0; `kAudioFileEndOfFileError` where the audio ends before the wish is fulfilled: the bytes before
///   the end are delivered; `kAudioFilePositionError` for a negative start.
@c @implementation
public func AudioFileReadBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
  _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioNumBytes), unsafe !isNull(outBuffer) else { return kAudio_ParamError }
  let wish = unsafe Int(ioNumBytes.pointee)
  unsafe ioNumBytes.pointee = 0
  return status { () throws(StatusError) in
    guard let start = UInt64(exactly: inStartingByte) else {
      throw StatusError(kAudioFilePositionError)
    }
    let count = try unsafe AudioFileObject.find(inAudioFile).use { file throws(StatusError) in
      // Safe: the client lends as much memory as it wishes bytes.
      var buffer = unsafe MutableSpan<UInt8>(_unsafeStart: outBuffer, byteCount: wish)
      return try withStatus { () throws(PacketError) in
        try file.readBytes(from: start, into: &buffer)
      }
    }
    unsafe ioNumBytes.pointee = UInt32(count)
    if count < wish { throw StatusError(kAudioFileEndOfFileError) }
  }
}

/// Reads as many whole packets as are wished, as fit and as there are.
///
/// The end of packets of one size is reported by the status as well as by the count: Apple's documentation has it so. Packets of other
/// sizes before the end come without an error, since published programs drop what comes with one. A read that
/// starts at the end reports it in any case. `AudioFileReadPackets` reports it by the count alone.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Of no effect: the system caches files.
///   - ioNumBytes: The room in `outBuffer`, then what was read.
///   - outPacketDescriptions: Takes a description a packet, with offsets from the start of `outBuffer`. Needed
///     where packets are not of one size, else left alone.
///   - inStartingPacket: The first packet.
///   - ioNumPackets: The wish, then what was read.
///   - outBuffer: Takes the packets, side by side.
/// - Returns: 0, also if fewer packets fit than were wished, or if fewer remain that are not all of one size;
///   `kAudioFileEndOfFileError` if none remains, or fewer of one size than were wished: those before the end are
///   delivered; the client's status if its read function failed, unless there are packets before that, which are
///   delivered with 0; `kAudio_ParamError` where not even one fits,
///   nothing is wished, or descriptions are needed; `kAudioFileInvalidPacketOffsetError` for a negative start;
///   `kAudioFileUnsupportedDataFormatError` from the first packet on that needs another decoder, in a chained Ogg file.
@c @implementation
public func AudioFileReadPacketData(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>,
  _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  guard unsafe !isNull(ioNumBytes), unsafe !isNull(ioNumPackets) else { return kAudio_ParamError }
  let room = unsafe Int(ioNumBytes.pointee)
  let wish = unsafe Int(ioNumPackets.pointee)
  unsafe ioNumBytes.pointee = 0
  unsafe ioNumPackets.pointee = 0
  return status { () throws(StatusError) in
    guard let outBuffer = unsafe outBuffer, room > 0, wish > 0 else {
      throw StatusError(kAudio_ParamError)
    }
    var isConstant = false
    let read = try unsafe AudioFileObject.find(inAudioFile).use { file throws(StatusError) in
      isConstant = file.info.format.hasConstantPackets
      return try unsafe file.read(inStartingPacket, wish, outBuffer, room, outPacketDescriptions)
    }
    unsafe ioNumBytes.pointee = UInt32(read.byteCount)
    unsafe ioNumPackets.pointee = UInt32(read.packetCount)
    switch read.end {
    // A failure of the source is the answer to the next read.
    case .asMuchAsAsked, .sourceFailed: break
    case .bufferIsFull:
      if read.packetCount == 0 { throw StatusError(kAudio_ParamError) }
    case .endOfFile:
      if isConstant || read.packetCount == 0 { throw StatusError(kAudioFileEndOfFileError) }
    }
  }
}

/// Reads packets into a buffer that has room for as many of the largest.
///
/// - Parameters:
///   - inAudioFile: The file.
///   - inUseCache: Of no effect: the system caches files.
///   - outNumBytes: Takes the number of bytes read.
///   - outPacketDescriptions: As for `AudioFileReadPacketData`.
///   - inStartingPacket: The first packet.
///   - ioNumPackets: The wish, then what was read.
///   - outBuffer: Takes the packets, side by side.
/// - Returns: 0, also where there are fewer packets than wished, or none; otherwise as for `AudioFileReadPacketData`.
@c @implementation
public func AudioFileReadPackets(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>,
  _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  guard unsafe !isNull(outNumBytes), unsafe !isNull(ioNumPackets) else { return kAudio_ParamError }
  let wish = unsafe Int(ioNumPackets.pointee)
  unsafe outNumBytes.pointee = 0
  unsafe ioNumPackets.pointee = 0
  return status { () throws(StatusError) in
    guard let outBuffer = unsafe outBuffer, wish > 0 else { throw StatusError(kAudio_ParamError) }
    let read = try unsafe AudioFileObject.find(inAudioFile).use { file throws(StatusError) in
      // No packet is larger than the bound, so that the room is never what limits the read.
      let room = wish.multipliedReportingOverflow(by: max(file.info.packetSizeUpperBound, 1))
      guard !room.overflow else { throw StatusError(kAudio_ParamError) }
      return try unsafe file.read(
        inStartingPacket, wish, outBuffer, room.partialValue, outPacketDescriptions)
    }
    unsafe outNumBytes.pointee = UInt32(clamping: read.byteCount)
    unsafe ioNumPackets.pointee = UInt32(read.packetCount)
  }
}

extension PacketFile {
  /// Reads packets to a client's memory.
  fileprivate func read(
    _ startingPacket: Int64, _ wish: Int, _ memory: UnsafeMutableRawPointer, _ room: Int,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) throws(StatusError) -> Reading {
    let needsDescriptions = !info.format.hasConstantPackets
    guard unsafe !needsDescriptions || descriptions != nil else {
      throw StatusError(kAudio_ParamError)
    }
    guard let start = UInt64(exactly: startingPacket) else {
      throw StatusError(kAudioFileInvalidPacketOffsetError)
    }
    // Safe: the client lends that much memory.
    var buffer = unsafe MutableSpan<UInt8>(_unsafeStart: memory, byteCount: room)
    var packets: [Packet] = []
    let reading = try withStatus { () throws(PacketError) in
      try read(from: start, limit: wish, into: &buffer, describing: &packets)
    }
    if needsDescriptions, let descriptions = unsafe descriptions {
      let framesVary = info.format.framesPerPacket == 0
      for (index, packet) in packets.enumerated() {
        // Safe: the client lends room for as many descriptions as it wishes packets, or more.
        unsafe descriptions[index] = AudioStreamPacketDescription(packet, framesVary: framesVary)
      }
    }
    return reading
  }
}

/// Runs `body` and turns its error into a status.
func withStatus<Result>(
  _ body: () throws(PacketError) -> Result
) throws(StatusError) -> Result {
  do {
    return try body()
  } catch {
    throw StatusError(AudioFileStatus.status(of: error))
  }
}

internal import AudioFiles
public import CoreAudioTypes

/// Makes a parser of bytes that arrive piece by piece.
///
/// - Parameters:
///   - inClientData: Passed to the functions.
///   - inPropertyListenerProc: Called with each property that the header tells, in this order: file format, data
///     format, format list, magic cookie, layout, counts, and at last `ReadyToProducePackets`. All values are
///     kept until the stream is closed.
///   - inPacketsProc: Called with packets.
///   - inFileTypeHint: What the file is thought to be; 0 for nothing. The content decides.
///   - outAudioFileStream: Takes the stream.
/// - Returns: 0, or `kAudio_ParamError` where an argument is null.
@c @implementation
public func AudioFileStreamOpen(
  _ inClientData: UnsafeMutableRawPointer?,
  _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc,
  _ inPacketsProc: AudioFileStream_PacketsProc, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>
) -> OSStatus {
  // Safe: function pointers are seen as numbers only, to find whether a client of C passed null.
  guard unsafe !isNull(outAudioFileStream),
    unsafe unsafeBitCast(inPropertyListenerProc, to: UInt.self) != 0,
    unsafe unsafeBitCast(inPacketsProc, to: UInt.self) != 0
  else { return kAudio_ParamError }
  let object = unsafe AudioFileStreamObject(
    clientData: inClientData, listener: inPropertyListenerProc, packets: inPacketsProc)
  unsafe outAudioFileStream.pointee = AudioFileStreamObject.all.add(object)
  return noErr
}

/// Parses the next bytes of the file, and calls the stream's functions for what is in them.
///
/// What the functions are told does not depend on how the bytes are cut, but for how many packets come at
/// once. An error stays: later calls return it, too; but for an error of no bytes.
///
/// Once the stream is synchronised, a packet comes with its last byte, if the format tells where it
/// ends. No bytes are the end of the file as far as the client knows: what waited for more bytes
/// comes out, and a file that cannot end here is an error. If bytes follow all the same, nothing is
/// lost and nothing comes twice: a partial header or packet is kept for them.
///
/// Streams may follow each other, as in a chained Ogg file. Before the packets of each, the listener is called with
/// `MagicCookieData` again, and then with `PacketTableInfo`, which is that of the new stream alone; first with `DataFormat` if the
/// packets have another format or need another decoder. A decoder starts afresh there.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inDataByteSize: Bytes at `inData`; 0 at the end of the file.
///   - inData: The bytes. May be nil at the end.
///   - inFlags: `.discontinuity` where bytes are missing before these. After a seek it makes no difference.
/// - Returns: 0; `kAudioFileStreamError_UnsupportedFileType` where the content is of no known type;
///   `kAudioFileStreamError_UnsupportedDataFormat` where its audio is of no known format;
///   `kAudioFileStreamError_InvalidFile` where it is damaged or ends in its header;
///   `kAudioFileStreamError_NotOptimized` where the packets cannot be told before bytes that come later;
///   `kAudioFileStreamError_DiscontinuityCantRecover` where bytes are missing in the header;
///   `kAudioFileStreamError_IllegalOperation` within a function of the same stream, or for a closed one.
@c @implementation
public func AudioFileStreamParseBytes(
  _ inAudioFileStream: AudioFileStreamID, _ inDataByteSize: UInt32,
  _ inData: UnsafeRawPointer?, _ inFlags: AudioFileStreamParseFlags
) -> OSStatus {
  status { () throws(StatusError) in
    let stream = try unsafe AudioFileStreamObject.find(inAudioFileStream)
    let isDiscontinuous = inFlags.contains(.discontinuity)
    guard inDataByteSize > 0 else {
      let nothing: [UInt8] = []
      return try unsafe stream.parse(
        nothing.span, isDiscontinuous: isDiscontinuous, inAudioFileStream)
    }
    guard let inData = unsafe inData else { throw StatusError(kAudio_ParamError) }
    // Safe: the client lends that many bytes for the length of the call.
    let bytes = unsafe Span<UInt8>(_unsafeStart: inData, byteCount: Int(inDataByteSize))
    try unsafe stream.parse(bytes, isDiscontinuous: isDiscontinuous, inAudioFileStream)
  }
}

/// Tells where a packet starts, so that the next bytes can be from there.
///
/// The next bytes parsed are taken to be those at that place.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPacketOffset: The packet.
///   - outDataByteOffset: Takes the bytes from `kAudioFileStreamProperty_DataOffset` to the packet.
///   - ioFlags: Takes `.offsetIsEstimated` where packets differ in size: the offset then comes from the header's
///     table, or from the average of the packets so far.
/// - Returns: 0; `kAudioFileStreamError_InvalidPacketOffset` where there is no such packet;
///   `kAudioFileStreamError_DataUnavailable` where too few bytes have come to tell.
@c @implementation
public func AudioFileStreamSeek(
  _ inAudioFileStream: AudioFileStreamID, _ inPacketOffset: Int64,
  _ outDataByteOffset: UnsafeMutablePointer<Int64>,
  _ ioFlags: UnsafeMutablePointer<AudioFileStreamSeekFlags>
) -> OSStatus {
  guard unsafe !isNull(outDataByteOffset), unsafe !isNull(ioFlags) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let offset = try unsafe AudioFileStreamObject.find(inAudioFileStream)
      .seek(toPacket: inPacketOffset)
    unsafe outDataByteOffset.pointee = Int64(clamping: offset.value)
    unsafe ioFlags.pointee = offset.isExact ? [] : .offsetIsEstimated
  }
}

/// The size of a property's value, and whether it can be set, which none can.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - outPropertyDataSize: Takes the size in bytes. May be nil.
///   - outWritable: Takes false. May be nil.
/// - Returns: 0, or an error as of `AudioFileStreamGetProperty`.
@c @implementation
public func AudioFileStreamGetPropertyInfo(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
  _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  status { () throws(StatusError) in
    let properties = try unsafe AudioFileStreamObject.find(inAudioFileStream).properties
    let size = try properties.size(of: inPropertyID)
    unsafe outPropertyDataSize?.pointee = UInt32(clamping: size)
    unsafe outWritable?.pointee = false
  }
}

/// The value of a property.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: The room in `outPropertyData`, then what was written.
///   - outPropertyData: Takes the value. Properties that translate read the question here first. Objects
///     belong to the caller.
/// - Returns: 0; `kAudioFileStreamError_UnsupportedProperty` where there is no such property;
///   `kAudioFileStreamError_DataUnavailable` where too few bytes have come to tell;
///   `kAudioFileStreamError_ValueUnknown` where what stands before the audio does not tell;
///   `kAudioFileStreamError_BadPropertySize` where there is no room.
@c @implementation
public func AudioFileStreamGetProperty(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioPropertyDataSize), unsafe !isNull(outPropertyData) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let argument = unsafe PropertyArgument(outPropertyData, size: ioPropertyDataSize)
    let properties = try unsafe AudioFileStreamObject.find(inAudioFileStream).properties
    let value = try properties.value(of: inPropertyID, asked: argument)
    guard unsafe value.write(to: outPropertyData, size: ioPropertyDataSize) else {
      throw StatusError(kAudioFileStreamError_BadPropertySize)
    }
  }
}

/// Sets a property; there is none that can be set.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - inPropertyDataSize: Bytes at `inPropertyData`.
///   - inPropertyData: The value.
/// - Returns: `kAudioFileStreamError_IllegalOperation`, or `kAudioFileStreamError_UnsupportedProperty` where there is
///   no such property.
@c @implementation
public func AudioFileStreamSetProperty(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    _ = try unsafe AudioFileStreamObject.find(inAudioFileStream)
    throw StatusError(
      AudioFileStreamProperties.isKnown(inPropertyID)
        ? kAudioFileStreamError_IllegalOperation : kAudioFileStreamError_UnsupportedProperty)
  }
}

/// Ends a stream.
///
/// Within one of the stream's functions, it is the last of them that is called.
///
/// - Parameter inAudioFileStream: The stream, of no more use afterwards.
/// - Returns: 0, or `kAudioFileStreamError_IllegalOperation` where it was closed before.
@c @implementation
public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus {
  guard unsafe !isNull(inAudioFileStream) else { return kAudio_ParamError }
  guard let object = unsafe AudioFileStreamObject.all.remove(inAudioFileStream) else {
    return kAudioFileStreamError_IllegalOperation
  }
  object.close()
  return noErr
}

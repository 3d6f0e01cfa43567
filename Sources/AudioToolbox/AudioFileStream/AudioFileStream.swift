internal import AudioFiles
public import CoreAudioTypes

/// Creates a parser for audio data that arrives in pieces.
///
/// - Parameters:
///   - inClientData: A pointer passed to the callbacks.
///   - inPropertyListenerProc: A callback for each property in the header. The order is: file
///     format, data format, format list, magic cookie, channel layout, counts, and finally
///     `ReadyToProducePackets`. The stream keeps all values until it is closed.
///   - inPacketsProc: A callback for packets.
///   - inFileTypeHint: The expected type of the file, or 0 if unknown. The content determines the
///     type.
///   - outAudioFileStream: On return, the stream.
/// - Returns: 0, or `kAudio_ParamError` if an argument is null.
@c @implementation
public func AudioFileStreamOpen(
  _ inClientData: UnsafeMutableRawPointer?,
  _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc,
  _ inPacketsProc: AudioFileStream_PacketsProc, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>
) -> OSStatus {
  // Safe: the function pointers are only compared with null, which a C client may pass.
  guard unsafe !isNull(outAudioFileStream),
    unsafe unsafeBitCast(inPropertyListenerProc, to: UInt.self) != 0,
    unsafe unsafeBitCast(inPacketsProc, to: UInt.self) != 0
  else { return kAudio_ParamError }
  let object = unsafe AudioFileStreamObject(
    clientData: inClientData, listener: inPropertyListenerProc, packets: inPacketsProc)
  unsafe outAudioFileStream.pointee = AudioFileStreamObject.all.add(object)
  return noErr
}

/// Parses the next bytes of the file, and calls the stream's callbacks for their contents.
///
/// The callbacks do not depend on the division of the data, apart from the number of packets per
/// call. An error is permanent, and later calls return it again. An error at the end of the file is
/// the exception.
///
/// Once the stream is synchronized, a packet is delivered with its last byte, if the format makes
/// its end detectable. A call with 0 bytes marks the end of the file as known to the client. It
/// delivers pending data, or returns an error if the file must not end at this point. If more bytes
/// follow nevertheless, parsing continues without lost or repeated data, because the stream keeps
/// partial headers and packets.
///
/// Several streams may follow each other, as in a chained Ogg file. Before the packets of each new
/// stream, the listener receives `MagicCookieData` again, and then `PacketTableInfo`. Both describe
/// only the new stream. If the packets have another format or need another decoder, the listener
/// receives `DataFormat` first. Decoders must restart at this point.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inDataByteSize: The number of bytes at `inData`, or 0 at the end of the file.
///   - inData: The bytes. May be nil at the end of the file.
///   - inFlags: `.discontinuity` if bytes are missing before these. Has no effect after a seek.
/// - Returns: 0; `kAudioFileStreamError_UnsupportedFileType` if the content has an unknown type;
///   `kAudioFileStreamError_UnsupportedDataFormat` if the audio has an unknown format;
///   `kAudioFileStreamError_InvalidFile` if the file is damaged or ends within its header;
///   `kAudioFileStreamError_NotOptimized` if the packets depend on bytes later in the file;
///   `kAudioFileStreamError_DiscontinuityCantRecover` if bytes are missing in the header;
///   `kAudioFileStreamError_IllegalOperation` within a callback of the same stream, or for a closed
///   stream.
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
    // Safe: the client provides this number of bytes during the call.
    let bytes = unsafe Span<UInt8>(_unsafeStart: inData, byteCount: Int(inDataByteSize))
    try unsafe stream.parse(bytes, isDiscontinuous: isDiscontinuous, inAudioFileStream)
  }
}

/// Finds the offset of a packet, so that the client can continue from there.
///
/// The stream then expects the next bytes to come from that offset.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPacketOffset: The index of the packet.
///   - outDataByteOffset: On return, the offset in bytes from
///     `kAudioFileStreamProperty_DataOffset`.
///   - ioFlags: On return, `.offsetIsEstimated` if the packet size varies. The offset then comes
///     from a table in the header, or from the average size of the packets so far.
/// - Returns: 0; `kAudioFileStreamError_InvalidPacketOffset` if the packet does not exist;
///   `kAudioFileStreamError_DataUnavailable` if more bytes must be parsed first.
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

/// Gets the size of a property value.
///
/// All properties are read-only.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - outPropertyDataSize: On return, the size in bytes. May be nil.
///   - outWritable: On return, false. May be nil.
/// - Returns: 0, or an error from `AudioFileStreamGetProperty`.
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

/// Gets the value of a property.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: The capacity of `outPropertyData` in bytes. On return, the number of
///     bytes written.
///   - outPropertyData: On return, the value. Translation properties first read their input here.
///     The caller owns any objects.
/// - Returns: 0; `kAudioFileStreamError_UnsupportedProperty` if the property is unknown;
///   `kAudioFileStreamError_DataUnavailable` if more bytes must be parsed first;
///   `kAudioFileStreamError_ValueUnknown` if the header does not state the value;
///   `kAudioFileStreamError_BadPropertySize` if the capacity is too small.
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

/// Sets a property, which always fails because all properties are read-only.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - inPropertyDataSize: The size of the value in bytes.
///   - inPropertyData: The value.
/// - Returns: `kAudioFileStreamError_IllegalOperation`, or
///   `kAudioFileStreamError_UnsupportedProperty` if the property is unknown.
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

/// Closes a stream.
///
/// After a call within one of the stream's callbacks, no further callbacks follow.
///
/// - Parameter inAudioFileStream: The stream. It is invalid after the call.
/// - Returns: 0, or `kAudioFileStreamError_IllegalOperation` if the stream is already closed.
@c @implementation
public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus {
  guard unsafe !isNull(inAudioFileStream) else { return kAudio_ParamError }
  guard let object = unsafe AudioFileStreamObject.all.remove(inAudioFileStream) else {
    return kAudioFileStreamError_IllegalOperation
  }
  object.close()
  return noErr
}

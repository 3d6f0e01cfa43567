public import CoreAudioTypes

/// Gets the size of a property value in bytes, and whether the property is writable.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inPropertyID: The property.
///   - outSize: On return, the size in bytes. May be nil.
///   - outWritable: On return, whether the property is writable. May be nil.
/// - Returns: 0, or an error from ``ExtAudioFileGetProperty(_:_:_:_:)``.
@c @implementation
public func ExtAudioFileGetPropertyInfo(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
  _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(inExtAudioFile)
    let size = try object.size(of: inPropertyID)
    unsafe outSize?.pointee = UInt32(clamping: size)
    unsafe outWritable?.pointee = DarwinBoolean(object.canSet(inPropertyID))
  }
}

/// Gets the value of a property.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: The capacity of `outPropertyData` in bytes. On return, the number of
///     bytes written.
///   - outPropertyData: On return, the value.
/// - Returns: 0; `kExtAudioFileError_InvalidProperty` if the file does not have the property;
///   `kExtAudioFileError_InvalidPropertySize` if the capacity is too small;
///   `kExtAudioFileError_InvalidOperationOrder` if the client format must be set first;
///   `kExtAudioFileError_MaxPacketSizeUnknown`.
@c @implementation
public func ExtAudioFileGetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(inExtAudioFile)
    guard unsafe !isNull(ioPropertyDataSize), unsafe !isNull(outPropertyData) else {
      throw StatusError(kAudio_ParamError)
    }
    let value = try object.value(of: inPropertyID)
    guard unsafe value.write(to: outPropertyData, size: ioPropertyDataSize) else {
      throw StatusError(kExtAudioFileError_InvalidPropertySize)
    }
  }
}

/// Sets the value of a property.
///
/// Some properties have special rules:
///
/// - `ConverterConfig` makes the file apply changes to the properties of the converter itself. A
///   non-null value is a list of encoder settings to apply first.
/// - `IOBufferSizeBytes` limits the number of packets read or written at once. The default memory
///   belongs to the file and is at most 64 MB.
/// - `IOBuffer` sets client memory for packets, which takes effect when its size is set. The file
///   uses it until another buffer or null is set, or the file is disposed of. Between calls, the
///   client may use it for other purposes, such as another file. A packet that does not fit goes
///   through the file's own memory.
/// - `FileChannelLayout` overrides the layout stated in a file open for reading. A file open for
///   writing receives its channels in that order, even if its type cannot state it. WAVE supports
///   only one order for a set of speakers, and encoders may have their own order. The channels are
///   then reordered, and the property reports the actual layout.
/// - `PacketTable` of a file open for writing sets the number of valid frames. It also sets the
///   number of priming frames, including those of the encoder. All further frames are the
///   remainder, and the stated number of remainder frames is ignored.
///
/// `CodecManufacturer` accepts `kAppleSoftwareAudioCodecManufacturer`, and 0 for any codec. Both
/// have the same effect, because all codecs are software.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inPropertyID: The property.
///   - inPropertyDataSize: The size of the value in bytes.
///   - inPropertyData: The value.
/// - Returns: 0; `kExtAudioFileError_InvalidProperty` if the property is not settable;
///   `kExtAudioFileError_InvalidPropertySize`; `kExtAudioFileError_NonPCMClientFormat`;
///   `kExtAudioFileError_InvalidChannelMap` if the channel count of a layout differs, or the codec
///   does not support its speakers; `kExtAudioFileError_InvalidOperationOrder` if frames have
///   already been written; `kAudioConverterErr_FormatNotSupported` if the conversion is
///   unsupported, or the manufacturer has no codec; `kAudio_ParamError` if the buffer size is 0.
@c @implementation
public func ExtAudioFileSetProperty(
  _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(inExtAudioFile)
    guard UInt(bitPattern: inPropertyData) != 0 else { throw StatusError(kAudio_ParamError) }
    try unsafe object.set(
      inPropertyID, to: SettingValue(memory: inPropertyData, byteCount: Int(inPropertyDataSize)))
  }
}

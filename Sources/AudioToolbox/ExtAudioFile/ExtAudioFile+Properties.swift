public import CoreAudioTypes

/// The size of a property's value in bytes, and whether it can be set.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inPropertyID: The property.
///   - outSize: Takes the size. May be nil.
///   - outWritable: Takes whether it can be set. May be nil.
/// - Returns: 0, or as ``ExtAudioFileGetProperty(_:_:_:_:)``.
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

/// The value of a property.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: The room at `outPropertyData` in bytes, then what was written.
///   - outPropertyData: Takes the value.
/// - Returns: 0; `kExtAudioFileError_InvalidProperty` where there is none;
///   `kExtAudioFileError_InvalidPropertySize` where there is too little room; `kExtAudioFileError_InvalidOperationOrder` where
///   the client's format has to be set first; `kExtAudioFileError_MaxPacketSizeUnknown`.
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

/// Sets a property.
///
/// `ConverterConfig`, whatever its value, takes up what was set of the converter's own properties.
///
/// Packets are read and written as many at once as `IOBufferSizeBytes` has room for, and through `IOBuffer` where a client lends
/// that: from when its size has been set on, until another is set, or null, or the file is ended. In between calls it may be used for
/// something else, such as another file. A packet for which it is too small goes through memory of our own. Of that there are 64 MB at most.
///
/// `FileChannelLayout` counts for more than what a file that is read tells of its channels. To a file that is written they go in that
/// order, also where its type has no place to tell it. WAVE knows the same speakers in one order only, and gets them in that;
/// an encoder with an order of its own keeps it. The property then says so.
///
/// `PacketTable` of a file that is written tells how many frames come before the recording, those of
/// the encoder included, and how many are the recording. All further frames are the remainder, whose
/// number is ignored.
///
/// `CodecManufacturer` is `kAppleSoftwareAudioCodecManufacturer`, that of all codecs here, or 0 for anybody.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inPropertyID: The property.
///   - inPropertyDataSize: Bytes at `inPropertyData`.
///   - inPropertyData: The value.
/// - Returns: 0; `kExtAudioFileError_InvalidProperty` where it cannot be set; `kExtAudioFileError_InvalidPropertySize`;
///   `kExtAudioFileError_NonPCMClientFormat`; `kExtAudioFileError_InvalidChannelMap` where a layout is one of another number of
///   channels, or of loudspeakers that the codec has not; `kExtAudioFileError_InvalidOperationOrder` where frames were written before;
///   `kAudioConverterErr_FormatNotSupported` where there is no way from the one format to the other, or no codec of the
///   manufacturer; `kAudio_ParamError` where the size of the memory is 0.
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

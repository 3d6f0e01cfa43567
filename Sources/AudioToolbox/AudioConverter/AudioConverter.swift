internal import AudioModel
internal import AudioFiles
internal import AudioRealtime
public import CoreAudioTypes

/// Makes a converter from one format to another.
///
/// Decodes, converts linear PCM of all kinds, and encodes, from any sample rate to any other. The first channels in
/// become the first channels out; channels without a source are silent.
///
/// *n* frames of another rate become *n* times the quotient of the rates, rounded to the nearest number.
///
/// - Parameters:
///   - inSourceFormat: What goes in.
///   - inDestinationFormat: What comes out. A sample rate of 0 means the source's.
///   - outAudioConverter: Takes the converter.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported` where there is no way from the one to the other;
///   `kAudio_ParamError` where an argument is null.
@c @implementation
public func AudioConverterNew(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  guard UInt(bitPattern: inSourceFormat) != 0, UInt(bitPattern: inDestinationFormat) != 0,
    unsafe !isNull(outAudioConverter)
  else { return kAudio_ParamError }
  unsafe outAudioConverter.pointee = nil
  return status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject(
      inSourceFormat.pointee, inDestinationFormat.pointee)
    unsafe outAudioConverter.pointee = AudioConverterObject.all.add(object)
    if let realtime = object.realtime {
      // Where there is no slot left, the function for render threads refuses.
      _ = RealtimeConversion.slots.add(
        realtime, key: UInt(bitPattern: unsafe outAudioConverter.pointee))
    }
  }
}

/// Makes a converter that uses one of the listed codecs.
///
/// There is one codec for each format, whoever the description says made it.
///
/// - Parameters:
///   - inSourceFormat: What goes in.
///   - inDestinationFormat: What comes out.
///   - inNumberClassDescriptions: How many codecs are listed.
///   - inClassDescriptions: The codecs: a type (`adec`, `aenc`) and a format. For linear PCM none is needed.
///   - outAudioConverter: Takes the converter.
/// - Returns: As ``AudioConverterNew(_:_:_:)``; `kAudioConverterErr_FormatNotSupported`, too, where the
///   codec is not listed.
@c @implementation
public func AudioConverterNewSpecific(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inNumberClassDescriptions: UInt32, _ inClassDescriptions: UnsafePointer<AudioClassDescription>,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  guard UInt(bitPattern: inSourceFormat) != 0, UInt(bitPattern: inDestinationFormat) != 0,
    UInt(bitPattern: inClassDescriptions) != 0, unsafe !isNull(outAudioConverter)
  else { return kAudio_ParamError }
  unsafe outAudioConverter.pointee = nil
  // Safe: the client lists as many as it says.
  let listed = unsafe UnsafeBufferPointer(
    start: inClassDescriptions, count: Int(inNumberClassDescriptions))
  func isListed(_ format: AudioFormatID, as type: FourCC) -> Bool {
    unsafe format == kAudioFormatLinearPCM
      || listed.contains(where: { $0.mType == type.rawValue && $0.mSubType == format })
  }
  guard unsafe isListed(inSourceFormat.pointee.mFormatID, as: FourCC("a", "d", "e", "c")),
    unsafe isListed(inDestinationFormat.pointee.mFormatID, as: FourCC("a", "e", "n", "c"))
  else { return kAudioConverterErr_FormatNotSupported }
  return unsafe AudioConverterNew(inSourceFormat, inDestinationFormat, outAudioConverter)
}

/// Makes a converter with options.
///
/// - Parameters:
///   - inSourceFormat: What goes in.
///   - inDestinationFormat: What comes out.
///   - inOptions: `.unbuffered` for a converter that holds no frames between calls.
///   - outAudioConverter: Takes the converter.
/// - Returns: As ``AudioConverterNew(_:_:_:)``; `kAudioConverterErr_FormatNotSupported`, too, where frames have to be held: at another
///   sample rate, and for codecs other than A-law and mu-law; `kAudio_ParamError` for options that are not known.
@c @implementation
public func AudioConverterNewWithOptions(
  _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inOptions: AudioConverterOptions,
  _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
  guard inOptions.subtracting(.unbuffered).isEmpty else { return kAudio_ParamError }
  let status = unsafe AudioConverterNew(
    inSourceFormat, inDestinationFormat, outAudioConverter)
  guard status == noErr, inOptions.contains(.unbuffered),
    let reference = unsafe outAudioConverter.pointee,
    let object = try? unsafe AudioConverterObject.find(reference),
    !object.converter.convertsFrameByFrame
  else { return status }
  unsafe AudioConverterDispose(reference)
  unsafe outAudioConverter.pointee = nil
  return kAudioConverterErr_FormatNotSupported
}

/// Ends a converter.
///
/// - Parameter inAudioConverter: The converter. May be one whose function is running.
/// - Returns: 0, or `kAudio_ParamError` where it was ended before.
@c @implementation
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  guard unsafe AudioConverterObject.all.remove(inAudioConverter) != nil else {
    return kAudio_ParamError
  }
  RealtimeConversion.slots.remove(UInt(bitPattern: inAudioConverter))
  return noErr
}

/// Forgets all input, for a new stream of the same format.
///
/// - Parameter inAudioConverter: The converter.
/// - Returns: 0, or `kAudio_ParamError` where there is no such converter.
@c @implementation
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe AudioConverterObject.find(inAudioConverter).reset()
  }
}

/// Converts a buffer where each frame in is a frame out: linear PCM, A-law and mu-law at one sample rate.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataSize: Bytes at `inInputData`.
///   - inInputData: Whole frames.
///   - ioOutputDataSize: The room at `outOutputData` in bytes, then what was written.
///   - outOutputData: Takes the frames.
/// - Returns: 0; `kAudioConverterErr_InvalidInputSize` where a frame is cut;
///   `kAudioConverterErr_InvalidOutputSize` where there is too little room;
///   `kAudioConverterErr_OperationNotSupported` for other codecs and for separate channels.
@c @implementation
public func AudioConverterConvertBuffer(
  _ inAudioConverter: AudioConverterRef, _ inInputDataSize: UInt32,
  _ inInputData: UnsafeRawPointer, _ ioOutputDataSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    guard UInt(bitPattern: inInputData) != 0, unsafe !isNull(ioOutputDataSize),
      unsafe !isNull(outOutputData)
    else { throw StatusError(kAudio_ParamError) }
    // Safe: the client lends as much memory as it says.
    let bytes = unsafe UnsafeRawBufferPointer(start: inInputData, count: Int(inInputDataSize))
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: outOutputData, count: Int(ioOutputDataSize.pointee))
    let written = try unsafe object.convert(bytes, into: room)
    unsafe ioOutputDataSize.pointee = UInt32(written)
  }
}

/// Converts frames of linear PCM where each frame in is a frame out, also with a buffer for each channel.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inNumberPCMFrames: Frames to convert.
///   - inInputData: The frames.
///   - outOutputData: Room in bytes, then the bytes written, the same for each buffer.
/// - Returns: 0; `kAudioConverterErr_InvalidInputSize` where a buffer has fewer frames than said;
///   `kAudioConverterErr_InvalidOutputSize` where there is too little room; `kAudio_ParamError` where the buffers are not
///   those of the formats; `kAudioConverterErr_OperationNotSupported` for another sample rate and other codecs.
@c @implementation
public func AudioConverterConvertComplexBuffer(
  _ inAudioConverter: AudioConverterRef, _ inNumberPCMFrames: UInt32,
  _ inInputData: UnsafePointer<AudioBufferList>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    guard UInt(bitPattern: inInputData) != 0, unsafe !isNull(outOutputData) else {
      throw StatusError(kAudio_ParamError)
    }
    try unsafe object.convert(
      Int(inNumberPCMFrames),
      UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: inInputData)),
      into: UnsafeMutableAudioBufferListPointer(outOutputData))
  }
}

/// Converts as much as fits, asking a function for input.
///
/// The function is asked for at least the packets that the output needs. What it gives beyond
/// that is taken up by the next call, and must stay where it is until the function is called again. It may point
/// to its own memory or copy to the memory that it is shown. No packets without an error are the end of the
/// stream: what there is comes out, and then nothing until ``AudioConverterReset(_:)``. An error ends
/// the call with that same error and with what had been made; the next call goes on from there.
///
/// A packet that cannot be decoded becomes silence, so that what follows is in time. It is an error only where
/// no packet has been decoded yet and there are 16 of them, 16,384 frames in them, or no other packets.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: Gives packets.
///   - inInputDataProcUserData: Passed to it.
///   - ioOutputDataPacketSize: Packets that fit into `outOutputData`, then those written. A packet of linear PCM is a frame.
///   - outOutputData: Room in bytes, then the bytes written, the same for each buffer.
///   - outPacketDescription: Takes a description for each packet that is encoded. May be nil.
/// - Returns: 0; the function's error; `kAudioConverterErr_RequiresPacketDescriptionsError` where it gave no
///   descriptions of packets that differ in size; `kAudioConverterErr_InvalidInputSize` where it gave fewer
///   bytes than it said; `kAudioConverterErr_InvalidOutputSize` where there is less room than
///   `ioOutputDataPacketSize` says; `kAudioConverterErr_UnspecifiedError` where the input cannot be decoded;
///   `kAudioConverterErr_FormatNotSupported` where the decoder's library is not on this machine.
@c @implementation
public func AudioConverterFillComplexBuffer(
  _ inAudioConverter: AudioConverterRef,
  _ inInputDataProc: AudioConverterComplexInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?,
  _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    // Safe: a function pointer is seen as a number only, to find whether a client of C passed null.
    guard unsafe unsafeBitCast(inInputDataProc, to: UInt.self) != 0,
      unsafe !isNull(ioOutputDataPacketSize), unsafe !isNull(outOutputData)
    else { throw StatusError(kAudio_ParamError) }
    try unsafe object.fill(
      UnsafeMutableAudioBufferListPointer(outOutputData), ioOutputDataPacketSize,
      outPacketDescription, asking: inInputDataProc, inInputDataProcUserData, for: inAudioConverter)
  }
}

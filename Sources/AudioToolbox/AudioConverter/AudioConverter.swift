internal import AudioModel
internal import AudioFiles
internal import AudioRealtime
public import CoreAudioTypes

/// Creates a converter from one format to another.
///
/// A converter decodes, converts between all kinds of linear PCM, and encodes, with any sample
/// rates. The channels keep their order, and output channels without a source are silent.
///
/// For *n* input frames, a rate conversion produces *n* times the ratio of the rates, rounded to
/// the nearest integer.
///
/// - Parameters:
///   - inSourceFormat: The input format.
///   - inDestinationFormat: The output format. A sample rate of 0 means the rate of the source.
///   - outAudioConverter: On return, the converter, or nil if the call fails.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported` if the conversion is unsupported;
///   `kAudio_ParamError` if an argument is null.
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
      // If no slot is free, the function for render threads returns an error.
      _ = RealtimeConversion.slots.add(
        realtime, key: UInt(bitPattern: unsafe outAudioConverter.pointee))
    }
  }
}

/// Creates a converter that uses one of the listed codecs.
///
/// Each format has one codec. The manufacturer in a description is ignored.
///
/// - Parameters:
///   - inSourceFormat: The input format.
///   - inDestinationFormat: The output format.
///   - inNumberClassDescriptions: The number of listed codecs.
///   - inClassDescriptions: The codecs: a type (`adec`, `aenc`) and a format. Linear PCM does not
///     need one.
///   - outAudioConverter: On return, the converter, or nil if the call fails.
/// - Returns: The status of ``AudioConverterNew(_:_:_:)``; `kAudioConverterErr_FormatNotSupported`
///   if the codec is not listed.
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
  // Safe: the client lists as many codecs as it states.
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

/// Creates a converter with options.
///
/// - Parameters:
///   - inSourceFormat: The input format.
///   - inDestinationFormat: The output format.
///   - inOptions: `.unbuffered` for a converter that keeps no frames between calls.
///   - outAudioConverter: On return, the converter, or nil if the call fails.
/// - Returns: The status of ``AudioConverterNew(_:_:_:)``; `kAudioConverterErr_FormatNotSupported`
///   if an unbuffered conversion needs another sample rate, or a codec other than A-law and mu-law;
///   `kAudio_ParamError` for unknown options.
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

/// Disposes of a converter.
///
/// - Parameter inAudioConverter: The converter. May be called while its input callback is running.
/// - Returns: 0, or `kAudio_ParamError` if the converter is already disposed of.
@c @implementation
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  guard unsafe AudioConverterObject.all.remove(inAudioConverter) != nil else {
    return kAudio_ParamError
  }
  RealtimeConversion.slots.remove(UInt(bitPattern: inAudioConverter))
  return noErr
}

/// Discards all input, to start a new stream of the same format.
///
/// - Parameter inAudioConverter: The converter.
/// - Returns: 0, or `kAudio_ParamError` if the converter does not exist.
@c @implementation
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe AudioConverterObject.find(inAudioConverter).reset()
  }
}

/// Converts a buffer frame by frame: linear PCM, A-law, or mu-law at one sample rate.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataSize: The size of the input in bytes.
///   - inInputData: The input, in whole frames.
///   - ioOutputDataSize: The capacity of `outOutputData` in bytes. On return, the number of bytes
///     written.
///   - outOutputData: On return, the output frames.
/// - Returns: 0; `kAudioConverterErr_InvalidInputSize` if the input ends within a frame;
///   `kAudioConverterErr_InvalidOutputSize` if the capacity is too small;
///   `kAudioConverterErr_OperationNotSupported` for other codecs, other sample rates, and
///   noninterleaved channels.
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
    // Safe: the client provides as many bytes as it states.
    let bytes = unsafe UnsafeRawBufferPointer(start: inInputData, count: Int(inInputDataSize))
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: outOutputData, count: Int(ioOutputDataSize.pointee))
    let written = try unsafe object.convert(bytes, into: room)
    unsafe ioOutputDataSize.pointee = UInt32(written)
  }
}

/// Converts buffer lists frame by frame, including noninterleaved channels.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inNumberPCMFrames: The number of frames to convert.
///   - inInputData: The input frames.
///   - outOutputData: The output buffers and their capacity in bytes. On return, the number of
///     bytes written, equal for all buffers.
/// - Returns: 0; `kAudioConverterErr_InvalidInputSize` if an input buffer is too small;
///   `kAudioConverterErr_InvalidOutputSize` if an output buffer is too small; `kAudio_ParamError`
///   if the buffers do not match the formats; `kAudioConverterErr_OperationNotSupported` for other
///   codecs and other sample rates.
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

/// Fills the output buffers, with input from a callback.
///
/// The converter requests at least as many packets as the output needs. Additional packets serve
/// the next call, and their memory must stay valid until the next callback. The callback may
/// provide its own memory, or copy into the memory that it receives.
///
/// A callback that provides 0 packets without an error ends the stream. The converter then drains,
/// and later calls return 0 packets until ``AudioConverterReset(_:)``. If the callback returns an
/// error, the call returns the same error, with the output so far. The next call continues from
/// there.
///
/// A packet that cannot be decoded becomes silence, so that later packets keep their time. It is an
/// error only if decoding fails from the start: for 16 packets, for 16,384 frames, or to the end of
/// the input.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: The callback that provides packets.
///   - inInputDataProcUserData: A pointer passed to the callback.
///   - ioOutputDataPacketSize: The capacity of `outOutputData` in packets. On return, the number of
///     packets written. For linear PCM, a packet is a frame.
///   - outOutputData: The output buffers and their capacity in bytes. On return, the number of
///     bytes written, equal for all buffers.
///   - outPacketDescription: On return, a description of each encoded packet. May be nil.
/// - Returns: 0; the error of the callback; `kAudioConverterErr_RequiresPacketDescriptionsError` if
///   the callback omits descriptions of packets of varying size;
///   `kAudioConverterErr_InvalidInputSize` if the callback provides fewer bytes than it states;
///   `kAudioConverterErr_InvalidOutputSize` if the buffers are smaller than
///   `ioOutputDataPacketSize` states; `kAudioConverterErr_UnspecifiedError` if the input cannot be
///   decoded; `kAudioConverterErr_FormatNotSupported` if the decoder library is not installed.
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
    // Safe: the function pointer is only compared with null, which a C client may pass.
    guard unsafe unsafeBitCast(inInputDataProc, to: UInt.self) != 0,
      unsafe !isNull(ioOutputDataPacketSize), unsafe !isNull(outOutputData)
    else { throw StatusError(kAudio_ParamError) }
    try unsafe object.fill(
      UnsafeMutableAudioBufferListPointer(outOutputData), ioOutputDataPacketSize,
      outPacketDescription, asking: inInputDataProc, inInputDataProcUserData, for: inAudioConverter)
  }
}

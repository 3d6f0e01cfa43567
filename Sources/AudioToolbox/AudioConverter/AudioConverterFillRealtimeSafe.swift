internal import AudioRealtime
public import CoreAudioTypes

/// Converts as much as fits, asking a function for input, on a thread that may not wait: nothing is allocated, no lock is taken.
///
/// For linear PCM to linear PCM of the same rate: other samples, other bytes, channels together or apart, other channels. The stream is one of
/// its own, beside that of ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)``. The function is asked for 1,024 frames at most and may
/// give more.
///
/// Differs from Apple's: another sample rate is refused here, since libsoxr takes memory as it goes.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: Gives frames. No frames without an error are the end of the stream, until ``AudioConverterReset(_:)``.
///   - inInputDataProcUserData: Passed to it.
///   - ioOutputDataPacketSize: Frames that fit into `outOutputData`, then those written.
///   - outOutputData: Room in bytes, then the bytes written, the same for each buffer.
///   - outPacketDescription: Of no use, since frames have none. May be nil.
/// - Returns: 0; the function's error; `kAudioConverterErr_OperationNotSupported` where the conversion needs more than that: a codec, another
///   rate, a mix, dithering, or more than 256 such converters at a time; `kAudioConverterErr_InvalidInputSize` where the
///   function gave fewer bytes than it said; `kAudioConverterErr_InvalidOutputSize` where there is less room than
///   `ioOutputDataPacketSize` says; `kAudio_ParamError` where an argument is null or the buffers are not those of the format.
@c @implementation
public func AudioConverterFillComplexBufferRealtimeSafe(
  _ inAudioConverter: AudioConverterRef,
  _ inInputDataProc: AudioConverterComplexInputDataProcRealtimeSafe,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?,
  _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  // Safe: a function pointer is seen as a number only, to find whether a client of C passed null.
  guard unsafe unsafeBitCast(inInputDataProc, to: UInt.self) != 0,
    unsafe !isNull(ioOutputDataPacketSize), unsafe !isNull(outOutputData)
  else { return kAudio_ParamError }
  guard let found = RealtimeConversion.slots.object(UInt(bitPattern: inAudioConverter)) else {
    return kAudioConverterErr_OperationNotSupported
  }
  // Safe: nothing but such conversions is ever put into these slots.
  let conversion = unsafe unsafeDowncast(found, to: RealtimeConversion.self)
  guard conversion.isApplicable else { return kAudioConverterErr_OperationNotSupported }
  return unsafe conversion.fill(
    UnsafeMutableAudioBufferListPointer(outOutputData), ioOutputDataPacketSize,
    asking: inInputDataProc, inInputDataProcUserData, for: inAudioConverter)
}

/// Converts as much as fits, asking a function for input, and tells which packets depend on others.
///
/// No format that is encoded here employs packets that depend on others (`kAudioFormatProperty_FormatEmploysDependentPackets`), so
/// it does what ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)`` does.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: Gives packets.
///   - inInputDataProcUserData: Passed to it.
///   - ioOutputDataPacketSize: Packets that fit into `outOutputData`, then those written.
///   - outOutputData: Room in bytes, then the bytes written, the same for each buffer.
///   - outPacketDescriptions: Takes a description for each packet, where packets differ in size. May be nil.
///   - outPacketDependencies: Left as it is for formats whose packets do not depend on others. Must not be null.
/// - Returns: As of the other form.
@c @implementation
public func AudioConverterFillComplexBufferWithPacketDependencies(
  _ inAudioConverter: AudioConverterRef,
  _ inInputDataProc: AudioConverterComplexInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?,
  _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ outPacketDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>
) -> OSStatus {
  guard unsafe !isNull(outPacketDependencies) else { return kAudio_ParamError }
  return unsafe AudioConverterFillComplexBuffer(
    inAudioConverter, inInputDataProc, inInputDataProcUserData, ioOutputDataPacketSize,
    outOutputData, outPacketDescriptions)
}

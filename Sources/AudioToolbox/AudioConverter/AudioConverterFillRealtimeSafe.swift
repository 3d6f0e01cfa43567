internal import AudioRealtime
public import CoreAudioTypes

/// Fills the output buffers on a real-time thread, without allocations or locks.
///
/// The call supports linear PCM at one sample rate, and converts sample types, byte order,
/// interleaving, and channels. Its stream is independent of that of
/// ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)``. It requests at most 1,024 frames from the
/// callback, which may provide more.
///
/// Differs from Apple: conversion of the sample rate is unsupported, because libsoxr allocates
/// memory during conversion.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: The callback that provides frames. 0 frames without an error end the
///     stream, until ``AudioConverterReset(_:)``.
///   - inInputDataProcUserData: A pointer passed to the callback.
///   - ioOutputDataPacketSize: The capacity of `outOutputData` in frames. On return, the number of
///     frames written.
///   - outOutputData: The output buffers and their capacity in bytes. On return, the number of
///     bytes written, equal for all buffers.
///   - outPacketDescription: Unused, because frames have no descriptions. May be nil.
/// - Returns: 0; the error of the callback; `kAudioConverterErr_OperationNotSupported` if the
///   conversion needs a codec, another rate, mixing, or dithering, or more than 256 such converters
///   exist; `kAudioConverterErr_InvalidInputSize` if the callback provides fewer bytes than it
///   states; `kAudioConverterErr_InvalidOutputSize` if the buffers are smaller than
///   `ioOutputDataPacketSize` states; `kAudio_ParamError` if an argument is null or the buffers do
///   not match the format.
@c @implementation
public func AudioConverterFillComplexBufferRealtimeSafe(
  _ inAudioConverter: AudioConverterRef,
  _ inInputDataProc: AudioConverterComplexInputDataProcRealtimeSafe,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?,
  _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
  _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
  _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inInputDataProc, to: UInt.self) != 0,
    unsafe !isNull(ioOutputDataPacketSize), unsafe !isNull(outOutputData)
  else { return kAudio_ParamError }
  guard let found = RealtimeConversion.slots.object(UInt(bitPattern: inAudioConverter)) else {
    return kAudioConverterErr_OperationNotSupported
  }
  // Safe: the slots only contain such conversions.
  let conversion = unsafe unsafeDowncast(found, to: RealtimeConversion.self)
  guard conversion.isApplicable else { return kAudioConverterErr_OperationNotSupported }
  return unsafe conversion.fill(
    UnsafeMutableAudioBufferListPointer(outOutputData), ioOutputDataPacketSize,
    asking: inInputDataProc, inInputDataProcUserData, for: inAudioConverter)
}

/// Fills the output buffers, and reports dependencies between packets.
///
/// No supported encoder produces dependent packets
/// (`kAudioFormatProperty_FormatEmploysDependentPackets`). The call is therefore equivalent to
/// ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)``.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: The callback that provides packets.
///   - inInputDataProcUserData: A pointer passed to the callback.
///   - ioOutputDataPacketSize: The capacity of `outOutputData` in packets. On return, the number of
///     packets written.
///   - outOutputData: The output buffers and their capacity in bytes. On return, the number of
///     bytes written, equal for all buffers.
///   - outPacketDescriptions: On return, a description of each packet, if the packet size varies.
///     May be nil.
///   - outPacketDependencies: Unchanged for formats without dependent packets. Must not be null.
/// - Returns: The status of ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)``.
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

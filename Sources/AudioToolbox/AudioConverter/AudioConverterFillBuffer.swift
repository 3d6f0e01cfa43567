internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Fills an output buffer, with input from a callback, for packets of constant size.
///
/// This is the oldest form of ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)``, which has all its
/// features.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: The callback. It receives the minimum number of bytes, and sets the number
///     and address of the bytes it provides. 0 bytes without an error end the stream. The memory
///     must stay valid until the next callback.
///   - inInputDataProcUserData: A pointer passed to the callback.
///   - ioOutputDataSize: The capacity of `outOutputData` in bytes. On return, the number of bytes
///     written.
///   - outOutputData: On return, whole packets.
/// - Returns: 0; the error of the callback; `kAudioConverterErr_InvalidInputSize` if the callback
///   provides a partial packet; `kAudioConverterErr_OperationNotSupported` if the packet size
///   varies or channels are noninterleaved; otherwise an error from
///   ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)``.
@c @implementation
public func AudioConverterFillBuffer(
  _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?,
  _ ioOutputDataSize: UnsafeMutablePointer<UInt32>, _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    // Safe: the function pointer is only compared with null, which a C client may pass.
    guard unsafe unsafeBitCast(inInputDataProc, to: UInt.self) != 0,
      unsafe !isNull(ioOutputDataSize), unsafe !isNull(outOutputData)
    else { throw StatusError(kAudio_ParamError) }
    let (input, output) = (object.converter.input, object.converter.output)
    guard input.bytesPerPacket > 0, output.bytesPerPacket > 0,
      !input.hasSeparateChannels || input.channelCount == 1,
      !output.hasSeparateChannels || output.channelCount == 1
    else { throw StatusError(kAudioConverterErr_OperationNotSupported) }
    var plain = unsafe PlainInput(
      function: inInputDataProc, userData: inInputDataProcUserData,
      bytesPerPacket: input.bytesPerPacket)
    var packetCount = unsafe ioOutputDataSize.pointee / UInt32(clamping: output.bytesPerPacket)
    // Safe: the client provides as many bytes as it states.
    var list = unsafe AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(
        mNumberChannels: UInt32(clamping: output.channelCount),
        mDataByteSize: ioOutputDataSize.pointee, mData: outOutputData))
    // Safe: the input is alive during the call, and the callback runs only within it.
    let status = unsafe withUnsafeMutablePointer(to: &plain) { plain in
      unsafe AudioConverterFillComplexBuffer(
        inAudioConverter, givePlainInput, plain, &packetCount, &list, nil)
    }
    unsafe ioOutputDataSize.pointee = packetCount * UInt32(clamping: output.bytesPerPacket)
    if status != noErr { throw StatusError(status) }
  }
}

/// A callback that provides bytes, and its arguments.
@safe
private struct PlainInput {
  var function: AudioConverterInputDataProc
  var userData: UnsafeMutableRawPointer?
  var bytesPerPacket: Int
}

/// Adapts a callback that provides bytes to one that provides packets.
private func givePlainInput(
  _ converter: AudioConverterRef, _ packetCount: UnsafeMutablePointer<UInt32>,
  _ list: UnsafeMutablePointer<AudioBufferList>,
  _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
  _ context: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the list contains a buffer with the converter's memory, and the context is a
  // `PlainInput`.
  guard let context = unsafe context, let offered = unsafe list.pointee.mBuffers.mData else {
    return kAudio_ParamError
  }
  let input = unsafe context.assumingMemoryBound(to: PlainInput.self).pointee
  var data = unsafe offered
  let offeredByteCount = unsafe list.pointee.mBuffers.mDataByteSize
  let (wanted, overflow) = unsafe packetCount.pointee.multipliedReportingOverflow(
    by: UInt32(clamping: input.bytesPerPacket))
  var byteCount = overflow ? UInt32.max : wanted
  let status = unsafe input.function(converter, &byteCount, &data, input.userData)
  guard status == noErr else { return status }
  guard Int(byteCount).isMultiple(of: input.bytesPerPacket),
    unsafe data != offered || byteCount <= offeredByteCount
  else { return kAudioConverterErr_InvalidInputSize }
  // Safe: as above.
  unsafe list.pointee.mBuffers.mData = data
  unsafe list.pointee.mBuffers.mDataByteSize = byteCount
  unsafe packetCount.pointee = byteCount / UInt32(clamping: input.bytesPerPacket)
  return noErr
}

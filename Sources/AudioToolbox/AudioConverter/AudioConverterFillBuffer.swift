internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes

/// Converts as much as fits, asking a function for bytes; for packets of one size on both sides.
///
/// The oldest form of ``AudioConverterFillComplexBuffer(_:_:_:_:_:_:)``, which does all that this does.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inInputDataProc: Told the least number of bytes that helps; sets how many it gives and where they are. No bytes
///     without an error are the end of the stream. What it gives must stay there until it is called again.
///   - inInputDataProcUserData: Passed to it.
///   - ioOutputDataSize: The room at `outOutputData` in bytes, then the bytes written.
///   - outOutputData: Takes whole packets.
/// - Returns: 0; the function's error; `kAudioConverterErr_InvalidInputSize` where it gives a part of a packet;
///   `kAudioConverterErr_OperationNotSupported` where packets differ in size or channels are separate; otherwise as of
///   the other form.
@c @implementation
public func AudioConverterFillBuffer(
  _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterInputDataProc,
  _ inInputDataProcUserData: UnsafeMutableRawPointer?,
  _ ioOutputDataSize: UnsafeMutablePointer<UInt32>, _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    // Safe: a function pointer is seen as a number only, to find whether a client of C passed null.
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
    // Safe: the client lends as much memory as it says.
    var list = unsafe AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(
        mNumberChannels: UInt32(clamping: output.channelCount),
        mDataByteSize: ioOutputDataSize.pointee, mData: outOutputData))
    // Safe: the input lives through the call, and the function is only called in it.
    let status = unsafe withUnsafeMutablePointer(to: &plain) { plain in
      unsafe AudioConverterFillComplexBuffer(
        inAudioConverter, givePlainInput, plain, &packetCount, &list, nil)
    }
    unsafe ioOutputDataSize.pointee = packetCount * UInt32(clamping: output.bytesPerPacket)
    if status != noErr { throw StatusError(status) }
  }
}

/// A function that gives bytes, and what it needs.
@safe
private struct PlainInput {
  var function: AudioConverterInputDataProc
  var userData: UnsafeMutableRawPointer?
  var bytesPerPacket: Int
}

/// Asks a function that gives bytes for packets.
private func givePlainInput(
  _ converter: AudioConverterRef, _ packetCount: UnsafeMutablePointer<UInt32>,
  _ list: UnsafeMutablePointer<AudioBufferList>,
  _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
  _ context: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the list has a buffer with the converter's memory, and the context is the input above.
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

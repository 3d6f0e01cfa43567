internal import AudioModel
internal import CoreAudioTypes

extension AudioConverterOutput {
  /// Creates an output from a client's buffer list.
  ///
  /// - Throws: `kAudio_ParamError` if the buffers do not match the format.
  convenience init(
    _ list: UnsafeMutableAudioBufferListPointer, of format: StreamFormat
  ) throws(StatusError) {
    guard unsafe list.count == (format.hasSeparateChannels ? format.channelCount : 1) else {
      throw StatusError(kAudio_ParamError)
    }
    var buffers = unsafe [UnsafeMutableRawBufferPointer]()
    for index in unsafe list.indices {
      let buffer = unsafe list[index]
      guard unsafe buffer.mData != nil || buffer.mDataByteSize == 0 else {
        throw StatusError(kAudio_ParamError)
      }
      // Safe: the client provides as many bytes as it states.
      unsafe buffers.append(
        UnsafeMutableRawBufferPointer(start: buffer.mData, count: Int(buffer.mDataByteSize)))
    }
    unsafe self.init(buffers)
  }
}

extension AudioConverterInput {
  /// Creates an input from the frames in a client's buffer list.
  ///
  /// - Throws: `kAudio_ParamError` if the buffers do not match the format or hold fewer frames.
  convenience init(
    _ list: UnsafeMutableAudioBufferListPointer, of format: StreamFormat, frameCount: Int
  ) throws(StatusError) {
    let count = format.hasSeparateChannels ? format.channelCount : 1
    guard unsafe list.count == count else { throw StatusError(kAudio_ParamError) }
    self.init(
      bufferCount: count, channelsPerBuffer: format.channelCount / count,
      bytesPerPacket: format.bytesPerPacket, packetSizeUpperBound: 0)
    for index in unsafe list.indices {
      let buffer = unsafe list[index]
      guard unsafe Int(buffer.mDataByteSize) >= frameCount * format.bytesPerFrame,
        unsafe buffer.mData != nil || frameCount == 0
      else { throw StatusError(kAudio_ParamError) }
      // Safe: the client provides as many bytes as it states.
      unsafe give(UnsafeRawBufferPointer(start: buffer.mData, count: Int(buffer.mDataByteSize)))
    }
  }
}

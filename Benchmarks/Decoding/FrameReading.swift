import AudioToolbox
import Foundation

/// Typical operations of an Extended Audio File Services client.
enum FrameReading {
  /// Reads all frames of a file, interleaved, as 16-bit integers or Float32.
  ///
  /// - Returns: The number of frames, or -1 if the file cannot be read.
  static func readAll(_ url: URL, asInt16: Bool) -> Int64 {
    var file: ExtAudioFileRef?
    guard ExtAudioFileOpenURL(url as CFURL, &file) == noErr, let file else { return -1 }
    defer { ExtAudioFileDispose(file) }
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &format)
    let width: UInt32 = asInt16 ? 2 : 4
    let frameSize = width * format.mChannelsPerFrame
    var client = AudioStreamBasicDescription(
      mSampleRate: format.mSampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: asInt16
        ? kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        : kAudioFormatFlagsNativeFloatPacked,
      mBytesPerPacket: frameSize, mFramesPerPacket: 1, mBytesPerFrame: frameSize,
      mChannelsPerFrame: format.mChannelsPerFrame, mBitsPerChannel: 8 * width, mReserved: 0)
    guard
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr
    else { return -1 }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var total: Int64 = 0
    while true {
      var count = UInt32(1 << 16) / frameSize
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: format.mChannelsPerFrame, mDataByteSize: count * frameSize,
          mData: buffer))
      guard ExtAudioFileRead(file, &count, &list) == noErr else { return -1 }
      if count == 0 { return total }
      total += Int64(count)
    }
  }
}

import AudioToolbox
import CTestSupport

/// Converts linear PCM in a `nonblocking` function.
enum Converting {
  @safe
  private final class Client {
    let converter: AudioConverterRef
    let input = unsafe AudioBufferList.allocate(maximumBuffers: 8)
    let output = unsafe AudioBufferList.allocate(maximumBuffers: 8)
    var status = noErr
    private let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 << 16, alignment: 16)
    private let outputCount: Int

    init(_ converter: AudioConverterRef, buffers outputCount: Int) {
      unsafe self.converter = converter
      self.outputCount = outputCount
      // Safe: as many bytes as were allocated.
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
      // Safe: this object allocated it and is its only owner.
      unsafe free(input.unsafeMutablePointer)
      unsafe free(output.unsafeMutablePointer)
      unsafe memory.deallocate()
    }

    /// Provides the requested frames from the same memory.
    func give(_ list: UnsafeMutablePointer<AudioBufferList>) {
      let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
      var index = 0
      while index < (unsafe buffers.count) {
        unsafe buffers[index].mData = memory.baseAddress
        unsafe buffers[index].mDataByteSize = 1 << 16
        index += 1
      }
    }

    /// One call, of 700 frames.
    func fill() {
      var index = 0
      unsafe output.count = outputCount
      while index < outputCount {
        unsafe output[index].mData = memory.baseAddress.map { unsafe $0 + (1 << 16) }
        unsafe output[index].mDataByteSize = 1 << 16
        index += 1
      }
      var count: UInt32 = 700
      // Safe: this object outlives the call.
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      status = unsafe AudioConverterFillComplexBufferRealtimeSafe(
        converter,
        { _, _, list, _, context in
          guard let context = unsafe context else { return -1 }
          unsafe Unmanaged<Client>.fromOpaque(context).takeUnretainedValue().give(list)
          return noErr
        }, context, &count, output.unsafeMutablePointer, nil)
      if count != 700, status == noErr { status = -1 }
    }
  }

  private static func format(
    _ bits: UInt32, _ flags: AudioFormatFlags, channels: UInt32
  ) -> AudioStreamBasicDescription {
    let isSeparate = flags & kAudioFormatFlagIsNonInterleaved != 0
    let width = bits / 8 * (isSeparate ? 1 : channels)
    return AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: width, mFramesPerPacket: 1, mBytesPerFrame: width,
      mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
  }

  /// Converts between formats of many kinds.
  ///
  /// - Returns: The status of the call that failed, or 0.
  static func check() -> OSStatus {
    let float = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    let integer = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    let apart = kAudioFormatFlagIsNonInterleaved
    let formats = [
      format(16, integer, channels: 2), format(32, float | apart, channels: 2),
      format(32, float, channels: 1),
      format(24, integer | kAudioFormatFlagIsBigEndian, channels: 6),
      format(32, integer | apart, channels: 3), format(64, float, channels: 2),
    ]
    for input in formats {
      for output in formats {
        let status = check(input, output)
        if status != noErr { return status }
      }
    }
    return noErr
  }

  private static func check(
    _ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription
  ) -> OSStatus {
    var (input, output) = (input, output)
    var made: AudioConverterRef?
    let status = unsafe AudioConverterNew(&input, &output, &made)
    guard status == noErr, let converter = unsafe made else { return status }
    defer { unsafe AudioConverterDispose(converter) }
    let isSeparate = output.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    let client = unsafe Client(converter, buffers: isSeparate ? Int(output.mChannelsPerFrame) : 1)
    // Safe: the client lives until the calls return.
    let context = unsafe Unmanaged.passUnretained(client).toOpaque()
    for _ in 0..<8 where client.status == noErr {
      unsafe ctest_call_nonblocking(
        { context in
          guard let context = unsafe context else { return }
          unsafe Unmanaged<Client>.fromOpaque(context).takeUnretainedValue().fill()
        }, context)
    }
    return client.status
  }
}

import AudioToolbox
import CTestSupport

/// Writes frames to a file from a `nonblocking` function.
enum AsyncWriting {
  @safe
  private final class Frames {
    let file: ExtAudioFileRef
    let list = unsafe AudioBufferList.allocate(maximumBuffers: 1)
    var status = noErr
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    init(_ file: ExtAudioFileRef) {
      unsafe self.file = file
      // Safe: as many bytes as were allocated.
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe list[0] = AudioBuffer(
        mNumberChannels: 2, mDataByteSize: 4096, mData: memory.baseAddress)
    }

    deinit {
      // Safe: this object allocated it and is its only owner.
      unsafe list.unsafeMutablePointer.deallocate()
      unsafe memory.deallocate()
    }
  }

  /// Writes a file of two seconds.
  ///
  /// - Returns: The status of the call that failed, or 0.
  static func check() -> OSStatus {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).caf")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription(
      mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 8,
      mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
      mReserved: 0)
    var created: ExtAudioFileRef?
    var status = unsafe ExtAudioFileCreateWithURL(
      url as CFURL, kAudioFileCAFType, &format, nil, AudioFileFlags.eraseFile.rawValue, &created)
    guard status == noErr, let file = unsafe created else { return status }
    status = unsafe ExtAudioFileWriteAsync(file, 0, nil)
    let frames = unsafe Frames(file)
    // Safe: the frames live until the calls return.
    let context = unsafe Unmanaged.passUnretained(frames).toOpaque()
    for _ in 0..<172 where status == noErr {
      unsafe ctest_call_nonblocking(
        { context in
          guard let context = unsafe context else { return }
          let frames = unsafe Unmanaged<Frames>.fromOpaque(context).takeUnretainedValue()
          frames.status = unsafe ExtAudioFileWriteAsync(
            frames.file, 512, frames.list.unsafePointer)
        }, context)
      status = frames.status
    }
    let end = unsafe ExtAudioFileDispose(file)
    return status == noErr ? end : status
  }
}

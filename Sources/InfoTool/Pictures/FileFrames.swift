#if Pictures
  import AudioToolbox
  import ToolSupport

  /// All frames of a file as floating point, in order.
  final class FileFrames {
    let channelCount: Int
    let sampleRate: Double
    let frameCount: Int64
    private let file: ExtAudioFileRef
    /// A block of interleaved frames.
    private var block: [Float]

    private static let blockLength = 8192

    init(_ source: LocalFile) throws(ToolFailure) {
      var reference: ExtAudioFileRef?
      let status = ExtAudioFileWrapAudioFileID(source.reference, false, &reference)
      guard status == noErr, let reference else { throw ToolFailure(status: status) }
      file = reference
      block = []
      let format: AudioStreamBasicDescription
      do throws(ToolFailure) {
        format = try file.value(
          kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        frameCount = try file.value(kExtAudioFileProperty_FileLengthFrames, Int64(0))
        sampleRate = format.mSampleRate
        channelCount = Int(format.mChannelsPerFrame)
        guard frameCount > 0, sampleRate > 0, channelCount > 0 else {
          throw ToolFailure("the file has no audio to draw")
        }
        let size = UInt32(4 * channelCount)
        let client = AudioStreamBasicDescription(
          mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
          mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: size,
          mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: UInt32(channelCount),
          mBitsPerChannel: 32, mReserved: 0)
        try file.set(kExtAudioFileProperty_ClientDataFormat, client)
      } catch {
        ExtAudioFileDispose(reference)
        throw error
      }
      block = [Float](repeating: 0, count: Self.blockLength * channelCount)
    }

    deinit {
      ExtAudioFileDispose(file)
    }

    /// Calls `body` with each block of interleaved frames.
    func forEachBlock(_ body: (ArraySlice<Float>) -> Void) throws(ToolFailure) {
      while true {
        var count = UInt32(Self.blockLength)
        let status = block.withUnsafeMutableBytes { bytes in
          var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
              mNumberChannels: UInt32(channelCount), mDataByteSize: UInt32(bytes.count),
              mData: bytes.baseAddress))
          return ExtAudioFileRead(file, &count, &list)
        }
        guard status == noErr else { throw ToolFailure(status: status) }
        guard count > 0 else { return }
        body(block[..<(Int(count) * channelCount)])
      }
    }
  }
#endif

internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import CoreAudioTypes
internal import Foundation

/// The samples of an audio file, for a sampler.
struct InstrumentFile {
  /// The maximum number of frames of a file: ten minutes at 48 kHz.
  private static let mostFrames = 28_800_000
  private static let blockFrames = 16_384

  /// The samples of each channel, one or two.
  let channels: [[Int16]]
  /// The rate in hertz.
  let sampleRate: Int

  /// The path of a file URL.
  static func path(_ url: NSURL) throws(StatusError) -> String {
    guard let path = url.filePath else { throw StatusError(kAudio_FileNotFoundError) }
    return path
  }

  /// Decodes a file.
  init(_ path: String) throws(StatusError) {
    var file: ExtAudioFileRef?
    let opened = unsafe ExtAudioFileOpenURL(NSURL(fileURLWithPath: path), &file)
    guard opened == noErr, let file = unsafe file else { throw StatusError(opened) }
    defer { unsafe ExtAudioFileDispose(file) }
    let format = try unsafe Self.prepare(file)
    let channelCount = Int(format.mChannelsPerFrame)
    sampleRate = Int(format.mSampleRate)
    var samples: [Int16] = []
    var block = [Int16](repeating: 0, count: Self.blockFrames * channelCount)
    while true {
      let count = try unsafe Self.read(file, &block, channelCount)
      guard count > 0 else { break }
      samples += block[..<(count * channelCount)]
      guard samples.count <= Self.mostFrames * channelCount else {
        throw StatusError(kAudioUnitErr_InvalidFile)
      }
    }
    guard !samples.isEmpty else { throw StatusError(kAudioUnitErr_InvalidFile) }
    channels = (0..<channelCount).map { channel in
      stride(from: channel, to: samples.count, by: channelCount).map { samples[$0] }
    }
  }

  /// Sets the format of the samples: 16 bits, one or two channels.
  private static func prepare(
    _ file: ExtAudioFileRef
  ) throws(StatusError) -> AudioStreamBasicDescription {
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    let got = unsafe ExtAudioFileGetProperty(
      file, kExtAudioFileProperty_FileDataFormat, &size, &format)
    guard got == noErr else { throw StatusError(got) }
    let channelCount = min(2, format.mChannelsPerFrame)
    guard (400...192_000).contains(format.mSampleRate), channelCount > 0 else {
      throw StatusError(kAudioUnitErr_InvalidFile)
    }
    format = AudioStreamBasicDescription(
      mSampleRate: format.mSampleRate.rounded(), mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2 * channelCount, mFramesPerPacket: 1, mBytesPerFrame: 2 * channelCount,
      mChannelsPerFrame: channelCount, mBitsPerChannel: 16, mReserved: 0)
    let set = unsafe ExtAudioFileSetProperty(
      file, kExtAudioFileProperty_ClientDataFormat, size, &format)
    guard set == noErr else { throw StatusError(set) }
    return format
  }

  /// Reads frames, and returns their number.
  private static func read(
    _ file: ExtAudioFileRef, _ block: inout [Int16], _ channelCount: Int
  ) throws(StatusError) -> Int {
    var count = UInt32(blockFrames)
    var result = noErr
    unsafe block.withUnsafeMutableBytes { bytes in
      var list = unsafe AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: UInt32(channelCount), mDataByteSize: UInt32(bytes.count),
          mData: bytes.baseAddress))
      // Safe: the list states the size of the block.
      result = unsafe ExtAudioFileRead(file, &count, &list)
    }
    guard result == noErr else { throw StatusError(result) }
    return Int(count)
  }
}

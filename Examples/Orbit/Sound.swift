import AudioToolbox
import Foundation

/// Samples of one channel, because OpenAL gives only single channels a position.
struct Sound {
  static let sampleRate = 44_100
  /// The frames of a minute, after which a file is cut.
  private static let mostFrames = 60 * sampleRate

  var samples: [Int16]

  /// A second of a tone with a few overtones, which loops without a click.
  static var tone: Sound {
    Sound(
      samples: (0..<sampleRate).map { frame in
        let phase = 2 * Double.pi * 330 * Double(frame) / Double(sampleRate)
        let wave = sin(phase) + sin(2 * phase) / 2 + sin(3 * phase) / 3
        return Int16(wave * 9_000)
      })
  }

  init(samples: [Int16]) { self.samples = samples }

  /// Decodes the first minute of a file.
  init(contentsOf url: URL) throws {
    var opened: ExtAudioFileRef?
    try check(ExtAudioFileOpenURL(url as CFURL, &opened), "open \(url.path)")
    guard let file = opened else { throw OrbitError.failed("open \(url.path)") }
    defer { ExtAudioFileDispose(file) }
    var format = AudioStreamBasicDescription(
      mSampleRate: Double(Self.sampleRate), mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
      mBitsPerChannel: 16, mReserved: 0)
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    try check(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &format),
      "decode \(url.path)")
    samples = []
    var block = [Int16](repeating: 0, count: 16_384)
    while samples.count < Self.mostFrames {
      var count = UInt32(block.count)
      let status = block.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        return ExtAudioFileRead(file, &count, &list)
      }
      try check(status, "decode \(url.path)")
      if count == 0 { break }
      samples += block.prefix(Int(count))
    }
    guard !samples.isEmpty else { throw OrbitError.failed("find a frame in \(url.path)") }
  }
}

/// An error with its reason.
enum OrbitError: Error, CustomStringConvertible {
  case failed(String)

  var description: String {
    switch self {
    case .failed(let action): "cannot \(action)"
    }
  }
}

func check(_ status: OSStatus, _ action: String) throws {
  if status != noErr { throw OrbitError.failed("\(action) (\(status))") }
}

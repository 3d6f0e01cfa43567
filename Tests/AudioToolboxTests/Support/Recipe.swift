import AudioToolbox
import Testing

/// A format and made-up packets of it.
struct Recipe: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var type: AudioFileTypeID
  var format: AudioStreamBasicDescription
  var packets: [[UInt8]]
  var cookie: [UInt8] = []

  var packetCount: Int { packets.count }
  var bytes: [UInt8] { packets.flatMap { $0 } }

  /// Returns linear PCM with flags, in `container` bytes.
  static func linear(
    _ name: String, _ type: AudioFileTypeID, bits: Int, container: Int? = nil, channels: Int = 2,
    flags: AudioFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
    frames: Int = 1000
  ) -> Recipe {
    let width = (container ?? bits / 8) * channels
    let format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: UInt32(width), mFramesPerPacket: 1, mBytesPerFrame: UInt32(width),
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits), mReserved: 0)
    return Recipe(
      testDescription: name, type: type, format: format,
      packets: (0..<frames).map { frame in
        (0..<width).map { UInt8(truncatingIfNeeded: frame &* 31 &+ $0 &* 7 &+ frame >> 4) }
      })
  }

  /// A-law or mu-law.
  static func companded(
    _ name: String, _ type: AudioFileTypeID, _ codec: AudioFormatID, channels: Int = 1
  ) -> Recipe {
    var recipe = linear(name, type, bits: 8, channels: channels, flags: 0, frames: 777)
    recipe.format.mFormatID = codec
    return recipe
  }
}

extension Recipe {
  private static let big = kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsPacked
  private static let little = kAudioFormatFlagIsPacked
  private static let signed = kAudioFormatFlagIsSignedInteger
  private static let float = kAudioFormatFlagIsFloat

  /// Linear PCM and G.711 in every type that supports them.
  static let constant: [Recipe] = [
    .linear("WAVE, 16 bits", kAudioFileWAVEType, bits: 16),
    .linear(
      "WAVE, 8 bits, odd", kAudioFileWAVEType, bits: 8, channels: 1, flags: little, frames: 1001),
    .linear("WAVE, 24 bits", kAudioFileWAVEType, bits: 24),
    .linear(
      "WAVE, 20 bits in 3 bytes", kAudioFileWAVEType, bits: 20, container: 3,
      flags: signed | kAudioFormatFlagIsAlignedHigh),
    .linear("WAVE, 32 bits, 6 channels", kAudioFileWAVEType, bits: 32, channels: 6),
    .linear("WAVE, float", kAudioFileWAVEType, bits: 32, flags: float | little),
    .linear(
      "WAVE, double, 3 channels", kAudioFileWAVEType, bits: 64, channels: 3,
      flags: float | little),
    .linear("WAVE, nothing", kAudioFileWAVEType, bits: 16, frames: 0),
    .companded("WAVE, A-law", kAudioFileWAVEType, kAudioFormatALaw),
    .companded("WAVE, mu-law, stereo", kAudioFileWAVEType, kAudioFormatULaw, channels: 2),
    .linear("RF64, 16 bits", kAudioFileRF64Type, bits: 16),
    .linear("BW64, 24 bits", kAudioFileBW64Type, bits: 24, channels: 5),
    .linear("CAF, 16 bits, big", kAudioFileCAFType, bits: 16, flags: signed | big),
    .linear("CAF, 24 bits, little", kAudioFileCAFType, bits: 24, channels: 3),
    .linear(
      "CAF, 24 bits in 4 bytes", kAudioFileCAFType, bits: 24, container: 4,
      flags: signed | kAudioFormatFlagIsAlignedHigh),
    .linear("CAF, float", kAudioFileCAFType, bits: 32, flags: float | little),
    .linear("CAF, double, big", kAudioFileCAFType, bits: 64, flags: float | big),
    .companded("CAF, mu-law", kAudioFileCAFType, kAudioFormatULaw),
    .linear("AIFF, 16 bits", kAudioFileAIFFType, bits: 16, flags: signed | big),
    .linear(
      "AIFF, 24 bits, odd", kAudioFileAIFFType, bits: 24, channels: 1, flags: signed | big,
      frames: 999),
    .linear(
      "AIFF, 12 bits in 2 bytes", kAudioFileAIFFType, bits: 12, container: 2,
      flags: signed | kAudioFormatFlagIsAlignedHigh | kAudioFormatFlagIsBigEndian),
    .linear("AIFC, 32 bits", kAudioFileAIFCType, bits: 32, flags: signed | big),
    .linear("AIFC, 16 bits, little", kAudioFileAIFCType, bits: 16),
    .linear("AIFC, float", kAudioFileAIFCType, bits: 32, flags: float | big),
    .linear("AIFC, double", kAudioFileAIFCType, bits: 64, flags: float | big),
    .companded("AIFC, A-law", kAudioFileAIFCType, kAudioFormatALaw, channels: 2),
    .linear("AU, 16 bits", kAudioFileNextType, bits: 16, flags: signed | big),
    .linear("AU, float, 4 channels", kAudioFileNextType, bits: 32, channels: 4, flags: float | big),
    .companded("AU, mu-law", kAudioFileNextType, kAudioFormatULaw),
    .linear("Wave64, 16 bits", kAudioFileWave64Type, bits: 16),
    .linear(
      "Wave64, 24 bits, 6 channels, odd", kAudioFileWave64Type, bits: 24, channels: 6, frames: 999),
    .linear("Wave64, float", kAudioFileWave64Type, bits: 32, flags: float | little),
    .companded("Wave64, A-law", kAudioFileWave64Type, kAudioFormatALaw),
  ]

  /// Varying packets, made up except for the fields that the file type examines.
  static let varying: [Recipe] = [
    .compressed("CAF, AAC", kAudioFileCAFType, kAudioFormatMPEG4AAC, frames: 1024),
    .compressed(
      "CAF, Apple Lossless", kAudioFileCAFType, kAudioFormatAppleLossless, frames: 4096,
      flags: 1, cookie: losslessCookie, largest: 9000),
    .opus("CAF, Opus", kAudioFileCAFType),
    .layer3("CAF, MP3", kAudioFileCAFType),
    .compressed("ADTS", kAudioFileAAC_ADTSType, kAudioFormatMPEG4AAC, frames: 1024),
    .compressed("M4A, AAC", kAudioFileM4AType, kAudioFormatMPEG4AAC, frames: 1024),
    .compressed(
      "M4A, Apple Lossless", kAudioFileM4AType, kAudioFormatAppleLossless, frames: 4096,
      flags: 1, cookie: losslessCookie, largest: 9000),
    .compressed("MP4, AAC", kAudioFileMPEG4Type, kAudioFormatMPEG4AAC, frames: 1024),
    .layer3("MP4, MP3", kAudioFileMPEG4Type),
    .compressed("3GP, AAC", kAudioFile3GPType, kAudioFormatMPEG4AAC, frames: 1024),
    .narrowBand("3GP, AMR", kAudioFile3GPType),
    .narrowBand("AMR", kAudioFileAMRType),
    .layer3("MP3", kAudioFileMP3Type),
    .opus("Ogg, Opus", oggType),
    .plainAC3("AC-3", kAudioFileAC3Type),
    .enhancedAC3("AC-3, Enhanced", kAudioFileAC3Type),
  ]

  /// `Oggf`, which has no name in Apple's headers.
  static let oggType: AudioFileTypeID = 0x4F67_6766

  /// Source: *ALAC magic cookie description*: 4096 frames, 16 bits, two channels, 44,100 Hz.
  private static let losslessCookie: [UInt8] = [
    0, 0, 0x10, 0, 0, 16, 40, 10, 14, 2, 0, 255, 0, 0, 0x27, 0x10, 0, 0, 0, 0, 0, 0, 0xAC, 0x44,
  ]

  static func compressed(
    _ name: String, _ type: AudioFileTypeID, _ codec: AudioFormatID, rate: Float64 = 44100,
    frames: UInt32, channels: UInt32 = 2, flags: AudioFormatFlags = 0, cookie: [UInt8] = [],
    largest: Int = 600
  ) -> Recipe {
    let format = AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: codec, mFormatFlags: flags, mBytesPerPacket: 0,
      mFramesPerPacket: frames, mBytesPerFrame: 0, mChannelsPerFrame: channels,
      mBitsPerChannel: 0, mReserved: 0)
    // No byte is 0xFF, so the contents of a packet never look like a header.
    let packets = (0..<400).map { index -> [UInt8] in
      (0..<(20 + index * 37 % largest)).map { UInt8(($0 * 7 + index * 3) % 251) }
    }
    return Recipe(
      testDescription: name, type: type, format: format, packets: packets, cookie: cookie)
  }

  static func layer3(_ name: String, _ type: AudioFileTypeID) -> Recipe {
    var recipe = compressed(name, type, kAudioFormatMPEGLayer3, frames: 1152)
    recipe.packets = MediaFile.layer3("", rates: (0..<300).map { 1 + $0 * 5 % 14 }).packets
    return recipe
  }

  /// Frames of mode 7, 12.2 kbit/s.
  ///
  /// Source: RFC 4867, 5.3.
  static func narrowBand(_ name: String, _ type: AudioFileTypeID) -> Recipe {
    var recipe = compressed(
      name, type, kAudioFormatAMR, rate: 8000, frames: 160, channels: 1)
    recipe.packets = (0..<200).map { (index: Int) -> [UInt8] in
      [0x3C] + (0..<31).map { (offset: Int) -> UInt8 in UInt8((offset * 7 + index) % 251) }
    }
    return recipe
  }

  /// Packets of 20 ms in stereo, without priming.
  ///
  /// Source: RFC 6716, 3.1; RFC 7845, 5.1.
  static func opus(_ name: String, _ type: AudioFileTypeID) -> Recipe {
    let cookie = Array("OpusHead".utf8) + [1, 2, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
    var recipe = compressed(
      name, type, kAudioFormatOpus, rate: 48000, frames: 960, cookie: cookie, largest: 3000)
    recipe.packets = recipe.packets.map { [0xFC] + $0 }
    return recipe
  }

  /// Frames of 32 to 640 kbit/s in stereo.
  ///
  /// Source: ETSI TS 102 366, 4.3.
  static func plainAC3(_ name: String, _ type: AudioFileTypeID) -> Recipe {
    var recipe = compressed(name, type, kAudioFormatAC3, rate: 48000, frames: 1536)
    let kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512]
    recipe.packets = (0..<150).map { index in
      let code = index * 5 % kilobits.count
      let head: [UInt8] = [0x0B, 0x77, 0, 0, UInt8(code * 2), 0x40, 0x40]
      return head + (7..<kilobits[code] * 4).map { UInt8(($0 * 7 + index * 3) % 251) | 0x10 }
    }
    return recipe
  }

  /// Frames of stereo in the syntax of annex E.
  ///
  /// Source: ETSI TS 102 366, E.1.2.
  static func enhancedAC3(_ name: String, _ type: AudioFileTypeID) -> Recipe {
    var recipe = compressed(
      name, type, kAudioFormatEnhancedAC3, rate: 48000, frames: 1536)
    func frame(words: Int, _ seed: Int) -> [UInt8] {
      // Type in two bits, substream 0 in three, words less one in eleven; 48 kHz, six blocks,
      // stereo.
      let head: [UInt8] = [
        0x0B, 0x77, UInt8((words - 1) >> 8), UInt8((words - 1) & 255), 0x34, 0x80,
      ]
      return head + (6..<words * 2).map { UInt8(($0 * 7 + seed * 3) % 251) | 0x10 }
    }
    recipe.packets = (0..<100).map { frame(words: 100 + $0 * 13 % 300, $0) }
    return recipe
  }
}

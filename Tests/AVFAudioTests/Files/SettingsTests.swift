import AVFAudio
import Foundation
import Testing

@Suite struct SettingsTests {
  @Test func readsLinearPCM() throws {
    let format = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
        AVLinearPCMBitDepthKey: 24, AVLinearPCMIsBigEndianKey: true,
        AVLinearPCMIsFloatKey: false, AVLinearPCMIsNonInterleaved: false,
        AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
      ]))
    let description = format.streamDescription.pointee
    #expect(description.mBytesPerFrame == 6 && description.mBitsPerChannel == 24)
    #expect(
      description.mFormatFlags == kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsSignedInteger
        | kAudioFormatFlagIsPacked)
  }

  @Test(arguments: [
    Int(kAudioFormatMPEG4AAC) as any Sendable, kAudioFormatMPEG4AAC, Int32(kAudioFormatMPEG4AAC),
    Double(kAudioFormatMPEG4AAC),
  ])
  func acceptsNumbersOfAnyType(formatID: any Sendable) throws {
    let format = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: formatID, AVSampleRateKey: Float(22_050),
        AVNumberOfChannelsKey: NSNumber(value: 1),
      ]))
    #expect(format.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
    #expect(format.streamDescription.pointee.mFramesPerPacket == 1024)
    #expect(format.sampleRate == 22_050 && format.channelCount == 1)
  }

  @Test(
    "the format has the values that its codec determines, as FormatInfo returns them",
    arguments: [
      (kAudioFormatULaw, 8000, 1, 1), (kAudioFormatALaw, 8000, 1, 1),
      (kAudioFormatAppleIMA4, 44_100, 34, 64), (kAudioFormatMPEGLayer3, 16_000, 0, 576),
      (kAudioFormatMPEGLayer3, 32_000, 0, 1152), (kAudioFormatMPEG4AAC_ELD, 44_100, 0, 512),
      (kAudioFormatAppleLossless, 44_100, 0, 4096), (0x3F3F_3F3F, 8000, 0, 0),
    ] as [(AudioFormatID, Double, UInt32, UInt32)], [1, 2] as [UInt32])
  func isComplete(
    coding: (id: AudioFormatID, rate: Double, bytes: UInt32, frames: UInt32), channels: UInt32
  ) throws {
    let format = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: coding.id, AVSampleRateKey: coding.rate, AVNumberOfChannelsKey: channels,
      ]))
    let description = format.streamDescription.pointee
    #expect(description.mBytesPerPacket == coding.bytes * channels)
    #expect(description.mFramesPerPacket == coding.frames)
    if coding.bytes > 0 {
      let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 160)
      #expect(buffer.byteCapacity == 160 * coding.bytes * channels)
      #expect(buffer.packetDescriptions == nil)
    }
  }

  @Test func describesItsFile() throws {
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let formats = [
      try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)),
      try #require(
        AVAudioFormat(
          commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 1, interleaved: true)),
      AVAudioFormat(
        commonFormat: .pcmFormatFloat64, sampleRate: 96_000, interleaved: true,
        channelLayout: layout),
    ]
    for format in formats {
      let settings = format.settings
      #expect(settings[AVNumberOfChannelsKey] as? Int == Int(format.channelCount))
      #expect(AVAudioFormat(settings: settings) == format)
    }
    #expect(formats[0].settings[AVLinearPCMIsNonInterleaved] as? Bool == true)
    #expect(formats[1].settings[AVLinearPCMBitDepthKey] as? Int == 16)
  }

  @Test(
    arguments: [
      [:], [AVFormatIDKey: kAudioFormatLinearPCM],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVNumberOfChannelsKey: 1],
      [AVFormatIDKey: -1, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: -1, AVNumberOfChannelsKey: 1],
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: Double.nan, AVNumberOfChannelsKey: 1,
      ],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 3],
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1e300,
      ],
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        AVLinearPCMBitDepthKey: 7,
      ],
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        AVChannelLayoutKey: Data([1, 2, 3]),
      ],
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100,
        AVChannelLayoutKey: Data([0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]),
      ],
    ] as [[String: any Sendable]])
  func refusesInvalidFormats(settings: [String: any Sendable]) {
    #expect(AVAudioFormat(settings: settings) == nil)
  }

  @Test func keysAreTheirNames() {
    #expect(AVFormatIDKey == "AVFormatIDKey")
    #expect(AVLinearPCMIsNonInterleaved == "AVLinearPCMIsNonInterleaved")
    #expect(AVAudioQuality.max.rawValue == 127)
    #expect(AVAudioContentSource.passthrough.rawValue == 42)
  }
}

import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioFormatTests {
  @Test func standardIsFloatWithSeparateChannels() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    #expect(format.isStandard && !format.isInterleaved)
    #expect(format.commonFormat == .pcmFormatFloat32)
    #expect(format.channelCount == 2 && format.sampleRate == 44_100)
    #expect(format.channelLayout == nil)
    let description = format.streamDescription.pointee
    #expect(description.mFormatFlags == kAudioFormatFlagsAudioUnitCanonical)
    #expect(description.mBytesPerFrame == 4 && description.mBytesPerPacket == 4)
    #expect(description.mFramesPerPacket == 1 && description.mBitsPerChannel == 32)
    #expect(format.description.hasSuffix("2 ch,  44100 Hz, Float32, deinterleaved>"))
  }

  @Test(
    arguments: [
      (AVAudioCommonFormat.pcmFormatFloat32, true, 8, kAudioFormatFlagsNativeFloatPacked),
      (
        .pcmFormatFloat64, false, 8,
        kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved
      ),
      (.pcmFormatInt16, true, 4, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked),
      (
        .pcmFormatInt32, false, 4,
        kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
          | kAudioFormatFlagIsNonInterleaved
      ),
    ] as [(AVAudioCommonFormat, Bool, UInt32, AudioFormatFlags)])
  func commonFormats(
    common: AVAudioCommonFormat, interleaved: Bool, bytes: UInt32, flags: AudioFormatFlags
  ) throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: common, sampleRate: 48_000, channels: 2, interleaved: interleaved))
    #expect(format.commonFormat == common)
    #expect(format.isInterleaved == interleaved)
    #expect(format.streamDescription.pointee.mBytesPerFrame == bytes)
    #expect(format.streamDescription.pointee.mFormatFlags == flags)
  }

  @Test func needsALayoutForMoreThanTwoChannels() throws {
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 3) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 0) == nil)
    #expect(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 6, interleaved: true) == nil)
    #expect(
      AVAudioFormat(
        commonFormat: .otherFormat, sampleRate: 44_100, channels: 2, interleaved: true) == nil)
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: layout)
    #expect(format.channelCount == 6 && format.channelLayout === layout && format.isStandard)
    let integers = AVAudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: 8_000, interleaved: true, channelLayout: layout)
    #expect(integers.streamDescription.pointee.mBytesPerFrame == 12)
    var description = format.streamDescription.pointee
    #expect(AVAudioFormat(streamDescription: &description) == nil)
    #expect(AVAudioFormat(streamDescription: &description, channelLayout: nil) == nil)
    #expect(AVAudioFormat(streamDescription: &description, channelLayout: layout) == format)
    description.mChannelsPerFrame = 5
    #expect(AVAudioFormat(streamDescription: &description, channelLayout: layout) == nil)
  }

  @Test func describesCompressedAudio() throws {
    var description = AudioStreamBasicDescription(
      mSampleRate: 44_100, mFormatID: kAudioFormatMPEGLayer3, mFormatFlags: 0, mBytesPerPacket: 0,
      mFramesPerPacket: 1152, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0,
      mReserved: 0)
    let format = try #require(AVAudioFormat(streamDescription: &description))
    #expect(format.commonFormat == .otherFormat && !format.isStandard)
    #expect(format.magicCookie == nil)
    format.magicCookie = Data([1, 2])
    #expect(format.magicCookie == Data([1, 2]))
    #expect(format.description.contains("'.mp3' (0x00000000)"))
    description.mChannelsPerFrame = 1
    #expect(format.channelCount == 2)
    description.mFormatID = 0
    #expect(AVAudioFormat(streamDescription: &description) == nil)
  }

  @Test func ignoresInsignificantDifferences() throws {
    let mono = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 1, channels: 1, interleaved: true))
    let separate = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 1, channels: 1, interleaved: false))
    #expect(mono == separate && mono.hash == separate.hash)
    var description = mono.streamDescription.pointee
    description.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh
    #expect(mono == AVAudioFormat(streamDescription: &description))
    description.mFormatFlags |= kAudioFormatFlagIsBigEndian
    #expect(mono != AVAudioFormat(streamDescription: &description))
    let tagged = AVAudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: 1, interleaved: true,
      channelLayout: try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Mono)))
    #expect(mono == tagged && mono.hash == tagged.hash)
    #expect(!mono.isEqual("mono"))
  }

  @Test func distinguishesFormatsThatDiffer() throws {
    func format(
      _ common: AVAudioCommonFormat, _ rate: Double, _ channels: UInt32, _ interleaved: Bool
    ) throws -> AVAudioFormat {
      try #require(
        AVAudioFormat(
          commonFormat: common, sampleRate: rate, channels: channels, interleaved: interleaved))
    }
    let formats = [
      try format(.pcmFormatInt16, 44_100, 2, true), try format(.pcmFormatInt16, 44_100, 2, false),
      try format(.pcmFormatInt16, 48_000, 2, true), try format(.pcmFormatInt16, 44_100, 1, true),
      try format(.pcmFormatInt32, 44_100, 2, true), try format(.pcmFormatFloat32, 44_100, 2, true),
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 44_100, interleaved: true,
        channelLayout: try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MidSide))
      ),
    ]
    for first in formats.indices {
      for second in formats.indices {
        #expect((formats[first] == formats[second]) == (first == second))
      }
    }
  }

  @Test func packingMattersIfBitsDoNotFillBytes() throws {
    var description = AudioStreamBasicDescription(
      mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger, mBytesPerPacket: 4, mFramesPerPacket: 1,
      mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 24, mReserved: 0)
    let low = try #require(AVAudioFormat(streamDescription: &description))
    description.mFormatFlags |= kAudioFormatFlagIsAlignedHigh
    #expect(low != AVAudioFormat(streamDescription: &description))
    #expect(low.commonFormat == .otherFormat)
  }
}

import AVFoundation
import Foundation
import Testing

/// Lists, summaries and comparisons of descriptions, and other media than audio.
@Suite struct CMFormatDescriptionPartsTests {
  private func audio(
    _ formatID: AudioFormatID, rate: Double = 48_000, frames: UInt32 = 2_048,
    channels: UInt32 = 2, extensions: CFDictionary? = nil
  ) throws -> CMAudioFormatDescription {
    var description: CMAudioFormatDescription?
    let format = AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0,
      mFramesPerPacket: frames, mBytesPerFrame: 0, mChannelsPerFrame: channels,
      mBitsPerChannel: 0, mReserved: 0)
    let status = withUnsafePointer(to: format) {
      CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: $0, layoutSize: 0, layout: nil, magicCookieSize: 0,
        magicCookie: nil, extensions: extensions, formatDescriptionOut: &description)
    }
    #expect(status == noErr)
    return try #require(description)
  }

  @Test("the list of formats ends with the one that the simplest decoder plays")
  func lists() throws {
    let plain = try audio(kAudioFormatMPEG4AAC, frames: 1_024)
    #expect(plain.audioFormatList.map(\.mASBD.mFormatID) == [kAudioFormatMPEG4AAC])
    let layered = try audio(kAudioFormatMPEG4AAC_HE_V2)
    let formats = layered.audioFormatList.map(\.mASBD)
    #expect(
      formats.map(\.mFormatID)
        == [kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC])
    #expect(formats.map(\.mChannelsPerFrame) == [2, 1, 1])
    #expect(formats.map(\.mSampleRate) == [48_000, 48_000, 24_000])
    #expect(formats.map(\.mFramesPerPacket) == [2_048, 2_048, 1_024])
    #expect(
      layered.audioFormatList.map(\.mChannelLayoutTag)
        == [
          kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Mono,
        ])
    var size = 0
    let list = try #require(CMAudioFormatDescriptionGetFormatList(layered, sizeOut: &size))
    #expect(size == 3 * MemoryLayout<AudioFormatListItem>.stride)
    #expect(list[1].mASBD.mFormatID == kAudioFormatMPEG4AAC_HE)
    #expect(CMAudioFormatDescriptionGetRichestDecodableFormat(layered) == list)
    #expect(CMAudioFormatDescriptionGetMostCompatibleFormat(layered) == list + 2)
    #expect(layered.richestDecodableFormat?.mASBD.mFormatID == kAudioFormatMPEG4AAC_HE_V2)
    #expect(layered.mostCompatibleFormat?.mASBD.mFormatID == kAudioFormatMPEG4AAC)
    var video: CMFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: 1, width: 2, height: 3, extensions: nil,
      formatDescriptionOut: &video)
    let pictures = try #require(video)
    #expect(pictures.audioFormatList.isEmpty && pictures.mostCompatibleFormat == nil)
    #expect(CMAudioFormatDescriptionGetMostCompatibleFormat(pictures) == nil)
  }

  @Test("a summary has the parts that all descriptions share")
  func summaries() throws {
    let first = try audio(
      kAudioFormatMPEG4AAC, extensions: ["a": NSNumber(value: 1), "b": NSNumber(value: 2)])
    let second = try audio(
      kAudioFormatMPEG4AAC, rate: 44_100, extensions: ["a": NSNumber(value: 1)])
    func summary(_ list: [Any]) throws -> CMFormatDescription {
      var found: CMAudioFormatDescription?
      let status = CMAudioFormatDescriptionCreateSummary(
        allocator: nil, formatDescriptionArray: NSArray(array: list), flags: 0,
        formatDescriptionOut: &found)
      #expect(status == noErr)
      return try #require(found)
    }
    #expect(try summary([first]) == first)
    let both = try summary([first, second])
    let format = try #require(both.audioStreamBasicDescription)
    #expect(format.mFormatID == kAudioFormatMPEG4AAC && format.mChannelsPerFrame == 2)
    #expect(format.mSampleRate == 0 && format.mFramesPerPacket == 2_048)
    #expect(CMFormatDescriptionGetExtensions(both) == ["a": NSNumber(value: 1)])
    #expect(try summary([]).audioStreamBasicDescription?.mChannelsPerFrame == 0)
    var none: CMAudioFormatDescription?
    #expect(
      CMAudioFormatDescriptionCreateSummary(
        allocator: nil, formatDescriptionArray: NSArray(array: [NSNull()]), flags: 0,
        formatDescriptionOut: &none) == kCMFormatDescriptionError_InvalidParameter)
  }

  @Test("ignored extensions do not count in a comparison")
  func comparisons() throws {
    let atoms = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    let first = try audio(
      kAudioFormatMPEG4AAC,
      extensions: ["a": NSNumber(value: 1), atoms: ["esds": NSNumber(value: 1)] as NSDictionary])
    let second = try audio(
      kAudioFormatMPEG4AAC,
      extensions: ["a": NSNumber(value: 2), atoms: ["esds": NSNumber(value: 1)] as NSDictionary])
    let third = try audio(
      kAudioFormatMPEG4AAC,
      extensions: ["a": NSNumber(value: 2), atoms: ["esds": NSNumber(value: 3)] as NSDictionary])
    func isEqual(_ other: CMFormatDescription?, _ keys: CFTypeRef?, _ boxes: CFTypeRef?) -> Bool {
      CMFormatDescriptionEqualIgnoringExtensionKeys(
        first, otherFormatDescription: other, extensionKeysToIgnore: keys,
        sampleDescriptionExtensionAtomKeysToIgnore: boxes)
    }
    #expect(!isEqual(second, nil, nil) && isEqual(second, "a" as NSString, nil))
    #expect(!isEqual(third, ["a"] as NSArray, nil))
    #expect(isEqual(third, ["a"] as NSArray, "esds" as NSString))
    #expect(!isEqual(nil, "a" as NSString, nil))
    #expect(!isEqual(try audio(kAudioFormatAppleLossless), "a" as NSString, nil))
  }

  @Test("descriptions of time codes and mixed streams keep their parts")
  func otherMedia() throws {
    func code(_ flags: UInt32) throws -> CMTimeCodeFormatDescription {
      var made: CMTimeCodeFormatDescription?
      #expect(
        CMTimeCodeFormatDescriptionCreate(
          allocator: nil, timeCodeFormatType: kCMTimeCodeFormatType_TimeCode32,
          frameDuration: CMTime(value: 1_001, timescale: 30_000), frameQuanta: 30, flags: flags,
          extensions: nil, formatDescriptionOut: &made) == noErr)
      return try #require(made)
    }
    let description = try code(kCMTimeCodeFlag_DropFrame)
    #expect(description.mediaType == .timeCode && description.mediaSubType.rawValue == 0x746D_6364)
    #expect(CMTimeCodeFormatDescriptionGetFrameDuration(description).value == 1_001)
    #expect(CMTimeCodeFormatDescriptionGetFrameQuanta(description) == 30)
    #expect(description.timeCodeFlags == .dropFrame)
    #expect(try description == code(1) && description != code(0))
    var muxed: CMMuxedFormatDescription?
    CMMuxedFormatDescriptionCreate(
      allocator: nil, muxType: 0x6D70_3274, extensions: nil, formatDescriptionOut: &muxed)
    let stream = try #require(muxed)
    #expect(stream.mediaType == .muxed && stream.mediaSubType.rawValue == 0x6D70_3274)
    #expect(CMTimeCodeFormatDescriptionGetFrameDuration(stream) == .invalid)
    #expect(stream.frameQuanta == 0 && stream.timeCodeFlags.isEmpty)
  }
}

import AVFoundation
import Foundation
import Testing

@Suite struct CMFormatDescriptionTests {
  private let format = AudioStreamBasicDescription(
    mSampleRate: 44_100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 2, mBytesPerPacket: 0,
    mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0,
    mReserved: 0)
  private let layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Stereo)
  private let cookie = Data([0x12, 0x10])

  /// Makes a description by the function of C.
  private func make(
    _ format: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
    cookie: Data = Data(), extensions: CFDictionary? = nil
  ) throws -> CMAudioFormatDescription {
    var description: CMAudioFormatDescription?
    let status = withUnsafePointer(to: format) { format in
      cookie.withUnsafeBytes { cookie in
        func create(_ size: Int, _ layout: UnsafePointer<AudioChannelLayout>?) -> OSStatus {
          CMAudioFormatDescriptionCreate(
            allocator: kCFAllocatorDefault, asbd: format, layoutSize: size, layout: layout,
            magicCookieSize: cookie.count, magicCookie: cookie.baseAddress, extensions: extensions,
            formatDescriptionOut: &description)
        }
        guard let layout else { return create(0, nil) }
        return layout.withUnsafePointer { create(layout.sizeInBytes, $0) }
      }
    }
    #expect(status == noErr)
    return try #require(description)
  }

  @Test("constants have their values")
  func constants() {
    let types: [(CMMediaType, CMMediaType)] = [
      (kCMMediaType_Video, 1_986_618_469), (kCMMediaType_Audio, 1_936_684_398),
      (kCMMediaType_Muxed, 1_836_415_096), (kCMMediaType_Text, 1_952_807_028),
      (kCMMediaType_ClosedCaption, 1_668_047_728), (kCMMediaType_Subtitle, 1_935_832_172),
      (kCMMediaType_TimeCode, 1_953_325_924), (kCMMediaType_Metadata, 1_835_365_473),
      (kCMMediaType_AuxiliaryPicture, 1_635_088_502),
      (kCMAudioCodecType_AAC_LCProtected, 1_885_430_115),
      (kCMAudioCodecType_AAC_AudibleProtected, 1_633_771_875),
    ]
    #expect(types.allSatisfy { $0 == $1 })
    let masks: [CMAudioFormatDescriptionMask] = [
      kCMAudioFormatDescriptionMask_StreamBasicDescription,
      kCMAudioFormatDescriptionMask_MagicCookie, kCMAudioFormatDescriptionMask_ChannelLayout,
      kCMAudioFormatDescriptionMask_Extensions, kCMAudioFormatDescriptionMask_All,
    ]
    #expect(masks == [1, 2, 4, 8, 15])
    let errors: [OSStatus] = [
      kCMFormatDescriptionError_InvalidParameter, kCMFormatDescriptionError_AllocationFailed,
      kCMFormatDescriptionError_ValueNotAvailable,
    ]
    #expect(errors == [-12710, -12711, -12718])
  }

  @Test("a description of audio has its parts")
  func parts() throws {
    let description = try make(format, layout: layout, cookie: cookie)
    #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Audio)
    #expect(CMFormatDescriptionGetMediaSubType(description) == kAudioFormatMPEG4AAC)
    #expect(description.mediaType == .audio)
    #expect(description.mediaSubType.rawValue == kAudioFormatMPEG4AAC)
    #expect(description.mediaSubType == .mpeg4AAC)
    #expect(description.audioStreamBasicDescription?.mFramesPerPacket == 1024)
    #expect(description.magicCookie == cookie && description.audioChannelLayout == layout)
    #expect(description.withMagicCookie { $0.map { Array($0) } } == [0x12, 0x10])
    let pointer = CMAudioFormatDescriptionGetStreamBasicDescription(description)
    #expect(pointer?.pointee.mSampleRate == 44_100)
    var size = 0
    let bytes = try #require(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size))
    #expect(size == 2 && bytes.load(as: UInt8.self) == 0x12)
    let tag = CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size)
    #expect(tag?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
    #expect(size == layout.sizeInBytes)
  }

  @Test("missing parts are nil and have no size")
  func missingParts() throws {
    let description = try make(format)
    var size = 5
    #expect(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size) == nil && size == 0)
    size = 5
    #expect(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size) == nil)
    #expect(size == 0 && description.magicCookie == nil && description.audioChannelLayout == nil)
    #expect(description.withMagicCookie { $0 == nil })
    #expect(CMFormatDescriptionGetExtensions(description) == nil)
  }

  @Test("layouts with descriptions keep them all")
  func describedLayout() throws {
    let channels = ManagedAudioChannelLayout(maximumDescriptions: 5)
    #expect(try make(format, layout: channels).audioChannelLayout == channels)
  }

  @Test("pointers stay valid for some time after the object's release")
  func keptPointers() throws {
    let pointer = CMAudioFormatDescriptionGetStreamBasicDescription(try make(format))
    #expect(pointer?.pointee.mFormatID == kAudioFormatMPEG4AAC)
  }

  @Test("a size without a pointer, or too small for a layout, is an error")
  func invalidParameters() throws {
    let channels = ManagedAudioChannelLayout(maximumDescriptions: 3)
    var description: CMAudioFormatDescription?
    func create(_ size: Int, _ layout: UnsafePointer<AudioChannelLayout>?, cookieSize: Int = 0)
      -> OSStatus
    {
      withUnsafePointer(to: format) {
        CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: $0, layoutSize: size, layout: layout, magicCookieSize: cookieSize,
          magicCookie: nil, extensions: nil, formatDescriptionOut: &description)
      }
    }
    let error = kCMFormatDescriptionError_InvalidParameter
    #expect(create(12, nil) == error && create(0, nil, cookieSize: 1) == error)
    #expect(create(-1, nil) == error && create(0, nil, cookieSize: -1) == error)
    channels.withUnsafePointer { layout in
      #expect(create(11, layout) == error && create(channels.sizeInBytes - 1, layout) == error)
      #expect(description == nil)
      #expect(create(channels.sizeInBytes, layout) == noErr && description != nil)
    }
    #expect(CMFormatDescription.Error.invalidParameter.code == -12710)
    #expect(CMFormatDescription.Error.valueNotAvailable.domain == NSOSStatusErrorDomain)
  }

  @Test("equality covers the parts of a mask")
  func equality() throws {
    let first = try make(format, layout: layout, cookie: cookie)
    #expect(first == (try make(format, layout: layout, cookie: cookie)))
    #expect(first.hashValue == (try make(format, layout: layout, cookie: cookie)).hashValue)
    var other = format
    other.mSampleRate = 48_000
    let different: [(CMFormatDescription, CMFormatDescription.EqualityMask)] = [
      (try make(other, layout: layout, cookie: cookie), .streamBasicDescription),
      (try make(format, cookie: cookie), .channelLayout),
      (try make(format, layout: layout, cookie: Data([1])), .magicCookie),
      (try make(format, layout: layout, cookie: cookie, extensions: ["key": 1]), .extensions),
    ]
    for (second, part) in different {
      #expect(first != second && !CMFormatDescriptionEqual(first, otherFormatDescription: second))
      let rest = CMFormatDescription.EqualityMask.all.subtracting(part)
      #expect(first.equalTo(second) == (false, equalityMask: rest))
      #expect(first.equalTo(second, equalityMask: rest) == (true, equalityMask: rest))
      var mask: CMAudioFormatDescriptionMask = 0
      #expect(
        !CMAudioFormatDescriptionEqual(
          first, otherFormatDescription: second,
          equalityMask: kCMAudioFormatDescriptionMask_All, equalityMaskOut: &mask))
      #expect(mask == rest.rawValue)
    }
    #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
    #expect(!CMFormatDescriptionEqual(first, otherFormatDescription: nil))
  }

  @Test("descriptions of other media have deep copies of extensions")
  func otherMedia() throws {
    let inner = NSMutableDictionary(dictionary: ["depth": 24])
    let extensions = NSMutableDictionary(dictionary: ["inner": inner])
    var created: CMFormatDescription?
    let status = CMFormatDescriptionCreate(
      allocator: nil, mediaType: kCMMediaType_Video, mediaSubType: 0x6176_6331,
      extensions: extensions, formatDescriptionOut: &created)
    inner["depth"] = 32
    extensions["inner"] = nil
    let description = try #require(created)
    #expect(status == noErr && description.mediaType == .video)
    let copy = CMFormatDescriptionGetExtension(description, extensionKey: "inner") as? NSDictionary
    #expect((copy?["depth"] as? NSNumber)?.intValue == 24)
    #expect(CMFormatDescriptionGetExtension(description, extensionKey: "outer") == nil)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(description) == nil)
    #expect(description.audioStreamBasicDescription == nil)
  }

  @Test("audio formats survive a conversion to descriptions and back")
  func audioFormats() throws {
    let surround = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let formats = [
      AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: surround),
      try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)),
    ]
    for format in formats {
      let description = format.formatDescription
      #expect(description.audioStreamBasicDescription?.mSampleRate == format.sampleRate)
      let copy = AVAudioFormat(cmAudioFormatDescription: description)
      #expect(copy == format && copy.channelLayout == format.channelLayout)
    }
    let coded = AVAudioFormat(cmAudioFormatDescription: try make(format, cookie: cookie))
    #expect(coded.magicCookie == cookie && coded.formatDescription.magicCookie == cookie)
    var many = format
    many.mChannelsPerFrame = 7
    let discrete = AVAudioFormat(cmAudioFormatDescription: try make(many))
    #expect(discrete.channelLayout?.channelCount == 7)
  }
}

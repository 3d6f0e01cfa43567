import AudioToolbox
import Testing

/// Properties from `AudioFormatGetProperty`.
struct AudioFormatTests {
  /// The bytes of a value.
  static func bytes<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }

  /// Gets a list.
  static func list<Value: BitwiseCopyable>(
    _ property: AudioFormatPropertyID, _ specifier: [UInt8] = [], of start: Value
  ) throws -> [Value] {
    var size: UInt32 = 0
    let info = AudioFormatGetPropertyInfo(property, UInt32(specifier.count), specifier, &size)
    guard info == noErr else { throw ConverterFailure(status: info) }
    let width = MemoryLayout<Value>.stride
    #expect(Int(size).isMultiple(of: width))
    var values = [Value](repeating: start, count: Int(size) / width)
    let status = AudioFormatGetProperty(
      property, UInt32(specifier.count), specifier, &size, &values)
    guard status == noErr else { throw ConverterFailure(status: status) }
    return Array(values.prefix(Int(size) / width))
  }

  static func number(
    _ property: AudioFormatPropertyID, _ specifier: [UInt8] = []
  ) throws -> UInt32 {
    let all = try list(property, specifier, of: 0 as UInt32)
    return try #require(all.count == 1 ? all[0] : nil)
  }

  static func text(_ property: AudioFormatPropertyID, _ specifier: [UInt8]) throws -> String {
    var text: Unmanaged<NSString>?
    var size = UInt32(MemoryLayout.size(ofValue: text))
    let status = AudioFormatGetProperty(
      property, UInt32(specifier.count), specifier, &size, &text)
    guard status == noErr, let text else { throw ConverterFailure(status: status) }
    return text.takeRetainedValue() as String
  }

  static func format(_ formatID: AudioFormatID, channels: Int = 2) -> [UInt8] {
    bytes(
      AudioStreamBasicDescription.compressed(
        formatID, rate: 44100, channels: channels, framesPerPacket: 0))
  }

  static func layout(_ tag: AudioChannelLayoutTag) -> [UInt8] {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return bytes(layout)
  }

  @Test("exactly the listed formats have an encoder or a decoder")
  func formats() throws {
    let encoded = try Self.list(kAudioFormatProperty_EncodeFormatIDs, of: 0 as UInt32)
    let decoded = try Self.list(kAudioFormatProperty_DecodeFormatIDs, of: 0 as UInt32)
    #expect(encoded.contains(kAudioFormatAppleLossless) && encoded.contains(kAudioFormatLinearPCM))
    #expect(decoded.contains(kAudioFormatULaw) && Set(decoded).count == decoded.count)
    for formatID in encoded where formatID != kAudioFormatLinearPCM {
      let codecs = try Self.list(
        kAudioFormatProperty_Encoders, Self.bytes(formatID), of: AudioClassDescription())
      try #require(codecs.count == 1)
      #expect(codecs[0].mType == kAudioEncoderComponentType && codecs[0].mSubType == formatID)
      #expect(codecs[0].mManufacturer == kAppleSoftwareAudioCodecManufacturer)
      // Each listed codec can be created at each reported rate and number of channels.
      let rates = try Self.list(
        kAudioFormatProperty_AvailableEncodeSampleRates, Self.bytes(formatID), of: AudioValueRange()
      ).map(\.mMinimum)
      let counts = try Self.list(
        kAudioFormatProperty_AvailableEncodeNumberChannels, Self.format(formatID), of: 0 as UInt32)
      for rate in [rates.first, rates.last] {
        for count in counts {
          let rate = rate.flatMap { $0 > 0 ? $0 : nil } ?? 48000
          let channels = count == .max ? 2 : Int(count)
          #expect(throws: Never.self) {
            _ = try TestConverter(
              .int16(rate: rate, channels: channels),
              .compressed(formatID, rate: rate, channels: channels, framesPerPacket: 0))
          }
        }
      }
    }
    // Linear PCM is listed but needs no codec.
    for formatID in decoded {
      let codecs = try Self.list(
        kAudioFormatProperty_Decoders, Self.bytes(formatID), of: AudioClassDescription())
      #expect(codecs.map(\.mSubType) == (formatID == kAudioFormatLinearPCM ? [] : [formatID]))
      #expect(codecs.allSatisfy { $0.mType == kAudioDecoderComponentType })
      #expect(codecs.allSatisfy { $0.mManufacturer == kAppleSoftwareAudioCodecManufacturer })
    }
    let none = try Self.list(
      kAudioFormatProperty_Decoders, Self.bytes(0x3F3F_3F3F as UInt32), of: AudioClassDescription())
    #expect(none.isEmpty)
    for missing in [kAudioFormatAMR, kAudioFormatiLBC, kAudioFormatMPEG4AAC_HE] {
      #expect(!encoded.contains(missing))
      let codecs = try Self.list(
        kAudioFormatProperty_Encoders, Self.bytes(missing), of: AudioClassDescription())
      #expect(codecs.isEmpty)
    }
  }

  #if LibAV
    @Test("bit rates and layouts of encoders are listed")
    func abilities() throws {
      let rates = try Self.list(
        kAudioFormatProperty_AvailableEncodeBitRates, Self.bytes(kAudioFormatMPEGLayer3),
        of: AudioValueRange())
      #expect(rates.first?.mMinimum == 8000 && rates.last?.mMaximum == 320_000)
      #expect(rates.allSatisfy { $0.mMinimum == $0.mMaximum })
      let tags = try Self.list(
        kAudioFormatProperty_AvailableEncodeChannelLayoutTags,
        Self.format(kAudioFormatMPEG4AAC, channels: 6), of: 0 as UInt32)
      #expect(tags == [kAudioChannelLayoutTag_MPEG_5_1_D])
    }
  #endif

  @Test("a partial format is completed")
  func formatInfo() throws {
    var format = AudioStreamBasicDescription()
    format.mFormatID = kAudioFormatLinearPCM
    format.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    format.mSampleRate = 8000
    format.mChannelsPerFrame = 2
    format.mBitsPerChannel = 32
    var size = UInt32(MemoryLayout.size(ofValue: format))
    #expect(
      AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
    #expect(format.mBytesPerFrame == 8 && format.mBytesPerPacket == 8)
    #expect(format.mFramesPerPacket == 1)
    format = .compressed(kAudioFormatAppleIMA4, rate: 8000, channels: 2, framesPerPacket: 0)
    #expect(
      AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
    #expect(format.mFramesPerPacket == 64 && format.mBytesPerPacket == 68)
    #if LibAV
      format = .compressed(kAudioFormatMicrosoftGSM, rate: 8000, channels: 1, framesPerPacket: 0)
      #expect(
        AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
      #expect(format.mFramesPerPacket == 320 && format.mBytesPerPacket == 65)
    #endif
    format.mFormatID = 0x3F3F_3F3F
    #expect(
      AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
        == kAudioFormatUnsupportedDataFormatError)
  }

  /// HE-AAC with parametric stereo: object type 29 at 22.05 kHz, extended to 44.1 kHz, one channel.
  static let highEfficiency: [UInt8] = [0xEB, 0x8A, 0x08, 0x00]

  @Test("an MPEG-4 configuration lists its formats, the richest first")
  func formatList() throws {
    var description = AudioStreamBasicDescription.compressed(
      kAudioFormatMPEG4AAC, rate: 22050, channels: 1, framesPerPacket: 0)
    description.mFormatFlags = 0
    let items = try Self.highEfficiency.withUnsafeBytes { cookie -> [AudioFormatListItem] in
      let start = try #require(cookie.baseAddress)
      let info = AudioFormatInfo(
        mASBD: description, mMagicCookie: start, mMagicCookieSize: UInt32(cookie.count))
      return try Self.list(
        kAudioFormatProperty_FormatList, withUnsafeBytes(of: info) { Array($0) },
        of: AudioFormatListItem())
    }
    #expect(
      items.map(\.mASBD.mFormatID)
        == [kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC])
    #expect(items.map(\.mASBD.mChannelsPerFrame) == [2, 1, 1])
    let bytes = items.withUnsafeBytes { Array($0) }
    #if LibAV
      #expect(try Self.number(kAudioFormatProperty_FirstPlayableFormatFromList, bytes) == 0)
    #else
      #expect(throws: ConverterFailure(status: kAudioFormatUnsupportedDataFormatError)) {
        try Self.number(kAudioFormatProperty_FirstPlayableFormatFromList, bytes)
      }
    #endif
    let core = try Self.list(
      kAudioFormatProperty_ASBDFromESDS, Self.highEfficiency, of: AudioStreamBasicDescription())
    #expect(core.map(\.mSampleRate) == [22050] && core.map(\.mFramesPerPacket) == [1024])
    // Plain AAC of one channel inside of HE-AAC v2; AAC at 48 kHz of six channels and of two.
    let layouts: [(cookie: [UInt8], tag: AudioChannelLayoutTag)] = [
      (Self.highEfficiency, kAudioChannelLayoutTag_Mono),
      ([0x11, 0xB0], kAudioChannelLayoutTag_MPEG_5_1_D),
      ([0x11, 0x90], kAudioChannelLayoutTag_Stereo),
    ]
    for (cookie, tag) in layouts {
      let layout = try Self.list(
        kAudioFormatProperty_ChannelLayoutFromESDS, cookie, of: 0 as UInt8)
      #expect(layout.withUnsafeBytes { $0.load(as: UInt32.self) } == tag)
    }
    // A header of MPEG-1, layer III, 128 kbit/s, 44.1 kHz, joint stereo.
    let layer3 = try Self.list(
      kAudioFormatProperty_ASBDFromMPEGPacket, [0xFF, 0xFB, 0x90, 0x64],
      of: AudioStreamBasicDescription())
    #expect(layer3.map(\.mFormatID) == [kAudioFormatMPEGLayer3])
    #expect(layer3.map(\.mFramesPerPacket) == [1152] && layer3.map(\.mChannelsPerFrame) == [2])
  }

  @Test("packet properties of a format are reported")
  func framing() throws {
    var cases: [(AudioFormatID, isVBR: UInt32, isExternal: UInt32)] = [
      (kAudioFormatULaw, 0, 0), (kAudioFormatAppleIMA4, 0, 0), (kAudioFormatAppleLossless, 1, 1),
    ]
    #if LibAV
      // Microsoft's ADPCM is a codec of RIFF.
      cases += [
        (kAudioFormatMPEG4AAC, 1, 1), (kAudioFormatMPEGLayer3, 1, 0), (kAudioFormatAC3, 1, 0),
        (0x6D73_0002, 0, 0),
      ]
    #endif
    for (formatID, isVBR, isExternal) in cases {
      let format = Self.format(formatID)
      #expect(try Self.number(kAudioFormatProperty_FormatIsVBR, format) == isVBR)
      #expect(try Self.number(kAudioFormatProperty_FormatIsExternallyFramed, format) == isExternal)
      #expect(try Self.number(kAudioFormatProperty_FormatEmploysDependentPackets, format) == 0)
      #expect(try Self.number(kAudioFormatProperty_FormatIsEncrypted, format) == 0)
    }
  }

  @Test("names of formats, layouts and channels are reported")
  func layouts() throws {
    let surround = kAudioChannelLayoutTag_MPEG_5_1_D
    #expect(
      try Self.text(kAudioFormatProperty_FormatName, Self.format(kAudioFormatULaw)) == "µLaw 2:1")
    #expect(
      try Self.text(kAudioFormatProperty_ChannelLayoutName, Self.layout(surround))
        == "5.1 (C L R Ls Rs LFE)")
    #expect(
      try Self.text(kAudioFormatProperty_ChannelLayoutSimpleName, Self.layout(surround)) == "5.1")
    var channel = AudioChannelDescription()
    channel.mChannelLabel = kAudioChannelLabel_LeftSurround
    #expect(try Self.text(kAudioFormatProperty_ChannelName, Self.bytes(channel)) == "Left Surround")
    #expect(try Self.text(kAudioFormatProperty_ChannelShortName, Self.bytes(channel)) == "Ls")
    #expect(
      try Self.number(kAudioFormatProperty_NumberOfChannelsForLayout, Self.layout(surround)) == 6)
    #expect(
      try Self.number(
        kAudioFormatProperty_BitmapForLayoutTag, Self.bytes(kAudioChannelLayoutTag_MPEG_5_1_A))
        == 0x3F)
    let spelled = try Self.list(
      kAudioFormatProperty_ChannelLayoutForTag, Self.bytes(surround), of: 0 as UInt8)
    #expect(spelled.count == AudioChannelLayout.sizeInBytes(maximumDescriptions: 6))
    #expect(try Self.number(kAudioFormatProperty_TagForChannelLayout, spelled) == surround)
    let tags = try Self.list(
      kAudioFormatProperty_TagsForNumberOfChannels, Self.bytes(6 as UInt32), of: 0 as UInt32)
    #expect(tags.contains(surround) && tags.allSatisfy { $0 & 0xFFFF == 6 })
    let bitmap = try Self.list(
      kAudioFormatProperty_ChannelLayoutForBitmap, Self.bytes(0x3F as UInt32), of: 0 as UInt8)
    #expect(
      try Self.number(kAudioFormatProperty_TagForChannelLayout, bitmap)
        == kAudioChannelLayoutTag_MPEG_5_1_A)
    #expect(
      try Self.number(kAudioFormatProperty_ChannelLayoutHash, bitmap)
        == Self.number(
          kAudioFormatProperty_ChannelLayoutHash, Self.layout(kAudioChannelLayoutTag_MPEG_5_1_A)))
  }

  @Test("channel maps between two layouts are reported")
  func pairs() throws {
    var first = AudioChannelLayout()
    first.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
    var second = AudioChannelLayout()
    second.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_D
    try withUnsafePointer(to: first) { first in
      try withUnsafePointer(to: second) { second in
        let pair = Self.bytes([first, second].withUnsafeBufferPointer { ($0[0], $0[1]) })
        #expect(
          try Self.list(kAudioFormatProperty_ChannelMap, pair, of: 0 as Int32) == [
            2, 0, 1, 4, 5, 3,
          ])
        #expect(try Self.number(kAudioFormatProperty_AreChannelLayoutsEquivalent, pair) == 0)
        let levels = try Self.list(kAudioFormatProperty_MatrixMixMap, pair, of: 0 as Float)
        #expect(levels.count == 36 && levels.reduce(0, +) == 6 && levels[1] == 1)
      }
    }
  }

  struct Refusal: Sendable {
    var property: AudioFormatPropertyID
    var specifier: [UInt8]
    var status: OSStatus
  }

  static let refusals = [
    Refusal(property: 0x3F3F_3F3F, specifier: [], status: kAudioFormatUnsupportedPropertyError),
    Refusal(
      property: kAudioFormatProperty_FormatName, specifier: [1],
      status: kAudioFormatBadSpecifierSizeError),
    Refusal(
      property: kAudioFormatProperty_ValidateChannelLayout, specifier: layout(0x00FF_0002),
      status: kAudioFormatUnknownFormatError),
    Refusal(
      property: kAudioFormatProperty_ValidateChannelLayout,
      specifier: [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0], status: kAudio_ParamError),
    Refusal(
      property: kAudioFormatProperty_AvailableEncodeBitRates, specifier: bytes(kAudioFormatAMR),
      status: kAudioFormatUnsupportedDataFormatError),
    Refusal(
      property: kAudioFormatProperty_ASBDFromESDS, specifier: [],
      status: kAudioFormatUnsupportedDataFormatError),
    Refusal(
      property: kAudioFormatProperty_ChannelLayoutFromESDS, specifier: [0xFF],
      status: kAudioFormatUnsupportedDataFormatError),
    Refusal(
      property: kAudioFormatProperty_Decoders, specifier: [1],
      status: kAudioFormatBadSpecifierSizeError),
    Refusal(
      property: kAudioFormatProperty_ID3TagSize, specifier: Array("ID".utf8),
      status: kAudioFormatUnsupportedDataFormatError),
  ]

  @Test("unsupported properties return an error", arguments: refusals.indices)
  func refuses(_ index: Int) {
    let refusal = Self.refusals[index]
    var room = [UInt8](repeating: 0, count: 64)
    var size: UInt32 = 64
    #expect(
      AudioFormatGetProperty(
        refusal.property, UInt32(refusal.specifier.count), refusal.specifier, &size, &room)
        == refusal.status)
  }

  @Test("validating a layout returns only a status, and a list is truncated to the given size")
  func sizes() {
    let layout = Self.layout(kAudioChannelLayoutTag_Stereo)
    #expect(
      AudioFormatGetProperty(
        kAudioFormatProperty_ValidateChannelLayout, UInt32(layout.count), layout, nil, nil) == noErr
    )
    var formats: [UInt32] = [0, 0, 0]
    var size: UInt32 = 11
    #expect(
      AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, nil, &size, &formats) == noErr
    )
    #expect(size == 8 && formats[1] != 0 && formats[2] == 0)
    size = 3
    #expect(
      AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, nil, &size, &formats)
        == kAudioFormatBadPropertySizeError)
    #expect(
      AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, nil, nil, nil)
        == kAudio_ParamError)
  }

  @Test("an ID3 tag is measured and read")
  func tag() throws {
    let frame = Array("TIT2".utf8) + [0, 0, 0, 3, 0, 0, 0] + Array("Hi".utf8)
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    #expect(
      try Self.number(kAudioFormatProperty_ID3TagSize, Array(tag.prefix(10))) == UInt32(tag.count))
    var texts: Unmanaged<NSDictionary>?
    var size = UInt32(MemoryLayout.size(ofValue: texts))
    #expect(
      AudioFormatGetProperty(
        kAudioFormatProperty_ID3TagToDictionary, UInt32(tag.count), tag, &size, &texts) == noErr)
    let dictionary = try #require(texts?.takeRetainedValue() as? [String: String])
    #expect(dictionary == [kAFInfoDictionary_Title: "Hi"])
  }
}

import AudioToolbox
import Testing

/// Speaker levels and codec information from `AudioFormatGetProperty`.
struct AudioFormatLevelTests {
  static func panning(
    _ tag: AudioChannelLayoutTag, _ mode: AudioPanningMode, _ coordinates: (Float, Float, Float),
    flags: AudioChannelFlags = .sphericalCoordinates, gain: Float = 1
  ) throws -> [Float] {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return try withUnsafePointer(to: layout) { layout in
      let info = AudioPanningInfo(
        mPanningMode: mode, mCoordinateFlags: flags.rawValue, mCoordinates: coordinates,
        mGainScale: gain, mOutputChannelMap: layout)
      return try AudioFormatTests.list(
        kAudioFormatProperty_PanningMatrix, AudioFormatTests.bytes(info), of: 0 as Float)
    }
  }

  static func balance(
    _ tag: AudioChannelLayoutTag, _ leftRight: Float, _ backFront: Float,
    _ type: AudioBalanceFadeType
  ) throws -> [Float] {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return try withUnsafePointer(to: layout) { layout in
      let fade = AudioBalanceFade(
        mLeftRightBalance: leftRight, mBackFrontFade: backFront, mType: type,
        mChannelLayout: layout)
      return try AudioFormatTests.list(
        kAudioFormatProperty_BalanceFade, AudioFormatTests.bytes(fade), of: 0 as Float)
    }
  }

  static func isNear(_ levels: [Float], _ expected: [Float]) -> Bool {
    levels.count == expected.count && zip(levels, expected).allSatisfy { abs($0 - $1) < 1e-5 }
  }

  static let half = Float(0.5).squareRoot()

  struct Direction: Sendable {
    var tag = kAudioChannelLayoutTag_Stereo
    var azimuth: Float
    var levels: [Float]
  }

  /// L, R, C, LFE, Ls, Rs for six channels.
  static let directions = [
    Direction(azimuth: 0, levels: [half, half]), Direction(azimuth: -30, levels: [1, 0]),
    Direction(azimuth: 30, levels: [0, 1]), Direction(azimuth: 390, levels: [0, 1]),
    // Two speakers have no rear speaker, so a position at the rear uses both.
    Direction(azimuth: 180, levels: [half, half]),
    Direction(
      tag: kAudioChannelLayoutTag_MPEG_5_1_A, azimuth: 15, levels: [0, half, half, 0, 0, 0]),
    Direction(
      tag: kAudioChannelLayoutTag_MPEG_5_1_A, azimuth: 180, levels: [0, 0, 0, 0, half, half]),
    Direction(
      tag: kAudioChannelLayoutTag_MPEG_5_1_A, azimuth: -70, levels: [half, 0, 0, 0, half, 0]),
    Direction(tag: kAudioChannelLayoutTag_Mono, azimuth: 77, levels: [1]),
    Direction(tag: kAudioChannelLayoutTag_Mono, azimuth: 180, levels: [1]),
  ]

  @Test("a panned sound uses the speakers on both sides of its direction", arguments: directions)
  func pairs(_ direction: Direction) throws {
    let levels = try Self.panning(
      direction.tag, .panningMode_VectorBasedPanning, (direction.azimuth, 0, 1))
    #expect(Self.isNear(levels, direction.levels), "\(levels)")
    // The same direction to the right and ahead, and half as loud.
    let angle = Double(direction.azimuth) * .pi / 180
    let axes = try Self.panning(
      direction.tag, .panningMode_VectorBasedPanning, (Float(sin(angle)), Float(cos(angle)), 0),
      flags: .rectangularCoordinates, gain: 0.5)
    #expect(Self.isNear(axes, direction.levels.map { $0 / 2 }), "\(axes)")
  }

  @Test(
    "levels give the direction of the sound, with a power of 1",
    arguments: [kAudioChannelLayoutTag_Quadraphonic, kAudioChannelLayoutTag_MPEG_5_0_A])
  func vectors(_ tag: AudioChannelLayoutTag) throws {
    let places: [Double] =
      tag == kAudioChannelLayoutTag_MPEG_5_0_A ? [-30, 30, 0, -110, 110] : [-30, 30, -110, 110]
    for azimuth in stride(from: -180.0, to: 180, by: 7) {
      let levels = try Self.panning(
        tag, .panningMode_VectorBasedPanning, (Float(azimuth), 0, 1))
      #expect(abs(levels.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
      let x = zip(levels, places).reduce(0) { $0 + Double($1.0) * sin($1.1 * .pi / 180) }
      let y = zip(levels, places).reduce(0) { $0 + Double($1.0) * cos($1.1 * .pi / 180) }
      let made = atan2(x, y) * 180 / .pi
      #expect(abs((made - azimuth).remainder(dividingBy: 360)) < 1e-3, "\(azimuth): \(made)")
      let field = try Self.panning(tag, .panningMode_SoundField, (Float(azimuth), 0, 1))
      #expect(abs(field.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
      let gaps = places.map { abs(($0 - azimuth).remainder(dividingBy: 360)) }
      let nearest = gaps.indices.min { gaps[$0] < gaps[$1] }
      #expect(field.allSatisfy { $0 >= 0 } && field.max() == nearest.map { field[$0] })
    }
  }

  @Test("balance and fade set the level of each speaker")
  func balances() throws {
    let surround = kAudioChannelLayoutTag_MPEG_5_1_A
    for type in [AudioBalanceFadeType.maxUnityGain, .equalPower] {
      #expect(Self.isNear(try Self.balance(surround, 0, 0, type), [1, 1, 1, 1, 1, 1]))
    }
    #expect(
      Self.isNear(try Self.balance(surround, 0.25, 0, .maxUnityGain), [0.75, 1, 1, 1, 0.75, 1]))
    #expect(
      Self.isNear(try Self.balance(surround, -1, -0.5, .maxUnityGain), [0.5, 0, 0.5, 1, 1, 0]))
    let root = Float(2).squareRoot()
    #expect(
      Self.isNear(try Self.balance(surround, 0, 1, .equalPower), [root, root, root, 1, 0, 0]))
    let power = try Self.balance(kAudioChannelLayoutTag_Stereo, 0.3, 0, .equalPower)
    #expect(
      power[0] < 1 && power[1] > 1 && abs(power[0] * power[0] + power[1] * power[1] - 2) < 1e-5)
  }

  @Test("missing directions, missing speakers and invalid channel numbers are refused")
  func refusals() throws {
    let stereo = kAudioChannelLayoutTag_Stereo
    func status(_ body: () throws -> [Float]) -> OSStatus? {
      do {
        _ = try body()
        return nil
      } catch {
        return (error as? ConverterFailure)?.status
      }
    }
    let pair = AudioPanningMode.panningMode_VectorBasedPanning
    #expect(status { try Self.panning(stereo, pair, (0, 0, 0), flags: []) } == kAudio_ParamError)
    #expect(status { try Self.panning(stereo, pair, (.nan, 0, 0)) } == kAudio_ParamError)
    #expect(
      status { try Self.panning(stereo, pair, (0, 0, 1), flags: .rectangularCoordinates) }
        == kAudio_ParamError)
    #expect(
      status { try Self.panning(kAudioChannelLayoutTag_DiscreteInOrder | 4, pair, (0, 0, 1)) }
        == kAudioFormatUnsupportedDataFormatError)
    #expect(
      status { try Self.panning(0x00FF_0002, pair, (0, 0, 1)) } == kAudioFormatUnknownFormatError)
    #expect(status { try Self.balance(stereo, 1.1, 0, .equalPower) } == kAudio_ParamError)
    #expect(status { try Self.balance(stereo, 0, .nan, .equalPower) } == kAudio_ParamError)
  }

  @Test("hardware codecs are unavailable; software codecs can be used together")
  func hardware() throws {
    func codec(
      _ type: UInt32, _ format: AudioFormatID,
      _ maker: UInt32 = kAppleSoftwareAudioCodecManufacturer
    ) -> AudioClassDescription {
      AudioClassDescription(mType: type, mSubType: format, mManufacturer: maker)
    }
    func usable(_ codecs: [AudioClassDescription]) throws -> UInt32 {
      try AudioFormatTests.number(
        kAudioFormatProperty_HardwareCodecCapabilities,
        codecs.flatMap { AudioFormatTests.bytes($0) })
    }
    let hardware = kAppleHardwareAudioCodecManufacturer
    let (decoder, encoder) = (kAudioDecoderComponentType, kAudioEncoderComponentType)
    #expect(try usable([codec(decoder, kAudioFormatAppleLossless, hardware)]) == 0)
    #expect(
      try usable([
        codec(decoder, kAudioFormatAppleLossless), codec(encoder, kAudioFormatULaw),
        codec(encoder, kAudioFormatAppleLossless, hardware), codec(decoder, kAudioFormatALaw),
      ]) == 2)
    #expect(try usable([codec(encoder, 0x3F3F_3F3F)]) == 0)
    #expect(throws: ConverterFailure(status: kAudioFormatBadSpecifierSizeError)) {
      try AudioFormatTests.number(kAudioFormatProperty_HardwareCodecCapabilities, [1])
    }
  }

  @Test("every decodable format has a name and channel counts")
  func decoded() throws {
    let formats = try AudioFormatTests.list(
      kAudioFormatProperty_DecodeFormatIDs, of: 0 as UInt32)
    var names: Set<String> = []
    for formatID in formats {
      let format = AudioFormatTests.format(formatID)
      let name = try AudioFormatTests.text(kAudioFormatProperty_FormatName, format)
      let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: formatID >> $0) }
      #expect(name != String(decoding: letters, as: UTF8.self))
      names.insert(name)
      let counts = try AudioFormatTests.list(
        kAudioFormatProperty_AvailableDecodeNumberChannels, format, of: 0 as UInt32)
      #expect(!counts.isEmpty && counts == counts.sorted() && counts[0] > 0, "\(name)")
    }
    #expect(names.count == formats.count)
    #expect(throws: ConverterFailure(status: kAudioFormatUnsupportedDataFormatError)) {
      try AudioFormatTests.number(
        kAudioFormatProperty_AvailableDecodeNumberChannels, AudioFormatTests.format(0x3F3F_3F3F))
    }
  }

  /// The codecs whose decoders check the number before the first packet.
  #if ILBC
    static let checked = [kAudioFormatULaw, kAudioFormatAppleIMA4, kAudioFormatiLBC]
  #else
    static let checked = [kAudioFormatULaw, kAudioFormatAppleIMA4]
  #endif

  @Test("the listed channel counts are those that a converter accepts", arguments: checked)
  func channels(_ formatID: AudioFormatID) throws {
    let listed = try AudioFormatTests.list(
      kAudioFormatProperty_AvailableDecodeNumberChannels, AudioFormatTests.format(formatID),
      of: 0 as UInt32)
    for count in 1...9 {
      var format = AudioStreamBasicDescription.compressed(
        formatID, rate: 8000, channels: count, framesPerPacket: 0)
      if formatID == kAudioFormatiLBC {
        (format.mBytesPerPacket, format.mFramesPerPacket) = (38, 160)
      }
      let converter = try? TestConverter(format, .int16(rate: 8000, channels: count))
      #expect(
        (converter != nil) == (listed.contains(UInt32(count)) || listed == [.max]), "\(count)")
    }
  }
}

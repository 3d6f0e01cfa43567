import AudioToolbox
import TestSupport
import Testing

/// Client layouts that a codec supports, and ones that it does not.
struct ExtAudioFileSpeakerTests {
  private let folder: TestSupport.TemporaryFolder

  init() throws { folder = try TestSupport.TemporaryFolder() }

  private static func layout(_ tag: AudioChannelLayoutTag) -> AudioChannelLayout {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return layout
  }

  private static func compressed(_ codec: AudioFormatID) -> AudioStreamBasicDescription {
    .compressed(codec, rate: 48_000, channels: 4, framesPerPacket: 0)
  }

  /// One frame, repeated.
  private static let frames = [[UInt8]](repeating: [1, 0, 2, 0, 3, 0, 4, 0], count: 5000)
    .flatMap { $0 }

  private func file(_ codec: AudioFormatID) throws -> TestExtFile {
    try TestExtFile(
      creating: folder.url("a.m4a"), kAudioFileM4AType, Self.compressed(codec),
      client: .int16(rate: 48_000, channels: 4))
  }

  #if LibAV
    @Test("a layout that the file type cannot store is refused, and the previous one stays")
    func unstorableLayout() throws {
      let url = folder.url("a.aac")
      try Data("precious".utf8).write(to: url)
      let quadraphonic = kAudioChannelLayoutTag_Quadraphonic
      #expect(throws: ConverterFailure(status: kExtAudioFileError_InvalidChannelMap)) {
        try TestExtFile(
          creating: url, kAudioFileAAC_ADTSType, Self.compressed(kAudioFormatMPEG4AAC),
          client: .int16(rate: 48_000, channels: 4), layout: quadraphonic)
      }
      #expect(try Data(contentsOf: url) == Data("precious".utf8))
      // The encoder keeps its layout if the file cannot store another one.
      let file = try TestExtFile(
        creating: url, kAudioFileAAC_ADTSType, Self.compressed(kAudioFormatMPEG4AAC),
        client: .int16(rate: 48_000, channels: 4))
      #expect(throws: ConverterFailure(status: kExtAudioFileError_InvalidChannelMap)) {
        try file.set(kExtAudioFileProperty_ClientChannelLayout, Self.layout(quadraphonic))
      }
      #expect(
        try file.get(kExtAudioFileProperty_FileChannelLayout, AudioChannelLayout())
          .mChannelLayoutTag == kAudioChannelLayoutTag_AAC_4_0)
      try file.set(
        kExtAudioFileProperty_ClientChannelLayout, Self.layout(kAudioChannelLayoutTag_MPEG_4_0_A))
      try file.write(Self.frames)
      #expect(file.close() == noErr)
      #expect(try TestExtFile(url).readAll().count >= 4 * 5000)
    }

    @Test("a layout without speakers leaves the choice to the input's layout")
    func unnamed() throws {
      let converter = try TestConverter(
        .int16(rate: 48_000, channels: 4), Self.compressed(kAudioFormatMPEG4AAC))
      let size = UInt32(MemoryLayout<AudioChannelLayout>.size)
      func set(_ property: AudioConverterPropertyID, _ tag: AudioChannelLayoutTag) -> OSStatus {
        var layout = Self.layout(tag)
        return AudioConverterSetProperty(converter.reference, property, size, &layout)
      }
      func reportedTag() -> AudioChannelLayoutTag {
        var layout = AudioChannelLayout()
        var room = size
        let status = AudioConverterGetProperty(
          converter.reference, kAudioConverterOutputChannelLayout, &room, &layout)
        return status == noErr ? layout.mChannelLayoutTag : 0
      }
      let discrete = kAudioChannelLayoutTag_DiscreteInOrder | 4
      #expect(set(kAudioConverterOutputChannelLayout, discrete) == noErr)
      #expect(reportedTag() == kAudioChannelLayoutTag_AAC_4_0)
      #expect(
        set(kAudioConverterInputChannelLayout, kAudioChannelLayoutTag_Quadraphonic) == noErr)
      #expect(reportedTag() == kAudioChannelLayoutTag_Quadraphonic)
      #expect(set(kAudioConverterOutputChannelLayout, discrete) == noErr)
      #expect(reportedTag() == kAudioChannelLayoutTag_Quadraphonic)
      #expect(
        set(kAudioConverterOutputChannelLayout, kAudioChannelLayoutTag_AAC_4_0) == noErr)
      #expect(reportedTag() == kAudioChannelLayoutTag_AAC_4_0)
    }

    @Test("an encoder uses the client's layout, and the file states it")
    func encoded() throws {
      let file = try file(kAudioFormatMPEG4AAC)
      let property = kExtAudioFileProperty_FileChannelLayout
      #expect(
        try file.get(property, AudioChannelLayout()).mChannelLayoutTag
          == kAudioChannelLayoutTag_AAC_4_0)
      try file.set(
        kExtAudioFileProperty_ClientChannelLayout,
        Self.layout(kAudioChannelLayoutTag_Quadraphonic))
      #expect(
        try file.get(property, AudioChannelLayout()).mChannelLayoutTag
          == kAudioChannelLayoutTag_Quadraphonic)
      try file.write(Self.frames)
      // An equal layout is no change; another one would start a new stream.
      try file.set(property, Self.layout(kAudioChannelLayoutTag_Quadraphonic))
      let other = #expect(throws: ConverterFailure.self) {
        try file.set(property, Self.layout(kAudioChannelLayoutTag_AAC_4_0))
      }
      #expect(other?.status == kAudioConverterErr_OperationNotSupported)
      #expect(file.close() == noErr)
      let read = try TestExtFile(folder.url("a.m4a"))
      #expect(
        try read.get(property, AudioChannelLayout()).mChannelLayoutTag
          == kAudioChannelLayoutTag_Quadraphonic)
      #expect(try read.length == 5000)
    }
  #endif

  @Test("a layout that the encoder does not support is refused")
  func refused() throws {
    let file = try file(kAudioFormatAppleLossless)
    let quadraphonic = Self.layout(kAudioChannelLayoutTag_Quadraphonic)
    let asked = #expect(throws: ConverterFailure.self) {
      try file.set(kExtAudioFileProperty_FileChannelLayout, quadraphonic)
    }
    #expect(asked?.status == kExtAudioFileError_InvalidChannelMap)
    try file.set(kExtAudioFileProperty_ClientChannelLayout, quadraphonic)
    let written = #expect(throws: ConverterFailure.self) { try file.write(Self.frames) }
    #expect(written?.status == kExtAudioFileError_InvalidChannelMap)
    // If the client states a layout that the codec supports, the channels are reordered.
    try file.set(
      kExtAudioFileProperty_ClientChannelLayout, Self.layout(kAudioChannelLayoutTag_MPEG_4_0_A))
    try file.write(Self.frames)
    #expect(file.close() == noErr)
    let read = try TestExtFile(folder.url("a.m4a"))
    read.client = .int16(rate: 48_000, channels: 4)
    try read.set(kExtAudioFileProperty_ClientDataFormat, read.client)
    // Left, right, center, surround become center, left, right, surround.
    #expect(LittleEndian.int16(try read.readBytes(1)) == [3, 1, 2, 4])
  }

  @Test("a channel map works with an unsupported layout")
  func mapped() throws {
    let converter = try TestConverter(
      .int16(rate: 48_000, channels: 4), Self.compressed(kAudioFormatAppleLossless))
    var quadraphonic = Self.layout(kAudioChannelLayoutTag_Quadraphonic)
    let size = UInt32(MemoryLayout<AudioChannelLayout>.size)
    #expect(
      AudioConverterSetProperty(
        converter.reference, kAudioConverterInputChannelLayout, size, &quadraphonic) == noErr)
    #expect(
      AudioConverterSetProperty(
        converter.reference, kAudioConverterOutputChannelLayout, size, &quadraphonic)
        == kAudio_ParamError)
    func packets() throws -> Int {
      let source = AudioStreamBasicDescription.int16(rate: 48_000, channels: 4)
      let client = ConverterClient(source, TestPackets.cut(Self.frames) { $0.isEmpty ? nil : 8 })
      return try AudioConverterEncodingTests.encode(
        converter.reference, client, packets: 8, room: 1 << 19
      ).count
    }
    #expect(throws: ConverterFailure(status: kAudioConverterErr_FormatNotSupported)) {
      try packets()
    }
    let map: [Int32] = [3, 2, 1, 0]
    #expect(
      AudioConverterSetProperty(converter.reference, kAudioConverterChannelMap, 16, map) == noErr)
    #expect(try packets() == 2)
  }
}

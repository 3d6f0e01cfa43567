import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The channels on both sides of a file, and packet sizes.
struct ExtAudioFilePropertyTests {
  private let folder: TestSupport.TemporaryFolder

  init() throws { folder = try TestSupport.TemporaryFolder() }

  private static let film = kAudioChannelLayoutTag_MPEG_5_1_A
  private static let centreFirst = kAudioChannelLayoutTag_MPEG_5_1_D
  /// The position in film order for each channel of the order with the center first.
  private static let places = [2, 0, 1, 4, 5, 3]

  private static func layout(_ tag: AudioChannelLayoutTag) -> AudioChannelLayout {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return layout
  }

  /// The tag of a layout, or 0 without a layout.
  private func tag(
    _ property: ExtAudioFilePropertyID, of file: ExtAudioFileRef
  ) -> AudioChannelLayoutTag {
    var size: UInt32 = 0
    guard ExtAudioFileGetPropertyInfo(file, property, &size, nil) == noErr, size >= 12 else {
      return 0
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard ExtAudioFileGetProperty(file, property, &size, &bytes) == noErr else { return 0 }
    return bytes.withUnsafeBytes { $0.load(as: AudioChannelLayoutTag.self) }
  }

  /// Writes a frame with the channels 100, 200 and so on in film order, and closes the file.
  private func write(_ url: URL, fileLayout: AudioChannelLayoutTag?) throws {
    let file = try TestExtFile(
      creating: url, kAudioFileCAFType, .int16(rate: 48_000, channels: 6),
      client: .int16(rate: 48_000, channels: 6))
    if let fileLayout {
      try file.set(kExtAudioFileProperty_FileChannelLayout, Self.layout(fileLayout))
      #expect(tag(kExtAudioFileProperty_FileChannelLayout, of: file.reference) == fileLayout)
    }
    try file.set(kExtAudioFileProperty_ClientChannelLayout, Self.layout(Self.film))
    #expect(tag(kExtAudioFileProperty_ClientChannelLayout, of: file.reference) == Self.film)
    try file.write((1...6).flatMap { [UInt8($0), 1] })
    #expect(file.close() == noErr)
  }

  private static let frame = (1...6).map { Int16($0 + 256) }

  private func frame(
    _ url: URL, client: AudioChannelLayoutTag?
  ) throws -> [Int16] {
    let file = try TestExtFile(url)
    file.client = .int16(rate: 48_000, channels: 6)
    try file.set(kExtAudioFileProperty_ClientDataFormat, file.client)
    if let client {
      try file.set(kExtAudioFileProperty_ClientChannelLayout, Self.layout(client))
    }
    return LittleEndian.int16(try file.readBytes(1))
  }

  @Test("channels are ordered by the layouts of file and client")
  func layouts() throws {
    let url = folder.url("a.caf")
    try write(url, fileLayout: Self.centreFirst)
    let reordered = Self.places.map { Self.frame[$0] }
    #expect(try frame(url, client: nil) == reordered)
    #expect(try frame(url, client: Self.film) == Self.frame)
    #expect(try frame(url, client: Self.centreFirst) == reordered)
    let read = try TestExtFile(url)
    #expect(tag(kExtAudioFileProperty_FileChannelLayout, of: read.reference) == Self.centreFirst)
    // A file without a layout keeps the order of the channels.
    let withoutLayout = folder.url("b.caf")
    try write(withoutLayout, fileLayout: nil)
    #expect(try frame(withoutLayout, client: nil) == Self.frame)
  }

  @Test("another channel count is refused; a layout with an equal count overrides the file's")
  func refusedLayouts() throws {
    let url = folder.url("a.caf")
    try write(url, fileLayout: Self.film)
    let file = try TestExtFile(url)
    func status(_ property: ExtAudioFilePropertyID, _ tag: AudioChannelLayoutTag) -> OSStatus {
      var layout = Self.layout(tag)
      return ExtAudioFileSetProperty(file.reference, property, 12, &layout)
    }
    #expect(tag(kExtAudioFileProperty_ClientChannelLayout, of: file.reference) == 0)
    for property in [
      kExtAudioFileProperty_ClientChannelLayout, kExtAudioFileProperty_FileChannelLayout,
    ] {
      #expect(
        status(property, kAudioChannelLayoutTag_Stereo) == kExtAudioFileError_InvalidChannelMap)
      var short: UInt32 = Self.film
      #expect(
        ExtAudioFileSetProperty(file.reference, property, 4, &short)
          == kExtAudioFileError_InvalidPropertySize)
    }
    #expect(tag(kExtAudioFileProperty_FileChannelLayout, of: file.reference) == Self.film)
    // Per Apple's documentation, the reader may override the file's layout.
    #expect(status(kExtAudioFileProperty_FileChannelLayout, Self.centreFirst) == noErr)
    #expect(tag(kExtAudioFileProperty_FileChannelLayout, of: file.reference) == Self.centreFirst)
    file.client = .int16(rate: 48_000, channels: 6)
    try file.set(kExtAudioFileProperty_ClientDataFormat, file.client)
    #expect(status(kExtAudioFileProperty_ClientChannelLayout, Self.film) == noErr)
    let frame = LittleEndian.int16(try file.readBytes(1))
    #expect(Self.places.map { frame[$0] } == Self.frame)
  }

  /// Creates a file with a layout, writes a frame in film order, and closes it.
  ///
  /// - Returns: The layout that the file reported before.
  private func create(
    _ url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription,
    _ layout: AudioChannelLayoutTag
  ) throws -> AudioChannelLayoutTag {
    let file = try TestExtFile(
      creating: url, type, format, client: .int16(rate: 48_000, channels: 6), layout: layout)
    try file.set(kExtAudioFileProperty_ClientChannelLayout, Self.layout(Self.film))
    try file.write((1...6).flatMap { [UInt8($0), 1] })
    let reported = tag(kExtAudioFileProperty_FileChannelLayout, of: file.reference)
    #expect(file.close() == noErr)
    return reported
  }

  @Test("channels are reordered even if the file type cannot store the layout")
  func destinationLayouts() throws {
    let reordered = Self.places.map { Self.frame[$0] }
    var big = AudioStreamBasicDescription.int16(rate: 48_000, channels: 6)
    big.mFormatFlags |= kAudioFormatFlagIsBigEndian
    let plain = folder.url("a.au")
    #expect(try create(plain, kAudioFileNextType, big, Self.centreFirst) == Self.centreFirst)
    #expect(try frame(plain, client: nil) == reordered)
    // WAVE has one order for these speakers, stated in the header.
    let wave = folder.url("a.wav")
    let little = AudioStreamBasicDescription.int16(rate: 48_000, channels: 6)
    #expect(try create(wave, kAudioFileWAVEType, little, Self.centreFirst) == Self.film)
    #expect(try frame(wave, client: nil) == Self.frame)
    #expect(try frame(wave, client: Self.centreFirst) == reordered)
  }

  @Test("a file without a known rate accepts a layout")
  func pendingLayout() throws {
    let url = folder.url("a.caf")
    var format = AudioStreamBasicDescription.int16(rate: 0, channels: 6)
    var created: ExtAudioFileRef?
    try #require(
      ExtAudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, nil, 1, &created)
        == noErr)
    let file = try #require(created)
    var layout = Self.layout(kAudioChannelLayoutTag_Stereo)
    let property = kExtAudioFileProperty_FileChannelLayout
    #expect(
      ExtAudioFileSetProperty(file, property, 32, &layout) == kExtAudioFileError_InvalidChannelMap)
    layout = Self.layout(Self.centreFirst)
    #expect(ExtAudioFileSetProperty(file, property, 32, &layout) == noErr)
    #expect(tag(property, of: file) == Self.centreFirst)
    var client = AudioStreamBasicDescription.int16(rate: 48_000, channels: 6)
    #expect(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
    #expect(tag(property, of: file) == Self.centreFirst)
    #expect(ExtAudioFileDispose(file) == noErr)
    let read = try TestExtFile(url)
    #expect(tag(property, of: read.reference) == Self.centreFirst)
  }

  @Test("an encoder keeps its channel order, and the file states it")
  func encodedLayout() throws {
    let url = folder.url("a.caf")
    let lossless = AudioStreamBasicDescription.compressed(
      kAudioFormatAppleLossless, rate: 48_000, channels: 6, framesPerPacket: 0)
    #expect(try create(url, kAudioFileCAFType, lossless, Self.film) == Self.centreFirst)
    let read = try TestExtFile(url)
    #expect(tag(kExtAudioFileProperty_FileChannelLayout, of: read.reference) == Self.centreFirst)
    #expect(try frame(url, client: nil) == Self.places.map { Self.frame[$0] })
    #expect(try frame(url, client: Self.film) == Self.frame)
    // A conversion without a file has the same restriction.
    var source = AudioStreamBasicDescription.int16(rate: 48_000, channels: 6)
    var target = lossless
    var made: AudioConverterRef?
    try #require(AudioConverterNew(&source, &target, &made) == noErr)
    let converter = try #require(made)
    defer { AudioConverterDispose(converter) }
    var film = Self.layout(Self.film)
    for property in [kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout] {
      #expect(AudioConverterSetProperty(converter, property, 32, &film) == noErr)
    }
    var map = [Int32](repeating: -1, count: 6)
    var size: UInt32 = 24
    #expect(AudioConverterGetProperty(converter, kAudioConverterChannelMap, &size, &map) == noErr)
    #expect(map == Self.places.map { Int32($0) })
    var reported = AudioChannelLayout()
    size = 32
    #expect(
      AudioConverterGetProperty(converter, kAudioConverterOutputChannelLayout, &size, &reported)
        == noErr)
    #expect(reported.mChannelLayoutTag == Self.centreFirst)
  }

  @Test("a file that cannot be encoded is deleted", arguments: [0, 48_000.0])
  func abandonedFile(_ rate: Double) throws {
    let url = folder.url("a.caf")
    // The file supports this number of channels, but no converter does.
    var format = AudioStreamBasicDescription.int16(rate: rate, channels: 300)
    var created: ExtAudioFileRef?
    let status = ExtAudioFileCreateWithURL(
      url as CFURL, kAudioFileCAFType, &format, nil, 1, &created)
    if rate > 0 {
      #expect(status == kAudioConverterErr_FormatNotSupported && created == nil)
    } else {
      let file = try #require(created)
      var client = AudioStreamBasicDescription.int16(rate: 48_000, channels: 300)
      #expect(
        ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client)
          == kAudioConverterErr_FormatNotSupported)
      #expect(ExtAudioFileDispose(file) == noErr)
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    #expect(!open.contains { $0.hasPrefix(url.path) })
  }

  @Test(
    "a layout with descriptions is read completely",
    arguments: [kAudioFileCAFType, kAudioFileAIFFType])
  func describedLayout(_ type: AudioFileTypeID) throws {
    let url = folder.url("a.file")
    var format = AudioStreamBasicDescription.int16(rate: 48_000, channels: 6)
    format.mFormatFlags |= type == kAudioFileAIFFType ? kAudioFormatFlagIsBigEndian : 0
    let client = AudioStreamBasicDescription.int16(rate: 48_000, channels: 6)
    let file = try TestExtFile(creating: url, type, format, client: client)
    // LFE Rs Ls C R L has no tag.
    let labels: [UInt32] = [4, 6, 5, 3, 2, 1]
    var words: [UInt32] = [0, 0, 6]
    for label in labels { words += [label, 0, 0, 0, 0] }
    let layout = LittleEndian.bytes(words.map { Float(bitPattern: $0) })
    #expect(
      ExtAudioFileSetProperty(
        file.reference, kExtAudioFileProperty_FileChannelLayout, 132, layout) == noErr)
    try file.set(kExtAudioFileProperty_ClientChannelLayout, Self.layout(Self.film))
    try file.write((1...6).flatMap { [UInt8($0), 1] })
    #expect(file.close() == noErr)
    var opened: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
    let read = try #require(opened)
    defer { AudioFileClose(read) }
    var size: UInt32 = 0
    let property = kAudioFilePropertyChannelLayout
    #expect(AudioFileGetPropertyInfo(read, property, &size, nil) == noErr && size == 132)
    var bytes = [UInt8](repeating: 0, count: 132)
    #expect(AudioFileGetProperty(read, property, &size, &bytes) == noErr && bytes == layout)
    size = 32
    #expect(
      AudioFileGetProperty(read, property, &size, &bytes) == kAudioFileBadPropertySizeError)
    #expect(try frame(url, client: nil) == [3, 5, 4, 2, 1, 0].map { Self.frame[$0] })
    #expect(try frame(url, client: Self.film) == Self.frame)
  }

  @Test("packet sizes match the properties")
  func packetSizes() throws {
    let url = folder.url("a.m4a")
    var format = AudioStreamBasicDescription.compressed(
      kAudioFormatAppleLossless, rate: 0, channels: 2, framesPerPacket: 0)
    var created: ExtAudioFileRef?
    try #require(
      ExtAudioFileCreateWithURL(url as CFURL, kAudioFileM4AType, &format, nil, 1, &created)
        == noErr)
    let writer = try #require(created)
    func number(_ property: ExtAudioFilePropertyID, of file: ExtAudioFileRef) -> (OSStatus, UInt32)
    {
      var value: UInt32 = 0
      var size: UInt32 = 4
      return (ExtAudioFileGetProperty(file, property, &size, &value), value)
    }
    // The rate is unknown, so there is no encoder.
    #expect(
      number(kExtAudioFileProperty_FileMaxPacketSize, of: writer).0
        == kExtAudioFileError_MaxPacketSizeUnknown)
    #expect(
      number(kExtAudioFileProperty_ClientMaxPacketSize, of: writer).0
        == kExtAudioFileError_InvalidOperationOrder)
    var client = AudioStreamBasicDescription.int16(rate: 44_100)
    try #require(
      ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientDataFormat, 40, &client)
        == noErr)
    #expect(number(kExtAudioFileProperty_ClientMaxPacketSize, of: writer) == (noErr, 4))
    let (status, most) = number(kExtAudioFileProperty_FileMaxPacketSize, of: writer)
    #expect(status == noErr)
    var sound = try ExtAudioFileWritingTests.recording()
    // Incompressible noise gives the largest packets.
    for index in 0..<16_384 { sound[index] = UInt8(truncatingIfNeeded: index &* index &* 7 >> 3) }
    let written = sound.withUnsafeMutableBytes { sound in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 2, mDataByteSize: UInt32(sound.count), mData: sound.baseAddress))
      return ExtAudioFileWrite(writer, UInt32(sound.count / 4), &list)
    }
    #expect(written == noErr && ExtAudioFileDispose(writer) == noErr)

    let read = try TestExtFile(url)
    let largest = number(kExtAudioFileProperty_FileMaxPacketSize, of: read.reference)
    #expect(largest.0 == noErr && largest.1 <= most)
    let sizes = String(
      decoding: try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", url.path]), as: UTF8.self)
    let packets = sizes.split { !$0.isNumber }.compactMap { UInt32($0) }
    #expect(packets.max() == largest.1)
    // The client's packets are frames.
    #expect(number(kExtAudioFileProperty_ClientMaxPacketSize, of: read.reference) == (noErr, 8))
  }
}

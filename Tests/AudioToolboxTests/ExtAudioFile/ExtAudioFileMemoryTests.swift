import AudioToolbox
import TestSupport
import Testing

/// The memory for packets that a file reads or writes, and for its codec's packets.
struct ExtAudioFileMemoryTests {
  /// Memory lent by a client, followed by a guard that must stay intact.
  final class Lent {
    let room: UnsafeMutableRawBufferPointer
    let byteCount: Int

    init(_ byteCount: Int) {
      room = .allocate(byteCount: byteCount + 16, alignment: 1)
      self.byteCount = byteCount
      scribble()
    }

    deinit { room.deallocate() }

    /// Whether the memory was used since the last overwriting.
    var wasUsed: Bool { room.prefix(byteCount).contains { $0 != 0xA5 } }
    var isWhole: Bool { room.suffix(16).allSatisfy { $0 == 0xA5 } }

    /// Overwrites the memory, to detect a file that depends on its contents.
    func scribble() {
      for index in room.indices { room[index] = 0xA5 }
    }

    func lend(to file: TestExtFile) throws {
      try file.set(kExtAudioFileProperty_IOBuffer, room.baseAddress)
      try file.set(kExtAudioFileProperty_IOBufferSizeBytes, UInt32(byteCount))
    }
  }

  static let sources =
    ExtAudioFileReadingTests.plain + ExtAudioFileReadingTests.mpeg
    + ExtAudioFileReadingTests.others

  @Test(
    "packets are read through lent memory, which may change between calls",
    arguments: sources)
  func reading(_ source: ExtAudioFileReadingTests.Source) throws {
    let (url, folder) = try ExtAudioFileReadingTests.make(source)
    let plain = try TestExtFile(url)
    let all = try plain.readAll()
    let largest = Int(try plain.get(kExtAudioFileProperty_FileMaxPacketSize, 0 as UInt32))
    for byteCount in [1, largest, largest + 1, 1 << 16] {
      // Two files share the memory.
      let lent = Lent(byteCount)
      let files = try (0..<2).map { _ in
        let file = try TestExtFile(url)
        try lent.lend(to: file)
        return file
      }
      var read: [[Float]] = [[], []]
      var uses = 0
      for _ in 0..<12 {
        for (index, file) in files.enumerated() {
          read[index] += try file.read(700)
          if lent.wasUsed { uses += 1 }
          #expect(lent.isWhole)
          lent.scribble()
        }
      }
      let expected = Array(all.prefix(12 * 700 * source.channels))
      #expect(read[0] == expected && read[1] == expected, "\(byteCount) bytes")
      // Packets that do not fit use other memory.
      #expect(byteCount < largest || uses > 0)
      if source.seeking == .infinity {
        #expect(ExtAudioFileSeek(files[0].reference, 5000) == noErr)
        let again = try files[0].read(100)
        #expect(again == Array(all.dropFirst(5000 * source.channels).prefix(again.count)))
        #expect(again.count == 100 * source.channels)
      }
    }
    _ = folder
  }

  @Test("lent memory is used from when its size is set until it is removed")
  func order() throws {
    let (url, folder) = try ExtAudioFileReadingTests.make(ExtAudioFileReadingTests.plain[0])
    let file = try TestExtFile(url)
    let all = try TestExtFile(url).readAll()
    let lent = Lent(1 << 12)
    var samples = try file.read(100)
    try file.set(kExtAudioFileProperty_IOBuffer, lent.room.baseAddress)
    samples += try file.read(20_000)
    #expect(!lent.wasUsed)
    #expect(
      try file.get(kExtAudioFileProperty_IOBuffer, nil as UnsafeMutableRawPointer?)
        == lent.room.baseAddress)
    try file.set(kExtAudioFileProperty_IOBufferSizeBytes, 1 << 12 as UInt32)
    samples += try file.read(10_000)
    #expect(lent.wasUsed)
    lent.scribble()
    try file.set(kExtAudioFileProperty_IOBuffer, nil as UnsafeMutableRawPointer?)
    samples += try file.readAll()
    #expect(!lent.wasUsed && samples == all)
    #expect(
      try file.get(kExtAudioFileProperty_IOBuffer, nil as UnsafeMutableRawPointer?) == nil)
    #expect(try file.get(kExtAudioFileProperty_IOBufferSizeBytes, 0 as UInt32) == 1 << 12)
    #expect(throws: ConverterFailure(status: kAudio_ParamError)) {
      try file.set(kExtAudioFileProperty_IOBufferSizeBytes, 0 as UInt32)
    }
    #expect(throws: ConverterFailure(status: kExtAudioFileError_InvalidPropertySize)) {
      try file.set(kExtAudioFileProperty_IOBuffer, 0 as UInt32)
    }
    var (size, isWritable): (UInt32, DarwinBoolean) = (0, false)
    #expect(
      ExtAudioFileGetPropertyInfo(
        file.reference, kExtAudioFileProperty_IOBuffer, &size, &isWritable) == noErr)
    #expect(size == 8 && isWritable == true)
    _ = folder
  }

  @Test("each read has the set size", arguments: [100, 4000, 100_000])
  func readSize(byteCount: Int) throws {
    let (url, folder) = try ExtAudioFileReadingTests.make(ExtAudioFileReadingTests.plain[0])
    let source = CallbackFile(Array(try Data(contentsOf: url)))
    let (status, opened) = source.open()
    #expect(status == noErr)
    let under = try #require(opened)
    defer { AudioFileClose(under) }
    let file = try TestExtFile(wrapping: under)
    try file.set(kExtAudioFileProperty_IOBufferSizeBytes, UInt32(byteCount))
    source.longestRequest = 0
    #expect(try file.readAll(portion: 300).count == 2 * (try file.length))
    #expect(source.longestRequest == byteCount)
    _ = folder
  }

  static let targets = ExtAudioFileEncodingTests.ours + ExtAudioFileEncodingTests.others

  @Test("packets written through lent memory give the same file", arguments: targets)
  func writing(_ target: ExtAudioFileEncodingTests.Target) throws {
    let folder = try TestSupport.TemporaryFolder()
    let client = AudioStreamBasicDescription.float32(
      rate: Double(target.rate), channels: target.channels)
    let frames = try FFmpeg.encode(
      ["-f", "f32le"], sampleRate: target.rate, channelCount: target.channels, seconds: 0.7)
    func write(_ lent: Lent?) throws -> [Float] {
      let url = folder.url(target.file)
      let file = try TestExtFile(creating: url, target.type, target.format, client: client)
      try lent?.lend(to: file)
      try file.write(frames)
      #expect(file.close() == noErr)
      return try TestExtFile(url).readAll()
    }
    let plain = try write(nil)
    #expect(plain.count >= frames.count / 4)
    for byteCount in [1, 5000, 1 << 17] {
      let lent = Lent(byteCount)
      let isSame = try write(lent) == plain
      #expect(isSame, "\(byteCount) bytes")
      #expect(lent.isWhole && (lent.wasUsed || byteCount < 1 << 17))
    }
  }

  @Test("linear PCM is converted in lent memory, and written from there")
  func writingPCM() throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url("a.wav")
    let file = try TestExtFile(
      creating: url, kAudioFileWAVEType, .int16(rate: 8000, channels: 1),
      client: .float32(rate: 8000, channels: 1))
    let lent = Lent(200)
    try lent.lend(to: file)
    let samples: [Float] = (0..<100).map { Float($0 - 50) / 64 }
    try file.write(samples.flatMap { AudioFormatTests.bytes($0) })
    let expected = samples.flatMap { AudioFormatTests.bytes(Int16($0 * 32768)) }
    #expect(Array(lent.room.prefix(200)) == expected)
    #expect(file.close() == noErr)
    #expect(Array(try Data(contentsOf: url)).suffix(200) == ArraySlice(expected))
  }

  @Test("a codec from an unknown manufacturer is refused")
  func manufacturer() throws {
    let (url, folder) = try ExtAudioFileReadingTests.make(ExtAudioFileReadingTests.plain[3])
    let file = try TestExtFile(url)
    #expect(try file.get(kExtAudioFileProperty_CodecManufacturer, 1 as UInt32) == 0)
    try file.set(kExtAudioFileProperty_CodecManufacturer, kAppleSoftwareAudioCodecManufacturer)
    #expect(throws: ConverterFailure(status: kAudioConverterErr_FormatNotSupported)) {
      try file.set(kExtAudioFileProperty_CodecManufacturer, kAppleHardwareAudioCodecManufacturer)
    }
    #expect(
      try file.get(kExtAudioFileProperty_CodecManufacturer, 1 as UInt32)
        == kAppleSoftwareAudioCodecManufacturer)
    try file.set(kExtAudioFileProperty_ClientDataFormat, file.client)
    #expect(try file.read(100).count == 200)
    _ = folder
  }
}

import AudioToolbox
import TestSupport
import Testing

@Suite struct AudioFileWritingTests {
  static let recipes = Recipe.constant

  @Test(arguments: recipes) func writtenPacketsAreReadBack(recipe: Recipe) throws {
    for flags: AudioFileFlags in [[], .dontPageAlignAudioData] {
      let sink = CallbackSink()
      sink.longestWrite = 1000
      let file = try #require(sink.create(recipe.type, recipe.format, flags).file)
      recipe.write(to: file, batch: 97)
      #expect(AudioFileClose(file) == noErr)
      let source = CallbackFile(sink.bytes)
      let read = try #require(source.open().1)
      defer { _ = withExtendedLifetime(source) { AudioFileClose(read) } }
      let format = try property(
        read, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      #expect(format == recipe.format)
      #expect(try property(read, kAudioFilePropertyFileFormat, AudioFileTypeID(0)) == recipe.type)
      #expect(readAllPackets(read, constant: Int(format.mBytesPerPacket)) == recipe.packets)
      let offset = try property(read, kAudioFilePropertyDataOffset, Int64(0))
      #expect(flags.isEmpty == (offset % 4096 == 0))
      let count = try property(read, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
      #expect(count == UInt64(recipe.packetCount))
    }
  }

  @Test(arguments: recipes) func filesCanBeReadWhileTheyAreWritten(recipe: Recipe) throws {
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(file) } }
    let half = recipe.packetCount / 2
    recipe.write(to: file, count: half)
    #expect(recipe.read(file) == Array(recipe.packets.prefix(half)))
    recipe.write(to: file, from: half)
    #expect(recipe.read(file) == recipe.packets)
    let count = try property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
    #expect(count == UInt64(recipe.packetCount))
  }

  @Test(arguments: recipes) func filesOfAStoppedWriterCanBeRead(recipe: Recipe) throws {
    for defers: UInt32 in [0, 1] {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      defer { _ = withExtendedLifetime(sink) { AudioFileClose(file) } }
      var defers = defers
      #expect(
        AudioFileSetProperty(file, kAudioFilePropertyDeferSizeUpdates, 4, &defers) == noErr)
      recipe.write(to: file)
      let source = CallbackFile(sink.bytes)
      let stopped = try #require(source.open().1)
      defer { _ = withExtendedLifetime(source) { AudioFileClose(stopped) } }
      #expect(recipe.read(stopped) == recipe.packets)
    }
  }

  @Test(arguments: recipes) func aFullDiskIsReportedAndTheFileOpens(recipe: Recipe) throws {
    guard recipe.packetCount > 0 else { return }
    let size = recipe.packets[0].count
    for extra in [0, 1, size * 150 + size / 2] {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      recipe.write(to: file, count: 100)
      sink.room = sink.bytes.count + extra
      let (status, count) = Recipe.write(
        Array(recipe.packets[100...]), of: recipe.format, to: file, at: 100)
      #expect(status == CallbackSink.full)
      #expect(count == extra / size)
      // The earlier contents remain, and closing reports no further loss.
      #expect(recipe.read(file) == Array(recipe.packets.prefix(100 + count)))
      AudioFileClose(file)
      let source = CallbackFile(sink.bytes)
      let read = try #require(source.open().1)
      defer { _ = withExtendedLifetime(source) { AudioFileClose(read) } }
      #expect(recipe.read(read) == Array(recipe.packets.prefix(100 + count)))
    }
  }

  @Test func packetsAreReplacedAndAppended() throws {
    let recipe = Self.recipes[0]
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    recipe.write(to: file, count: 100)
    var count: UInt32 = 10
    let bytes = [UInt8](repeating: 9, count: 100)
    let cases: [(start: Int64, bytes: UInt32, status: OSStatus)] = [
      (-1, 40, kAudioFileInvalidPacketOffsetError), (101, 40, kAudioFileInvalidPacketOffsetError),
      (95, 40, noErr), (95, 10, noErr), (95, 100, noErr),
    ]
    for (start, size, status) in cases {
      count = 10
      #expect(AudioFileWritePackets(file, false, size, nil, start, &count, bytes) == status)
      #expect(count == (status == noErr ? 10 : 0))
    }
    let expected =
      Array(recipe.packets.prefix(95)) + Array(repeating: [9, 9, 9, 9], count: 10)
    #expect(recipe.read(file) == expected)
    count = 6
    #expect(AudioFileWriteBytes(file, false, 418, &count, Array<UInt8>(1...6)) == noErr)
    #expect(AudioFileWriteBytes(file, false, 425, &count, bytes) == kAudioFilePositionError)
    #expect(recipe.read(file) == expected.dropLast() + [[9, 9, 1, 2], [3, 4, 5, 6]])
    let status = withExtendedLifetime(sink) { AudioFileClose(file) }
    #expect(status == noErr)
    #expect(AudioFileClose(file) == kAudioFileNotOpenError)
  }

  @Test func filesOpenedForReadingRefuseWrites() throws {
    let source = CallbackFile(try MediaFile.named("WAVE").bytes)
    let file = try #require(source.open().1)
    defer { _ = withExtendedLifetime(source) { AudioFileClose(file) } }
    var count: UInt32 = 1
    let bytes: [UInt8] = [1, 2, 3, 4]
    #expect(AudioFileWriteBytes(file, false, 0, &count, bytes) == kAudioFilePermissionsError)
    #expect(
      AudioFileWritePackets(file, false, 4, nil, 0, &count, bytes) == kAudioFilePermissionsError)
    var one: UInt32 = 1
    #expect(
      AudioFileSetProperty(file, kAudioFilePropertyDeferSizeUpdates, 4, &one)
        == kAudioFilePermissionsError)
  }

  @Test func creatingReportsErrors() throws {
    let folder = try TemporaryFolder()
    let recipe = Self.recipes[0]
    let url = folder.url.appendingPathComponent("a.wav")
    func create(_ flags: AudioFileFlags, _ type: AudioFileTypeID, _ bits: UInt32 = 16) -> OSStatus {
      var file: AudioFileID?
      var format = recipe.format
      format.mBitsPerChannel = bits
      let status = AudioFileCreateWithURL(url as CFURL, type, &format, flags, &file)
      #expect((file == nil) == (status != noErr))
      if let file { AudioFileClose(file) }
      return status
    }
    #expect(create([], kAudioFileWAVEType) == noErr)
    #expect(create([], kAudioFileWAVEType) == kAudioFilePermissionsError)
    let before = try Tool.read(url)
    #expect(create(.eraseFile, kAudioFileWAVEType, 17) == kAudioFileUnsupportedDataFormatError)
    #expect(create(.eraseFile, 0x3F3F_3F3F) == kAudioFileUnsupportedFileTypeError)
    // A failed creation leaves the existing file intact.
    #expect(try Tool.read(url) == before)
    #expect(create(.eraseFile, kAudioFileRF64Type) == noErr)
    #expect(try Tool.read(url).prefix(4) == Array("RF64".utf8)[...])
  }

  @Test func tagsAreWrittenBeforeAndAfterTheAudio() throws {
    let recipe = Self.recipes[0]
    let first = ["title": "Ä song", "artist": "Someone", "year": "1999"]
    let second = ["title": "Another, longer title", "album": "All", "year": "2001"]
    for changes in [false, true] {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      #expect(setInformation(first, of: file) == noErr)
      recipe.write(to: file)
      if changes { #expect(setInformation(second, of: file) == noErr) }
      let expected = changes ? second : first
      #expect(information(file).filter { expected[$0.key] != nil } == expected)
      #expect(AudioFileClose(file) == noErr)
      let source = CallbackFile(sink.bytes)
      let read = try #require(source.open().1)
      defer { _ = withExtendedLifetime(source) { AudioFileClose(read) } }
      var found = information(read)
      #expect(found.removeValue(forKey: kAFInfoDictionary_ApproximateDurationInSeconds) != nil)
      #expect(found == expected)
      #expect(recipe.read(read) == recipe.packets)
      let isOptimized = try property(read, kAudioFilePropertyIsOptimized, UInt32(7))
      #expect(isOptimized == (changes ? 0 : 1))
    }
  }

  @Test(arguments: recipes) func ffmpegDecodesTheSameSamples(recipe: Recipe) throws {
    guard recipe.packetCount > 0 else { return }
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    recipe.write(to: file)
    #expect(AudioFileClose(file) == noErr)
    let raw = try FFmpeg.decode(sink.bytes, [], ["-c", "copy", "-f", "data"])
    #expect(raw == recipe.bytes)
  }
}

extension AudioStreamBasicDescription: @retroactive Equatable {
  /// Returns whether two formats are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.mSampleRate == b.mSampleRate && a.mFormatID == b.mFormatID
      && a.mFormatFlags == b.mFormatFlags && a.mBytesPerPacket == b.mBytesPerPacket
      && a.mFramesPerPacket == b.mFramesPerPacket && a.mBytesPerFrame == b.mBytesPerFrame
      && a.mChannelsPerFrame == b.mChannelsPerFrame && a.mBitsPerChannel == b.mBitsPerChannel
  }
}

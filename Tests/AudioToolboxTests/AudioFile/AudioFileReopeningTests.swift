import AudioToolbox
import TestSupport
import Testing

/// Continues writing existing files.
@Suite struct AudioFileReopeningTests {
  static let recipes =
    Recipe.constant.filter {
      ![kAudioFileNextType, kAudioFileWave64Type].contains($0.type) && $0.packetCount > 0
    }
    + Recipe.varying.filter { $0.type == kAudioFileCAFType }

  private static let code: UInt32 = 0x6162_6364

  /// Makes a file with the first half of the packets and an unknown chunk.
  private func fill(_ file: AudioFileID, _ recipe: Recipe) {
    recipe.setCookie(of: file)
    recipe.write(to: file, count: recipe.packetCount / 2)
    #expect(setInformation(["title": "Before"], of: file) == noErr)
    let body: [UInt8] = [1, 2, 3, 4, 5]
    #expect(AudioFileSetUserData(file, Self.code, 0, 5, body) == noErr)
    #expect(AudioFileClose(file) == noErr)
  }

  private func make(_ recipe: Recipe, _ url: URL) throws {
    var file: AudioFileID?
    var format = recipe.format
    try #require(AudioFileCreateWithURL(url as CFURL, recipe.type, &format, [], &file) == noErr)
    fill(try #require(file), recipe)
  }

  private func open(_ url: URL, _ permissions: AudioFilePermissions) throws -> AudioFileID {
    var file: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, permissions, 0, &file) == noErr)
    return try #require(file)
  }

  @Test(arguments: recipes) func newPacketsAreAppendedAndOtherDataIsKept(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a")
    try make(recipe, url)
    let before = try Tool.read(url)
    // Opening alone does not modify the file.
    #expect(AudioFileClose(try open(url, .readWritePermission)) == noErr)
    #expect(try Tool.read(url) == before)
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let file = try open(link, .readWritePermission)
    #expect(recipe.read(file) == Array(recipe.packets.prefix(recipe.packetCount / 2)))
    recipe.write(to: file, from: recipe.packetCount / 2)
    #expect(recipe.read(file) == recipe.packets)
    #expect(try property(file, kAudioFilePropertyFileFormat, AudioFileTypeID(0)) == recipe.type)
    // Until it is closed, the file is the old one.
    #expect(try Tool.read(url) == before)
    #expect(AudioFileClose(file) == noErr)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == ["a", "link"])
    let read = try open(url, .readPermission)
    defer { AudioFileClose(read) }
    #expect(recipe.read(read) == recipe.packets)
    #expect(information(read)["title"] == "Before")
    #expect(userData(read, Self.code, 0) == [1, 2, 3, 4, 5])
    let format = try property(read, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    #expect(format == recipe.format)
    let isOptimized = try property(read, kAudioFilePropertyIsOptimized, UInt32(9))
    // A table of varying packets is known only at the end.
    #expect(isOptimized == (recipe.format.mBytesPerPacket > 0 ? 1 : 0))
  }

  @Test(arguments: recipes) func reopeningWorksWithCallbacks(recipe: Recipe) throws {
    let sink = CallbackSink()
    fill(try #require(sink.create(recipe.type, recipe.format).file), recipe)
    let before = sink.bytes
    // If the client's functions fail, the file is unmodified.
    var round = 0
    while true {
      let file = try #require(sink.open().file)
      #expect(setInformation(["title": "After"], of: file) == noErr)
      recipe.write(to: file, from: recipe.packetCount / 2)
      #expect(sink.bytes == before)
      sink.callsLeft = round
      let status = withExtendedLifetime(sink) { AudioFileClose(file) }
      sink.callsLeft = .max
      if status == noErr { break }
      #expect(status == CallbackSink.full)
      #expect(sink.bytes == before)
      round += 1
    }
    #expect(round > 0)
    let read = try #require(sink.open().file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(read) } }
    #expect(recipe.read(read) == recipe.packets)
    #expect(information(read)["title"] == "After")
    #expect(userData(read, Self.code, 0) == [1, 2, 3, 4, 5])
  }

  @Test(arguments: recipes) func userDataChanges(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a")
    try make(recipe, url)
    let file = try open(url, .writePermission)
    let (new, longer): ([UInt8], [UInt8]) = ([7], [UInt8](repeating: 8, count: 999))
    #expect(AudioFileRemoveUserData(file, Self.code, 1) == kAudioFileInvalidChunkError)
    #expect(AudioFileSetUserData(file, Self.code, 2, 1, new) == kAudioFileInvalidChunkError)
    #expect(AudioFileSetUserData(file, Self.code, 1, 1, new) == noErr)
    #expect(AudioFileSetUserData(file, Self.code, 0, 999, longer) == noErr)
    #expect(AudioFileSetUserData(file, Self.code, 2, 0, new) == noErr)
    // A client cannot change information that the format itself states.
    let audio: UInt32 = recipe.type == kAudioFileAIFFType ? 0x5353_4E44 : 0x6461_7461
    if recipe.type != kAudioFileAIFCType {
      #expect(AudioFileSetUserData(file, audio, 0, 1, new) == kAudioFileInvalidChunkError)
      #expect(AudioFileRemoveUserData(file, audio, 0) == kAudioFileInvalidChunkError)
    }
    var count: UInt32 = 9
    for (removes, expected) in [(false, 3), (true, 2)] as [(Bool, UInt32)] {
      if removes { #expect(AudioFileRemoveUserData(file, Self.code, 0) == noErr) }
      #expect(AudioFileCountUserData(file, Self.code, &count) == noErr)
      #expect(count == expected)
      #expect(userData(file, Self.code, removes ? 0 : 1) == new)
      #expect(userData(file, Self.code, removes ? 1 : 2) == [])
    }
    #expect(AudioFileClose(file) == noErr)
    let read = try open(url, .readPermission)
    defer { AudioFileClose(read) }
    #expect(AudioFileCountUserData(read, Self.code, &count) == noErr)
    #expect(count == 2)
    #expect(userData(read, Self.code, 0) == new)
    #expect(recipe.read(read) == Array(recipe.packets.prefix(recipe.packetCount / 2)))
    #expect(information(read)["title"] == "Before")
  }

  /// A WAVE file with unknown contents.
  private static let rich: [UInt8] = {
    typealias Bytes = ChunkBytes
    let texts = Bytes.chunk("INAM", Array("Old\0".utf8)) + Bytes.chunk("IENG", Array("Eng\0".utf8))
    let cue = Bytes.little(1, 4) + Bytes.little(7, 4) + Bytes.little(5, 4) + Array("data".utf8)
    let note = Bytes.chunk("note", Bytes.little(7, 4) + Array("Hm\0".utf8))
    return Bytes.wave(
      before: Bytes.chunk("LIST", Array("INFO".utf8) + texts) + Bytes.chunk("odd ", [1, 2, 3])
        + Bytes.chunk("PEAK", [1, 0, 0, 0]),
      frames: 50,
      after: Bytes.chunk("cue ", cue + Bytes.little(0, 8) + Bytes.little(5, 4))
        + Bytes.chunk("LIST", Array("adtl".utf8) + note)
        + Bytes.chunk("LIST", Array("exif".utf8) + [9, 9]) + Bytes.chunk("odd ", [4]))
  }()

  @Test func unknownDataIsKept() throws {
    let folder = try TemporaryFolder()
    let url = try folder.add("a.wav", Self.rich)
    let file = try open(url, .readWritePermission)
    #expect(setInformation(["title": "New"], of: file) == noErr)
    #expect(AudioFileClose(file) == noErr)
    let tagged = try Tool.read(url)
    for text in ["IENG", "Eng\0", "note", "Hm\0", "exif", "PEAK", "New\0"] {
      #expect(tagged.firstRange(of: Array(text.utf8)) != nil, "\(text)")
    }
    #expect(tagged.firstRange(of: Array("Old\0".utf8)) == nil)
    let again = try open(url, .readWritePermission)
    #expect(userData(again, 0x6F64_6420, 0) == [1, 2, 3])
    #expect(userData(again, 0x6F64_6420, 1) == [4])
    var count: UInt32 = 4
    #expect(AudioFileWriteBytes(again, false, 200, &count, [UInt8]([3, 3, 3, 3])) == noErr)
    #expect(AudioFileClose(again) == noErr)
    // The peaks of old samples are invalid for new ones.
    let appended = try Tool.read(url)
    #expect(appended.firstRange(of: Array("PEAK".utf8)) == nil)
    #expect(appended.firstRange(of: Array("note".utf8)) != nil)
    let raw = try FFmpeg.decode(appended, [], ["-c", "copy", "-f", "data"])
    #expect(raw == [UInt8](repeating: 1, count: 200) + [3, 3, 3, 3])
  }

  @Test func unsupportedEditsAreRefused() throws {
    let folder = try TemporaryFolder()
    let media = try MediaFile.named("MP3 of one rate")
    let url = try folder.add("a.mp3", media.bytes)
    let file = try open(url, .readWritePermission)
    var count: UInt32 = 1
    let byte: [UInt8] = [0]
    #expect(
      AudioFileWriteBytes(file, false, 0, &count, byte) == kAudioFileOperationNotSupportedError)
    #expect(
      AudioFileSetUserData(file, Self.code, 0, 1, byte) == kAudioFileOperationNotSupportedError)
    var writable: UInt32 = 9
    #expect(
      AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, nil, &writable)
        == kAudioFileUnsupportedPropertyError)
    #expect(
      AudioFileGetPropertyInfo(file, kAudioFilePropertyMarkerList, nil, &writable)
        == kAudioFileUnsupportedPropertyError)
    #expect(AudioFileClose(file) == noErr)
    #expect(try Tool.read(url) == media.bytes)
  }

  /// Rewriting the file adds information that must precede the audio.
  @Test func aFileIsRewrittenIfItsHeaderGrows() throws {
    let recipe = Recipe.constant[0]
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.wav")
    var created: AudioFileID?
    var format = recipe.format
    try #require(AudioFileCreateWithURL(url as CFURL, recipe.type, &format, [], &created) == noErr)
    let file = try #require(created)
    recipe.write(to: file, count: 500)
    // Two speakers at the back.
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    layout.mChannelBitmap = AudioChannelBitmap(rawValue: 0x30)
    #expect(
      AudioFileSetProperty(
        file, kAudioFilePropertyChannelLayout, UInt32(MemoryLayout.size(ofValue: layout)), &layout)
        == noErr)
    recipe.write(to: file, from: 500)
    #expect(recipe.read(file) == recipe.packets)
    #expect(AudioFileClose(file) == noErr)
    let read = try open(url, .readPermission)
    defer { AudioFileClose(read) }
    #expect(recipe.read(read) == recipe.packets)
    let found = try property(read, kAudioFilePropertyChannelLayout, AudioChannelLayout())
    #expect(found.mChannelBitmap.rawValue == 0x30)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.wav"])
  }

  @Test func optimizingWorksWithCallbacks() throws {
    let recipe = try #require(Recipe.varying.first { $0.type == kAudioFileM4AType })
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    recipe.write(to: file, count: 200)
    #expect(AudioFileOptimize(file) == noErr)
    let movie = try #require(sink.bytes.firstRange(of: Array("moov".utf8)))
    let media = try #require(sink.bytes.firstRange(of: Array("mdat".utf8)))
    #expect(movie.lowerBound < media.lowerBound)
    recipe.write(to: file, from: 200)
    #expect(withExtendedLifetime(sink) { AudioFileClose(file) } == noErr)
    let read = try #require(sink.open().file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(read) } }
    #expect(recipe.read(read) == recipe.packets)
  }
}

/// Returns the contents of a chunk.
private func userData(_ file: AudioFileID, _ code: UInt32, _ index: UInt32) -> [UInt8]? {
  var size: UInt32 = 0
  guard AudioFileGetUserDataSize(file, code, index, &size) == noErr else { return nil }
  var bytes = [UInt8](repeating: 0xAA, count: Int(size) + 1)
  guard AudioFileGetUserData(file, code, index, &size, &bytes) == noErr else { return nil }
  return Array(bytes.prefix(Int(size)))
}

import AudioToolbox
import TestSupport
import Testing

/// Sets pictures and ID3 tags of new and existing files.
@Suite struct AudioFilePictureTests {
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0] + (0..<3000).map { UInt8(truncatingIfNeeded: $0 * 3) }
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  static let types: [AudioFileTypeID] = [
    kAudioFileM4AType, kAudioFileMP3Type, kAudioFileWAVEType, kAudioFileRF64Type,
    kAudioFileAIFFType, kAudioFileAIFCType,
  ]

  @Test(arguments: types) func aPictureIsReadBack(type: AudioFileTypeID) throws {
    let recipe = try #require((Recipe.constant + Recipe.varying).first { $0.type == type })
    let half = recipe.packetCount / 2
    for isBefore in [true, false] {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      #expect(picture(of: file) == nil)
      if !isBefore { recipe.write(to: file, count: half) }
      #expect(setInformation(["title": "Ä title", "artist": "A"], of: file) == noErr)
      #expect(setPicture(Self.png, of: file) == noErr)
      #expect(setPicture(Self.jpeg, of: file) == noErr)
      #expect(setInformation(["title": "Another", "tempo": "120"], of: file) == noErr)
      #expect(picture(of: file) == Self.jpeg)
      recipe.write(to: file, from: isBefore ? 0 : half)
      #expect(recipe.read(file) == recipe.packets)
      #expect(picture(of: file) == Self.jpeg)
      #expect(AudioFileClose(file) == noErr)
      let read = try #require(sink.open().file)
      defer { _ = withExtendedLifetime(sink) { AudioFileClose(read) } }
      #expect(picture(of: read) == Self.jpeg)
      #expect(recipe.read(read) == recipe.packets)
      let texts = information(read)
      #expect(texts["title"] == "Another")
      #expect(texts["artist"] == nil)
      #expect(texts["tempo"] == "120")
    }
  }

  @Test func fileTypesWithoutPicturesRefuseThem() throws {
    for recipe in [Recipe.constant, Recipe.varying].joined()
    where [kAudioFileCAFType, kAudioFileNextType, kAudioFileAMRType].contains(recipe.type) {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      #expect(setPicture(Self.jpeg, of: file) == kAudioFileUnsupportedPropertyError)
      #expect(withExtendedLifetime(sink) { AudioFileClose(file) } == noErr)
    }
    let sink = CallbackSink()
    let recipe = Recipe.constant[0]
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(file) } }
    #expect(setPicture([1, 2, 3, 4], of: file) == kAudio_ParamError)
    let noTag: [UInt8] = [1, 2, 3]
    #expect(AudioFileSetProperty(file, kAudioFilePropertyID3Tag, 3, noTag) == kAudio_ParamError)
  }

  /// A tag of version 2.3 with a text, a text without a key, and a picture.
  private static let tag: [UInt8] = {
    func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + ChunkBytes.big(body.count, 4) + [0, 0] + body
    }
    let frames =
      frame("TIT2", [0] + Array("Old".utf8)) + frame("TXXX", [0] + Array("mine\0kept".utf8))
      + frame("APIC", [0] + Array("image/png\0".utf8) + [3, 0] + png)
    return Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 127)]
      + frames
  }()

  @Test(arguments: [
    kAudioFileMP3Type, kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileAIFCType,
  ])
  func aTagIsStoredUnchanged(type: AudioFileTypeID) throws {
    let recipe = try #require((Recipe.constant + Recipe.varying).first { $0.type == type })
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    recipe.write(to: file, count: 10)
    #expect(
      AudioFileSetProperty(
        file, kAudioFilePropertyID3Tag, UInt32(Self.tag.count), Self.tag) == noErr)
    recipe.write(to: file, from: 10)
    #expect(id3Tag(of: file) == Self.tag)
    #expect(picture(of: file) == Self.png)
    #expect(AudioFileClose(file) == noErr)
    var read = try #require(sink.open().file)
    #expect(id3Tag(of: read) == Self.tag)
    #expect(information(read)["title"] == "Old")
    // The text without a key stays when the others change.
    #expect(setInformation(["title": "Ñew", "year": "1999"], of: read) == noErr)
    #expect(setPicture([], of: read) == noErr)
    #expect(AudioFileClose(read) == noErr)
    read = try #require(sink.open().file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(read) } }
    #expect(information(read)["title"] == "Ñew")
    #expect(information(read)["year"] == "1999")
    #expect(picture(of: read) == nil)
    #expect(sink.bytes.firstRange(of: Array("mine\0kept".utf8)) != nil)
    #expect(recipe.read(read) == recipe.packets)
  }

  /// A file by FFmpeg whose tags change.
  struct Original: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// FFmpeg's options, the container last.
    var output: [String]
    /// Bytes that must remain in the file.
    var kept: String?
    var holdsPicture = true
  }

  static let originals = [
    Original(
      testDescription: "MP3, version 2.3",
      output: ["-c:a", "libmp3lame", "-id3v2_version", "3", "-metadata", "mine=kept", "-f", "mp3"],
      kept: "kept"),
    Original(
      testDescription: "MP3, version 2.4",
      output: ["-c:a", "libmp3lame", "-id3v2_version", "4", "-metadata", "mine=kept", "-f", "mp3"],
      kept: "kept"),
    Original(
      testDescription: "MP3 without a tag",
      output: ["-c:a", "libmp3lame", "-id3v2_version", "0", "-f", "mp3"]),
    Original(testDescription: "MP2", output: ["-c:a", "mp2", "-f", "mp2"]),
    Original(testDescription: "ADTS", output: ["-c:a", "aac", "-f", "adts"]),
    Original(
      testDescription: "FLAC",
      output: ["-c:a", "flac", "-metadata", "mine=kept", "-f", "flac"], kept: "mine=kept"),
    Original(
      testDescription: "M4A",
      output: ["-c:a", "aac", "-metadata", "show=kept", "-f", "ipod"], kept: "kept"),
    Original(
      testDescription: "M4A, movie in front",
      output: ["-c:a", "aac", "-metadata", "show=kept", "-movflags", "+faststart", "-f", "ipod"],
      kept: "kept"),
    Original(
      testDescription: "MP4 without texts",
      output: ["-c:a", "alac", "-map_metadata", "-1", "-f", "ipod"]),
  ]

  @Test(arguments: originals) func tagsOfAnExistingFileChange(original: Original) throws {
    var output = original.output
    output.insert(contentsOf: ["-metadata", "title=Before", "-metadata", "artist=Gone"], at: 0)
    let bytes = try FFmpeg.encode(output, sampleRate: 44100, channelCount: 2, seconds: 3)
    let folder = try TemporaryFolder()
    let url = try folder.add("a", bytes)
    let packets = try withOpen(url, .readPermission) { readAllPackets($0, constant: 0) }
    try withOpen(url, .readWritePermission) { file throws in
      var isWritable: UInt32 = 0
      #expect(
        AudioFileGetPropertyInfo(file, kAudioFilePropertyInfoDictionary, nil, &isWritable) == noErr)
      #expect(isWritable == 1)
      #expect(setInformation(["title": "After, and longer", "year": "2001"], of: file) == noErr)
      #expect(setPicture(Self.jpeg, of: file) == noErr)
      #expect(picture(of: file) == Self.jpeg)
      #expect(readAllPackets(file, constant: 0) == packets)
      #expect(try Tool.read(url) == bytes)
      // No other change is possible.
      var count: UInt32 = 1
      #expect(
        AudioFileWritePackets(file, false, 1, nil, 0, &count, [UInt8]([0]))
          == kAudioFileOperationNotSupportedError)
      let cookie: [UInt8] = [1]
      #expect(
        AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, 1, cookie)
          == kAudioFileOperationNotSupportedError)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a"])
    let changed = try Tool.read(url)
    if let kept = original.kept { #expect(changed.firstRange(of: Array(kept.utf8)) != nil) }
    try withOpen(url, .readPermission) { file throws in
      #expect(information(file)["title"] == "After, and longer")
      #expect(information(file)["year"] == "2001")
      #expect(information(file)["artist"] == nil)
      #expect(picture(of: file) == Self.jpeg)
      #expect(readAllPackets(file, constant: 0) == packets)
    }
    #expect(try FFmpeg.decodeInt16(changed, []) == FFmpeg.decodeInt16(bytes, []))
    // Back to a small tag.
    try withOpen(url, .readWritePermission) { file throws in
      #expect(setInformation(["title": "T"], of: file) == noErr)
      #expect(setPicture([], of: file) == noErr)
    }
    try withOpen(url, .readPermission) { file throws in
      #expect(picture(of: file) == nil)
      #expect(information(file)["title"] == "T")
      #expect(readAllPackets(file, constant: 0) == packets)
    }
  }

  /// A picture of more than a page, which FFmpeg also finds.
  @Test(arguments: ["libopus", "libvorbis", "flac"])
  func oggFilesStoreAPicture(_ codec: String) throws {
    let bytes = try FFmpeg.encode(
      ["-c:a", codec, "-f", "ogg"], sampleRate: 48000, channelCount: 2)
    let source = CallbackSink()
    source.bytes = bytes
    let input = try #require(source.open().file)
    let packets = readAllPackets(input, constant: 0)
    let format = try property(input, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let cookie = value(of: input, kAudioFilePropertyMagicCookieData)
    let type = try property(input, kAudioFilePropertyFileFormat, AudioFileTypeID())
    withExtendedLifetime(source) { _ = AudioFileClose(input) }
    let recipe = Recipe(
      testDescription: "", type: type, format: format, packets: packets, cookie: cookie ?? [])
    let large = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "nullsrc=s=400x300,geq=random(1)*255",
        "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "image2pipe", "-c:v", "png", "-",
      ])
    #expect(large.count > 65_536)
    let sink = CallbackSink()
    let file = try #require(sink.create(type, format).file)
    recipe.setCookie(of: file)
    #expect(setPicture(large, of: file) == noErr)
    #expect(setInformation(["title": "F"], of: file) == noErr)
    recipe.write(to: file, batch: 5)
    #expect(AudioFileClose(file) == noErr)
    let read = try #require(sink.open().file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(read) } }
    #expect(picture(of: read) == large)
    #expect(information(read)["title"] == "F")
    #expect(readAllPackets(read, constant: 0) == packets)
    let folder = try TemporaryFolder()
    let url = try folder.add("a.ogg", sink.bytes)
    let found = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", url.path, "-map", "0:v", "-c", "copy", "-f", "image2pipe",
        "-",
      ])
    #expect(found == large)
  }

  @Test func flacFilesStoreAPicture() throws {
    let bytes = try FFmpeg.encode(
      ["-c:a", "flac", "-f", "flac"], sampleRate: 44100, channelCount: 2)
    let source = CallbackSink()
    source.bytes = bytes
    let input = try #require(source.open().file)
    let packets = readAllPackets(input, constant: 0)
    let format = try property(input, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let frames = try property(input, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    let cookie = value(of: input, kAudioFilePropertyMagicCookieData)
    withExtendedLifetime(source) { _ = AudioFileClose(input) }
    let recipe = Recipe(
      testDescription: "", type: kAudioFileFLACType, format: format, packets: packets,
      cookie: cookie ?? [])
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, format).file)
    recipe.setCookie(of: file)
    recipe.write(to: file, batch: 5)
    #expect(setPicture(Self.png, of: file) == noErr)
    #expect(setInformation(["title": "F"], of: file) == noErr)
    #expect(AudioFileClose(file) == noErr)
    let read = try #require(sink.open().file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(read) } }
    #expect(picture(of: read) == Self.png)
    #expect(information(read)["title"] == "F")
    #expect(readAllPackets(read, constant: 0) == packets)
    // The last frame is shorter than the others, and is counted as such.
    let found = try property(read, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    #expect(found.mNumberValidFrames == frames.mNumberValidFrames)
  }
}

private func withOpen<Result>(
  _ url: URL, _ permissions: AudioFilePermissions, _ body: (AudioFileID) throws -> Result
) throws -> Result {
  var file: AudioFileID?
  try #require(AudioFileOpenURL(url as CFURL, permissions, 0, &file) == noErr)
  let open = try #require(file)
  let result = try body(open)
  #expect(AudioFileClose(open) == noErr)
  return result
}

private func setPicture(_ bytes: [UInt8], of file: AudioFileID) -> OSStatus {
  let data = Data(bytes) as CFData
  var reference = Unmanaged.passUnretained(data)
  return withExtendedLifetime(data) {
    AudioFileSetProperty(
      file, kAudioFilePropertyAlbumArtwork, UInt32(MemoryLayout.size(ofValue: reference)),
      &reference)
  }
}

private func picture(of file: AudioFileID) -> [UInt8]? {
  var value: Unmanaged<CFData>?
  var size = UInt32(MemoryLayout.size(ofValue: value))
  guard AudioFileGetProperty(file, kAudioFilePropertyAlbumArtwork, &size, &value) == noErr else {
    return nil
  }
  return value.map { Array($0.takeRetainedValue() as Data) }
}

private func id3Tag(of file: AudioFileID) -> [UInt8]? { value(of: file, kAudioFilePropertyID3Tag) }

private func value(of file: AudioFileID, _ property: AudioFilePropertyID) -> [UInt8]? {
  var size: UInt32 = 0
  guard AudioFileGetPropertyInfo(file, property, &size, nil) == noErr else { return nil }
  var bytes = [UInt8](repeating: 0, count: Int(size))
  guard AudioFileGetProperty(file, property, &size, &bytes) == noErr else { return nil }
  return Array(bytes.prefix(Int(size)))
}

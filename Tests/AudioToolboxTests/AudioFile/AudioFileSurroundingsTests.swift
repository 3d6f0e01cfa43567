import AudioToolbox
import Testing

/// Chunks, markers, pictures, tags and tracks through the public properties.
@Suite struct AudioFileSurroundingsTests {
  private typealias Bytes = ChunkBytes

  /// Lends an open file to `body`.
  private func withFile(_ bytes: [UInt8], _ body: (AudioFileID) throws -> Void) throws {
    let source = CallbackFile(bytes)
    source.longestRead = 1000
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    try body(file)
    withExtendedLifetime(source) {}
  }

  /// Returns the bytes of a property of any size.
  private func value(_ file: AudioFileID, _ id: AudioFilePropertyID) throws -> [UInt8] {
    var size: UInt32 = 0
    try #require(AudioFileGetPropertyInfo(file, id, &size, nil) == noErr)
    var bytes = [UInt8](repeating: 0xAA, count: Int(size))
    try #require(AudioFileGetProperty(file, id, &size, &bytes) == noErr)
    #expect(Int(size) == bytes.count)
    if size > 0 {
      size -= 1
      #expect(AudioFileGetProperty(file, id, &size, &bytes) == kAudioFileBadPropertySizeError)
    }
    return bytes
  }

  private func status(_ file: AudioFileID, _ id: AudioFilePropertyID) -> OSStatus {
    var size: UInt32 = 8
    var bytes = [UInt8](repeating: 0, count: 8)
    let status = AudioFileGetProperty(file, id, &size, &bytes)
    #expect(AudioFileGetPropertyInfo(file, id, nil, nil) == status)
    return status
  }

  private func load<Value: BitwiseCopyable>(_ bytes: [UInt8], _ offset: Int, _ type: Value.Type)
    -> Value
  {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// Returns a list's text, which the client owns.
  private func takeText(_ bytes: [UInt8], _ offset: Int) -> String? {
    UnsafeRawPointer(bitPattern: load(bytes, offset, UInt.self)).map {
      Unmanaged<CFString>.fromOpaque($0).takeRetainedValue() as String
    }
  }

  private static let cues: [UInt8] = Bytes.chunk(
    "cue ", Bytes.little(2, 4) + cue(7, frame: 10) + cue(9, frame: 300))

  private static func cue(_ number: Int, frame: Int) -> [UInt8] {
    var bytes = Bytes.little(number, 4)
    bytes += Bytes.little(frame, 4)
    bytes += Array("data".utf8)
    bytes += Bytes.little(0, 8)
    bytes += Bytes.little(frame, 4)
    return bytes
  }

  private static let labels = Bytes.chunk(
    "LIST",
    Array("adtl".utf8) + Bytes.chunk("labl", Bytes.little(9, 4) + Array("Höhe\0".utf8)))
  private static let loop = Bytes.chunk(
    "smpl",
    Bytes.little(0, 28) + Bytes.little(1, 4) + Bytes.little(0, 4) + Bytes.little(3, 4)
      + Bytes.little(0, 4) + Bytes.little(100, 4) + Bytes.little(199, 4) + Bytes.little(0, 8))

  @Test func markersAreASeparateList() throws {
    try withFile(Bytes.wave(before: Self.cues, frames: 400, after: Self.labels)) { file in
      let list = try value(file, kAudioFilePropertyMarkerList)
      #expect(list.count == NumAudioFileMarkersToNumBytes(2))
      #expect(NumBytesToNumAudioFileMarkers(list.count) == 2)
      #expect(load(list, 4, UInt32.self) == 2)
      #expect(load(list, 8, Float64.self) == 10)
      #expect(takeText(list, 16) == nil)
      #expect(load(list, 24, Int32.self) == 7)
      #expect(load(list, 48, Float64.self) == 300)
      #expect(takeText(list, 56) == "Höhe")
      #expect(load(list, 64, Int32.self) == 9)
    }
    try withFile(Bytes.wave(frames: 4)) { file throws in
      #expect(try value(file, kAudioFilePropertyMarkerList) == Bytes.little(0, 8))
      #expect(try value(file, kAudioFilePropertyRegionList) == Bytes.little(0, 8))
    }
    try withFile(try MediaFile.named("ADTS").bytes) { file in
      for id in [
        kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList, kAudioFilePropertyChunkIDs,
        kAudioFilePropertyID3Tag, kAudioFilePropertyID3TagOffset, kAudioFilePropertyAlbumArtwork,
      ] {
        #expect(status(file, id) == kAudioFileUnsupportedPropertyError)
      }
    }
  }

  /// The frames and names of all markers.
  private func markers(_ file: AudioFileID) throws -> [(frame: Double, name: String?)] {
    let list = try value(file, kAudioFilePropertyMarkerList)
    return (0..<NumBytesToNumAudioFileMarkers(list.count)).map { index in
      (load(list, 8 + index * 40, Float64.self), takeText(list, 16 + index * 40))
    }
  }

  @Test func chaptersBecomeMarkersIfThereAreNoOthers() throws {
    func nero(_ seconds: Int, _ title: String) -> [UInt8] {
      Bytes.big(seconds * 10_000_000, 8) + [UInt8(title.utf8.count)] + Array(title.utf8)
    }
    let list = Bytes.box(
      "udta", Bytes.box("chpl", Bytes.big(0, 4) + [2] + nero(0, "A") + nero(3, "B")))
    try withFile(Bytes.movie([Self.tracks[0]], extra: list)) { file in
      let found = try markers(file)
      #expect(found.map(\.frame) == [0, 132_300])
      #expect(found.map(\.name) == ["A", "B"])
      #expect(status(file, kAudioFilePropertyRegionList) == kAudioFileUnsupportedPropertyError)
    }
    // A track of texts has priority; its clock has ten units a second.
    var sound = Self.tracks[0]
    sound.chapters = 2
    let texts = Bytes.Track(
      codec: "text", channels: 2, rate: 10,
      samples: [[0, 3] + Array("One".utf8), [0, 4, 0xFE, 0xFF, 0, 0x32]], framesPerSample: 25,
      handler: "text")
    try withFile(Bytes.movie([sound, texts], extra: list)) { file in
      let found = try markers(file)
      #expect(found.map(\.frame) == [0, 110_250])
      #expect(found.map(\.name) == ["One", "2"])
    }
    let title = Array("TIT2".utf8) + Bytes.big(2, 4) + [0, 0, 0, 0x43]
    let chapter =
      Array("c1".utf8) + [0] + Bytes.big(2000, 4) + Bytes.big(3000, 4)
      + [UInt8](repeating: 0xFF, count: 8) + title
    let frame = Array("CHAP".utf8) + Bytes.big(chapter.count, 4) + [0, 0] + chapter
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    try withFile(tag + MediaFile.named("MP3 of one rate").bytes) { file in
      let format = try property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      #expect(
        status(file, kAudioFilePropertyPacketTableInfo) == kAudioFileUnsupportedPropertyError)
      let found = try markers(file)
      #expect(found.map(\.frame) == [format.mSampleRate * 2])
      #expect(found.map(\.name) == ["C"])
    }
  }

  @Test func regionsFollowEachOther() throws {
    try withFile(Bytes.wave(frames: 400, after: Self.loop)) { file in
      var list = try value(file, kAudioFilePropertyRegionList)
      #expect(load(list, 4, UInt32.self) == 1)
      let count = list.count
      list.withUnsafeMutableBytes { bytes in
        let first = bytes.baseAddress! + 8
        let region = first.assumingMemoryBound(to: AudioFileRegion.self)
        #expect(region.pointee.mRegionID == 3)
        #expect(region.pointee.mFlags == [.loopEnable, .playForward])
        #expect(region.pointee.mNumberMarkers == 2)
        #expect(region.pointee.mMarkers.mFramePosition == 100)
        #expect(UnsafeMutableRawPointer(NextAudioFileRegion(region)) == first + count - 8)
      }
      #expect(takeText(list, 16) == "")
      #expect(load(list, 72, Float64.self) == 200)
    }
  }

  @Test func chunksAreListedAndRead() throws {
    let notes = Bytes.chunk("note", [1, 2, 3])
    let bytes = Bytes.wave(
      before: notes, frames: 5000, after: Bytes.chunk("note", [9]) + Bytes.chunk("none", []))
    try withFile(bytes) { file in
      let types = try value(file, kAudioFilePropertyChunkIDs)
      let codes = ["fmt ", "note", "data", "none"].map { code in
        code.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      #expect(types == codes.flatMap { Bytes.little(Int($0), 4) })
      let (note, missing) = (codes[1], UInt32(0x3F3F_3F3F))
      for (code, expected) in [(note, 2), (missing, 0), (codes[2], 1)] as [(UInt32, UInt32)] {
        var count: UInt32 = 99
        #expect(AudioFileCountUserData(file, code, &count) == noErr)
        #expect(count == expected)
      }
      #expect(userData(file, note, 0) == [1, 2, 3])
      #expect(userData(file, note, 1) == [9])
      #expect(userData(file, codes[3], 0) == [])
      #expect(userData(file, codes[2], 0) == [UInt8](repeating: 1, count: 20_000))
      var size: UInt32 = 2
      var wide: UInt64 = 0
      var buffer: [UInt8] = [0, 0, 0xAA]
      #expect(AudioFileGetUserData(file, note, 0, &size, &buffer) == noErr)
      #expect(size == 2)
      #expect(buffer == [1, 2, 0xAA])
      size = 3
      #expect(AudioFileGetUserDataAtOffset(file, note, 0, 1, &size, &buffer) == noErr)
      #expect(size == 2)
      #expect(buffer.prefix(2) == [2, 3])
      size = 3
      #expect(AudioFileGetUserDataAtOffset(file, note, 0, 9, &size, &buffer) == noErr)
      #expect(size == 0)
      #expect(
        AudioFileGetUserDataAtOffset(file, note, 0, -1, &size, &buffer) == kAudioFilePositionError)
      for (code, index) in [(note, 2), (missing, 0)] as [(UInt32, UInt32)] {
        #expect(AudioFileGetUserDataSize(file, code, index, &size) == kAudioFileInvalidChunkError)
        #expect(AudioFileGetUserDataSize64(file, code, index, &wide) == kAudioFileInvalidChunkError)
        #expect(
          AudioFileGetUserData(file, code, index, &size, &buffer) == kAudioFileInvalidChunkError)
      }
    }
    try withFile(try MediaFile.named("MP3 of one rate").bytes) { file in
      var count: UInt32 = 0
      #expect(AudioFileCountUserData(file, 0, &count) == kAudioFileOperationNotSupportedError)
    }
  }

  private func userData(_ file: AudioFileID, _ code: UInt32, _ index: UInt32) -> [UInt8]? {
    var size: UInt32 = 0
    var wide: UInt64 = 0
    guard AudioFileGetUserDataSize(file, code, index, &size) == noErr,
      AudioFileGetUserDataSize64(file, code, index, &wide) == noErr, wide == UInt64(size)
    else { return nil }
    var bytes = [UInt8](repeating: 0xAA, count: Int(size))
    guard AudioFileGetUserData(file, code, index, &size, &bytes) == noErr else { return nil }
    return Int(size) == bytes.count ? bytes : nil
  }

  @Test func tagAndPictureAreReturned() throws {
    let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
    let picture = [0] + Array("image/jpeg\0".utf8) + [3, 0] + image
    let frame = Array("APIC".utf8) + Bytes.big(picture.count, 4) + [0, 0] + picture
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let song = try MediaFile.named("MP3 of one rate").bytes
    for bytes in [tag + song, Bytes.wave(frames: 9, after: Bytes.chunk("id3 ", tag))] {
      try withFile(bytes) { file in
        #expect(try value(file, kAudioFilePropertyID3Tag) == tag)
        let offset = try property(file, kAudioFilePropertyID3TagOffset, Int64(-1))
        #expect(Array(bytes[Int(offset)...].prefix(tag.count)) == tag)
        let data = try value(file, kAudioFilePropertyAlbumArtwork)
        let address = try #require(UnsafeRawPointer(bitPattern: load(data, 0, UInt.self)))
        let found = Unmanaged<CFData>.fromOpaque(address).takeRetainedValue()
        #expect(Array(found as Data) == image)
      }
    }
    // A tag with a stated size beyond the end of the file ends with the file.
    var long = song
    long += Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    try withFile(long) { file throws in
      #expect(try value(file, kAudioFilePropertyID3Tag) == Array(long.suffix(128)))
      #expect(status(file, kAudioFilePropertyAlbumArtwork) == kAudioFileUnsupportedPropertyError)
    }
  }

  private static let tracks = [
    Bytes.Track(
      codec: "mp4a", channels: 2, rate: 44_100, boxes: Bytes.streamDescriptor([0x12, 0x10]),
      samples: [[1, 2, 3], [4]], framesPerSample: 1024),
    Bytes.Track(
      codec: "none", channels: 2, rate: 8000, samples: [[0xEE]], framesPerSample: 1),
    // HE-AAC of 24 kHz, signalled at the start: type 5, index 6, one channel, 48 kHz, type 2.
    Bytes.Track(
      codec: "mp4a", channels: 1, rate: 24_000,
      boxes: Bytes.streamDescriptor([0x2B, 0x09, 0x88, 0x00]),
      samples: [[7, 8], [9], [10, 11, 12]],
      framesPerSample: 1024),
  ]

  @Test func anotherTrackCanBeSelected() throws {
    try withFile(Bytes.movie(Self.tracks)) { file in
      #expect(try property(file, kAudioFilePropertyAudioTrackCount, UInt32(0)) == 3)
      #expect(readAllPackets(file, constant: 0) == Self.tracks[0].samples)
      #expect(choose(file, 2) == noErr)
      #expect(readAllPackets(file, constant: 0) == Self.tracks[2].samples)
      #expect(try property(file, kAudioFilePropertyAudioTrackCount, UInt32(0)) == 3)
      let format = try property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      #expect(format.mChannelsPerFrame == 1)
      // An unreadable or missing track leaves the previous one selected.
      #expect(choose(file, 1) == kAudioFileUnsupportedDataFormatError)
      #expect(choose(file, 3) == kAudio_ParamError)
      var wide = UInt64(0)
      #expect(
        AudioFileSetProperty(file, kAudioFilePropertyUseAudioTrack, 8, &wide)
          == kAudioFileBadPropertySizeError)
      #expect(readAllPackets(file, constant: 0) == Self.tracks[2].samples)
      #expect(choose(file, 0) == noErr)
      #expect(readAllPackets(file, constant: 0) == Self.tracks[0].samples)
      #expect(status(file, kAudioFilePropertyUseAudioTrack) == kAudioFileUnsupportedPropertyError)
    }
    try withFile(Bytes.wave(frames: 4)) { file in
      #expect(choose(file, 0) == noErr)
      #expect(choose(file, 1) == kAudio_ParamError)
      var value: UInt32 = 1
      #expect(
        AudioFileSetProperty(file, kAudioFilePropertyDeferSizeUpdates, 4, &value)
          == kAudioFilePermissionsError)
      #expect(
        AudioFileSetProperty(file, 0x3F3F_3F3F, 4, &value) == kAudioFileUnsupportedPropertyError)
    }
  }

  private func choose(_ file: AudioFileID, _ track: UInt32) -> OSStatus {
    var track = track
    return AudioFileSetProperty(file, kAudioFilePropertyUseAudioTrack, 4, &track)
  }

  @Test func formatListHasAllLayers() throws {
    try withFile(Bytes.movie([Self.tracks[2]])) { file in
      let list = try value(file, kAudioFilePropertyFormatList)
      let width = MemoryLayout<AudioFormatListItem>.stride
      #expect(list.count % width == 0)
      let items = stride(from: 0, to: list.count, by: width).map {
        load(list, $0, AudioFormatListItem.self)
      }
      #expect(
        items.map(\.mASBD.mFormatID)
          == [
            kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC,
          ].suffix(items.count))
      #expect(items.count >= 2)
      #expect(items.map(\.mASBD.mSampleRate).last == 24_000)
      #expect(items.dropLast().allSatisfy { $0.mASBD.mSampleRate == 48_000 })
      #expect(items.map(\.mASBD.mFramesPerPacket).last == 1024)
      #expect(items.dropLast().allSatisfy { $0.mASBD.mFramesPerPacket == 2048 })
    }
    try withFile(Bytes.movie([Self.tracks[0]])) { file throws in
      #expect(try value(file, kAudioFilePropertyFormatList).count == 48)
    }
  }

  @Test func userDataOfMoviesAreTheirItems() throws {
    let items = Bytes.box("Xtra", [1, 2, 3]) + Bytes.box("Xtra", [4])
    try withFile(Bytes.movie([Self.tracks[0]], extra: Bytes.box("udta", items))) { file in
      let code: UInt32 = 0x5874_7261
      var count: UInt32 = 0
      #expect(AudioFileCountUserData(file, code, &count) == noErr)
      #expect(count == 2)
      #expect(userData(file, code, 0) == [1, 2, 3])
      #expect(userData(file, code, 1) == [4])
      #expect(status(file, kAudioFilePropertyChunkIDs) == kAudioFileUnsupportedPropertyError)
    }
  }
}

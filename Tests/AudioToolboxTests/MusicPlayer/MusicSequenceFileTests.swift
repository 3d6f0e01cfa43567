import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Sequences as files.
@Suite struct MusicSequenceFileTests {
  /// A sequence with two tracks, a tempo and a time signature.
  private func song() throws -> TestSequence {
    let test = try TestSequence()
    let tempo = TestTrack(try test.tempoTrack())
    MusicTrackNewExtendedTempoEvent(tempo.track, 0, 90)
    MusicTrackNewExtendedTempoEvent(tempo.track, 4, 120)
    tempo.addMeta(0x58, [3, 2, 24, 8], at: 0)
    tempo.addMeta(0x03, Array("A song".utf8), at: 0)
    let first = TestTrack(try test.newTrack())
    for beat in 0..<8 { first.add(60, at: Double(beat), channel: 1) }
    first.add([0xF0, 1, 2, 0xF7], at: 2.5)
    let second = TestTrack(try test.newTrack())
    second.add(72, at: 0.25, duration: 0.5, channel: 9)
    second.addMeta(5, Array("la".utf8), at: 0.25)
    second.add(73, at: 1.75, duration: 3, channel: 9)
    return test
  }

  private func describe(_ test: TestSequence) throws -> [String] {
    let tracks = [try test.tempoTrack()] + (try (0..<test.count).map { try test.track($0) })
    return try tracks.map { track in
      try TestTrack(track).events().map { "\($0.beat) \($0.type) \($0.bytes)" }
        .joined(separator: "\n") + "\n\(TestTrack(track).length)"
    }
  }

  @Test("a saved sequence loads equal, from memory and from a file")
  func roundTrip() throws {
    let test = try song()
    let loaded = try TestSequence()
    let data = try test.data()
    #expect(loaded.load(data) == noErr)
    #expect(loaded.count == 2)
    // At 90 beats a minute, a beat is not a whole number of microseconds.
    let (saved, again) = (try describe(test), try describe(loaded))
    #expect(saved[1...] == again[1...])
    #expect(abs(loaded.seconds(8) - test.seconds(8)) < 1e-5)
    #expect(try loaded.data() == data)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a song.mid")
    #expect(MusicSequenceFileCreate(test.sequence, url as CFURL, .midiType, [], 0) == noErr)
    #expect(try Data(contentsOf: url) == data)
    let fromFile = try TestSequence()
    #expect(MusicSequenceFileLoad(fromFile.sequence, url as CFURL, .anyType, []) == noErr)
    #expect(try describe(fromFile) == again)
  }

  @Test("an existing file is replaced only if the flag says so")
  func existingFile() throws {
    let test = try song()
    let folder = try TemporaryFolder()
    let url = try folder.add("song.mid", [UInt8](repeating: 1, count: 10_000))
    let flags: [MusicSequenceFileFlags] = [[], .eraseFile]
    let statuses = flags.map {
      MusicSequenceFileCreate(test.sequence, url as CFURL, .midiType, $0, 0)
    }
    #expect(statuses == [kAudioFilePermissionsError, noErr])
    #expect(try Data(contentsOf: url) == test.data())
  }

  @Test("the resolution is that of the loaded file, or the stated one")
  func resolutions() throws {
    let test = try song()
    #expect(try test.data()[12..<14] == Data([1, 0xE0]))
    #expect(try test.data(96)[12..<14] == Data([0, 96]))
    let loaded = try TestSequence()
    #expect(loaded.load(try test.data(96)) == noErr)
    #expect(try loaded.data()[12..<14] == Data([0, 96]))
    var (resolution, size) = (Int16(0), UInt32(2))
    MusicTrackGetProperty(
      try loaded.tempoTrack(), kSequenceTrackProperty_TimeResolution, &resolution, &size)
    #expect(resolution == 96)
  }

  @Test("a file in time code makes a sequence in seconds")
  func timeCode() throws {
    let test = try TestSequence()
    #expect(MusicSequenceSetSequenceType(test.sequence, .seconds) == noErr)
    let track = TestTrack(try test.newTrack())
    track.add(60, at: 1.5, duration: 0.25)
    let data = try test.data()
    #expect(data[12..<14] == Data([0xE7, 40]))
    let loaded = try TestSequence()
    #expect(loaded.load(data) == noErr)
    var type = MusicSequenceType.beats
    MusicSequenceGetSequenceType(loaded.sequence, &type)
    #expect(type == .seconds && loaded.seconds(1.5) == 1.5)
    #expect(try TestTrack(loaded.track(0)).notes() == ["1.5 60"])
    var made: Unmanaged<CFData>?
    #expect(
      MusicSequenceFileCreateData(loaded.sequence, .midiType, [], 480, &made)
        == kAudioToolboxErr_InvalidSequenceType)
    #expect(MusicSequenceSetSequenceType(test.sequence, .samples) == noErr)
    #expect(
      MusicSequenceFileCreateData(test.sequence, .midiType, [], 0, &made)
        == kAudioToolboxErr_InvalidSequenceType)
  }

  @Test("a flag makes a track for each channel")
  func channels() throws {
    let loaded = try TestSequence()
    #expect(loaded.load(try song().data(), .smf_ChannelsToTracks) == noErr)
    #expect(loaded.count == 3)
    #expect(try TestTrack(loaded.track(0)).events().count == 8)
    #expect(try TestTrack(loaded.track(1)).notes() == ["0.25 72", "1.75 73"])
    #expect(
      try TestTrack(loaded.track(2)).events().map(\.type) == [
        kMusicEventType_Meta, kMusicEventType_MIDIRawData,
      ])
  }

  @Test("loading adds tracks to those of the sequence")
  func adding() throws {
    let test = try song()
    #expect(test.load(try song().data()) == noErr)
    #expect(test.count == 4)
  }

  @Test("other files give their error, and change nothing")
  func errors() throws {
    let test = try TestSequence()
    let folder = try TemporaryFolder()
    func load(_ url: URL) -> OSStatus {
      MusicSequenceFileLoad(test.sequence, url as CFURL, .midiType, [])
    }
    #expect(
      load(folder.url.appendingPathComponent("missing")) == kAudioFileFileNotFoundError)
    #expect(load(folder.url) == kAudioFileInvalidFileError)
    #expect(
      load(try folder.add("text", Array("This is text".utf8)))
        == kAudioFileUnsupportedFileTypeError)
    #expect(load(try folder.add("empty", [UInt8]())) == kAudioFileInvalidFileError)
    #expect(
      load(try folder.add("half", Array(try song().data().prefix(13))))
        == kAudioFileInvalidFileError)
    #expect(load(try #require(URL(string: "http://host/a.mid"))) == kAudioFileUnspecifiedError)
    #expect(test.count == 0)
    var made: Unmanaged<CFData>?
    #expect(
      MusicSequenceFileCreateData(test.sequence, .iMelodyType, [], 0, &made)
        == kAudioFileUnsupportedFileTypeError)
  }

  @Test("the info dictionary has the title, tempo and length")
  func information() throws {
    let test = try song()
    let tempo = TestTrack(try test.tempoTrack())
    tempo.addMeta(0x02, [0xA9, 0x20, 0x32, 0x30], at: 0)
    tempo.addMeta(0x59, [0xFD, 1], at: 0)
    let information = MusicSequenceGetInfoDictionary(test.sequence) as? [String: String]
    #expect(
      information == [
        "title": "A song", "tempo": "90", "time signature": "3/4", "key signature": "C minor",
        "copyright": "© 20", "approximate duration in seconds": "4.667",
      ])
  }
}

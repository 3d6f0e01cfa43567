import Foundation
import TestSupport
import Testing

/// Reports of afinfo about MIDI files.
@Suite struct AfinfoMIDITests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Tool.write(bytes, to: folder.url(name))
    return folder.url(name).path
  }

  /// A song of two tracks with two tempos.
  private var song: [UInt8] {
    Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 2, 0, 96]
      + track([0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 96, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20])
      + track([0, 0xFF, 3, 4] + Array("Lead".utf8) + [0, 0x90, 60, 100, 0x81, 0x40, 60, 0])
  }

  private func track(_ events: [UInt8]) -> [UInt8] {
    let body = events + [0, 0xFF, 0x2F, 0]
    return Array("MTrk".utf8) + [0, 0, 0, UInt8(body.count)] + body
  }

  private func riff(_ file: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [UInt8(body.count), 0, 0, 0] + body
    }
    return chunk("RIFF", Array("RMID".utf8) + chunk("data", file))
  }

  @Test("the report has tracks, tempo, events, and length", arguments: ["a.mid", "a.kar", "a.rmi"])
  func text(_ name: String) throws {
    let path = try write(name == "a.rmi" ? riff(song) : song, name)
    let run = try Programs.run("afinfo", [path])
    #expect(run.ending == .exit(0) && run.errors == "")
    #expect(
      run.output == """
        File:           \(path)
        File type ID:   midi
        Num Tracks:     2
        ----
        Data format:     Standard MIDI File, format 1, 96 ticks per beat
        estimated duration: 1.500000 sec
        length: 2.000 beats
        tempo: 60.000 beats per minute, 1 change
        events: 5
        track 1: 2 events
        track 2: 3 events: Lead
        tags:
          title: Lead
        ----

        """)
  }

  @Test("the JSON report has documented members")
  func json() throws {
    let run = try Programs.run("afinfo", ["--json", try write(song, "a.mid")])
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let file = try #require((value as? [[String: Any]])?.first)
    let midi = try #require(file["midi"] as? [String: Any])
    #expect(file["duration"] as? Double == 1.5 && file["tracks"] as? Int == 2)
    #expect(midi["events"] as? Int == 5 && midi["trackEvents"] as? [Int] == [2, 3])
    let help = try Programs.run("afinfo", ["--help"]).output
    for key in Array(file.keys) + Array(midi.keys) { #expect(help.contains(key), "\(key)") }
  }

  @Test("faults are reported: repairs as warnings, missing tracks as errors")
  func faults() throws {
    var wrongLength = song
    wrongLength[21] += 1
    let repaired = try Programs.run("afinfo", [try write(wrongLength, "a.mid")])
    #expect(repaired.ending == .exit(0))
    #expect(
      repaired.errors.hasSuffix(
        "warning: the file has a fault at byte 18: the length of a track is wrong\n"))
    let half = try Programs.run("afinfo", [try write(Array(song.prefix(40)), "b.mid")])
    #expect(half.ending == .exit(1) && half.errors.contains("contains 1 of 2 tracks"))
    // Only the first hundred repairs are kept.
    let damaged = (0..<50).flatMap { _ in [0, 0x90, 200, 200] as [UInt8] }
    let many = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + track(damaged + [0, 0x90])
    let late = try Programs.run("afinfo", [try write(Array(many.dropLast(4)), "e.mid")])
    #expect(late.ending == .exit(1) && late.errors.contains("truncated: ends inside an event\n"))
    let header = try Programs.run("afinfo", [try write(Array(song.prefix(14)), "c.mid")])
    #expect(header.ending == .exit(1))
    #expect(header.errors.hasSuffix("ends at byte 14, before its first track\n"))
    let picture = try Programs.run(
      "afinfo", ["--waveform", folder.url("a.png").path, try write(song, "d.mid")])
    #expect(picture.ending == .exit(1))
    #expect(picture.errors.hasSuffix("a MIDI file has no samples to draw\n"))
  }
}

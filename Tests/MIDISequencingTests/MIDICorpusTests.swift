import Foundation
import Testing

@testable import MIDISequencing

/// Files of `OCA_MIDI`, a folder with texts that `Scripts/midi-events` made, and small samples.
@Suite struct MIDICorpusTests {
  static let files: [String] = {
    guard let folder = ProcessInfo.processInfo.environment["OCA_MIDI"] else { return [] }
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".events") }.sorted()
      .map { folder + "/" + $0.dropLast(".events".count) }
  }()

  @Test(
    "events are those that mido reads", .enabled(if: !files.isEmpty, "OCA_MIDI has no files"),
    arguments: files)
  func events(_ path: String) throws {
    let expected = try String(contentsOfFile: path + ".events", encoding: .utf8)
    let read = try? SMFSamples.read(Self.bytes(path))
    if expected == "refused\n" { return }
    var file = try #require(read)
    // Here, a track counts even if the header does not.
    for repair in file.repairs.first {
      if case .trackCount(let stated, _) = repair.fault {
        file.tracks = Array(file.tracks.prefix(stated))
      }
    }
    let ours = try lines(file)
    let theirs = expected.split(separator: "\n").map(String.init)
    #expect(ours.count == theirs.count)
    let difference = zip(ours, theirs).first { $0 != $1 }
    #expect(difference == nil)
  }

  @Test(
    "a file of the folder survives writing and reading, also as a sequence",
    .enabled(if: !files.isEmpty, "OCA_MIDI has no files"), arguments: files)
  func roundTrip(_ path: String) throws {
    guard let file = try? SMFSamples.read(Self.bytes(path)) else { return }
    try checkRoundTrip(file)
  }

  @Test(
    "a sample survives writing and reading, also as a sequence",
    arguments: SMFSamples.readable.indices)
  func sampleRoundTrip(_ index: Int) throws {
    let file = try SMFSamples.read(SMFSamples.readable[index])
    #expect(file.tracks.contains { !$0.events.isEmpty })
    try checkRoundTrip(file)
  }

  private func checkRoundTrip(_ read: SMFFile) throws {
    var file = read
    file.repairs = SMFRepairs()
    if file.format == .single, file.tracks.count > 1 { file.format = .parallel }
    #expect(try SMFSamples.read(SMFWriter.write(file)) == file)
    var sequence = EventSequence()
    sequence.add(file, .asInFile)
    let saved = try #require(sequence.file(file.division))
    var again = EventSequence()
    again.add(try SMFSamples.read(SMFWriter.write(saved)), .asInFile)
    // A track with nothing but time and texts joins the tempo track only if it is the first.
    #expect(again.tracks.count == sequence.tracks.count)
    for (one, other) in zip(
      [sequence.tempoTrack] + sequence.tracks, [again.tempoTrack] + again.tracks)
    {
      #expect(one.list.events.map(\.content) == other.list.events.map(\.content))
      #expect(one.list.events.map(\.beat) == other.list.events.map(\.beat))
      #expect(one.length == other.length)
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func lines(_ file: SMFFile) throws -> [String] {
    let division = try #require(file.division.rawValue)
    var lines = ["format \(file.format.rawValue) division \(division)"]
    for (number, track) in file.tracks.enumerated() {
      lines += track.events.map { "\(number) \($0.tick) \(text($0.message))" }
      lines.append("\(number) \(track.end) end")
    }
    return lines
  }

  private func text(_ message: SMFMessage) -> String {
    func hex(_ bytes: some Sequence<UInt8>) -> String {
      bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }
    switch message {
    case .channel(let message):
      let bytes = [message.status, message.data1, message.data2]
      return hex(bytes.prefix(1 + ChannelMessage.dataByteCount(status: message.status)))
    case .meta(let meta):
      return "meta " + hex([meta.type]) + (meta.bytes.isEmpty ? "" : " " + hex(meta.bytes))
    case .systemExclusive(var bytes), .escape(var bytes):
      // Messages that files may not contain are escapes here, but not there.
      if let first = bytes.first, first > 0xF0, first != 0xF7 { return hex(bytes) }
      if bytes.first == 0xF0 { bytes.removeFirst() }
      if bytes.last == 0xF7 { bytes.removeLast() }
      return "sysex" + (bytes.isEmpty ? "" : " " + hex(bytes))
    }
  }
}

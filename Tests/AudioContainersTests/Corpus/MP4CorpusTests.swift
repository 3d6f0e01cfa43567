import AudioModel
import Foundation
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// MP4, M4A, 3GP and QuickTime files of the corpus.
@Suite(.enabled(if: Corpus.path != nil)) struct MP4CorpusTests {
  private static let files = Corpus.files(["isobmff"])
  private static let good = files.filter {
    !$0.isHostile && CorpusExceptions.movieErrors[$0.path] == nil
  }

  private func read(_ file: CorpusFile) throws -> (result: ReadResult, bytes: [UInt8]) {
    let bytes = try file.bytes()
    return (try readAll(bytes, with: DetectingReader(), mayGoBack: true), bytes)
  }

  @Test(arguments: good)
  func findsTheSamePackets(file: CorpusFile) throws {
    let (result, bytes) = try read(file)
    let reference = try file.reference()
    let audio = try #require(reference.audio)
    let info = try #require(result.info)
    #expect(result.error == nil)
    #expect(info.format.channelCount == audio.channels)
    let stated = result.tablePackets ?? []
    guard let packets = reference.moviePackets, packets.count > 0 else {
      #expect(!stated.contains { $0.offset < UInt64(bytes.count) })
      return
    }
    // FFmpeg keeps the existing part of a packet that the end of the file cuts off.
    let found = stated.filter { $0.offset < UInt64(bytes.count) }
    let sizes = found.map { Int(min(UInt64($0.byteCount), UInt64(bytes.count) - $0.offset)) }
    let offsets = found.map { Int($0.offset) }
    let positions = try #require(packets.pos).values
    if info.format.hasConstantPackets || CorpusExceptions.joinedPackets.contains(file.path) {
      #expect(runs(zip(offsets, sizes)) == runs(zip(positions, packets.size.values)))
    } else {
      #expect(sizes == packets.size.values)
      #expect(offsets == positions)
    }
  }

  @Test(arguments: good.filter { !CorpusExceptions.movieTimes.contains($0.path) })
  func findsTheSameTimes(file: CorpusFile) throws {
    let result = try read(file).result
    let info = try #require(result.info)
    let reference = try file.reference()
    guard !info.format.hasConstantPackets, let packets = reference.moviePackets,
      let deltas = packets.pts?.delta, let base = reference.audio?.time_base,
      !CorpusExceptions.joinedPackets.contains(file.path)
    else { return }
    let parts = base.split(separator: "/").compactMap { Double($0) }
    var units = 0
    var frames: UInt64 = 0
    for (delta, packet) in zip(deltas.values, result.tablePackets ?? []) {
      units += delta
      frames += UInt64(packet.frameCount)
      let time = Double(frames) / info.format.sampleRate
      let stated = Double(units) * parts[0] / parts[1]
      guard abs(time - stated) < 1e-6 else {
        Issue.record("\(frames) frames at \(stated) s")
        return
      }
    }
  }

  /// Compares with androidx/media's extractor, including the sound layout if it states one.
  @Test(
    arguments: good.filter { $0.hasGolden && !CorpusExceptions.editedPackets.contains($0.path) })
  func agreesWithTheSecondParser(file: CorpusFile) throws {
    let result = try read(file).result
    let info = try #require(result.info)
    let golden = try file.golden()
    guard let track = golden.sound, !info.format.hasConstantPackets else { return }
    #expect(result.tablePackets?.map { Int($0.byteCount) } == track.sizes)
    guard !CorpusExceptions.movieTimes.contains(file.path) else { return }
    var frames: UInt64 = 0
    let first = track.times.first ?? 0
    for (time, packet) in zip(track.times, result.tablePackets ?? []) {
      let micros = Double(frames) * 1e6 / info.format.sampleRate
      guard abs(micros - Double(time - first)) <= 1.01 else {
        Issue.record("\(frames) frames at \(time - first) µs")
        return
      }
      frames += UInt64(packet.frameCount)
    }
  }

  /// Compares tags by FFmpeg's names.
  @Test(arguments: good.filter { !CorpusExceptions.severalValues.contains($0.path) })
  func findsTheSameTags(file: CorpusFile) throws {
    let info = try #require(try read(file).result.info)
    let tags = try file.reference().format?.tags ?? [:]
    let names = [
      "title": "title", "artist": "artist", "album": "album", "composer": "composer",
      "comment": "comments", "copyright": "copyright", "genre": "genre",
    ]
    for (name, key) in names {
      guard let text = tags[name], !text.isEmpty, !text.contains(";") else { continue }
      #expect(info.tags.values[key] == text.trimmingCharacters(in: .whitespaces), "\(name)")
    }
  }

  @Test(arguments: files.filter { CorpusExceptions.movieErrors[$0.path] != nil })
  func refusesFilesWithoutReadableSound(file: CorpusFile) throws {
    #expect(try read(file).result.error?.reason == CorpusExceptions.movieErrors[file.path])
  }

  /// A file without sound is refused; one with sound that FFmpeg misses may be read.
  @Test(arguments: files.filter(\.isHostile))
  func survivesHostileFiles(file: CorpusFile) throws {
    let (result, bytes) = try read(file)
    #expect(result.error != nil || result.info != nil)
    try ReaderLaws(mayGoBack: true) { MP4Reader() }
      .checkCuts(bytes, sizes: bytes.count > 10_000 ? [4096] : [1, 7, 1000])
  }

  @Test(arguments: good)
  func anyDivisionGivesTheSameResult(file: CorpusFile) throws {
    try ReaderLaws(mayGoBack: true) { MP4Reader() }.checkCuts(file.bytes(), sizes: [997, 65_536])
  }

  /// Checks that any damage to the tables gives an error or an end.
  @Test(arguments: files)
  func survivesDamage(file: CorpusFile) throws {
    var bytes = try file.bytes()
    // The tables, and a small part of the audio.
    if bytes.count > 20_000 { bytes = Array(bytes.prefix(10_000) + bytes.suffix(10_000)) }
    var random = SplitMix(state: UInt64(bytes.count))
    for _ in 0..<100 {
      let count = Int(random.next() % UInt64(bytes.count))
      _ = try readAll(Array(bytes.prefix(count)), with: MP4Reader(), mayGoBack: true)
    }
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0...Int(random.next() % 3) {
        let place = Int(random.next() % UInt64(bytes.count))
        changed[place] ^= UInt8(truncatingIfNeeded: random.next() | 1)
      }
      _ = try readAll(changed, with: MP4Reader(), mayGoBack: true)
    }
  }

  /// Returns the positions and sizes of the runs of adjacent packets.
  private func runs(_ packets: Zip2Sequence<[Int], [Int]>) -> [[Int]] {
    var runs: [[Int]] = []
    for (offset, count) in packets {
      if let last = runs.last, last[0] + last[1] == offset {
        runs[runs.count - 1][1] += count
      } else {
        runs.append([offset, count])
      }
    }
    return runs
  }
}

extension CorpusReference {
  fileprivate var moviePackets: Packets? {
    packets_ignoring_edit_list?.first { $0.stream == audio?.index }
  }
}

/// The results of androidx/media's extractor for a file.
private struct GoldenDump: Decodable {
  struct Format: Decodable {
    var sampleMimeType: String?
  }

  struct Track: Decodable {
    var formats: [Format]?
    var sizes: [Int]
    var times: [Int]
  }

  var tracks: [Track]?

  var sound: Track? {
    tracks?.first { $0.formats?.first?.sampleMimeType?.hasPrefix("audio/") == true }
  }
}

extension CorpusFile {
  private var goldenPath: String { (Corpus.path ?? "") + "/golden/" + path + ".json" }

  fileprivate var hasGolden: Bool { FileManager.default.fileExists(atPath: goldenPath) }

  fileprivate func golden() throws -> GoldenDump {
    let data = try Data(contentsOf: URL(fileURLWithPath: goldenPath))
    let dumps = try JSONDecoder().decode([String: GoldenDump].self, from: data)
    return dumps.first { $0.key.hasSuffix(".0.dump") }?.value ?? GoldenDump()
  }
}

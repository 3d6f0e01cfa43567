import AudioModel
import Foundation
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// Ogg files of the corpus.
@Suite(.enabled(if: Corpus.path != nil)) struct OggCorpusTests {
  private static let files = Corpus.files(["ogg"]).filter { !$0.format.hasPrefix("ogg/speex") }

  @Test(arguments: files.filter { !$0.isHostile })
  func findsTheSamePackets(file: CorpusFile) throws {
    let result = try readAll(file.bytes(), with: DetectingReader())
    let reference = try file.reference()
    let audio = try #require(reference.audio)
    let packets = try #require(reference.audioPackets)
    let info = try #require(result.info)
    #expect(result.error == nil)
    #expect(info.format.sampleRate == audio.sample_rate.flatMap(Double.init))
    #expect(info.format.channelCount == audio.channels)
    #expect(result.packets.map { Int($0.byteCount) } == packets.size.values)
    let gathered = try #require(result.gathered)
    if let checksums = packets.crc32 {
      #expect(gathered.map { String(format: "%08x", zlibChecksum($0)) } == checksums)
    }
  }

  @Test(arguments: files.filter { !$0.isHostile })
  func trimsToTheSameFrames(file: CorpusFile) throws {
    let result = try readAll(file.bytes(), with: DetectingReader())
    let reference = try file.reference()
    let info = try #require(result.completed ?? result.info)
    let trim = try #require(info.trim)
    let frames = result.packets.reduce(0) { $0 + Int($1.frameCount) }
    #expect(trim.primingFrames + Int(trim.validFrames) + trim.remainderFrames == frames)
    guard let decoded = reference.audioDecoded?.frames else { return }
    #expect(trim.validFrames == CorpusExceptions.oggFrames[file.path] ?? UInt64(decoded))
  }

  @Test(arguments: files.filter { !$0.isHostile })
  func agreesWithAnIndependentParser(file: CorpusFile) throws {
    let path = (Corpus.path ?? "") + "/golden/" + file.path + ".json"
    guard let data = FileManager.default.contents(atPath: path) else { return }
    let dumps = try JSONDecoder().decode([String: Golden].self, from: data)
    // The other dumps list packets after seeks.
    let golden = try #require(dumps.first { $0.key.hasSuffix(".0.dump") }?.value)
    let track = try #require(golden.tracks.first)
    let result = try readAll(file.bytes(), with: DetectingReader())
    let packets = try #require(result.gathered)
    // The extractor appends its own four bytes to Vorbis packets.
    let extra = result.info?.format.formatID == .vorbis ? 4 : 0
    #expect(packets.map { $0.count + extra } == track.sizes)
    if extra == 0, let hashes = track.hashes { #expect(packets.map(goldenHash) == hashes) }
  }

  /// Checks that pictures in comments begin and end as their formats require.
  @Test func findsWholePictures() throws {
    var count = 0
    for file in Self.files where !file.isHostile {
      let bytes = try file.bytes()
      let result = try readAll(bytes, with: DetectingReader())
      guard let artwork = result.info?.tags.artwork else { continue }
      let start = Int(artwork.extent.offset)
      let picture = artwork.picture(
        Array(bytes[start..<start + Int(artwork.extent.byteCount)]))
      let isJPEG = picture.starts(with: [0xFF, 0xD8, 0xFF]) && picture.suffix(2) == [0xFF, 0xD9]
      let isPNG =
        picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
        && picture.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
      #expect(isJPEG || isPNG, "\(file.path)")
      count += 1
    }
    #expect(count == 5)
  }

  @Test(arguments: files)
  func survivesDamage(file: CorpusFile) throws {
    let bytes = try Array(file.bytes().prefix(20_000))
    var random = SplitMix(state: UInt64(bytes.count))
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<Int(random.next() % 20) {
        changed[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let count = Int(random.next() % UInt64(bytes.count))
      _ = try readAll(Array(changed.prefix(max(count, 1))), with: DetectingReader())
    }
    // Damage that the checksum does not show.
    let pages = try readPages(bytes)
    for _ in 0..<200 {
      var changed: [UInt8] = []
      for var page in pages {
        if random.next() % 3 == 0 {
          let place = Int(random.next() % UInt64(page.body.count + 1))
          if place < page.body.count {
            page.body[place] ^= UInt8(truncatingIfNeeded: random.next())
          }
        }
        if random.next() % 8 == 0 { page.flags ^= UInt8(random.next() % 8) }
        if random.next() % 8 == 0 { page.granule = Int64(bitPattern: random.next()) }
        changed += oggPage(
          page.flags, granule: page.granule, serial: page.serial, sequence: page.sequence,
          lacing: page.lacing, body: page.body)
      }
      _ = try readAll(changed, with: DetectingReader())
    }
  }

  /// Returns the fields of all pages.
  private func readPages(_ bytes: [UInt8]) throws -> [Page] {
    var finder = OggPageFinder()
    var view = WindowView(bytes.span, at: 0, isEnd: true)
    var pages: [Page] = []
    while case .page(let page) = finder.next(&view) {
      let start = view.index
      pages.append(
        Page(
          flags: bytes[start + 5], granule: page.granule ?? -1, serial: page.serial,
          sequence: page.sequence, lacing: Array(bytes[page.segments]),
          body: Array(bytes[page.body])))
      view.advance(to: page.position(of: page.body.upperBound))
    }
    return pages
  }

  private struct Page {
    var flags: UInt8
    var granule: Int64
    var serial: UInt32
    var sequence: UInt32
    var lacing: [UInt8]
    var body: [UInt8]
  }

  private struct Golden: Decodable {
    struct Track: Decodable {
      var sizes: [Int]
      var hashes: [String]?
    }
    var tracks: [Track]
  }

  private func goldenHash(_ bytes: [UInt8]) -> String {
    String(
      bytes.reduce(UInt32(1)) { $0 &* 31 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) },
      radix: 16, uppercase: true)
  }

  /// Returns zlib's checksum, as in the reference.
  private func zlibChecksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = ~0
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
    return ~value
  }
}

import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// Native FLAC files of the corpus.
@Suite(.enabled(if: Corpus.path != nil)) struct FLACCorpusTests {
  private static let files = Corpus.files(["flac"]).filter { $0.format == "flac" }

  /// Packets at the end that FFmpeg keeps although the file ends in them.
  private static let droppedPackets = ["mewkiz-flac/testdata/id3.flac": 1]

  /// Zeros after the first frame that FFmpeg counts as its bytes.
  ///
  /// STREAMINFO states 15 bytes for every frame, and the checksum of the frame agrees.
  private static let strayBytes = [
    "lofty/files/assets/application_block_last.flac": 33,
    "lofty/files/assets/stream_info_last.flac": 33,
  ]

  @Test(arguments: files.filter { !$0.isHostile })
  func findsTheSameFrames(file: CorpusFile) throws {
    let result = try readAll(file.bytes(), with: DetectingReader())
    let reference = try file.reference()
    let audio = try #require(reference.audio)
    let info = try #require(result.info)
    #expect(result.error == nil)
    #expect(info.format.sampleRate == audio.sample_rate.flatMap(Double.init))
    #expect(info.format.channelCount == audio.channels)
    // FFmpeg 5.1 does not read 32 bits.
    guard let packets = reference.audioPackets, packets.count > 0 else {
      #expect(result.packets.reduce(0) { $0 + UInt64($1.frameCount) } == info.trim?.validFrames)
      return
    }
    let dropped = Self.droppedPackets[file.path] ?? 0
    var sizes = Array(packets.size.values.dropLast(dropped))
    sizes[0] -= Self.strayBytes[file.path] ?? 0
    #expect(result.packets.map { Int($0.byteCount) } == sizes)
    if let positions = packets.pos {
      #expect(
        result.packets.map { Int($0.offset) } == Array(positions.values.dropLast(dropped)))
    }
    if let frames = reference.audioDecoded?.frames {
      #expect(result.packets.reduce(0) { $0 + Int($1.frameCount) } == frames)
    }
  }

  @Test(arguments: files)
  func survivesDamage(file: CorpusFile) throws {
    let bytes = try Array(file.bytes().prefix(60_000))
    var random = SplitMix(state: UInt64(bytes.count))
    for _ in 0..<100 {
      var changed = bytes
      for _ in 0..<Int(random.next() % 20) {
        changed[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let count = Int(random.next() % UInt64(bytes.count))
      _ = try readAll(Array(changed.prefix(max(count, 1))), with: DetectingReader())
    }
  }
}

import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// CAF, AIFF, AIFC and AU files of the corpus.
@Suite(.enabled(if: Corpus.path != nil)) struct ChunkedCorpusTests {
  static let formats = ["caf", "aiff", "aifc", "au"]
  private static let good = Corpus.files(formats).filter { !$0.isHostile }

  @Test(arguments: good)
  func findsTheSameAudio(file: CorpusFile) throws {
    let bytes = try file.bytes()
    let result = try readAll(bytes, with: DetectingReader(), mayGoBack: true)
    let reference = try file.reference()
    let audio = try #require(reference.audio)
    let info = try #require(result.info)
    #expect(result.error == nil)
    #expect(info.format.sampleRate == audio.sample_rate.flatMap(Double.init))
    #expect(info.format.channelCount == audio.channels)
    try checkFormat(info.format, codec: #require(audio.codec_name))
    guard let packets = reference.audioPackets else {
      #expect(result.constant?.byteCount == 0)
      return
    }
    if let table = result.tablePackets {
      #expect(table.map { Int($0.byteCount) } == packets.size.values)
      if let positions = packets.pos { #expect(table.map { Int($0.offset) } == positions.values) }
    } else {
      let run = try #require(result.constant)
      let left = UInt64(bytes.count) - run.offset
      let width = UInt64(info.format.bytesPerPacket)
      #expect(min(run.byteCount ?? left, left) / width * width == UInt64(packets.total_bytes))
      if let position = packets.pos?.values.first { #expect(run.offset == UInt64(position)) }
    }
  }

  @Test(arguments: good)
  func frameCountsAgree(file: CorpusFile) throws {
    let bytes = try file.bytes()
    let result = try readAll(bytes, with: DetectingReader(), mayGoBack: true)
    let info = try #require(result.completed ?? result.info)
    guard let frames = try file.reference().audioDecoded?.frames_untrimmed else { return }
    let count =
      result.tablePackets?.reduce(0) { $0 + Int($1.frameCount) }
      ?? result.constant.map { run in
        let left = UInt64(bytes.count) - run.offset
        let packets = min(run.byteCount ?? left, left) / UInt64(info.format.bytesPerPacket)
        return Int(packets) * info.format.framesPerPacket
      }
    #expect(count == frames)
    if let trim = info.trim {
      #expect(trim.primingFrames + Int(trim.validFrames) + trim.remainderFrames == frames)
    }
  }

  /// Checks that any truncation and any flipped byte gives an error or an end.
  @Test(arguments: Corpus.files(formats))
  func survivesDamage(file: CorpusFile) throws {
    let bytes = try Array(file.bytes().prefix(100_000))
    var random = SplitMix(state: UInt64(bytes.count))
    for _ in 0..<200 {
      let count = Int(random.next() % UInt64(bytes.count))
      _ = try readAll(Array(bytes.prefix(count)), with: DetectingReader(), mayGoBack: true)
    }
    for round in 0..<2000 {
      var changed = bytes
      // Half of the damage goes to the headers.
      let limit = round.isMultiple(of: 2) ? min(bytes.count, 512) : bytes.count
      changed[Int(random.next() % UInt64(limit))] ^= UInt8(truncatingIfNeeded: random.next() | 1)
      _ = try readAll(changed, with: DetectingReader(), mayGoBack: true)
    }
  }

  private func checkFormat(_ format: StreamFormat, codec: String) {
    var expected = format
    switch codec {
    case "pcm_alaw": expected.formatID = .aLaw
    case "pcm_mulaw": expected.formatID = .muLaw
    case "adpcm_ima_qt":
      expected.formatID = .appleIMA4
      expected.bytesPerPacket = 34 * format.channelCount
      expected.framesPerPacket = 64
    case "alac":
      expected.formatID = .appleLossless
      expected.bytesPerPacket = 0
    default:
      expected.formatID = .linearPCM
      // `pcm_`, the number type, the bits, the byte order.
      let kind = codec.dropFirst(4)
      expected.bitsPerChannel = Int(kind.dropFirst().prefix { $0.isNumber }) ?? -1
      expected.bytesPerFrame = expected.bitsPerChannel / 8 * format.channelCount
      expected.bytesPerPacket = expected.bytesPerFrame
      expected.framesPerPacket = 1
      var flags: StreamFormat.PCMFlags =
        kind.hasPrefix("f")
        ? [.float, .packed] : kind.hasPrefix("s") ? [.signedInteger, .packed] : .packed
      if kind.hasSuffix("be")
        || expected.bitsPerChannel == 8 && format.pcmFlags.contains(.bigEndian)
      {
        flags.insert(.bigEndian)
      }
      expected.formatFlags = flags.rawValue
    }
    #expect(format == expected)
  }
}

/// A small random number generator with the same numbers in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

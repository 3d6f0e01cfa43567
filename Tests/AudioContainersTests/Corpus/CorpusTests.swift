import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

@Suite(.enabled(if: Corpus.path != nil)) struct CorpusTests {
  let laws = ReaderLaws(mayGoBack: true) { DetectingReader() }

  private static let framed =
    Corpus.files(["mp1", "mp2", "mp3", "adts", "amr", "ac3", "eac3"]).filter { !$0.isHostile }
    + Corpus.files([""]).filter { CorpusExceptions.unnamed.contains($0.path) }

  @Test(arguments: framed)
  func findsTheSamePackets(file: CorpusFile) throws {
    let result = try readAll(file.bytes(), with: DetectingReader())
    if let error = CorpusExceptions.errors[file.path] {
      #expect(result.error?.reason == error)
      return
    }
    let reference = try file.reference()
    let audio = try #require(reference.audio)
    let packets = try #require(reference.audioPackets)
    let info = try #require(result.info)
    #expect(result.error == nil)
    #expect(info.format.sampleRate == audio.sample_rate.flatMap(Double.init))
    #expect(info.format.channelCount == audio.channels)
    let header = info.fileType == FourCC("a", "d", "t", "s") ? 7 : 0
    let metadata = CorpusExceptions.metadataPackets[file.path] ?? 0
    var sizes = packets.size.values.dropFirst(metadata).map { $0 - header }
    var positions = packets.pos?.values.dropFirst(metadata).map { $0 + header }
    // FFmpeg keeps a last packet that the end or a tag cuts off.
    let dropped = CorpusExceptions.droppedPackets[file.path] ?? 0
    sizes.removeLast(dropped)
    positions?.removeLast(dropped)
    #expect(result.packets.map { Int($0.byteCount) } == sizes)
    if let positions { #expect(result.packets.map { Int($0.offset) } == positions) }
  }

  @Test(arguments: Corpus.files(["mp3"]).filter { !$0.isHostile })
  func trimsToTheSameFrames(file: CorpusFile) throws {
    let result = try readAll(file.bytes(), with: DetectingReader())
    guard let trim = result.info?.trim, !CorpusExceptions.trims.contains(file.path) else { return }
    let reference = try file.reference()
    let frames = try #require(reference.audioDecoded?.frames)
    #expect(trim.validFrames == UInt64(frames))
    let priming = reference.audioPackets?.skip_samples?.first?[1] ?? 0
    #expect(trim.primingFrames == priming)
  }

  @Test(arguments: Corpus.files(["wav"]).filter { !$0.isHostile })
  func findsTheSameSamples(file: CorpusFile) throws {
    let bytes = try file.bytes()
    let result = try readAll(bytes, with: DetectingReader())
    let reference = try file.reference()
    let audio = try #require(reference.audio)
    guard audio.codec_name?.hasPrefix("pcm_") == true else {
      // MPEG audio, ADPCM and GSM are compared when they are decoded.
      #expect(result.error == nil)
      return
    }
    let info = try #require(result.info)
    let run = try #require(result.constant)
    #expect(info.format.sampleRate == audio.sample_rate.flatMap(Double.init))
    #expect(info.format.channelCount == audio.channels)
    let left = UInt64(bytes.count) - run.offset
    let width = UInt64(info.format.bytesPerPacket)
    let byteCount = min(run.byteCount ?? left, left) / width * width
    #expect(byteCount == UInt64(reference.audioPackets?.total_bytes ?? 0))
    if let position = reference.audioPackets?.pos?.values.first {
      #expect(run.offset == UInt64(position))
    }
    #expect(info.format == expectedFormat(audio, info.format))
  }

  @Test(arguments: Corpus.files([""]))
  func endsOrFailsAlikeForAnyDivision(file: CorpusFile) throws {
    let bytes = try Array(file.bytes().prefix(300_000))
    try laws.checkCuts(bytes, sizes: [bytes.count < 20_000 ? 1 : 997, 7919, 65_536])
  }

  @Test(arguments: Corpus.files([""]).filter { !isOurs($0) })
  func refusesOtherFormats(file: CorpusFile) throws {
    let bytes = try file.bytes()
    let result = try readAll(bytes, with: DetectingReader())
    // The format of a file with only tags is unknown.
    let isTag = bytes.starts(with: "ID3".utf8)
    if case .needsLibrary = result.error?.reason {
      #expect(result.packets.isEmpty)
      return
    }
    #expect(result.error?.reason == .unrecognised || isTag && result.error?.reason == .truncated)
    #expect(result.packets.isEmpty)
  }

  private static func isOurs(_ file: CorpusFile) -> Bool {
    [
      "wav", "mp1", "mp2", "mp3", "adts", "caf", "aiff", "aifc", "au", "flac", "isobmff", "amr",
      "ogg",
      "ac3", "eac3",
    ].contains { file.format.hasPrefix($0) }
      || CorpusExceptions.unnamed.contains(file.path)
  }

  /// Returns the format for FFmpeg's codec name.
  private func expectedFormat(
    _ audio: CorpusReference.Stream, _ format: StreamFormat
  ) -> StreamFormat? {
    var expected = format
    switch audio.codec_name {
    case "pcm_alaw": expected.formatID = .aLaw
    case "pcm_mulaw": expected.formatID = .muLaw
    case "pcm_u8": (expected.formatFlags, expected.bitsPerChannel) = (8, 8)
    case "pcm_s16le": (expected.formatFlags, expected.bitsPerChannel) = (12, 16)
    case "pcm_s24le": (expected.formatFlags, expected.bitsPerChannel) = (12, 24)
    case "pcm_s32le": (expected.formatFlags, expected.bitsPerChannel) = (12, 32)
    case "pcm_f32le": (expected.formatFlags, expected.bitsPerChannel) = (9, 32)
    case "pcm_f64le": (expected.formatFlags, expected.bitsPerChannel) = (9, 64)
    // FFmpeg treats 24 bits in four bytes as floating point, as Adobe's files do.
    case "pcm_f24le": (expected.formatFlags, expected.bitsPerChannel) = (20, 24)
    default: return nil
    }
    return expected
  }
}

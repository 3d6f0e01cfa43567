import AudioModel
import Testing

@testable import AudioContainers

@Suite struct DetectionTests {
  let laws = ReaderLaws { DetectingReader() }

  struct Foreign: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var reason = ContainerError.Reason.unrecognised
    /// Bytes that identify the format when the file continues.
    var enough: Int
  }

  /// Files of other kinds, each containing frames that would be MPEG audio by themselves.
  static let foreign: [Foreign] = {
    let frames = MPEGStream().frames(5)
    let text = Array(String(repeating: "<p>no audio in here\u{FF}</p>\r\n", count: 30).utf8)
    let signatures: [(String, [UInt8], Int)] = [
      ("text", text, 512), ("short text", Array("hello".utf8), 5),
      ("SMUS", Array("FORM\0\0\0\u{4}SMUS".utf8), 16),
      ("8SVX", Array("FORM\0\0\0\u{4}8SVX".utf8), 16),
      ("AVI", Array("RIFF\0\0\0\0AVI LIST".utf8), 16),
      ("ASF", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], 16),
      ("FLV", Array("FLV\u{1}".utf8), 16), ("RealMedia", Array(".RMF".utf8), 16),
      ("MPEG program stream", [0, 0, 1, 0xBA], 16), ("Matroska", [0x1A, 0x45, 0xDF, 0xA3], 16),
      ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0], 16),
      ("PNG", [0x89, 0x50, 0x4E, 0x47], 16), ("GIF", Array("GIF89a".utf8), 16),
      ("MIDI", Array("MThd".utf8), 16), ("PDF", Array("%PDF-1.4".utf8), 16),
      ("ZIP", [0x50, 0x4B, 3, 4], 16), ("gzip", [0x1F, 0x8B, 8, 0], 16),
      ("tagged Monkey's Audio", id3v2(id3Frame("TIT2", [3, 0x41])) + Array("MAC \0".utf8), 38),
      (
        "MPEG transport stream",
        (0..<3).flatMap { _ in [0x47, 0x40, 0, 0x10] + [UInt8](repeating: 0x55, count: 184) }, 377
      ),
    ]
    let libraries: [String: LibraryFormat] = [
      "AVI": .audioVideoInterleave, "ASF": .advancedSystems, "Matroska": .matroska,
      "tagged Monkey's Audio": .monkeysAudio, "MPEG transport stream": .transportStream,
      "8SVX": .interchange, "FLV": .flashVideo, "RealMedia": .realMedia,
      "MPEG program stream": .programStream,
    ]
    return signatures.map {
      Foreign(
        testDescription: $0.0, bytes: $0.1 == Array("hello".utf8) ? $0.1 : $0.1 + frames,
        reason: libraries[$0.0].map { .needsLibrary($0) } ?? .unrecognised, enough: $0.2)
    }
  }()

  @Test(arguments: foreign)
  func refusesOtherFormats(file: Foreign) throws {
    let result = try readAll(file.bytes, with: DetectingReader())
    #expect(result.error?.reason == file.reason)
    #expect(result.info == nil)
    try laws.checkCuts(file.bytes)
  }

  @Test(arguments: foreign)
  func refusesOtherFormatsSoon(file: Foreign) throws {
    var reader = DetectingReader()
    var packets: [Packet] = []
    let isEnd = file.enough == file.bytes.count
    var window = file.bytes.span.extracting(first: min(file.enough, file.bytes.count))
    for _ in 0..<10 {
      let before = reader.position
      do {
        guard case .needs(let count) = try reader.next(window, isEnd: isEnd, into: &packets) else {
          Issue.record("found audio")
          return
        }
        window = window.extracting(Int(reader.position - before)...)
        #expect(count <= window.count, "\(count) bytes are asked for")
        return
      } catch {
        #expect(error.reason == file.reason)
        return
      }
    }
  }

  @Test(arguments: [
    (0, true), (DetectingReader.longestJunk, true), (DetectingReader.longestJunk + 1, false),
  ])
  func searchesThroughALimitedRunOfJunk(count: Int, isFound: Bool) throws {
    // Zeros with occasional sync words, each with a plausible header.
    var bytes = [UInt8](repeating: 0, count: count)
    for index in stride(from: 1, to: max(count - 8, 1), by: 97) {
      bytes.replaceSubrange(index..<index + 4, with: [0xFF, 0xFB, 0x90, 0x64])
    }
    bytes += MPEGStream(bitRate: 9).frames(3)
    let result = try readAll(bytes, inPiecesOf: 4096, with: DetectingReader())
    #expect(result.packets.count == (isFound ? 3 : 0))
    #expect((result.error == nil) == isFound)
  }

  @Test func skipsATagWithoutStoringIt() throws {
    let picture = id3Frame("APIC", [UInt8](repeating: 0xFF, count: 300_000))
    let bytes = id3v2(picture + id3Frame("TIT2", [3, 0x41])) + MPEGStream().frames(3)
    let result = try readAll(bytes, inPiecesOf: 512, with: DetectingReader())
    #expect(result.packets.count == 3)
    #expect(result.info?.tags.values == ["title": "A"])
    // At the start of the picture, the reader requests the position after its end.
    var reader = DetectingReader()
    var packets: [Packet] = []
    let step = try reader.next(bytes.span.extracting(first: 600), isEnd: false, into: &packets)
    guard case .needs(let count) = step else {
      Issue.record("no request")
      return
    }
    #expect(reader.position == 10 + 10 + 300_000)
    #expect(count <= 16)
  }

  @Test func endsIfATagIsLongerThanTheFile() throws {
    let bytes = Array("ID3".utf8) + [3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + MPEGStream().frames(3)
    let result = try readAll(bytes, with: DetectingReader())
    #expect(result.error?.reason == .truncated)
    try laws.checkCuts(bytes)
  }

  @Test func reportsAnEmptyFile() throws {
    #expect(
      try readAll([], with: DetectingReader()).error == ContainerError(.empty, at: 0))
  }

  @Test func boundsTheSearchForFreeFrames() throws {
    // Every fourth byte starts a free bit rate header; no two agree on a repeated distance.
    var bytes: [UInt8] = []
    for index in 0..<4_000 {
      bytes += [0xFF, index.isMultiple(of: 2) ? 0xFB : 0xFD, 0x00, UInt8(index % 251)]
    }
    _ = try readAll(bytes, inPiecesOf: 16_384, with: DetectingReader())
  }

  @Test func restartsAtAGivenPosition() throws {
    let bytes = [UInt8](repeating: 0x81, count: 70_000) + MPEGStream().frames(3)
    var reader = DetectingReader()
    var packets: [Packet] = []
    reader.resynchronise(at: 70_000)
    let rest = bytes.span.extracting(70_000...)
    guard case .info(let info) = try reader.next(rest, isEnd: true, into: &packets) else {
      Issue.record("no info")
      return
    }
    #expect(info.dataOffset == 70_000)
  }
}

import AudioModel
import Testing

@testable import AudioContainers

/// A file of MPEG audio and the positions of its packets.
struct MPEGSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  /// The offset and bytes of each packet.
  var packets: [[Int]]
  var laterTags: [String: String] = [:]

  private static let mp3 = MPEGStream()
  private static let freeLayer1 = MPEGStream(
    start: 0xFFFF, bitRate: 0, mode: 3, freeByteCount: 60)
  /// An allocation of layer I that gives six subbands two bits a sample.
  private static let halfFull: [UInt8] = [0x11, 0x11, 0x11]
  /// The bytes of `mp3`'s frames.
  private static let size = 104

  static let all: [MPEGSample] = plain + tagged + damaged

  static let plain: [MPEGSample] = [
    MPEGSample(
      testDescription: "four frames", bytes: mp3.frames(4),
      packets: [[0, 104], [104, 104], [208, 104], [312, 104]]),
    MPEGSample(
      testDescription: "variable rate, padding",
      bytes: mp3.frame() + mp3.frame(bitRate: 2) + mp3.frame(isPadded: true) + mp3.frame(),
      packets: [[0, 104], [104, 130], [234, 105], [339, 104]]),
    MPEGSample(
      testDescription: "one frame", bytes: mp3.frame(), packets: [[0, 104]]),
    MPEGSample(
      testDescription: "two frames, the last cut off", bytes: mp3.frames(2).dropLast(9),
      packets: [[0, 104]]),
    MPEGSample(
      testDescription: "last frame cut off to its header",
      bytes: mp3.frames(4) + [0xFF, 0xFB, 0x10],
      packets: [[0, 104], [104, 104], [208, 104], [312, 104]]),
    MPEGSample(
      testDescription: "Xing header",
      bytes: mp3.xing(frames: 3) + mp3.frames(3),
      packets: [[417, 104], [521, 104], [625, 104]]),
    MPEGSample(
      testDescription: "Xing header of a stream with checksums",
      bytes: MPEGStream(start: 0xFFFA).xing(frames: 3) + MPEGStream(start: 0xFFFA).frames(3),
      packets: [[417, 104], [521, 104], [625, 104]]),
    MPEGSample(
      testDescription: "VBRI header",
      bytes: mp3.vbri(frames: 3, bytes: 729, runs: [104, 104, 104]) + mp3.frames(3),
      packets: [[417, 104], [521, 104], [625, 104]]),
    MPEGSample(
      testDescription: "layer I, padded",
      bytes: MPEGStream(start: 0xFFFF, mode: 3).frames(2)
        + MPEGStream(start: 0xFFFF, mode: 3).frame(isPadded: true),
      packets: [[0, 32], [32, 32], [64, 36]]),
    MPEGSample(
      testDescription: "free bit rate",
      bytes: MPEGStream(bitRate: 0, freeByteCount: 200).frames(2)
        + MPEGStream(bitRate: 0, freeByteCount: 200).frame(isPadded: true)
        + MPEGStream(bitRate: 0, freeByteCount: 200).frames(1),
      packets: [[0, 200], [200, 200], [400, 201], [601, 200]]),
    MPEGSample(
      testDescription: "free bit rate, first frame padded, layer I",
      bytes: freeLayer1.frame(Self.halfFull, isPadded: true) + freeLayer1.frame(Self.halfFull)
        + freeLayer1.frame(Self.halfFull),
      packets: [[0, 64], [64, 60], [124, 60]]),
  ]

  static let tagged: [MPEGSample] = [
    MPEGSample(
      testDescription: "ID3v2 tags, zeros and garbage in front",
      bytes: id3v2(id3Frame("TIT2", [3, 0x41]), padding: 7) + [0, 0, 0]
        + id3v2(id3Frame("TIT2", [3, 0x42], version: 3), version: 3, padding: 2)
        + [0xFF, 0xFB, 0x10, 0x41, 0x49, 0x44, 0x33] + mp3.frames(3),
      packets: [[63, 104], [167, 104], [271, 104]]),
    MPEGSample(
      testDescription: "ID3v1 behind",
      bytes: mp3.frames(3) + id3v1(title: "A", track: 7, genre: 17),
      packets: [[0, 104], [104, 104], [208, 104]],
      laterTags: ["title": "A", "track number": "7", "genre": "Rock"]),
    MPEGSample(
      testDescription: "APE, Lyrics and ID3v1 behind",
      bytes: mp3.frames(3) + apeTag([("Title", "B"), ("Year", "1999-12-31")])
        + Array("LYRICSBEGININD0000200LYRICS200".utf8) + id3v1(title: "A"),
      packets: [[0, 104], [104, 104], [208, 104]],
      laterTags: ["title": "B", "year": "1999", "recorded date": "1999-12-31"]),
    MPEGSample(
      testDescription: "enhanced ID3v1 behind",
      bytes: mp3.frames(3) + Array("TAG+".utf8) + [UInt8](repeating: 0x41, count: 223)
        + id3v1(title: "A"),
      packets: [[0, 104], [104, 104], [208, 104]], laterTags: ["title": "A"]),
    MPEGSample(
      testDescription: "a last frame that a tag cuts off",
      bytes: mp3.frames(3) + mp3.frame().dropLast(60) + id3v1(title: "A"),
      packets: [[0, 104], [104, 104], [208, 104]], laterTags: ["title": "A"]),
    MPEGSample(
      testDescription: "ID3v2 tag in the middle",
      bytes: mp3.frames(3) + id3v2(id3Frame("TIT2", [3, 0x41])) + mp3.frames(2),
      packets: [[0, 104], [104, 104], [208, 104], [334, 104], [438, 104]],
      laterTags: ["title": "A"]),
    MPEGSample(
      testDescription: "one frame between tags",
      bytes: id3v2(id3Frame("TIT2", [3, 0x41])) + mp3.frame() + id3v1(title: "B"),
      packets: [[22, 104]], laterTags: ["title": "B"]),
  ]

  static let damaged: [MPEGSample] = [
    MPEGSample(
      testDescription: "junk in front",
      bytes: [0xFF, 0xFB, 0x10, 0x00, 0xFF, 0xE0, 0xFF] + mp3.frames(3),
      packets: [[7, 104], [111, 104], [215, 104]]),
    MPEGSample(
      testDescription: "a false header in front, confirmed once",
      bytes: mp3.frames(2).dropLast(40) + mp3.frames(3),
      packets: [[168, 104], [272, 104], [376, 104]]),
    MPEGSample(
      testDescription: "junk in the middle, with its own header",
      bytes: mp3.frames(3) + [1, 2, 3, 0xFF, 0xFB, 0x10, 0, 0, 0xFF] + mp3.frames(2),
      packets: [[0, 104], [104, 104], [208, 104], [321, 104], [425, 104]]),
    MPEGSample(
      testDescription: "a frame of another rate in the middle",
      bytes: mp3.frames(3) + MPEGStream(rate: 1).frame() + mp3.frames(2),
      packets: [[0, 104], [104, 104], [208, 104], [408, 104], [512, 104]]),
    MPEGSample(
      testDescription: "junk behind",
      bytes: mp3.frames(3) + [UInt8](repeating: 0xFF, count: 50) + Array("TAGA".utf8),
      packets: [[0, 104], [104, 104], [208, 104]]),
  ]
}

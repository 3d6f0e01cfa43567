import AudioModel
import Testing

@testable import AudioContainers

/// A movie and the contents of its sound track.
struct MP4Sample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var format: StreamFormat
  var fileType = FourCC("m", "4", "a", "f")
  var layout: ChannelLayout?
  var cookie: [UInt8] = []
  var layered: [LayeredFormat] = []
  var sizes: [Int]
  /// The frames of each packet if they differ from those of the format.
  var frames: [Int]?
  var trim: FrameTrim?
  var trackCount = 1

  static let good: [MP4Sample] = tables + codecs + trims + fragments

  /// The configuration of AAC-LC, 44,100 Hz, two channels.
  static let lowComplexity: [UInt8] = [0x12, 0x10]

  static func aacEntry(_ configuration: [UInt8] = lowComplexity, rate: UInt32 = 44_100) -> [UInt8] {
    soundEntry("mp4a", rate: rate, fullBox("esds", streamDescriptor(configuration)))
  }

  static func aacTrack(_ sizes: [Int]) -> MP4TrackBytes {
    MP4TrackBytes(entry: aacEntry(), sizes: sizes)
  }

  static let aacFormat = StreamFormat(
    sampleRate: 44_100, formatID: .mpeg4AAC, framesPerPacket: 1024, channelCount: 2)

  /// AAC-LC in any arrangement of tables.
  static func aac(
    _ name: String, _ sizes: [Int] = [3, 5, 2, 7, 1], trim: FrameTrim? = nil,
    fileType: FourCC = FourCC("m", "4", "a", "f"), trackCount: Int = 1,
    _ change: (inout MP4FileBytes) -> Void = { _ in }
  ) -> MP4Sample {
    var file = MP4FileBytes(tracks: [aacTrack(sizes)])
    change(&file)
    return MP4Sample(
      testDescription: name, bytes: file.bytes, format: aacFormat, fileType: fileType,
      layout: .stereo, cookie: streamDescriptor(lowComplexity), sizes: sizes, trim: trim,
      trackCount: trackCount)
  }

  static let tables: [MP4Sample] = [
    aac("one chunk"),
    aac("movie last") { $0.isMovieFirst = false },
    aac("chunks of two") { $0.tracks[0].samplesPerChunk = 2 },
    aac("chunks with bytes between") {
      $0.tracks[0].samplesPerChunk = 2
      $0.gap = 3
    },
    aac("64-bit offsets") { $0.tracks[0].hasWideOffsets = true },
    aac("one size", [4, 4, 4]) { $0.tracks[0].sizeBox = .constant(nil) },
    aac("sizes of 4 bits", [4, 15, 1]) { $0.tracks[0].sizeBox = .compact(bits: 4) },
    aac("sizes of 8 bits", [4, 150, 1]) { $0.tracks[0].sizeBox = .compact(bits: 8) },
    aac("sizes of 16 bits", [4, 300, 1]) { $0.tracks[0].sizeBox = .compact(bits: 16) },
    aac("many packets", (0..<300).map { $0 % 7 + 1 }) {
      $0.tracks[0].samplesPerChunk = 11
      $0.gap = 1
    },
    aac("large packet", [1, 70_000, 2]),
    aac("M4B", fileType: FourCC("m", "4", "b", "f")) { $0.brand = "M4B " },
    aac("MP4", fileType: FourCC("m", "p", "4", "f")) { $0.brand = "isom" },
    aac("3GP", fileType: FourCC("3", "g", "p", "p")) { $0.brand = "3gp6" },
    aac("3G2", fileType: FourCC("3", "g", "p", "2")) { $0.brand = "3g2a" },
    aac("no brand", fileType: FourCC("M", "o", "o", "V")) { $0.brand = nil },
    aac("behind a picture track") {
      var picture = aacTrack([9, 9])
      picture.handler = "vide"
      picture.identifier = 2
      $0.tracks.insert(picture, at: 0)
    },
    aac("behind a track of another codec", trackCount: 2) {
      var other = aacTrack([9, 9])
      other.entry = soundEntry("enca")
      $0.tracks.insert(other, at: 0)
    },
    aac("first of two tracks", trackCount: 2) { $0.tracks.append(aacTrack([8, 8])) },
    aac("behind a track whose audio is elsewhere", trackCount: 2) {
      var other = aacTrack([9, 9])
      other.dataFlags = 0
      $0.tracks.insert(other, at: 0)
    },
    aac("no packets", []),
  ]

  static let trims: [MP4Sample] = [
    aac(
      "edit list",
      trim: FrameTrim(primingFrames: 1024, validFrames: 4000, remainderFrames: 96)
    ) {
      $0.timescale = 44_100
      $0.tracks[0].edits = [(4000, 1024)]
    },
    aac(
      "edit list in a coarse clock that ends where the media does",
      trim: FrameTrim(primingFrames: 1024, validFrames: 4096, remainderFrames: 0)
    ) { $0.tracks[0].edits = [(93, 1024)] },
    aac(
      "edit list with a pause in front",
      trim: FrameTrim(primingFrames: 24, validFrames: 5096, remainderFrames: 0)
    ) { $0.tracks[0].edits = [(100, -1), (0, 24)] },
    aac("edit list of two stretches apart") { $0.tracks[0].edits = [(10, 0), (10, 4096)] },
    aac(
      "iTunes' own words win",
      trim: FrameTrim(primingFrames: 2112, validFrames: 2000, remainderFrames: 1008)
    ) {
      $0.timescale = 44_100
      $0.tracks[0].edits = [(4000, 1024)]
      $0.movieBoxes = itemList(
        namedItem("iTunSMPB", " 00000000 00000840 000003F0 00000000000007D0 00000000"))
    },
    aac(
      "iTunes' words that do not fit the packets are passed over",
      trim: FrameTrim(primingFrames: 1024, validFrames: 4000, remainderFrames: 96)
    ) {
      $0.timescale = 44_100
      $0.tracks[0].edits = [(4000, 1024)]
      $0.movieBoxes = itemList(
        namedItem("iTunSMPB", " 00000000 00000840 000003F0 0000000000FFFFFF 00000000"))
    },
    aac(
      "iTunes' priming stands in a file that was cut",
      trim: FrameTrim(primingFrames: 2112, validFrames: 3008, remainderFrames: 0)
    ) {
      $0.movieBoxes = itemList(
        namedItem("iTunSMPB", " 00000000 00000840 000003F0 0000000000FFFFFF 00000000"))
    },
    aac("iTunes' priming that is longer than the file") {
      $0.movieBoxes = itemList(
        namedItem("iTunSMPB", " 00000000 00002000 000003F0 0000000000FFFFFF 00000000"))
    },
    aac(
      "short last sample",
      trim: FrameTrim(primingFrames: 0, validFrames: 4196, remainderFrames: 924)
    ) { $0.tracks[0].times = [(4, 1024), (1, 100)] },
  ]
}

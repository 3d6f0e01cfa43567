import AudioModel
import AudioSyntax

/// Writes the `moov` box of a file with one sound track.
///
/// The clocks of movie and track count frames, so that edits are exact. The final movie can have
/// another clock.
///
/// Source: ISO/IEC 14496-12, 8.2 (moov, mvhd), 8.3 (trak, tkhd), 8.4 (mdia, mdhd, hdlr), 8.4.5
/// (minf, smhd), 8.7.1 (dinf), 8.6.6 (elst).
struct MP4MovieWriter {
  var sampleRate: UInt32
  /// Units of the movie's clock in a second; 0 for the sample rate.
  var movieTimescale: UInt32 = 0
  var sampleEntry: [UInt8]
  var table: MP4SampleTableWriter
  var trim: FrameTrim?
  var metadata: [UInt8]
  /// Position of the first packet in the file.
  var dataOffset: UInt64
  /// Whether chunk offsets take 64 bits.
  var isWide: Bool
  /// Number of packets that the growing table can hold, or `nil` for a final table.
  var capacity: Int?
  var properties = TrackProperties()
  /// The fragments that contain the packets, or `nil` if the movie lists the packets.
  var fragments: MP4MovieFragments?
  /// The tracks of texts and metadata, whose samples follow the movie.
  private(set) var timed: [MP4TimedTrackWriter] = []

  /// Offsets of the durations of movie, track, and media in a movie box without edits, in eight
  /// bytes each.
  static let durationOffsets: [UInt64] = [40, 172, 280]

  /// Returns the `moov` box at an offset in the file, and the texts and metadata after it.
  func boxes(at offset: UInt64) -> [UInt8] {
    guard !timed.isEmpty else { return box }
    // The offset of the samples does not affect the size of the box.
    let byteCount = box(samplesAt: 0).count
    return box(samplesAt: offset &+ UInt64(byteCount)) + timed.flatMap(\.mediaData)
  }

  var box: [UInt8] { box(samplesAt: 0) }

  private var duration: UInt64 {
    fragments?.validFrames ?? trim?.validFrames ?? table.frameCount
  }

  /// Adds tracks, whose numbers follow that of the sound.
  mutating func add(_ tracks: [TimedTrackContent]) {
    for track in tracks {
      timed.append(
        MP4TimedTrackWriter(
          track, identifier: UInt32(timed.count + 2), soundDuration: duration,
          sampleRate: sampleRate, movieDuration: scaled(duration)))
    }
  }

  /// Removes all tracks except the sound, and restores the usual clock, for a growing movie.
  mutating func simplify() {
    timed = []
    properties.references = []
    movieTimescale = 0
  }

  private func box(samplesAt offset: UInt64) -> [UInt8] {
    let duration = scaled(duration)
    var tracks = track(duration)
    var place = offset
    for track in timed {
      tracks += track.track(mediaDataAt: place, isWide: isWide)
      place &+= UInt64(track.mediaData.count)
    }
    return .box(
      FourCC("m", "o", "o", "v"),
      movieHeader(duration) + tracks + (fragments?.extendsBox ?? []) + metadata)
  }

  /// A number of frames in units of the movie's clock.
  private func scaled(_ frames: UInt64) -> UInt64 {
    guard movieTimescale > 0 else { return frames }
    return MP4Clock.scale(frames, by: UInt64(movieTimescale), over: UInt64(sampleRate))
  }

  private var tableBoxes: [UInt8] {
    capacity.map { table.growingBoxes(from: dataOffset, capacity: $0) }
      ?? table.boxes(from: dataOffset, isWide: isWide)
  }

  private func movieHeader(_ duration: UInt64) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 16)
    body.append(big: movieTimescale > 0 ? movieTimescale : sampleRate)
    body.append(big: duration)
    // Rate 1, volume 1, the identity matrix, and the next track's number.
    body.append(big: UInt32(0x1_0000))
    body.append(big: UInt16(0x100))
    body.append(zeros: 10)
    body += Self.matrix
    body.append(zeros: 24)
    body.append(big: UInt32(timed.count + 2))
    return .fullBox(FourCC("m", "v", "h", "d"), version: 1, body)
  }

  private func track(_ duration: UInt64) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 16)
    header.append(big: UInt32(1))
    header.append(zeros: 4)
    header.append(big: duration)
    header.append(zeros: 8)
    // Layer 0, alternate group 1.
    header.append(big: UInt32(1))
    header.append(big: UInt16(min(max(properties.volume, 0), 255) * 256))
    header.append(zeros: 2)
    header += Self.matrix
    header.append(zeros: 8)
    // Enabled, in the movie, and in the preview.
    let box: [UInt8] = .fullBox(
      FourCC("t", "k", "h", "d"), version: 1, flags: properties.isEnabled ? 7 : 6, header)
    return .box(
      FourCC("t", "r", "a", "k"),
      box + edits(duration) + MP4TimedTrackWriter.box(properties.references) + media)
  }

  private func edits(_ duration: UInt64) -> [UInt8] {
    guard let priming = fragments?.primingFrames ?? trim?.primingFrames else { return [] }
    var list: [UInt8] = .big(UInt32(1))
    list.append(big: duration)
    list.append(big: Int64(priming))
    list.append(big: UInt32(0x1_0000))
    return .box(
      FourCC("e", "d", "t", "s"), .fullBox(FourCC("e", "l", "s", "t"), version: 1, list))
  }

  private var media: [UInt8] {
    var header = [UInt8](repeating: 0, count: 16)
    header.append(big: sampleRate)
    header.append(big: fragments?.frameCount ?? table.frameCount)
    header.append(big: UInt32(MP4Language.code(properties.language)) << 16)
    var handler = [UInt8](repeating: 0, count: 4)
    handler.append(FourCC("s", "o", "u", "n"))
    handler.append(zeros: 13)
    let samples: [UInt8] = .box(
      FourCC("s", "t", "b", "l"),
      .fullBox(FourCC("s", "t", "s", "d"), .big(UInt32(1)) + sampleEntry)
        + tableBoxes)
    let information: [UInt8] = .box(
      FourCC("m", "i", "n", "f"),
      .fullBox(FourCC("s", "m", "h", "d"), [0, 0, 0, 0])
        + Self.dataInformation + samples)
    return .box(
      FourCC("m", "d", "i", "a"),
      .fullBox(FourCC("m", "d", "h", "d"), version: 1, header)
        + .fullBox(FourCC("h", "d", "l", "r"), handler)
        + Self.box(languageTag: properties.languageTag) + information)
  }

  /// States that the samples are in this file.
  static var dataInformation: [UInt8] {
    let reference: [UInt8] = .fullBox(
      FourCC("d", "r", "e", "f"),
      .big(UInt32(1)) + .fullBox(FourCC("u", "r", "l", " "), flags: 1, []))
    return .box(FourCC("d", "i", "n", "f"), reference)
  }

  /// The extended language tag.
  ///
  /// Source: ISO/IEC 14496-12, 8.4.6 Extended Language Tag Box.
  static func box(languageTag tag: String) -> [UInt8] {
    tag.isEmpty ? [] : .fullBox(FourCC("e", "l", "n", "g"), Array(tag.utf8) + [0])
  }

  static let matrix: [UInt8] = [
    0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000,
  ].flatMap { [UInt8].big(UInt32($0)) }
}

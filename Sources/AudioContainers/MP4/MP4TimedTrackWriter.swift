import AudioModel
import AudioSyntax

/// Writes a track of texts or metadata of a movie.
///
/// Sources: *QuickTime File Format*, "Chapter Lists", "Text Media", "Timed Metadata Media", "Base
/// Media Information Header Atoms"; ISO/IEC 14496-12, 8.4.5.
struct MP4TimedTrackWriter {
  private let identifier: UInt32
  private let content: TimedTrackContent
  /// The length of the movie in units of its clock.
  private let movieDuration: UInt64
  /// The length of the track in units of its own clock.
  private let duration: UInt64
  private var table = MP4SampleTableWriter()
  /// The media data with the samples.
  private(set) var mediaData: [UInt8] = []

  /// Prepares a track.
  ///
  /// A later sample replaces the rest of an earlier one. Other times have an empty sample.
  ///
  /// - Parameters:
  ///   - content: The track.
  ///   - identifier: Its number in the file.
  ///   - soundDuration: The length of the sound in frames.
  ///   - sampleRate: Frames in a second.
  ///   - movieDuration: The length of the movie in units of its clock.
  init(
    _ content: TimedTrackContent, identifier: UInt32, soundDuration: UInt64, sampleRate: UInt32,
    movieDuration: UInt64
  ) {
    self.identifier = identifier
    self.content = content
    self.movieDuration = movieDuration
    duration = MP4Clock.scale(
      soundDuration, by: UInt64(content.timescale), over: UInt64(sampleRate))
    var bytes: [UInt8] = []
    var end: UInt64 = 0
    let samples = content.samples.sorted { $0.start < $1.start }
    for (index, sample) in samples.enumerated() {
      let next = index + 1 < samples.count ? min(samples[index + 1].start, duration) : duration
      let last = sample.duration.map { min(sample.start.clampedAdding($0), next) } ?? next
      guard last > sample.start else { continue }
      append(content.filler, for: sample.start - end, to: &bytes)
      append(sample.bytes, for: last - sample.start, to: &bytes)
      end = last
    }
    append(content.filler, for: duration - end, to: &bytes)
    mediaData = .box(FourCC("m", "d", "a", "t"), bytes)
  }

  private mutating func append(_ sample: [UInt8], for units: UInt64, to bytes: inout [UInt8]) {
    guard units > 0 else { return }
    bytes += sample
    table.append(
      Packet(
        offset: 0, byteCount: UInt32(clamping: sample.count), frameCount: UInt32(clamping: units)))
  }

  /// The references of a track to others; empty without any.
  static func box(_ references: [TrackReference]) -> [UInt8] {
    guard !references.isEmpty else { return [] }
    let boxes = references.map { reference in
      [UInt8].box(reference.type, reference.identifiers.flatMap { [UInt8].big($0) })
    }
    return .box(FourCC("t", "r", "e", "f"), boxes.flatMap { $0 })
  }

  /// The track, whose ``mediaData`` begin at an offset in the file.
  func track(mediaDataAt offset: UInt64, isWide: Bool) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 16)
    header.append(big: identifier)
    header.append(zeros: 4)
    header.append(big: movieDuration)
    header.append(zeros: 16)
    header += matrix
    header.append(big: Self.fixed(content.properties.width))
    header.append(big: Self.fixed(content.properties.height))
    // The flags "in the movie" and "enabled". Players show no picture for a disabled track.
    let box: [UInt8] = .fullBox(
      FourCC("t", "k", "h", "d"), version: 1, flags: content.properties.isEnabled ? 3 : 2, header)
    return .box(
      FourCC("t", "r", "a", "k"),
      box + Self.box(content.properties.references) + media(offset + 8, isWide: isWide))
  }

  /// The transformation for display.
  private var matrix: [UInt8] {
    let numbers = content.properties.transform
    guard numbers.count == 6 else { return MP4MovieWriter.matrix }
    // The third column is 0, 0, 1.
    let columns = [0, 1, nil, 2, 3, nil, 4, 5]
    let values = columns.map { $0.map { Self.fixed(numbers[$0]) } ?? 0 }
    return (values + [0x4000_0000]).flatMap { [UInt8].big($0) }
  }

  /// A number with 16 bits after the point, in the bits of an unsigned one.
  private static func fixed(_ value: Double) -> UInt32 {
    let scaled = (value * 0x1_0000).rounded()
    guard scaled.isFinite else { return 0 }
    return UInt32(bitPattern: Int32(max(-0x8000_0000, min(scaled, 0x7FFF_FFFF))))
  }

  private func media(_ offset: UInt64, isWide: Bool) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 16)
    header.append(big: content.timescale)
    header.append(big: duration)
    header.append(big: UInt32(MP4Language.code(content.properties.language)) << 16)
    var handler = [UInt8](repeating: 0, count: 4)
    handler.append(content.handler)
    handler.append(zeros: 13)
    let samples: [UInt8] = .box(
      FourCC("s", "t", "b", "l"),
      .fullBox(FourCC("s", "t", "s", "d"), .big(UInt32(1)) + content.entry)
        + table.boxes(from: offset, isWide: isWide))
    let information: [UInt8] = .box(
      FourCC("m", "i", "n", "f"),
      mediaHeader + MP4MovieWriter.dataInformation + samples)
    return .box(
      FourCC("m", "d", "i", "a"),
      .fullBox(FourCC("m", "d", "h", "d"), version: 1, header)
        + .fullBox(FourCC("h", "d", "l", "r"), handler)
        + MP4MovieWriter.box(languageTag: content.properties.languageTag) + information)
  }

  /// The header of base media, with the matrix of texts.
  private var mediaHeader: [UInt8] {
    // Mode "dither copy", a gray of half intensity, and a balance of 0.
    let general: [UInt8] = .fullBox(
      FourCC("g", "m", "i", "n"), [0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0])
    let text: [UInt8] =
      content.handler == .metadataHandler ? [] : .box(.textHandler, MP4MovieWriter.matrix)
    return .box(FourCC("g", "m", "h", "d"), general + text)
  }
}

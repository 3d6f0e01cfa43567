import AudioModel
import AudioSyntax

/// Writes the chapters of a movie as a track of texts, to which the sound track refers.
///
/// Sources: *QuickTime File Format*, "Chapter Lists", "Text Media", "Base Media Information Header
/// Atoms"; ISO/IEC 14496-12, 8.3.3 Track Reference Box.
struct MP4ChapterTrackWriter {
  private static let trackID: UInt32 = 2
  private static let text = FourCC("t", "e", "x", "t")

  private let timescale: UInt32
  private let duration: UInt64
  private var table = MP4SampleTableWriter()
  /// The media data with the titles.
  private(set) var mediaData: [UInt8] = []

  /// Prepares the chapters; `nil` if none begins before the end of the movie.
  ///
  /// Time before the first chapter has an empty title.
  ///
  /// - Parameters:
  ///   - chapters: The chapters.
  ///   - timescale: Units of the movie's clock in a second.
  ///   - duration: The length of the movie in these units.
  init?(_ chapters: [Chapter], timescale: UInt32, duration: UInt64) {
    self.timescale = timescale
    self.duration = duration
    var starts: [(tick: UInt64, title: String)] = []
    for chapter in chapters.sorted(by: { $0.start < $1.start }).prefix(ChapterText.most) {
      let tick = (max(0, chapter.start) * Double(timescale)).rounded()
      guard tick < Double(duration) else { break }
      // A later chapter replaces one that has no duration.
      if starts.last?.tick == UInt64(tick) { starts.removeLast() }
      starts.append((UInt64(tick), chapter.title))
    }
    guard let first = starts.first else { return nil }
    if first.tick > 0 { starts.insert((0, ""), at: 0) }
    var texts: [UInt8] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].tick : duration
      let title = Array(start.title.utf8.prefix(Tags.longestText))
      texts.append(big: UInt16(title.count))
      texts += title
      table.append(
        Packet(
          offset: 0, byteCount: UInt32(title.count + 2),
          frameCount: UInt32(clamping: end - start.tick)))
    }
    mediaData = .box(FourCC("m", "d", "a", "t"), texts)
  }

  /// The reference of the sound track.
  var reference: [UInt8] {
    .box(FourCC("t", "r", "e", "f"), .box(FourCC("c", "h", "a", "p"), .big(Self.trackID)))
  }

  /// The track, whose ``mediaData`` begin at an offset in the file.
  func track(mediaDataAt offset: UInt64, isWide: Bool) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 16)
    header.append(big: Self.trackID)
    header.append(zeros: 4)
    header.append(big: duration)
    header.append(zeros: 16)
    header += MP4MovieWriter.matrix
    header.append(zeros: 8)
    // In the movie, but not enabled: it is not shown as a picture.
    let box: [UInt8] = .fullBox(FourCC("t", "k", "h", "d"), version: 1, flags: 2, header)
    return .box(FourCC("t", "r", "a", "k"), box + media(offset + 8, isWide: isWide))
  }

  private func media(_ offset: UInt64, isWide: Bool) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 16)
    header.append(big: timescale)
    header.append(big: duration)
    header.append(big: UInt32(MP4Language.undetermined) << 16)
    var handler = [UInt8](repeating: 0, count: 4)
    handler.append(Self.text)
    handler.append(zeros: 13)
    let samples: [UInt8] = .box(
      FourCC("s", "t", "b", "l"),
      .fullBox(FourCC("s", "t", "s", "d"), .big(UInt32(1)) + Self.sampleEntry)
        + table.boxes(from: offset, isWide: isWide))
    let information: [UInt8] = .box(
      FourCC("m", "i", "n", "f"),
      Self.mediaHeader + MP4MovieWriter.dataInformation + samples)
    return .box(
      FourCC("m", "d", "i", "a"),
      .fullBox(FourCC("m", "d", "h", "d"), version: 1, header)
        + .fullBox(FourCC("h", "d", "l", "r"), handler) + information)
  }

  /// The header of base media, with the matrix of texts.
  private static var mediaHeader: [UInt8] {
    // Mode "dither copy", a gray of half intensity, and a balance of 0.
    let general: [UInt8] = .fullBox(
      FourCC("g", "m", "i", "n"), [0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0])
    return .box(FourCC("g", "m", "h", "d"), general + .box(text, MP4MovieWriter.matrix))
  }

  /// A plain text, without a font.
  private static var sampleEntry: [UInt8] {
    var entry = [UInt8](repeating: 0, count: 6)
    entry.append(big: UInt16(1))
    // Flags, justification, background, box, font, face, foreground, and an empty font name.
    entry.append(zeros: 44)
    return .box(text, entry)
  }
}

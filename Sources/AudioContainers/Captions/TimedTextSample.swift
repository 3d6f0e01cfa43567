import AudioModel
import AudioSyntax

/// The samples of 3GPP timed text.
///
/// Source: 3GPP TS 26.245, 5.16 Sample description format; 5.17 Sample format.
enum TimedTextSample {
  /// A style of a range of characters.
  private struct StyleRecord {
    static let byteCount = 12

    var characters: Range<Int>
    var style: CaptionText.Style

    init(_ bytes: Span<UInt8>, at offset: Int) {
      let start = Int(bytes.bigEndian16(at: offset))
      characters = start..<max(start, Int(bytes.bigEndian16(at: offset + 2)))
      let face = bytes[offset + 6]
      style = CaptionText.Style()
      style.isBold = face & 1 != 0
      style.isItalic = face & 2 != 0
      style.isUnderlined = face & 4 != 0
      // The opacity is the last byte.
      let color = bytes.bigEndian32(at: offset + 8)
      style.color = (color & 0xFF) << 24 | color >> 8
    }
  }

  /// The offset in a sample entry of its style.
  private static let entryStyleOffset = 34
  private static let white: UInt32 = 0xFFFF_FFFF
  /// Styles of one sample that are read.
  private static let most = 256

  /// The text of a sample, with its styles.
  static func text(_ sample: Span<UInt8>, _ entry: Span<UInt8>) -> CaptionText {
    let characters = Array(ChapterText.title(sample).unicodeScalars)
    guard !characters.isEmpty else { return CaptionText([]) }
    var usual = CaptionText.Style()
    if entry.count >= entryStyleOffset + StyleRecord.byteCount {
      usual = StyleRecord(entry, at: entryStyleOffset).style
    }
    let length = min(2 + Int(sample.bigEndian16(at: 0)), sample.count)
    let records = records(sample, from: length)
    var text = CaptionText([])
    for (index, character) in characters.enumerated() {
      var style = records.last { $0.characters.contains(index) }?.style ?? usual
      // White is the usual color of every text.
      if style.color == white { style.color = nil }
      text.append(String(Character(character)), style)
    }
    return text
  }

  private static func records(_ sample: Span<UInt8>, from start: Int) -> [StyleRecord] {
    var records: [StyleRecord] = []
    var boxes = BoxCursor(start..<sample.count)
    while let box = boxes.next(sample) {
      guard box.type == .styles, box.body.count >= 2 else { continue }
      let first = box.body.lowerBound + 2
      let count = min(
        Int(sample.bigEndian16(at: box.body.lowerBound)), most - records.count,
        (box.body.upperBound - first) / StyleRecord.byteCount)
      for index in 0..<count {
        records.append(StyleRecord(sample, at: first + index * StyleRecord.byteCount))
      }
    }
    return records
  }
}

extension FourCC {
  fileprivate static let styles = FourCC("s", "t", "y", "l")
}

import AudioToolbox
import Foundation
import ToolSupport

/// A part of a file that becomes an output of its own.
struct ChapterPart: Equatable {
  /// The number, from 1.
  var number: Int
  /// The number of all parts.
  var count: Int
  /// The title of the chapter; possibly empty.
  var title: String
  /// The frames in the file; the last part ends with the file.
  var frames: Range<Int64>

  /// The parts of a file, which contain each frame once.
  ///
  /// The first part starts at the first frame. A chapter without frames has no part.
  ///
  /// - Parameters:
  ///   - chapters: The chapters, in ascending order of time.
  ///   - rate: The sample rate of the file in hertz.
  ///   - frameCount: The number of frames in the file.
  /// - Returns: The parts, in order.
  static func parts(
    _ chapters: [LocalFile.Chapter], rate: Double, frameCount: Int64
  ) -> [ChapterPart] {
    var starts = chapters.map { chapter in
      Int64(min((chapter.start * rate).rounded(), Double(frameCount)))
    }
    // The sound before the first chapter belongs to it, even if more chapters start there.
    if let first = starts.first {
      for index in starts.indices.prefix(while: { starts[$0] == first }) { starts[index] = 0 }
    }
    let ends = starts.dropFirst() + [frameCount]
    var parts: [ChapterPart] = []
    for ((chapter, start), end) in zip(zip(chapters, starts), ends) where start < end {
      parts.append(
        ChapterPart(
          number: parts.count + 1, count: 0, title: chapter.title, frames: start..<end))
    }
    let count = parts.count
    return parts.map { part in
      var part = part
      part.count = count
      return part
    }
  }

  /// The tags of the part.
  ///
  /// The title of the whole becomes the album if there is no album.
  ///
  /// - Parameter tags: The tags of the whole.
  /// - Returns: The tags to change.
  func tags(over tags: [String: String]) -> [String: String] {
    var changes = [kAFInfoDictionary_TrackNumber: "\(number)/\(count)"]
    guard !title.isEmpty else { return changes }
    changes[kAFInfoDictionary_Title] = title
    if tags[kAFInfoDictionary_Album] == nil, let whole = tags[kAFInfoDictionary_Title] {
      changes[kAFInfoDictionary_Album] = whole
    }
    return changes
  }
}

/// The names of outputs.
extension ChapterPart {
  /// The longest name in bytes, which every file system supports.
  private static let longestName = 200

  /// The name of the output: the number and the title, as far as file names may contain it.
  func fileName(extension fileExtension: String) -> String {
    let digits = "\(number)"
    let zeros = String(repeating: "0", count: max("\(count)".utf8.count - digits.utf8.count, 0))
    var name = zeros + digits
    let suffix = "." + fileExtension
    let title = Self.plain(title)
    if !title.isEmpty { name += " " }
    for character in title {
      let bytes = name.utf8.count + character.utf8.count + suffix.utf8.count
      guard bytes <= Self.longestName else { break }
      name.append(character)
    }
    return name.trimmingCharacters(in: .whitespaces) + suffix
  }

  /// A title without slashes, control characters, and dots or spaces at the start.
  private static func plain(_ title: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in title.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      default: scalars.append(scalar == "/" ? "-" : changesDirection(scalar) ? " " : scalar)
      }
    }
    return String(String(scalars).drop { $0 == "." || $0.isWhitespace })
      .trimmingCharacters(in: .whitespaces)
  }

  /// Whether a scalar reverses the order of the letters after it, so that a name looks like
  /// another.
  private static func changesDirection(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
}

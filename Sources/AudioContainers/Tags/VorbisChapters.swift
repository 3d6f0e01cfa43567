/// The chapters in a Vorbis comment.
///
/// Source: *Chapter Extension* (Xiph.Org wiki): `CHAPTER001=00:01:30.500` is the start of a
/// chapter, and `CHAPTER001NAME` its title. Some programs write numbers of another length.
struct VorbisChapters {
  private struct Entry {
    var start: Double?
    var title: String?
  }

  private var entries: [UInt16: Entry] = [:]

  /// The meaning of a field.
  enum Field: Equatable {
    case start(UInt16)
    case title(UInt16)

    /// Reads the name of a field in capital letters; `nil` if it is another field.
    init?(_ name: String) {
      guard name.hasPrefix("CHAPTER") else { return nil }
      let rest = name.dropFirst(7)
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard (1...4).contains(digits.utf8.count), let number = UInt16(digits) else { return nil }
      switch rest.dropFirst(digits.count) {
      case "": self = .start(number)
      case "NAME": self = .title(number)
      default: return nil
      }
    }
  }

  /// Adds a field; the first value counts.
  mutating func add(_ text: String, for field: Field) {
    switch field {
    case .start(let number):
      guard entries[number]?.start == nil else { return }
      entries[number, default: Entry()].start = Self.seconds(text)
    case .title(let number):
      guard entries[number]?.title == nil else { return }
      entries[number, default: Entry()].title = text
    }
  }

  /// The chapters with a valid start, in ascending order of time.
  var chapters: [Chapter] {
    let valid = entries.sorted { $0.key < $1.key }.prefix(ChapterText.most).compactMap { entry in
      entry.value.start.map { Chapter(start: $0, title: entry.value.title ?? "") }
    }
    return valid.sorted { $0.start < $1.start }
  }

  /// The seconds of a time in hours, minutes and seconds; `nil` if it is invalid.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = number(parts[0]), let minutes = number(parts[1]) else {
      return nil
    }
    let units = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(units.count), let seconds = number(units[0]) else { return nil }
    var fraction = 0.0
    if units.count == 2 {
      guard let digits = number(units[1]) else { return nil }
      fraction = units[1].utf8.reduce(Double(digits)) { value, _ in value / 10 }
    }
    return Double(hours * 3600 + minutes * 60 + seconds) + fraction
  }

  /// The value of one to nine digits.
  private static func number(_ text: Substring) -> Int? {
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber && (1...9).contains(text.utf8.count) ? Int(text) : nil
  }
}

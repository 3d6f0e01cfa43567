internal import Foundation

/// A date in the text of a metadata item.
///
/// Sources: ID3v2.4, 4; RFC 3339, 5.6.
struct MetadataDate {
  /// The date; a missing month or day counts as 1, and a missing time as 0.
  let date: Date

  /// Parses a text, such as `2024`, `2024-05-06` or `2024-05-06T07:08:09Z`.
  init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    let halves = text.split(separator: /[T ]/, maxSplits: 1)
    guard let day = halves.first, let days = Self.numbers(day, separator: "-", 1...3),
      days[0] >= 1, day.prefix(4).allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    var components = DateComponents()
    components.year = days[0]
    components.month = days.count > 1 ? days[1] : 1
    components.day = days.count > 2 ? days[2] : 1
    var offset = 0
    if halves.count > 1 {
      guard let (clock, seconds) = Self.split(halves[1]),
        let times = Self.numbers(clock.prefix { $0 != "." }, separator: ":", 1...3)
      else { return nil }
      components.hour = times[0]
      components.minute = times.count > 1 ? times[1] : 0
      components.second = times.count > 2 ? times[2] : 0
      offset = seconds
    }
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = TimeZone(secondsFromGMT: 0) else { return nil }
    calendar.timeZone = zone
    guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else {
      return nil
    }
    self.date = date.addingTimeInterval(-Double(offset))
  }

  /// The numbers between separators; `nil` if the text is malformed.
  private static func numbers(
    _ text: Substring, separator: Character, _ counts: ClosedRange<Int>
  ) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 4 ? UInt16($0) : nil }.map(Int.init)
    return counts.contains(parts.count) && numbers.count == parts.count ? numbers : nil
  }

  /// The time of day, and the offset of its time zone in seconds; `nil` if the offset is malformed.
  private static func split(_ text: Substring) -> (clock: Substring, offset: Int)? {
    if text.hasSuffix("Z") { return (text.dropLast(), 0) }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, 0) }
    let digits = text[text.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 4, let zone = UInt16(digits), zone % 100 < 60 else { return nil }
    let seconds = (Int(zone) / 100 * 60 + Int(zone) % 100) * 60
    return (text[..<sign], text[sign] == "-" ? -seconds : seconds)
  }
}

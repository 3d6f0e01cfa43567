/// Reads a date and time as in ISO 8601.
///
/// Source: RFC 8216, 4.3.2.6, EXT-X-PROGRAM-DATE-TIME; ISO 8601-1:2019, 5.4.
enum HLSDate {
  /// Seconds from 1970-01-01 00:00 UTC.
  ///
  /// A text without a time zone is in UTC.
  static func seconds(_ text: Substring) -> Double? {
    var scanner = Scanner(rest: text.utf8)
    guard let year = scanner.number(4), scanner.pass("-"), let month = scanner.number(2),
      scanner.pass("-"), let day = scanner.number(2), scanner.pass("Tt "),
      let hour = scanner.number(2), scanner.pass(":"), let minute = scanner.number(2)
    else { return nil }
    let second = scanner.pass(":") ? scanner.number(2) : 0
    guard let second, (1...12).contains(month), (1...31).contains(day), hour <= 24, minute < 60,
      second <= 60, let zone = scanner.zone(after: scanner.fraction())
    else { return nil }
    let days = days(year: year, month: month, day: day)
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second) + zone
  }

  /// Days from 1970-01-01 in the Gregorian calendar.
  ///
  /// Years start in March, so that the leap day is the last of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = floored(year, by: 4) - floored(year, by: 100) + floored(year, by: 400)
    return year * 365 + leapDays + dayOfYear - 719_468
  }

  private static func floored(_ number: Int, by divisor: Int) -> Int {
    number >= 0 ? number / divisor : (number - divisor + 1) / divisor
  }

  private struct Scanner {
    var rest: Substring.UTF8View

    /// Reads a number of exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(HLSText.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Moves past one of the characters, if it is next.
    mutating func pass(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Reads a fraction of a second; returns 0 if the text has none.
    mutating func fraction() -> Double {
      guard pass(".,") else { return 0 }
      let digits = rest.prefix(while: HLSText.isDigit)
      rest = rest[digits.endIndex...]
      // Further digits exceed the precision of the sum.
      return digits.prefix(9).reversed().reduce(0) { ($0 + Double($1 - 0x30)) / 10 }
    }

    /// Reads a time zone.
    ///
    /// - Returns: The fraction, minus the offset of the zone from UTC in seconds.
    mutating func zone(after fraction: Double) -> Double? {
      if rest.isEmpty || pass("Zz") { return fraction }
      let isWest = rest.first == UInt8(ascii: "-")
      guard pass("+-"), let hours = number(2) else { return nil }
      _ = pass(":")
      let seconds = Double(hours * 3600 + (number(2) ?? 0) * 60)
      return isWest ? fraction + seconds : fraction - seconds
    }
  }
}

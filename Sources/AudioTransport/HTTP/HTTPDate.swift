/// Dates of header fields.
///
/// Source: RFC 9110, 5.6.7, the form that servers must send; the obsolete forms are unknown here.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Returns: Seconds since 1970, or `nil` for another form.
  static func seconds(_ text: some StringProtocol) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int64(words[3])
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int64($0) }
    guard time.count == 3, (1...31).contains(day), (1970...9999).contains(year),
      (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
    else { return nil }
    let days = days(before: month, of: year) + day - 1
    return ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
  }

  /// Days from 1970 to the first day of a month, which is counted from 0.
  private static func days(before month: Int, of year: Int64) -> Int64 {
    let lengths: [Int64] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let past = year - 1
    let leapDays = past / 4 - past / 100 + past / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400)
    let inYear = lengths[..<month].reduce(0, +) + (isLeap && month > 1 ? 1 : 0)
    return (year - 1970) * 365 + leapDays + inYear
  }
}

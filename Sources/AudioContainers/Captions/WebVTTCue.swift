/// A text of WebVTT with its time.
package struct WebVTTCue: Hashable, Sendable {
  /// Seconds of the file's own clock.
  package var start: Double
  package var end: Double
  package var identifier = ""
  package var settings = ""
  /// The text with its tags.
  package var payload: String

  package init(start: Double, end: Double, payload: String) {
    (self.start, self.end, self.payload) = (start, end, payload)
  }

  /// The text with its styles and its place.
  package var text: CaptionText {
    var text = WebVTTMarkup.text(payload)
    text.place = CaptionPlace(webVTT: settings)
    return text
  }

  /// Reads the line with the times of a cue; `nil` if it is malformed.
  ///
  /// Source: W3C WebVTT, 6.3 WebVTT cue timings and settings parsing.
  init?(timing line: String) {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    let rest = line[arrow.upperBound...].drop { $0 == " " || $0 == "\t" }
    let time = rest.prefix { $0 != " " && $0 != "\t" }
    let first = line[..<arrow.lowerBound].split { $0 == " " || $0 == "\t" }
    guard first.count == 1, let start = WebVTTTime.seconds(first[0]),
      let end = WebVTTTime.seconds(time)
    else { return nil }
    self.init(start: start, end: end, payload: "")
    settings = String(rest.dropFirst(time.count).drop { $0 == " " || $0 == "\t" })
  }
}

/// The times of WebVTT.
///
/// Source: W3C WebVTT, 4.1 WebVTT file structure, "WebVTT timestamp".
enum WebVTTTime {
  /// Reads a time as in `01:02:03.004` or `02:03.004`.
  static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let last = parts[parts.count - 1].split(separator: ".", omittingEmptySubsequences: false)
    guard last.count == 2, last[0].utf8.count == 2, last[1].utf8.count == 3,
      let minutes = number(parts[parts.count - 2]), minutes < 60,
      let seconds = number(last[0]), seconds < 60, let thousandths = number(last[1])
    else { return nil }
    let hours = parts.count == 3 ? number(parts[0]) : 0
    guard let hours else { return nil }
    return Double(hours) * 3600 + Double(minutes * 60 + seconds) + Double(thousandths) / 1000
  }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}

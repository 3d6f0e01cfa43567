/// A text that is shown with the pictures, such as a subtitle.
package struct CaptionText: Equatable, Sendable {
  /// How a part of a text looks.
  package struct Style: Hashable, Sendable {
    package var isBold = false
    package var isItalic = false
    package var isUnderlined = false
    /// The color, with 8 bits each of opacity, red, green and blue; `nil` for the usual color.
    package var color: UInt32?

    package init() {}
  }

  /// A part of a text with one style.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = Style()) {
      self.text = text
      self.style = style
    }
  }

  /// The parts in reading order.
  package var runs: [Run]
  package var place = CaptionPlace()

  package init(_ runs: [Run]) { self.runs = runs }

  /// The text without styles.
  package var text: String { runs.map(\.text).joined() }

  /// Adds a part, or extends the last one if it has the same style.
  mutating func append(_ text: String, _ style: Style) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(Run(text, style))
    }
  }
}

/// Where a text is shown; `nil` for the usual place.
package struct CaptionPlace: Equatable, Sendable {
  package enum Alignment: String, Sendable {
    case start, center, end, left, right
  }

  /// The direction in which lines follow each other, for vertical texts.
  package enum Vertical: String, Sendable {
    case rightToLeft = "rl"
    case leftToRight = "lr"
  }

  package var alignment: Alignment?
  package var vertical: Vertical?
  /// The distance of the line from the top, or from the side of vertical texts, in percent.
  package var line: Double?
  /// The distance of the text from the start of its line, in percent.
  package var position: Double?
  /// The length of the line, in percent of the pictures.
  package var size: Double?

  package init() {}

  /// Reads the settings of a cue of WebVTT; settings of other forms are ignored.
  ///
  /// Source: W3C WebVTT, 6.3 WebVTT cue settings parsing.
  init(webVTT settings: String) {
    for setting in settings.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].prefix { $0 != "," }
      switch parts[0] {
      case "vertical": vertical = Vertical(rawValue: String(value))
      case "line": line = Self.percent(value)
      case "position": position = Self.percent(value)
      case "size": size = Self.percent(value)
      case "align": alignment = Alignment(rawValue: value == "middle" ? "center" : String(value))
      default: break
      }
    }
  }

  private static func percent(_ text: Substring) -> Double? {
    guard text.last == "%", let value = Double(text.dropLast()), (0...100).contains(value) else {
      return nil
    }
    return value
  }
}

internal import AudioContainers
#if Pictures
  internal import CPictures
#endif

/// A text, broken into lines that fit on the pictures.
struct CaptionLines {
  /// A part of a line with one style.
  private struct Part {
    var text: String
    var style: CaptionText.Style
    var width: Double
  }

  /// The size of the characters, relative to the height of the pictures.
  private static let relativeSize = 0.05
  /// The free space around the text for its outline, relative to the size of the characters.
  private static let border = 0.15
  private static let white: UInt32 = 0xFFFF_FFFF
  /// Lines of one text; further text has no room on the pictures.
  private static let most = 32
  /// Characters of one text.
  private static let mostCharacters = 2_048

  private let size: Double
  private let room: Double
  private var lines: [[Part]] = [[]]
  private var ascent = 0.0
  private var descent = 0.0

  /// Breaks a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - pixelHeight: The height of the pictures.
  ///   - room: The pixels of the longest line; the end of a longer word is cut off.
  init(_ text: CaptionText, pixelHeight: Int, room: Double) {
    size = max(8, Double(pixelHeight) * Self.relativeSize)
    self.room = room
    var left = Self.mostCharacters
    for run in text.runs {
      let text = run.text.prefix(left)
      left -= text.count
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 {
          guard lines.count < Self.most else { return }
          lines.append([])
        }
        add(line, run.style)
      }
    }
  }

  private mutating func add(_ line: Substring, _ style: CaptionText.Style) {
    var rest = line
    while !rest.isEmpty {
      // A word has the spaces after it.
      let word = rest.prefix { $0 != " " }
      let spaces = rest[word.endIndex...].prefix { $0 == " " }
      rest = rest[spaces.endIndex...]
      let last = lines.count - 1
      let taken = lines[last].reduce(0) { $0 + $1.width }
      let fits = taken + measure(String(word), style) <= room
      if !fits, taken > 0 {
        guard lines.count < Self.most else { return }
        lines.append([])
      }
      let text = String(word + spaces)
      lines[lines.count - 1].append(Part(text: text, style: style, width: measure(text, style)))
    }
  }

  #if Pictures
    private func style(_ style: CaptionText.Style) -> OCATextStyle {
      OCATextStyle(
        size: size, colour: style.color ?? Self.white, isBold: style.isBold,
        isItalic: style.isItalic, isUnderlined: style.isUnderlined)
    }

    private mutating func measure(_ text: String, _ style: CaptionText.Style) -> Double {
      var (look, space) = (self.style(style), OCATextSpace())
      // Safe: the function reads the text and the style, and fills the space in.
      let status = unsafe Int(OCATextMeasure(text, &look, &space))
      guard status == OCAPictureDone else { return 0 }
      ascent = max(ascent, space.ascent)
      descent = max(descent, space.descent)
      return space.width
    }

    /// Draws the lines; `nil` if they are empty, or without the library.
    func draw(alignment: CaptionPlace.Alignment) -> PixelMemory? {
      let widths = lines.map { $0.reduce(0) { $0 + $1.width } }
      let (border, step) = (size * Self.border, ascent + descent)
      let widest = min(widths.max() ?? 0, room)
      guard widest > 0, widest < 1e6, step > 0,
        let pixels = PixelMemory(
          .bgra, width: Int((widest + 2 * border).rounded(.up)),
          height: Int((step * Double(lines.count) + 2 * border).rounded(.up)))
      else { return nil }
      for (index, line) in lines.enumerated() {
        let free = max(0, widest - widths[index])
        var x = border
        switch alignment {
        case .start, .left: break
        case .center: x += free / 2
        case .end, .right: x += free
        }
        let y = border + ascent + step * Double(index)
        for part in line {
          draw(part, x, y, in: pixels)
          x += part.width
        }
      }
      return pixels
    }

    private func draw(_ part: Part, _ x: Double, _ y: Double, in pixels: PixelMemory) {
      var look = style(part.style)
      // Safe: the memory has rows of this length, and the function does not keep it.
      _ = unsafe OCATextDraw(
        pixels.plane(0).assumingMemoryBound(to: UInt8.self), Int32(pixels.width),
        Int32(pixels.height), Int32(pixels.bytesPerRow[0]), x, y, &look, part.text)
    }
  #else
    private mutating func measure(_ text: String, _ style: CaptionText.Style) -> Double { 0 }

    func draw(alignment: CaptionPlace.Alignment) -> PixelMemory? { nil }
  #endif
}

/// The tags in the texts of WebVTT.
///
/// Tags of voices, languages and rubies, and the times of words have no style.
///
/// Source: W3C WebVTT, 6.4 WebVTT cue text parsing; 5.1 Default text colors.
enum WebVTTMarkup {
  private static let colors: [Substring: UInt32] = [
    "white": 0xFFFF_FFFF, "lime": 0xFF00_FF00, "cyan": 0xFF00_FFFF, "red": 0xFFFF_0000,
    "yellow": 0xFFFF_FF00, "magenta": 0xFFFF_00FF, "blue": 0xFF00_00FF, "black": 0xFF00_0000,
  ]
  private static let characters: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
    "quot": "\"", "apos": "'",
  ]
  /// The deepest nesting of tags with an effect.
  private static let deepest = 64

  /// Splits a text with tags into parts of one style.
  static func text(_ markup: String) -> CaptionText {
    var text = CaptionText([])
    var open: [(name: Substring, style: CaptionText.Style)] = []
    var rest = markup[...]
    while let first = rest.first {
      let style = open.last?.style ?? CaptionText.Style()
      switch first {
      case "<":
        let tag = rest.dropFirst().prefix { $0 != ">" }
        rest = rest[tag.endIndex...].dropFirst()
        apply(tag, &open)
      case "&":
        let (character, length) = character(rest)
        text.append(character, style)
        rest = rest.dropFirst(length)
      default:
        let plain = rest.prefix { $0 != "<" && $0 != "&" }
        text.append(String(plain), style)
        rest = rest[plain.endIndex...]
      }
    }
    return text
  }

  private static func apply(
    _ tag: Substring, _ open: inout [(name: Substring, style: CaptionText.Style)]
  ) {
    if tag.first == "/" {
      if open.last?.name == tag.dropFirst() { open.removeLast() }
      return
    }
    let parts = tag.prefix { !$0.isWhitespace }.split(separator: ".")
    guard let name = parts.first, open.count < deepest else { return }
    var style = open.last?.style ?? CaptionText.Style()
    switch name {
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "c", "v", "lang", "ruby", "rt": break
    // The time of a word has no end tag.
    default: return
    }
    if let color = parts.dropFirst().compactMap({ colors[$0] }).last { style.color = color }
    open.append((name, style))
  }

  /// The character of a reference, and the length of the reference in characters.
  private static func character(_ text: Substring) -> (String, Int) {
    let name = text.dropFirst().prefix(10).prefix { $0 != ";" }
    guard text.dropFirst(1 + name.count).first == ";" else { return ("&", 1) }
    if let known = characters[name] { return (known, name.count + 2) }
    guard name.first == "#" else { return ("&", 1) }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = code.flatMap(Unicode.Scalar.init) else { return ("&", 1) }
    return (String(Character(scalar)), name.count + 2)
  }
}

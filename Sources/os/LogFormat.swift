/// An `os_log` format: a `printf` format with objects (`%@`) and annotations (`%{public}@`).
///
/// Arguments are Swift values, so their types are always known. A number prints in full, regardless
/// of the width in the format. A value that does not match its placeholder prints its description.
struct LogFormat {
  /// A placeholder for a value.
  private struct Place {
    var notes: [String] = []
    /// The flags, width, and precision, as in `printf`.
    var shape = ""
    var conversion: Character = "@"

    var privacy: LogPrivacy {
      if notes.contains("public") { return .public }
      return notes.contains { $0 == "private" || $0.hasPrefix("sensitive") }
        || notes.contains { $0.hasPrefix("mask") } ? .private : .automatic
    }
  }

  private let errorNumber: Int32
  private var rest: Substring
  private var arguments: ArraySlice<Any>
  private var message = LogMessage()

  /// Creates a message from a format and its arguments.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - arguments: The values for the placeholders.
  ///   - errorNumber: The last C error number, for `%m`.
  /// - Returns: The message in both forms.
  static func message(
    _ format: String, _ arguments: [Any], errorNumber: Int32 = errno
  ) -> LogMessage {
    var reader = LogFormat(
      errorNumber: errorNumber, rest: Substring(format), arguments: arguments[...])
    reader.read()
    return reader.message
  }

  private mutating func read() {
    while let index = rest.firstIndex(of: "%") {
      message.append(String(rest[..<index]))
      rest = rest[rest.index(after: index)...]
      readPlace()
    }
    message.append(String(rest))
  }

  private mutating func readPlace() {
    var place = Place()
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      place.notes = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",").map {
        String($0.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
      }
      rest = rest[rest.index(after: end)...]
    }
    while let character = rest.popFirst() {
      switch character {
      case "-", "+", " ", "#", "0"..."9", ".", "'":
        place.shape.append(character)
      case "*":
        place.shape += arguments.popFirst().flatMap(LogValue.integer)?.description ?? ""
      case "h", "l", "q", "j", "z", "t", "L":
        continue
      case "%":
        message.append("%")
        return
      case "m":
        message.append(LogValue.errorText(errorNumber))
        return
      default:
        place.conversion = character
        write(place)
        return
      }
    }
    // The format ends within a placeholder, which is undefined for `printf`.
    message.append("%" + place.shape)
  }

  private mutating func write(_ place: Place) {
    guard let argument = arguments.popFirst() else {
      message.append("<decode: missing data>")
      return
    }
    let text = LogValue.text(
      argument, conversion: place.conversion, shape: place.shape, notes: place.notes)
    let isString = ["@", "s", "S"].contains(place.conversion) && !(argument is any Numeric)
    message.append(text, privacy: place.privacy, isString: isString)
  }
}

/// A message in two forms.
struct LogMessage: Equatable, Sendable {
  /// The form for the user of the program, without private values.
  var shown = ""
  /// The form for logs that others may read, with public values only.
  var kept = ""

  /// Appends public text.
  mutating func append(_ text: String) {
    shown += text
    kept += text
  }

  /// Appends a value.
  mutating func append(_ text: String, privacy: LogPrivacy, isString: Bool) {
    let hidden = "<private>"
    shown += privacy == .private ? hidden : text
    let isKept = privacy == .public || (privacy == .automatic && !isString)
    kept += isKept ? text : hidden
  }
}

/// The visibility of a value.
enum LogPrivacy: Sendable {
  /// Numbers are public.
  ///
  /// Strings and objects are visible only to the user of the program.
  case automatic
  case `public`
  case `private`
}

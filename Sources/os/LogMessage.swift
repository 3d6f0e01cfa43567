/// A message in its two forms.
struct LogMessage: Equatable, Sendable {
  /// For whoever runs the program: all but what is marked as private.
  var shown = ""
  /// For logs that others may read: only what is public.
  var kept = ""

  /// Adds text that hides nothing.
  mutating func append(_ text: String) {
    shown += text
    kept += text
  }

  /// Adds a value.
  mutating func append(_ text: String, privacy: LogPrivacy, isString: Bool) {
    let hidden = "<private>"
    shown += privacy == .private ? hidden : text
    let isKept = privacy == .public || (privacy == .automatic && !isString)
    kept += isKept ? text : hidden
  }
}

/// Who may see a value.
enum LogPrivacy: Sendable {
  /// Everyone sees numbers; only whoever runs the program sees strings and objects.
  case automatic
  case `public`
  case `private`
}

/// The completion of a tool for fish, which already completes other words as files.
///
/// Source: the fish documentation, `complete`.
enum FishCompletion {
  static func script(_ manual: ToolManual) -> String {
    let lines = manual.options.map { option in
      let names = option.names.map { " " + flag($0) }.joined()
      let required = option.values.prefix { !$0.isOptional }
      let value = required.first.map { " " + action($0.completion, manual.name) } ?? ""
      return "complete -c \(manual.name)\(names)\(value) -d \(quoted(option.summary))\n"
    }
    return "# Completion of \(manual.name) for fish, generated from its option table.\n"
      + lines.joined()
  }

  /// The flag of a name: long with two hyphens, short with one letter, or else old style.
  private static func flag(_ name: String) -> String {
    if name.hasPrefix("--") { return "-l \(name.dropFirst(2))" }
    return (name.utf8.count == 2 ? "-s " : "-o ") + name.dropFirst()
  }

  private static func action(_ completion: Completion, _ name: String) -> String {
    switch completion {
    case .nothing: "-x"
    case .file: "-r -F"
    case .folder: "-x -a '(__fish_complete_directories)'"
    case .devices: "-x -a \"(\(name) --devices 2>/dev/null | string split -f 1 ' ')\""
    default: "-x -a \(quoted(completion.words))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}

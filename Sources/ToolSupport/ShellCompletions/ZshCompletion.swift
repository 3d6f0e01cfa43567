/// The completion of a tool for zsh.
///
/// Source: the Z Shell manual, Completion Functions, `_arguments`.
enum ZshCompletion {
  static func script(_ manual: ToolManual) -> String {
    let name = manual.name
    let specifications =
      manual.options.flatMap { option in
        option.names.map { quoted(specification($0, option, name)) }
      } + [quoted("*:file:\(action(manual.operands, name))")]
    return """
      #compdef \(name)
      # Completion of \(name) for zsh, generated from its option table.
      \(manual.usesDevices ? devices(name) : "")
      _arguments -S \\
      \(specifications.map { "  " + $0 }.joined(separator: " \\\n"))

      """
  }

  /// A function that offers the first word of each line that the tool lists.
  private static func devices(_ name: String) -> String {
    """

    _\(name)_devices() {
      local -a devices
      devices=(${${(f)"$(\(name) --devices 2>/dev/null)"}%% *})
      compadd -a devices
    }

    """
  }

  /// A name of an option, and the names that it excludes.
  private static func specification(
    _ name: String, _ option: ToolOption, _ tool: String
  ) -> String {
    let prefix = option.isRepeatable ? "*" : "(\(option.names.joined(separator: " ")))"
    let values = option.values.map {
      "\($0.isOptional ? "::" : ":")\(escaped($0.placeholder, ":")):\(action($0.completion, tool))"
    }
    return prefix + name + "[\(escaped(option.summary, "[]"))]" + values.joined()
  }

  private static func action(_ completion: Completion, _ name: String) -> String {
    switch completion {
    case .nothing: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .devices: "_\(name)_devices"
    default: "(\(completion.words))"
    }
  }

  private static func escaped(_ text: String, _ characters: String) -> String {
    text.map { $0 == "\\" || characters.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? #"'\''"# : "\($0)" }.joined() + "'"
  }
}

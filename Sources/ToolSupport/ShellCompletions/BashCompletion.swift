/// The completion of a tool for bash.
///
/// Source: the Bash manual, Programmable Completion. The script uses the functions of the package
/// bash-completion if they are loaded. They join the words that bash splits at a colon.
enum BashCompletion {
  static func script(_ manual: ToolManual) -> String {
    let name = manual.name
    let devices = manual.usesDevices ? Self.devices(name) : ""
    let optionNames = manual.options.flatMap(\.names).joined(separator: " ")
    return """
      # Completion of \(name) for bash, generated from its option table.
      \(devices)_\(name)() {
        local cword=$COMP_CWORD cur=${COMP_WORDS[COMP_CWORD]} options=1 index
        local -a words=("${COMP_WORDS[@]}")
        if declare -F _get_comp_words_by_ref >/dev/null; then
          _get_comp_words_by_ref -n :@ cur words cword
        fi
        COMPREPLY=()
        for ((index = 1; index < cword; index++)); do
          if [[ ${words[index]} == -- ]]; then options=; fi
        done
        if [[ $options ]]; then
      \(values(manual))
          if [[ $cur == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W '\(optionNames)' -- "$cur")
            return
          fi
        fi
        \(action(manual.operands, name))
      }
      complete -F _\(name) \(name)

      """
  }

  /// A function that offers the first word of each line that the tool lists.
  ///
  /// The words may come from a server, so bash must not expand them.
  private static func devices(_ name: String) -> String {
    """
    _\(name)_devices() {
      local device rest
      while read -r device rest; do
        if [[ $device == "$cur"* ]]; then COMPREPLY+=("$device"); fi
      done < <(\(name) --devices 2>/dev/null)
      if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$cur"; fi
    }

    """
  }

  /// The words after an option, the last value first.
  private static func values(_ manual: ToolManual) -> String {
    let count = manual.options.map(\.values.count).max() ?? 0
    return (0..<count).map { index in
      // Any other word can follow an option with an optional value.
      let options = manual.options.filter {
        $0.values.count > index && !$0.values[index].isOptional
      }
      let cases = options.map { option in
        "        \(option.names.joined(separator: " | "))) "
          + "\(action(option.values[index].completion, manual.name)); return ;;"
      }
      return """
            if ((cword > \(index + 1))); then
              case ${words[cword - \(index + 1)]} in
        \(cases.joined(separator: "\n"))
              esac
            fi
        """
    }.joined(separator: "\n")
  }

  private static func action(_ completion: Completion, _ name: String) -> String {
    switch completion {
    case .nothing: ":"
    case .file: "compopt -o default 2>/dev/null"
    case .folder: "compopt -o dirnames 2>/dev/null"
    case .devices: "_\(name)_devices"
    default:
      "mapfile -t COMPREPLY < <(compgen -W '\(completion.words)' -- \"$cur\")"
    }
  }
}

extension Completion {
  /// The known words in one line; they contain neither spaces nor quotation marks.
  var words: String { (fixedWords ?? []).joined(separator: " ") }
}

extension ToolManual {
  /// The shells with completions.
  package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// The script that completes the tool's arguments in a shell.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion.script(self)
    case .zsh: ZshCompletion.script(self)
    case .fish: FishCompletion.script(self)
    }
  }

  /// Whether an option accepts a device that the tool lists.
  var usesDevices: Bool {
    options.contains { option in
      option.values.contains { if case .devices = $0.completion { true } else { false } }
    }
  }
}

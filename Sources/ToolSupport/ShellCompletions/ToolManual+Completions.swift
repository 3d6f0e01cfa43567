extension ToolManual {
  /// The shells that completions exist for.
  package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// The script that teaches a shell to complete the words of the tool.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion.script(self)
    case .zsh: ZshCompletion.script(self)
    case .fish: FishCompletion.script(self)
    }
  }

  /// Whether an option takes one of the devices that the tool lists.
  var usesDevices: Bool {
    options.contains { option in
      option.values.contains { if case .devices = $0.completion { true } else { false } }
    }
  }
}

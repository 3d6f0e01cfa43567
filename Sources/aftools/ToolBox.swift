import ToolSupport

/// Several tools in one program, which its name or its first argument selects.
struct ToolBox {
  static let name = "aftools"

  private let tools: [CommandLineTool]

  init(_ tools: [CommandLineTool]) {
    self.tools = tools
  }

  /// Runs the tool that the arguments of the process select, the name of the program included.
  ///
  /// - Returns: The exit status.
  func run(_ words: [String]) -> Int32 {
    let path = words.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var arguments = words.dropFirst()
    if let tool = tool(named: name) { return tool.run(Array(arguments)) }
    guard let first = arguments.popFirst() else {
      Terminal.complain(manual.usage)
      return 2
    }
    if let tool = tool(named: first) { return tool.run(Array(arguments)) }
    do throws(ToolFailure) {
      Terminal.write(try text(first, Array(arguments)))
      return 0
    } catch {
      Terminal.complain(manual.complaint(error))
      return 2
    }
  }

  private func tool(named name: String) -> CommandLineTool? {
    tools.first { $0.name == name }
  }

  /// The text that an option of this program requests.
  private func text(_ option: String, _ words: [String]) throws(ToolFailure) -> String {
    switch option {
    case "-h", "--help": return manual.help
    case "--generate": return try generated(words)
    default:
      throw ToolFailure("\(option): no such \(option.hasPrefix("-") ? "option" : "tool")")
    }
  }

  /// A manual page, or the completions for a shell: `man TOOL [VERSION DATE]`, `bash TOOL`.
  private func generated(_ words: [String]) throws(ToolFailure) -> String {
    guard words.count >= 2, let manual = manual(named: words[1]) else {
      throw ToolFailure("--generate: needs man, bash, zsh or fish, and the name of a tool")
    }
    if words[0] == "man" {
      let others = ([Self.name] + tools.map(\.name)).filter { $0 != manual.name }
      return manual.page(
        version: words.count > 2 ? words[2] : "", date: words.count > 3 ? words[3] : "",
        others: others)
    }
    guard let shell = ToolManual.Shell(rawValue: words[0]) else {
      throw ToolFailure("--generate \(words[0]): must be man, bash, zsh or fish")
    }
    return manual.completions(for: shell)
  }

  private func manual(named name: String) -> ToolManual? {
    name == Self.name ? manual : tool(named: name)?.manual
  }

  private var manual: ToolManual {
    ToolManual(
      name: Self.name, summary: "play, describe, convert and record audio",
      synopses: [tools.map(\.name).joined(separator: "|") + " [argument...]"],
      description: [
        """
        Runs the named tool with the arguments. A link to this program with the name of a tool \
        runs that tool.
        """
      ],
      options: [],
      sections: [
        .init(
          "Tools", entries: tools.map { .init($0.name, $0.manual.summary.capitalizedFirst + ".") })
      ])
  }
}

extension String {
  /// The text with a capital letter at its start.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

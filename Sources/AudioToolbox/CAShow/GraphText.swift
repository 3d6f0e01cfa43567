internal import CoreAudioTypes

/// The text for the state of a graph: its nodes, and the sources of their inputs.
enum GraphText {
  static func lines(_ state: UnitGraphState) -> [String] {
    ["AudioUnitGraph", "  Member Nodes:"] + state.nodes.map(node) + ["  Connections:"]
      + state.wanted.map(input) + ["  CurrentState:", "    " + flags(state)]
  }

  private static func node(_ node: UnitGraphNode) -> String {
    let description = node.description
    let codes = [
      description.componentType, description.componentSubType, description.componentManufacturer,
    ].map { "'\(ObjectText.code($0))'" }
    let unit = node.unit == 0 ? "no instance" : "instance 0x\(String(node.unit, radix: 16))"
    return "    node \(node.number): \(codes.joined(separator: " ")), \(unit)"
      + (node.isInitialized ? " I" : "")
  }

  private static func input(_ input: UnitGraphInput) -> String {
    let destination = "node \(input.node) bus \(input.bus)"
    return switch input.source {
    case .node(let node, let bus): "    node \(node) bus \(bus) => \(destination)"
    case .callback: "    callback => \(destination)"
    }
  }

  private static func flags(_ state: UnitGraphState) -> String {
    func letter(_ flag: Bool) -> String { flag ? "T" : "F" }
    return "eventsToProcess=\(letter(state.wanted != state.applied)), "
      + "isOpen=\(letter(state.isOpen)), isInitialized=\(letter(state.isInitialized)), "
      + "isRunning=\(letter(state.isRunning))"
  }
}

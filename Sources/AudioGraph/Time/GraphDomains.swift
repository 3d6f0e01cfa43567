/// The times of the nodes of a layout.
struct GraphDomains {
  /// The approximate limit of frames that a slice needs from any input.
  private static let mostInputFrames = 65_536

  let root: GraphDomain
  /// The times of the inputs of processors, each after the one on which it depends.
  private(set) var all: [GraphDomain] = []
  private var domains: [GraphNode: GraphDomain] = [:]
  private var inputs: [GraphNode: GraphDomain] = [:]

  /// Assigns nodes to times.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - order: Its nodes, each after the nodes of its inputs.
  init(_ layout: GraphLayout, order: [GraphNode]) {
    let nodes = Set(order)
    let links = layout.connections.filter { nodes.contains($0.target) }
    var warps: [(node: GraphNode, before: Set<GraphNode>?)] = []
    var rates: [GraphNode: Int] = [:]
    for node in order.reversed() {
      guard let limits = node.warp else { continue }
      let before = Self.nodes(before: node, links)
      let isFree = links.allSatisfy {
        !before.contains($0.source) || before.contains($0.target) || $0.target == node
      }
      warps.append((node, isFree ? before : nil))
      let rate = min(Self.mostInputFrames, (rates[node] ?? 1) * limits.rate)
      if isFree { for node in before { rates[node] = rate } }
    }
    let most = Self.mostInputFrames / (rates.values.max() ?? 1)
    root = GraphDomain(
      sampleRate: layout.format.sampleRate,
      mostFrames: rates.isEmpty ? layout.mostFrames : max(1, min(layout.mostFrames, most)))
    for (node, before) in warps {
      let domain = GraphDomain(
        of: node, layout.outputFormat(GraphBus(node)), in: domains[node] ?? root,
        isFree: before != nil)
      guard let domain else { continue }
      all.append(domain)
      guard let before else { continue }
      for node in before { domains[node] = domain }
      inputs[node] = domain
    }
  }

  private static func nodes(
    before node: GraphNode, _ links: [GraphConnection]
  ) -> Set<GraphNode> {
    var found: Set<GraphNode> = []
    var waiting = [node]
    while let next = waiting.popLast() {
      for link in links where link.target == next && found.insert(link.source).inserted {
        waiting.append(link.source)
      }
    }
    return found
  }

  /// The time of a node.
  func domain(of node: GraphNode) -> GraphDomain { domains[node] ?? root }

  /// The time of the inputs of a node.
  func inputDomain(of node: GraphNode) -> GraphDomain { inputs[node] ?? domain(of: node) }
}

public import CoreAudioTypes
internal import Synchronization

/// Adds a node, whose unit exists while the graph is open.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inDescription: The description of the unit.
///   - outNode: On return, the node.
/// - Returns: 0; `kAUGraphErr_OutputNodeErr` for a second output node;
///   `kAUGraphErr_InvalidAudioUnit` if the graph is open and the unit does not exist;
///   `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphAddNode(
  _ inGraph: AUGraph, _ inDescription: UnsafePointer<AudioComponentDescription>,
  _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
  guard UInt(bitPattern: inDescription) != 0, unsafe !isNull(outNode) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    unsafe outNode.pointee = try UnitGraph.find(inGraph).add(inDescription.pointee)
  }
}

/// Removes a node with its connections.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inNode: The node. If the graph is initialized, the unit of the node exists until the next
///     update.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAUGraphErr_CannotDoInCurrentContext` for the output
///   node of a running graph; `kAudio_ParamError` if the graph does not exist.
@c @implementation
public func AUGraphRemoveNode(_ inGraph: AUGraph, _ inNode: AUNode) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).remove(inNode) }
}

/// Gets the number of nodes.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outNumberOfNodes: On return, the number.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphGetNodeCount(
  _ inGraph: AUGraph, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outNumberOfNodes) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let count = try unsafe UnitGraph.find(inGraph).state.withLock { $0.nodes.count }
    unsafe outNumberOfNodes.pointee = UInt32(count)
  }
}

/// Gets a node by its index.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inIndex: The index, in the order of addition.
///   - outNode: On return, the node.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAudio_ParamError` if an argument is null or the
///   graph does not exist.
@c @implementation
public func AUGraphGetIndNode(
  _ inGraph: AUGraph, _ inIndex: UInt32, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
  guard unsafe !isNull(outNode) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let nodes = try unsafe UnitGraph.find(inGraph).state.withLock { $0.nodes }
    guard Int(inIndex) < nodes.count else { throw StatusError(kAUGraphErr_NodeNotFound) }
    unsafe outNode.pointee = nodes[Int(inIndex)].number
  }
}

/// Gets the description and the unit of a node.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inNode: The node.
///   - outDescription: On return, the description. May be nil.
///   - outAudioUnit: On return, the unit, or nil while the graph is closed. May be nil.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAudio_ParamError` if the graph does not exist.
@c @implementation
public func AUGraphNodeInfo(
  _ inGraph: AUGraph, _ inNode: AUNode,
  _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
  _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
  status { () throws(StatusError) in
    let node = try unsafe UnitGraph.find(inGraph).state.withLock { state throws(StatusError) in
      try state.node(inNode)
    }
    unsafe outDescription?.pointee = node.description
    // Safe: the pointer is never dereferenced and only holds a number.
    unsafe outAudioUnit?.pointee = AudioUnit(bitPattern: node.unit)
  }
}

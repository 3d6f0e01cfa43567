public import CoreAudioTypes
internal import Synchronization

/// Connects an output to an input.
///
/// An initialized graph uses the connection after ``AUGraphUpdate(_:_:)``.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inSourceNode: The source.
///   - inSourceOutputNumber: The output of the source.
///   - inDestNode: The destination.
///   - inDestInputNumber: The input of the destination.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAUGraphErr_InvalidConnection` if the output or input
///   already has a connection, or if a node would depend on its own output; `kAudio_ParamError` if
///   the graph does not exist.
@c @implementation
public func AUGraphConnectNodeInput(
  _ inGraph: AUGraph, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32,
  _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitGraph.find(inGraph).add(
      UnitGraphInput(
        source: .node(inSourceNode, bus: Int(inSourceOutputNumber)), node: inDestNode,
        bus: Int(inDestInputNumber)))
  }
}

/// Sets the function that provides the frames of an input.
///
/// The function replaces an earlier function of the input. An initialized graph uses the new
/// function after ``AUGraphUpdate(_:_:)``.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inDestNode: The node.
///   - inDestInputNumber: The input.
///   - inInputCallback: The function and its pointer. A null function removes the earlier function
///     or connection of the input.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAUGraphErr_InvalidConnection` if the input has a
///   connection, or if a null function finds nothing to remove; `kAudio_ParamError` if an argument
///   is null or the graph does not exist.
@c @implementation
public func AUGraphSetNodeInputCallback(
  _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
  _ inInputCallback: UnsafePointer<AURenderCallbackStruct>
) -> OSStatus {
  guard UInt(bitPattern: inInputCallback) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let graph = try unsafe UnitGraph.find(inGraph)
    guard case .callback(let callback) = unsafe UnitSource(inInputCallback.pointee) else {
      return try graph.removeInput(inDestNode, Int(inDestInputNumber))
    }
    try graph.add(
      UnitGraphInput(
        source: .callback(callback), node: inDestNode, bus: Int(inDestInputNumber)))
  }
}

/// Removes the connection or function of an input.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inDestNode: The node.
///   - inDestInputNumber: The input.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAUGraphErr_InvalidConnection` if the input has no
///   connection and no function; `kAudio_ParamError` if the graph does not exist.
@c @implementation
public func AUGraphDisconnectNodeInput(
  _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitGraph.find(inGraph).removeInput(inDestNode, Int(inDestInputNumber))
  }
}

/// Removes all connections and functions.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; `kAudio_ParamError` if the graph does not exist.
@c @implementation
public func AUGraphClearConnections(_ inGraph: AUGraph) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitGraph.find(inGraph).state.withLock { $0.wanted = [] }
  }
}

/// Gets the number of connections and functions.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outNumInteractions: On return, the number.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphGetNumberOfInteractions(
  _ inGraph: AUGraph, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outNumInteractions) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let count = try unsafe UnitGraph.find(inGraph).state.withLock { $0.wanted.count }
    unsafe outNumInteractions.pointee = UInt32(count)
  }
}

/// Gets a connection or function by its index.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inInteractionIndex: The index.
///   - outInteraction: On return, the connection or function.
/// - Returns: 0; `kAudio_ParamError` if the index is out of range, an argument is null, or the
///   graph does not exist.
@c @implementation
public func AUGraphGetInteractionInfo(
  _ inGraph: AUGraph, _ inInteractionIndex: UInt32,
  _ outInteraction: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
  guard unsafe !isNull(outInteraction) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let inputs = try unsafe UnitGraph.find(inGraph).state.withLock { $0.wanted }
    guard Int(inInteractionIndex) < inputs.count else { throw StatusError(kAudio_ParamError) }
    unsafe outInteraction.pointee = inputs[Int(inInteractionIndex)].interaction
  }
}

/// Counts the connections and functions of a node.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inNode: The node.
///   - outNumInteractions: On return, the number.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAudio_ParamError` if an argument is null or the
///   graph does not exist.
@c @implementation
public func AUGraphCountNodeInteractions(
  _ inGraph: AUGraph, _ inNode: AUNode, _ outNumInteractions: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outNumInteractions) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let inputs = try unsafe UnitGraph.find(inGraph).inputs(of: inNode)
    unsafe outNumInteractions.pointee = UInt32(inputs.count)
  }
}

/// Gets the connections and functions of a node.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inNode: The node.
///   - ioNumInteractions: The number of entries that fit into `outInteractions`. On return, the
///     number of entries written.
///   - outInteractions: On return, as many connections and functions as fit.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAudio_ParamError` if an argument is null or the
///   graph does not exist.
@c @implementation
public func AUGraphGetNodeInteractions(
  _ inGraph: AUGraph, _ inNode: AUNode, _ ioNumInteractions: UnsafeMutablePointer<UInt32>,
  _ outInteractions: UnsafeMutablePointer<AUNodeInteraction>
) -> OSStatus {
  guard unsafe !isNull(ioNumInteractions), unsafe !isNull(outInteractions) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let inputs = try unsafe UnitGraph.find(inGraph).inputs(of: inNode)
      .prefix(Int(ioNumInteractions.pointee))
    // Safe: the client provides the room that it states.
    for (index, input) in inputs.enumerated() {
      unsafe outInteractions[index] = input.interaction
    }
    unsafe ioNumInteractions.pointee = UInt32(inputs.count)
  }
}

public import CoreAudioTypes
internal import Synchronization

/// Gets the number of connections between nodes; inputs with a callback do not count.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outNumConnections: On return, the number.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphGetNumberOfConnections(
  _ inGraph: AUGraph, _ outNumConnections: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outNumConnections) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outNumConnections.pointee = UInt32(try UnitGraph.find(inGraph).connections.count)
  }
}

/// Gets a connection by its index.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inConnectionIndex: The index among the connections.
///   - outSourceNode: On return, the source.
///   - outSourceOutputNumber: On return, the output of the source.
///   - outDestNode: On return, the destination.
///   - outDestInputNumber: On return, the input of the destination.
/// - Returns: 0; `kAudio_ParamError` if the index is out of range, an argument is null, or the
///   graph does not exist.
@c @implementation
public func AUGraphGetConnectionInfo(
  _ inGraph: AUGraph, _ inConnectionIndex: UInt32, _ outSourceNode: UnsafeMutablePointer<AUNode>,
  _ outSourceOutputNumber: UnsafeMutablePointer<UInt32>,
  _ outDestNode: UnsafeMutablePointer<AUNode>, _ outDestInputNumber: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outSourceNode), unsafe !isNull(outSourceOutputNumber),
    unsafe !isNull(outDestNode), unsafe !isNull(outDestInputNumber)
  else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let connections = try unsafe UnitGraph.find(inGraph).connections
    guard Int(inConnectionIndex) < connections.count else { throw StatusError(kAudio_ParamError) }
    let connection = connections[Int(inConnectionIndex)]
    unsafe outSourceNode.pointee = connection.sourceNode
    unsafe outSourceOutputNumber.pointee = connection.sourceOutputNumber
    unsafe outDestNode.pointee = connection.destNode
    unsafe outDestInputNumber.pointee = connection.destInputNumber
  }
}

/// Counts the connections of a node.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inNode: The node.
///   - outNumConnections: On return, the number.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAudio_ParamError` if an argument is null or the
///   graph does not exist.
@c @implementation
public func AUGraphCountNodeConnections(
  _ inGraph: AUGraph, _ inNode: AUNode, _ outNumConnections: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outNumConnections) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let inputs = try unsafe UnitGraph.find(inGraph).inputs(of: inNode)
    unsafe outNumConnections.pointee = UInt32(inputs.compactMap(\.connection).count)
  }
}

/// Gets the connections of a node.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inNode: The node.
///   - outConnections: On return, as many connections as fit.
///   - ioNumConnections: The room in `outConnections`. On return, the number.
/// - Returns: 0; `kAUGraphErr_NodeNotFound`; `kAudio_ParamError` if an argument is null or the
///   graph does not exist.
@c @implementation
public func AUGraphGetNodeConnections(
  _ inGraph: AUGraph, _ inNode: AUNode,
  _ outConnections: UnsafeMutablePointer<AudioUnitNodeConnection>,
  _ ioNumConnections: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(ioNumConnections), unsafe !isNull(outConnections) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let found = try unsafe UnitGraph.find(inGraph).inputs(of: inNode).compactMap(\.connection)
    let count = unsafe min(found.count, Int(ioNumConnections.pointee))
    // Safe: the client provides the room that it states.
    for index in 0..<count { unsafe outConnections[index] = found[index] }
    unsafe ioNumConnections.pointee = UInt32(count)
  }
}

extension UnitGraph {
  /// The connections, in the order of their interactions.
  fileprivate var connections: [AudioUnitNodeConnection] {
    state.withLock { $0.wanted.compactMap(\.connection) }
  }
}

extension UnitGraphInput {
  /// The input as a connection; `nil` for an input with a callback.
  fileprivate var connection: AudioUnitNodeConnection? {
    guard case .node(let number, let sourceBus) = source else { return nil }
    return AudioUnitNodeConnection(
      sourceNode: number, sourceOutputNumber: UInt32(sourceBus), destNode: node,
      destInputNumber: UInt32(bus))
  }
}

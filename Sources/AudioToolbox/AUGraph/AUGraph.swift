internal import AudioRealtime
public import CoreAudioTypes
internal import Synchronization

/// Makes a graph without nodes.
///
/// - Parameter outGraph: On return, the graph.
/// - Returns: 0; `kAudio_ParamError` if the argument is null.
@c @implementation
public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>) -> OSStatus {
  guard unsafe !isNull(outGraph) else { return kAudio_ParamError }
  unsafe outGraph.pointee = UnitGraph.all.add(UnitGraph())
  return noErr
}

/// Stops and disposes of a graph, with its units.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; `kAudio_ParamError` if the graph does not exist;
///   `kAUGraphErr_CannotDoInCurrentContext` as for ``AUGraphUpdate(_:_:)``. The graph then remains.
@c @implementation
public func DisposeAUGraph(_ inGraph: AUGraph) -> OSStatus {
  let result = status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).close() }
  // No call could stop the units of a removed graph.
  if result != kAUGraphErr_CannotDoInCurrentContext { _ = unsafe UnitGraph.all.remove(inGraph) }
  return result
}

/// Makes the units of the nodes.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; `kAUGraphErr_InvalidAudioUnit` if a unit does not exist;
///   `kAudio_ParamError` if the graph does not
///   exist.
@c @implementation
public func AUGraphOpen(_ inGraph: AUGraph) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).open() }
}

/// Stops a graph and disposes of its units.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; `kAudio_ParamError` if the graph does not
///   exist.
@c @implementation
public func AUGraphClose(_ inGraph: AUGraph) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).close() }
}

/// Connects and initializes the output unit, and all units that have a connection or a function.
///
/// Each connection sets the format of the destination's input to the format of the source. Sources
/// are initialized before their destinations.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; the error of a unit; `kAudioUnitErr_Uninitialized` if the graph is not open;
///   `kAudio_ParamError` if the graph does not exist.
@c @implementation
public func AUGraphInitialize(_ inGraph: AUGraph) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).initialize() }
}

/// Stops a graph and uninitializes its units.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; `kAudio_ParamError` if the graph does not
///   exist.
@c @implementation
public func AUGraphUninitialize(_ inGraph: AUGraph) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).uninitialize() }
}

/// Starts the output unit.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; `kAudioUnitErr_Uninitialized` if the graph is not initialized;
///   `kAUGraphErr_OutputNodeErr` without an output node; the error of the output unit;
///   `kAudio_ParamError` if the graph does not exist.
@c @implementation
public func AUGraphStart(_ inGraph: AUGraph) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).start() }
}

/// Stops the output unit.
///
/// - Parameter inGraph: The graph.
/// - Returns: 0; `kAudio_ParamError` if the graph does not
///   exist.
@c @implementation
public func AUGraphStop(_ inGraph: AUGraph) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitGraph.find(inGraph).stop() }
}

/// Gets whether a graph is open.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outIsOpen: On return, whether the graph is open.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphIsOpen(
  _ inGraph: AUGraph, _ outIsOpen: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  guard unsafe !isNull(outIsOpen) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let state = try unsafe UnitGraph.find(inGraph).state.withLock { $0.isOpen }
    unsafe outIsOpen.pointee = DarwinBoolean(state)
  }
}

/// Gets whether a graph is initialized.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outIsInitialized: On return, whether the graph is initialized.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphIsInitialized(
  _ inGraph: AUGraph, _ outIsInitialized: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  guard unsafe !isNull(outIsInitialized) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let state = try unsafe UnitGraph.find(inGraph).state.withLock { $0.isInitialized }
    unsafe outIsInitialized.pointee = DarwinBoolean(state)
  }
}

/// Gets whether a graph is running.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outIsRunning: On return, whether the graph is running.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphIsRunning(
  _ inGraph: AUGraph, _ outIsRunning: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  guard unsafe !isNull(outIsRunning) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let state = try unsafe UnitGraph.find(inGraph).state.withLock { $0.isRunning }
    unsafe outIsRunning.pointee = DarwinBoolean(state)
  }
}

public import CoreAudioTypes

/// Applies the changes of the connections of an initialized graph.
///
/// The changes take effect between two slices. The update stops at the first error, and another
/// call continues it.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outIsUpdated: On return, whether the changes are applied. If nil, the call waits until the
///     render thread uses the changes.
/// - Returns: 0; the error of a unit; `kAUGraphErr_CannotDoInCurrentContext` if a listener calls
///   during a change of the graph, or a render thread calls while another thread changes it;
///   `kAudio_ParamError` if the graph does not exist.
@c @implementation
public func AUGraphUpdate(
  _ inGraph: AUGraph, _ outIsUpdated: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  unsafe outIsUpdated?.pointee = DarwinBoolean(false)
  return status { () throws(StatusError) in
    try unsafe UnitGraph.find(inGraph).update(waiting: outIsUpdated == nil)
    unsafe outIsUpdated?.pointee = DarwinBoolean(true)
  }
}

/// Gets the average share of time that rendering takes.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outAverageCPULoad: On return, the share of time, up to 1; 0 if no device plays.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphGetCPULoad(
  _ inGraph: AUGraph, _ outAverageCPULoad: UnsafeMutablePointer<Float32>
) -> OSStatus {
  guard unsafe !isNull(outAverageCPULoad) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let load = try (unsafe UnitGraph.find(inGraph).output() as? OutputUnit)?.load
    unsafe outAverageCPULoad.pointee = Float32(load?.averageLoad ?? 0)
  }
}

/// Gets the highest share of time that rendering took since the last call.
///
/// - Parameters:
///   - inGraph: The graph.
///   - outMaxLoad: On return, the share of time, up to 1; 0 if no device plays.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphGetMaxCPULoad(
  _ inGraph: AUGraph, _ outMaxLoad: UnsafeMutablePointer<Float32>
) -> OSStatus {
  guard unsafe !isNull(outMaxLoad) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let load = try (unsafe UnitGraph.find(inGraph).output() as? OutputUnit)?.load
    unsafe outMaxLoad.pointee = Float32(load?.takeHighestLoad() ?? 0)
  }
}

/// Adds a function that is called before and after the graph renders.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inCallback: The function, which runs on the render thread of the output unit.
///   - inRefCon: A pointer for the function.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphAddRenderNotify(
  _ inGraph: AUGraph, _ inCallback: AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inCallback, to: UInt.self) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe UnitGraph.find(inGraph).addNotification(RenderNotification(inCallback, inRefCon))
  }
}

/// Removes a function that is called before and after the graph renders.
///
/// - Parameters:
///   - inGraph: The graph.
///   - inCallback: The function.
///   - inRefCon: The pointer with which the function was added.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the graph does not exist.
@c @implementation
public func AUGraphRemoveRenderNotify(
  _ inGraph: AUGraph, _ inCallback: AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inCallback, to: UInt.self) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe UnitGraph.find(inGraph).removeNotification(RenderNotification(inCallback, inRefCon))
  }
}

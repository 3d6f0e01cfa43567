public import CCoreMIDI
public import CoreAudioTypes
internal import Synchronization

/// Makes a port that receives packets from the sources that are connected to it.
///
/// - Parameters:
///   - client: The client.
///   - portName: The name.
///   - readProc: The function for packets, on a thread of MIDI Services.
///   - refCon: The client's data for the function.
///   - outPort: On return, the port.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDIInputPortCreate(
  _ client: MIDIClientRef, _ portName: CFString, _ readProc: MIDIReadProc,
  _ refCon: UnsafeMutableRawPointer?, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
  guard let receiver = unsafe receiver(readProc, refCon) else { return kAudio_ParamError }
  return unsafe makeObject(.inputPort(receiver), client, portName, outPort)
}

/// Makes a port that gives packets to a closure.
///
/// - Parameters:
///   - client: The client.
///   - portName: The name.
///   - outPort: On return, the port.
///   - readBlock: The closure for packets, on a thread of MIDI Services.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDIInputPortCreateWithBlock(
  _ client: MIDIClientRef, _ portName: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>,
  _ readBlock: @escaping MIDIReadBlock
) -> OSStatus {
  unsafe makeObject(
    .inputPort(MIDIReceiver(.packets(readBlock))), client, portName, outPort)
}

/// Makes a port that gives words of a protocol to a closure.
///
/// - Parameters:
///   - client: The client.
///   - portName: The name.
///   - protocol: The protocol, to which messages are translated.
///   - outPort: On return, the port.
///   - receiveBlock: The closure for words, on a thread of MIDI Services.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDIInputPortCreateWithProtocol(
  _ client: MIDIClientRef, _ portName: CFString, _ protocol: MIDIProtocolID,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>, _ receiveBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
  guard isKnown(`protocol`) else { return kAudio_ParamError }
  return unsafe makeObject(
    .inputPort(MIDIReceiver(.events(`protocol`, receiveBlock))), client, portName, outPort)
}

/// Makes a port that sends.
///
/// - Parameters:
///   - client: The client.
///   - portName: The name.
///   - outPort: On return, the port.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDIOutputPortCreate(
  _ client: MIDIClientRef, _ portName: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
  unsafe makeObject(.outputPort, client, portName, outPort)
}

/// Ends a port, with its connections.
///
/// Waits until a call of its function or closure in progress has returned. If this call itself
/// calls this function, it does not wait. No call begins afterwards.
@c @implementation
public func MIDIPortDispose(_ port: MIDIPortRef) -> OSStatus {
  let removed = MIDISetup.shared.withLock { setup -> MIDIRemoved? in
    switch setup[port]?.kind {
    case .inputPort, .outputPort: return setup.remove(port)
    default: return nil
    }
  }
  guard let removed else { return kMIDIInvalidPort }
  removed.end()
  MIDIPublishing.updateConnections()
  return noErr
}

/// Connects a source to an input port; if they are already connected, only changes the data.
///
/// No call uses the earlier data afterwards, except one in progress on the same thread.
@c @implementation
public func MIDIPortConnectSource(
  _ port: MIDIPortRef, _ source: MIDIEndpointRef, _ connRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
  let data = UInt(bitPattern: connRefCon)
  let (status, changed) = MIDISetup.shared.withLock { setup -> (OSStatus, MIDIReceiver?) in
    guard case .inputPort(let receiver) = setup[port]?.kind else { return (kMIDIInvalidPort, nil) }
    guard let object = setup[source] else { return (kMIDIUnknownEndpoint, nil) }
    guard object.type == .source else { return (kMIDIWrongEndpointType, nil) }
    let known = setup.connections.firstIndex { $0.port == port && $0.source == source }
    guard let known else {
      setup.connections.append(.init(source: source, port: port, data: data))
      return (noErr, nil)
    }
    setup.connections[known].data = data
    return (noErr, receiver)
  }
  changed?.wait()
  if status == noErr { MIDIPublishing.updateConnections() }
  return status
}

/// Ends a connection of an input port.
///
/// Waits until a call of the port in progress has returned. If this call itself calls this
/// function, it does not wait. No call uses the connection's data afterwards.
@c @implementation
public func MIDIPortDisconnectSource(_ port: MIDIPortRef, _ source: MIDIEndpointRef) -> OSStatus {
  let (status, ended) = MIDISetup.shared.withLock { setup -> (OSStatus, MIDIReceiver?) in
    guard case .inputPort(let receiver) = setup[port]?.kind else { return (kMIDIInvalidPort, nil) }
    guard setup[source] != nil else { return (kMIDIUnknownEndpoint, nil) }
    let known = setup.connections.firstIndex { $0.port == port && $0.source == source }
    guard let known else { return (kMIDINoConnection, nil) }
    setup.connections.remove(at: known)
    return (noErr, receiver)
  }
  ended?.wait()
  if status == noErr { MIDIPublishing.updateConnections() }
  return status
}

/// The receiver that calls a function for packets; `nil` if a C client passed null.
func receiver(_ readProc: MIDIReadProc, _ refCon: UnsafeMutableRawPointer?) -> MIDIReceiver? {
  // Safe: the function pointer is only compared with null.
  guard unsafe unsafeBitCast(readProc, to: UInt.self) != 0 else { return nil }
  return unsafe MIDIReceiver(.packets { unsafe readProc($0, refCon, $1) })
}

func isKnown(_ version: MIDIProtocolID) -> Bool { version == ._1_0 || version == ._2_0 }

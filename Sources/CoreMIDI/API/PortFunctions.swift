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
@c @implementation
public func MIDIPortDispose(_ port: MIDIPortRef) -> OSStatus {
  MIDISetup.shared.withLock { setup in
    switch setup[port]?.kind {
    case .inputPort, .outputPort:
      setup.remove(port)?.receiver?.end()
      return noErr
    default: return kMIDIInvalidPort
    }
  }
}

/// Connects a source to an input port; another connection of the two only changes the data.
@c @implementation
public func MIDIPortConnectSource(
  _ port: MIDIPortRef, _ source: MIDIEndpointRef, _ connRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
  let data = UInt(bitPattern: connRefCon)
  return MIDISetup.shared.withLock { setup in
    guard case .inputPort = setup[port]?.kind else { return kMIDIInvalidPort }
    guard let object = setup[source] else { return kMIDIUnknownEndpoint }
    guard object.type == .source else { return kMIDIWrongEndpointType }
    let known = setup.connections.firstIndex { $0.port == port && $0.source == source }
    if let known {
      setup.connections[known].data = data
    } else {
      setup.connections.append(.init(source: source, port: port, data: data))
    }
    return noErr
  }
}

/// Ends a connection of an input port.
@c @implementation
public func MIDIPortDisconnectSource(_ port: MIDIPortRef, _ source: MIDIEndpointRef) -> OSStatus {
  MIDISetup.shared.withLock { setup in
    guard case .inputPort = setup[port]?.kind else { return kMIDIInvalidPort }
    guard setup[source] != nil else { return kMIDIUnknownEndpoint }
    let known = setup.connections.firstIndex { $0.port == port && $0.source == source }
    guard let known else { return kMIDINoConnection }
    setup.connections.remove(at: known)
    return noErr
  }
}

/// The code of a function for packets; `nil` if a C client passed null.
func receiver(_ readProc: MIDIReadProc, _ refCon: UnsafeMutableRawPointer?) -> MIDIReceiver? {
  // Safe: the function pointer is only compared with null.
  guard unsafe unsafeBitCast(readProc, to: UInt.self) != 0 else { return nil }
  return unsafe MIDIReceiver(.packets { unsafe readProc($0, refCon, $1) })
}

func isKnown(_ version: MIDIProtocolID) -> Bool { version == ._1_0 || version == ._2_0 }

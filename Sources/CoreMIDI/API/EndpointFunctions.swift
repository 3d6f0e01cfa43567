public import CCoreMIDI
public import CoreAudioTypes
internal import Synchronization

/// Makes a virtual destination for packets.
///
/// - Parameters:
///   - client: The client.
///   - name: The name.
///   - readProc: The function for packets, on a thread of MIDI Services.
///   - refCon: The client's data for the function.
///   - outDest: On return, the destination.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDIDestinationCreate(
  _ client: MIDIClientRef, _ name: CFString, _ readProc: MIDIReadProc,
  _ refCon: UnsafeMutableRawPointer?, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  guard let receiver = unsafe receiver(readProc, refCon) else { return kAudio_ParamError }
  return unsafe makeDestination(client, name, receiver, ._1_0, outDest)
}

/// Makes a virtual destination that gives packets to a closure.
///
/// - Parameters:
///   - client: The client.
///   - name: The name.
///   - outDest: On return, the destination.
///   - readBlock: The closure for packets, on a thread of MIDI Services.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDIDestinationCreateWithBlock(
  _ client: MIDIClientRef, _ name: CFString, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>,
  _ readBlock: @escaping MIDIReadBlock
) -> OSStatus {
  unsafe makeDestination(client, name, MIDIReceiver(.packets(readBlock)), ._1_0, outDest)
}

/// Makes a virtual destination that gives words of a protocol to a closure.
///
/// - Parameters:
///   - client: The client.
///   - name: The name.
///   - protocol: The protocol, to which messages are translated.
///   - outDest: On return, the destination.
///   - readBlock: The closure for words, on a thread of MIDI Services.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDIDestinationCreateWithProtocol(
  _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID,
  _ outDest: UnsafeMutablePointer<MIDIEndpointRef>, _ readBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
  guard isKnown(`protocol`) else { return kAudio_ParamError }
  let receiver = unsafe MIDIReceiver(.events(`protocol`, readBlock))
  return unsafe makeDestination(client, name, receiver, `protocol`, outDest)
}

private func makeDestination(
  _ client: MIDIClientRef, _ name: CFString, _ receiver: MIDIReceiver,
  _ version: MIDIProtocolID, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  unsafe makeObject(
    .destination(receiver), client, name, outDest,
    properties: ["protocol": .integer(version.rawValue)])
}

/// Makes a virtual source.
///
/// - Parameters:
///   - client: The client.
///   - name: The name.
///   - outSrc: On return, the source.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDISourceCreate(
  _ client: MIDIClientRef, _ name: CFString, _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  unsafe MIDISourceCreateWithProtocol(client, name, ._1_0, outSrc)
}

/// Makes a virtual source that sends words of a protocol.
///
/// - Parameters:
///   - client: The client.
///   - name: The name.
///   - protocol: The protocol, which clients can read.
///   - outSrc: On return, the source.
/// - Returns: 0; `kMIDIInvalidClient`; `kAudio_ParamError`.
@discardableResult
public func MIDISourceCreateWithProtocol(
  _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID,
  _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  guard isKnown(`protocol`) else { return kAudio_ParamError }
  return unsafe makeObject(
    .source, client, name, outSrc,
    properties: ["protocol": .integer(`protocol`.rawValue)])
}

/// Ends a virtual endpoint.
///
/// Waits until calls in progress have returned: those of the endpoint's function or closure, and of
/// the ports that are connected to it. If such a call itself calls this function, it does not wait.
/// No call for the endpoint begins afterwards. An endpoint of a device returns `kMIDINotPermitted`.
@c @implementation
public func MIDIEndpointDispose(_ endpt: MIDIEndpointRef) -> OSStatus {
  let (status, removed) = MIDISetup.shared.withLock { setup -> (OSStatus, MIDIRemoved?) in
    guard let object = setup[endpt], object.isEndpoint else { return (kMIDIUnknownEndpoint, nil) }
    return object.parent == 0 ? (noErr, setup.remove(endpt)) : (kMIDINotPermitted, nil)
  }
  guard let removed else { return status }
  removed.end()
  MIDIPublishing.updateConnections()
  MIDISetup.notify([.removed(endpt, removed.object.type)])
  return noErr
}

// MARK: - Lists

private func item(_ type: MIDIObjectType, _ index: Int) -> MIDIObjectRef {
  let list = MIDISetup.shared.withLock { $0.listed(type) }
  return list.indices.contains(index) ? list[index] : 0
}

/// Returns the number of sources.
@c @implementation
public func MIDIGetNumberOfSources() -> Int {
  MIDISetup.shared.withLock { $0.listed(.source).count }
}

/// Returns a source by its index; 0 if the index is out of range.
@c @implementation
public func MIDIGetSource(_ sourceIndex0: Int) -> MIDIEndpointRef { item(.source, sourceIndex0) }

/// Returns the number of destinations.
@c @implementation
public func MIDIGetNumberOfDestinations() -> Int {
  MIDISetup.shared.withLock { $0.listed(.destination).count }
}

/// Returns a destination by its index; 0 if the index is out of range.
@c @implementation
public func MIDIGetDestination(_ destIndex0: Int) -> MIDIEndpointRef {
  item(.destination, destIndex0)
}

public import CCoreMIDI
public import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// Makes a client.
///
/// - Parameters:
///   - name: The name.
///   - notifyProc: The function for notifications, or nil. It runs on the current run loop.
///   - notifyRefCon: The client's data for the function.
///   - outClient: On return, the client.
/// - Returns: 0, or `kAudio_ParamError`.
@discardableResult
public func MIDIClientCreate(
  _ name: CFString, _ notifyProc: MIDINotifyProc?, _ notifyRefCon: UnsafeMutableRawPointer?,
  _ outClient: UnsafeMutablePointer<MIDIClientRef>
) -> OSStatus {
  let notifier = unsafe notifyProc.map { notify in
    unsafe MIDINotifier(.current) { unsafe notify($0, notifyRefCon) }
  }
  return unsafe makeClient(name, notifier, outClient)
}

/// Makes a client whose notifications go to a closure, on a thread of MIDI Services.
///
/// - Parameters:
///   - name: The name.
///   - outClient: On return, the client.
///   - notifyBlock: The closure for notifications, or nil.
/// - Returns: 0, or `kAudio_ParamError`.
@discardableResult
public func MIDIClientCreateWithBlock(
  _ name: CFString, _ outClient: UnsafeMutablePointer<MIDIClientRef>,
  _ notifyBlock: MIDINotifyBlock?
) -> OSStatus {
  unsafe makeClient(name, notifyBlock.map { unsafe MIDINotifier(nil, $0) }, outClient)
}

private func makeClient(
  _ name: CFString, _ notifier: MIDINotifier?,
  _ outClient: UnsafeMutablePointer<MIDIClientRef>
) -> OSStatus {
  // Safe: a C client may pass null.
  guard UInt(bitPattern: outClient) != 0 else { return kAudio_ParamError }
  unsafe outClient.pointee = MIDISetup.shared.withLock {
    $0.add(MIDIObject(kind: .client(notifier), client: 0), name: name as String)
  }
  MIDIPublishing.name(name as String)
  return noErr
}

/// Ends a client, with its ports and endpoints.
///
/// Waits until calls of its functions and closures in progress have returned. If one of these calls
/// itself calls this function, it does not wait. No call begins afterwards.
@c @implementation
public func MIDIClientDispose(_ client: MIDIClientRef) -> OSStatus {
  let removed = MIDISetup.shared.withLock { setup -> [MIDIRemoved] in
    guard case .client = setup[client]?.kind else { return [] }
    return (setup.objects(ofClient: client) + [client]).compactMap { setup.remove($0) }
  }
  guard !removed.isEmpty else { return kMIDIInvalidClient }
  for object in removed { object.end() }
  MIDIPublishing.updateConnections()
  let changes = removed.filter { $0.object.type != .other }
    .map { MIDIChange.removed($0.reference, $0.object.type) }
  if !changes.isEmpty { MIDISetup.notify(changes) }
  return noErr
}

/// Makes an object of a client, and notifies all clients of an endpoint.
func makeObject(
  _ kind: MIDIObject.Kind, _ client: MIDIClientRef, _ name: CFString,
  _ target: UnsafeMutablePointer<MIDIObjectRef>, properties: [String: MIDIValue] = [:]
) -> OSStatus {
  // Safe: a C client may pass null.
  guard UInt(bitPattern: target) != 0 else { return kAudio_ParamError }
  let object = MIDIObject(kind: kind, client: client, properties: properties)
  let made = MIDISetup.shared.withLock { setup -> MIDIObjectRef? in
    guard case .client = setup[client]?.kind else { return nil }
    return setup.add(object, name: name as String)
  }
  guard let made else { return kMIDIInvalidClient }
  unsafe target.pointee = made
  MIDIPublishing.add(made, object, name as String)
  if object.type != .other { MIDISetup.notify([.added(made, object.type)]) }
  return noErr
}

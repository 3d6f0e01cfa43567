internal import AudioRealtime
public import CCoreMIDI
public import CoreAudioTypes
internal import Synchronization

/// Sends messages to a destination; each packet arrives at its time.
@c @implementation
public func MIDISend(
  _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>
) -> OSStatus {
  // Safe: a C client may pass null.
  guard UInt(bitPattern: pktlist) != 0 else { return kAudio_ParamError }
  return unsafe MIDIRouter.send(MIDILists.packets(pktlist), port, dest)
}

/// Sends messages of a list of words to a destination.
@c @implementation
public func MIDISendEventList(
  _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus {
  // Safe: a C client may pass null.
  guard UInt(bitPattern: evtlist) != 0 else { return kAudio_ParamError }
  return unsafe MIDIRouter.send(MIDILists.events(evtlist), port, dest)
}

/// Gives messages of a virtual source to the ports that are connected to it.
@c @implementation
public func MIDIReceived(
  _ src: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>
) -> OSStatus {
  // Safe: a C client may pass null.
  guard UInt(bitPattern: pktlist) != 0 else { return kAudio_ParamError }
  return unsafe MIDIRouter.receive(MIDILists.packets(pktlist), from: src)
}

/// Gives messages of a list of words to the ports that are connected to a virtual source.
@c @implementation
public func MIDIReceivedEventList(
  _ src: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus {
  // Safe: a C client may pass null.
  guard UInt(bitPattern: evtlist) != 0 else { return kAudio_ParamError }
  return unsafe MIDIRouter.receive(MIDILists.events(evtlist), from: src)
}

/// Drops the messages that wait for their time, for one destination, or for all if `dest` is 0.
@c @implementation
public func MIDIFlushOutput(_ dest: MIDIEndpointRef) -> OSStatus {
  let isKnown = MIDISetup.shared.withLock { $0[dest]?.type == .destination }
  guard dest == 0 || isKnown else { return kMIDIUnknownEndpoint }
  MIDIScheduler.flush(dest)
  return noErr
}

/// Sends a system-exclusive message in the background.
///
/// The request and its bytes must stay in memory until the completion function is called. Without
/// that function, they must stay in memory until `complete` is true. The client must not set
/// `complete` in that case.
@c @implementation
public func MIDISendSysex(_ request: UnsafeMutablePointer<MIDISysexSendRequest>) -> OSStatus {
  // Safe: a C client may pass null, also as data, and the request stays in place until its end.
  guard UInt(bitPattern: request) != 0,
    unsafe !request.pointee.complete.boolValue && UInt(bitPattern: request.pointee.data) != 0
  else { return kAudio_ParamError }
  let target = unsafe request.pointee.destination
  let status = MIDISetup.shared.withLock { setup -> OSStatus in
    guard let object = setup[target] else { return kMIDIUnknownEndpoint }
    return object.type == .destination ? noErr : kMIDIWrongEndpointType
  }
  guard status == noErr else { return status }
  let address = UInt(bitPattern: request)
  _ = AudioThread(name: "oca-sysex") { sendSysex(address, target) }
  return noErr
}

/// Sends the parts of a system-exclusive message through a port of its own.
private func sendSysex(_ address: UInt, _ target: MIDIEndpointRef) {
  // Safe: the client keeps the request until its end.
  guard
    let request = unsafe UnsafeMutablePointer<MIDISysexSendRequest>(bitPattern: address)
  else { return }
  let port = MIDISetup.shared.withLock { $0.add(MIDIObject(kind: .outputPort, client: 0)) }
  while unsafe request.pointee.bytesToSend > 0 && !request.pointee.complete.boolValue {
    let count = unsafe Int(min(request.pointee.bytesToSend, 256))
    let bytes = unsafe Array(UnsafeBufferPointer(start: request.pointee.data, count: count))
    guard MIDIRouter.send([(0, bytes)], port, target) == noErr else { break }
    unsafe request.pointee.data += count
    unsafe request.pointee.bytesToSend -= UInt32(count)
  }
  _ = MIDISetup.shared.withLock { $0.remove(port) }
  // Safe: both types are a function's address, which is null for nil; a C client may pass null.
  let completion = unsafe unsafeBitCast(
    request.pointee.completionProc, to: MIDICompletionProc?.self)
  // From here on, the request of a client without a completion function may be gone.
  atomicMemoryFence(ordering: .releasing)
  unsafe request.pointee.complete = true
  unsafe completion?(request)
}

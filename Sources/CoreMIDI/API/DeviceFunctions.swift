public import CCoreMIDI
public import CoreAudioTypes
internal import Synchronization

// MARK: - Devices

// A client of ALSA's sequencer is a device, and each of its ports is a part of it.

/// An item of a list, or 0.
private func item(_ index: Int, _ list: (MIDISetup) -> [MIDIObjectRef]) -> MIDIObjectRef {
  let list = MIDISetup.shared.withLock { list($0) }
  return list.indices.contains(index) ? list[index] : 0
}

private func count(_ list: (MIDISetup) -> [MIDIObjectRef]) -> Int {
  MIDISetup.shared.withLock { list($0).count }
}

/// Returns the number of devices: the other clients of ALSA's sequencer.
@c @implementation
public func MIDIGetNumberOfDevices() -> Int { count { $0.devices } }

/// Returns a device, or 0.
@c @implementation
public func MIDIGetDevice(_ deviceIndex0: Int) -> MIDIDeviceRef {
  item(deviceIndex0) { $0.devices }
}

/// Returns the number of a device's parts.
@c @implementation
public func MIDIDeviceGetNumberOfEntities(_ device: MIDIDeviceRef) -> Int {
  count { $0.entities(of: device) }
}

/// Returns a part of a device, or 0.
@c @implementation
public func MIDIDeviceGetEntity(_ device: MIDIDeviceRef, _ entityIndex0: Int) -> MIDIEntityRef {
  item(entityIndex0) { $0.entities(of: device) }
}

// MARK: - Parts of devices

/// Returns the number of sources in a part of a device.
@c @implementation
public func MIDIEntityGetNumberOfSources(_ entity: MIDIEntityRef) -> Int {
  count { $0.endpoints(of: entity, .source) }
}

/// Returns a source in a part of a device, or 0.
@c @implementation
public func MIDIEntityGetSource(
  _ entity: MIDIEntityRef, _ sourceIndex0: Int
) -> MIDIEndpointRef {
  item(sourceIndex0) { $0.endpoints(of: entity, .source) }
}

/// Returns the number of destinations in a part of a device.
@c @implementation
public func MIDIEntityGetNumberOfDestinations(_ entity: MIDIEntityRef) -> Int {
  count { $0.endpoints(of: entity, .destination) }
}

/// Returns a destination in a part of a device, or 0.
@c @implementation
public func MIDIEntityGetDestination(
  _ entity: MIDIEntityRef, _ destIndex0: Int
) -> MIDIEndpointRef {
  item(destIndex0) { $0.endpoints(of: entity, .destination) }
}

/// Gets the device of a part.
@c @implementation
public func MIDIEntityGetDevice(
  _ inEntity: MIDIEntityRef, _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>?
) -> OSStatus {
  let object = MIDISetup.shared.withLock { $0[inEntity] }
  let device = object?.type == .entity ? object?.parent : nil
  if let outDevice = unsafe outDevice { unsafe outDevice.pointee = device ?? 0 }
  return device == nil ? kMIDIObjectNotFound : noErr
}

/// Gets the device part of an endpoint; virtual endpoints have none.
@c @implementation
public func MIDIEndpointGetEntity(
  _ inEndpoint: MIDIEndpointRef, _ outEntity: UnsafeMutablePointer<MIDIEntityRef>?
) -> OSStatus {
  let object = MIDISetup.shared.withLock { $0[inEndpoint] }
  let entity = object?.isEndpoint == true ? object?.parent ?? 0 : 0
  if let outEntity = unsafe outEntity { unsafe outEntity.pointee = entity }
  guard object?.isEndpoint == true else { return kMIDIUnknownEndpoint }
  return entity == 0 ? kMIDIObjectNotFound : noErr
}

// MARK: - Devices behind others

/// Returns the number of external devices, which is 0 here.
@c @implementation
public func MIDIGetNumberOfExternalDevices() -> Int { 0 }

/// Returns an external device, or 0.
@c @implementation
public func MIDIGetExternalDevice(_ deviceIndex0: Int) -> MIDIDeviceRef { 0 }

/// Looks for devices again, which has no effect: devices appear by themselves.
@c @implementation
public func MIDIRestart() -> OSStatus { noErr }

internal import CCoreMIDI
internal import CoreAudioTypes
internal import Foundation

// The C entry points of functions with objects of Core Foundation.

/// A string of a C client, which keeps it alive during the call.
private func string(_ reference: UnsafeRawPointer?) -> CFString? {
  // Safe: a CFStringRef is an NSString.
  unsafe reference.map { unsafe Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue() }
}

@c(MIDIClientCreate)
package func MIDIClientCreateForC(
  _ name: UnsafeRawPointer?, _ notifyProc: MIDINotifyProc?,
  _ notifyRefCon: UnsafeMutableRawPointer?, _ outClient: UnsafeMutablePointer<MIDIClientRef>?
) -> OSStatus {
  guard let outClient = unsafe outClient else { return kAudio_ParamError }
  return unsafe MIDIClientCreate(string(name) ?? "", notifyProc, notifyRefCon, outClient)
}

@c(MIDIInputPortCreate)
package func MIDIInputPortCreateForC(
  _ client: MIDIClientRef, _ portName: UnsafeRawPointer?, _ readProc: MIDIReadProc?,
  _ refCon: UnsafeMutableRawPointer?, _ outPort: UnsafeMutablePointer<MIDIPortRef>?
) -> OSStatus {
  guard let readProc = unsafe readProc, let outPort = unsafe outPort else {
    return kAudio_ParamError
  }
  return unsafe MIDIInputPortCreate(client, string(portName) ?? "", readProc, refCon, outPort)
}

@c(MIDIOutputPortCreate)
package func MIDIOutputPortCreateForC(
  _ client: MIDIClientRef, _ portName: UnsafeRawPointer?,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>?
) -> OSStatus {
  guard let outPort = unsafe outPort else { return kAudio_ParamError }
  return unsafe MIDIOutputPortCreate(client, string(portName) ?? "", outPort)
}

@c(MIDIDestinationCreate)
package func MIDIDestinationCreateForC(
  _ client: MIDIClientRef, _ name: UnsafeRawPointer?, _ readProc: MIDIReadProc?,
  _ refCon: UnsafeMutableRawPointer?, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>?
) -> OSStatus {
  guard let readProc = unsafe readProc, let outDest = unsafe outDest else {
    return kAudio_ParamError
  }
  return unsafe MIDIDestinationCreate(client, string(name) ?? "", readProc, refCon, outDest)
}

@c(MIDISourceCreate)
package func MIDISourceCreateForC(
  _ client: MIDIClientRef, _ name: UnsafeRawPointer?,
  _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>?
) -> OSStatus {
  guard let outSrc = unsafe outSrc else { return kAudio_ParamError }
  return unsafe MIDISourceCreate(client, string(name) ?? "", outSrc)
}

@c(MIDISourceCreateWithProtocol)
package func MIDISourceCreateWithProtocolForC(
  _ client: MIDIClientRef, _ name: UnsafeRawPointer?, _ protocol: MIDIProtocolID,
  _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>?
) -> OSStatus {
  guard let outSrc = unsafe outSrc else { return kAudio_ParamError }
  return unsafe MIDISourceCreateWithProtocol(client, string(name) ?? "", `protocol`, outSrc)
}

// MARK: - Properties

@c(MIDIObjectGetIntegerProperty)
package func MIDIObjectGetIntegerPropertyForC(
  _ obj: MIDIObjectRef, _ propertyID: UnsafeRawPointer?, _ outValue: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard let name = unsafe string(propertyID), let outValue = unsafe outValue else {
    return kAudio_ParamError
  }
  return unsafe MIDIObjectGetIntegerProperty(obj, name, outValue)
}

@c(MIDIObjectSetIntegerProperty)
package func MIDIObjectSetIntegerPropertyForC(
  _ obj: MIDIObjectRef, _ propertyID: UnsafeRawPointer?, _ value: Int32
) -> OSStatus {
  guard let name = unsafe string(propertyID) else { return kAudio_ParamError }
  return MIDIObjectSetIntegerProperty(obj, name, value)
}

@c(MIDIObjectGetStringProperty)
package func MIDIObjectGetStringPropertyForC(
  _ obj: MIDIObjectRef, _ propertyID: UnsafeRawPointer?,
  _ str: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  guard let name = unsafe string(propertyID) else { return kAudio_ParamError }
  var value: Unmanaged<CFString>?
  let status = unsafe MIDIObjectGetStringProperty(obj, name, &value)
  // Safe: a CFStringRef is an NSString, and the caller takes ownership.
  if let str = unsafe str {
    unsafe str.pointee = value.map { unsafe UnsafeRawPointer($0.toOpaque()) }
  } else {
    unsafe value?.release()
  }
  return status
}

@c(MIDIObjectSetStringProperty)
package func MIDIObjectSetStringPropertyForC(
  _ obj: MIDIObjectRef, _ propertyID: UnsafeRawPointer?, _ str: UnsafeRawPointer?
) -> OSStatus {
  guard let name = unsafe string(propertyID), let value = unsafe string(str) else {
    return kAudio_ParamError
  }
  return MIDIObjectSetStringProperty(obj, name, value)
}

@c(MIDIObjectRemoveProperty)
package func MIDIObjectRemovePropertyForC(
  _ obj: MIDIObjectRef, _ propertyID: UnsafeRawPointer?
) -> OSStatus {
  guard let name = unsafe string(propertyID) else { return kAudio_ParamError }
  return MIDIObjectRemoveProperty(obj, name)
}

// MARK: - Data and thru connections

/// Bytes of a C client, which keeps them alive during the call.
private func data(_ reference: UnsafeRawPointer?) -> CFData? {
  // Safe: a CFDataRef is an NSData.
  unsafe reference.map { unsafe Unmanaged<NSData>.fromOpaque($0).takeUnretainedValue() }
}

@c(MIDIObjectGetDataProperty)
package func MIDIObjectGetDataPropertyForC(
  _ obj: MIDIObjectRef, _ propertyID: UnsafeRawPointer?,
  _ outData: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  guard let name = unsafe string(propertyID), let outData = unsafe outData else {
    return kAudio_ParamError
  }
  var value: Unmanaged<CFData>?
  let status = unsafe MIDIObjectGetDataProperty(obj, name, &value)
  // Safe: a CFDataRef is an NSData, and the caller takes ownership.
  unsafe outData.pointee = value.map { unsafe UnsafeRawPointer($0.toOpaque()) }
  return status
}

@c(MIDIObjectSetDataProperty)
package func MIDIObjectSetDataPropertyForC(
  _ obj: MIDIObjectRef, _ propertyID: UnsafeRawPointer?, _ bytes: UnsafeRawPointer?
) -> OSStatus {
  guard let name = unsafe string(propertyID), let value = unsafe data(bytes) else {
    return kAudio_ParamError
  }
  return MIDIObjectSetDataProperty(obj, name, value)
}

@c(MIDIThruConnectionCreate)
package func MIDIThruConnectionCreateForC(
  _ owner: UnsafeRawPointer?, _ parameters: UnsafeRawPointer?,
  _ outConnection: UnsafeMutablePointer<MIDIThruConnectionRef>?
) -> OSStatus {
  guard let parameters = unsafe data(parameters), let outConnection = unsafe outConnection else {
    return kAudio_ParamError
  }
  return unsafe MIDIThruConnectionCreate(string(owner), parameters, outConnection)
}

public import CCoreMIDI
public import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// Gets an integer property.
///
/// - Returns: 0; `kMIDIUnknownProperty`; `kMIDIWrongPropertyType`; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectGetIntegerProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString, _ outValue: UnsafeMutablePointer<Int32>
) -> OSStatus {
  read(obj, propertyID) { value in
    guard case .integer(let integer) = value else { return false }
    if UInt(bitPattern: outValue) != 0 { unsafe outValue.pointee = integer }
    return true
  }
}

/// Sets an integer property.
///
/// - Returns: 0; `kMIDIIDNotUnique` for the identifier of another object; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectSetIntegerProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString, _ value: Int32
) -> OSStatus {
  write(obj, propertyID, .integer(value))
}

/// Gets a string property, which the caller owns.
///
/// - Returns: 0; `kMIDIUnknownProperty`; `kMIDIWrongPropertyType`; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectGetStringProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString,
  _ str: UnsafeMutablePointer<Unmanaged<CFString>?>?
) -> OSStatus {
  if let str = unsafe str { unsafe str.pointee = nil }
  return read(obj, propertyID) { value in
    guard case .string(let string) = value else { return false }
    if let str = unsafe str { unsafe str.pointee = Unmanaged.passRetained(string as NSString) }
    return true
  }
}

/// Sets a string property.
///
/// - Returns: 0; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectSetStringProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString, _ str: CFString
) -> OSStatus {
  write(obj, propertyID, .string(str as String))
}

/// Gets a property of bytes, which the caller owns.
///
/// - Returns: 0; `kMIDIUnknownProperty`; `kMIDIWrongPropertyType`; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectGetDataProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString,
  _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
  unsafe outData.pointee = nil
  return read(obj, propertyID) { value in
    guard case .data(let bytes) = value else { return false }
    unsafe outData.pointee = Unmanaged.passRetained(Data(bytes) as NSData)
    return true
  }
}

/// Sets a property of bytes.
///
/// - Returns: 0; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectSetDataProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString, _ data: CFData
) -> OSStatus {
  write(obj, propertyID, .data([UInt8](data as Data)))
}

/// Gets a property of a dictionary, which the caller owns.
///
/// - Returns: 0; `kMIDIUnknownProperty`; `kMIDIWrongPropertyType`; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectGetDictionaryProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString,
  _ outDict: UnsafeMutablePointer<Unmanaged<CFDictionary>?>
) -> OSStatus {
  unsafe outDict.pointee = nil
  return read(obj, propertyID) { value in
    guard case .dictionary(let dictionary) = value else { return false }
    unsafe outDict.pointee = Unmanaged.passRetained(dictionary)
    return true
  }
}

/// Sets a property of a dictionary.
///
/// - Returns: 0; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectSetDictionaryProperty(
  _ obj: MIDIObjectRef, _ propertyID: CFString, _ dict: CFDictionary
) -> OSStatus {
  write(obj, propertyID, (dict.copy() as? NSDictionary).map { .dictionary($0) } ?? .dictionary([:]))
}

/// Gets all properties of an object as a dictionary, which the caller owns.
///
/// - Parameters:
///   - obj: The object.
///   - outProperties: On return, the properties by their names.
///   - deep: Whether to include the parts of a device; has no effect here.
/// - Returns: 0; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectGetProperties(
  _ obj: MIDIObjectRef, _ outProperties: UnsafeMutablePointer<Unmanaged<CFPropertyList>?>?,
  _ deep: Bool
) -> OSStatus {
  if let outProperties = unsafe outProperties { unsafe outProperties.pointee = nil }
  guard let object = MIDISetup.shared.withLock({ $0[obj] }) else { return kMIDIObjectNotFound }
  let dictionary = NSMutableDictionary()
  for (name, value) in object.properties { dictionary[name as NSString] = value.object }
  if let outProperties = unsafe outProperties {
    unsafe outProperties.pointee = Unmanaged.passRetained(dictionary)
  }
  return noErr
}

/// Removes a property.
///
/// - Returns: 0; `kMIDIUnknownProperty`; `kMIDINotPermitted` for the identifier;
///   `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectRemoveProperty(_ obj: MIDIObjectRef, _ propertyID: CFString) -> OSStatus {
  let name = propertyID as String
  let known = MIDISetup.shared.withLock { $0[obj] }
  guard let known else { return kMIDIObjectNotFound }
  guard known.properties[name] != nil else { return kMIDIUnknownProperty }
  return write(obj, propertyID, nil)
}

/// Finds an object by its identifier.
@c @implementation
public func MIDIObjectFindByUniqueID(
  _ inUniqueID: MIDIUniqueID, _ outObject: UnsafeMutablePointer<MIDIObjectRef>?,
  _ outObjectType: UnsafeMutablePointer<MIDIObjectType>?
) -> OSStatus {
  let found = MIDISetup.shared.withLock { setup in
    inUniqueID == 0
      ? nil
      : setup.find(identifier: inUniqueID).map {
        (reference: $0, type: setup[$0]?.type ?? .other)
      }
  }
  if let outObject = unsafe outObject { unsafe outObject.pointee = found?.reference ?? 0 }
  if let outObjectType = unsafe outObjectType {
    unsafe outObjectType.pointee = found?.type ?? .other
  }
  return found == nil ? kMIDIObjectNotFound : noErr
}

extension MIDIValue {
  /// The value as an object of Foundation.
  fileprivate var object: NSObject {
    switch self {
    case .integer(let value): NSNumber(value: value)
    case .string(let value): value as NSString
    case .data(let value): Data(value) as NSData
    case .dictionary(let value): value
    }
  }
}

private func read(
  _ reference: MIDIObjectRef, _ property: CFString, _ body: (MIDIValue) -> Bool
) -> OSStatus {
  guard let object = MIDISetup.shared.withLock({ $0[reference] }) else {
    return kMIDIObjectNotFound
  }
  let name = property as String
  // The display name of a virtual endpoint is its name, unless it has its own display name.
  let value = object.properties[name] ?? (name == "displayName" ? object.properties["name"] : nil)
  guard let value else { return kMIDIUnknownProperty }
  return body(value) ? noErr : kMIDIWrongPropertyType
}

private func write(
  _ reference: MIDIObjectRef, _ property: CFString, _ value: MIDIValue?
) -> OSStatus {
  let name = property as String
  // The earlier object is released without the lock, because its values may be the client's.
  let (status, earlier) = MIDISetup.shared.withLock { setup -> (OSStatus, MIDIObject?) in
    guard let object = setup[reference] else { return (kMIDIObjectNotFound, nil) }
    if name == "uniqueID" {
      guard case .integer(let identifier) = value else {
        return (value == nil ? kMIDINotPermitted : kMIDIWrongPropertyType, nil)
      }
      guard identifier != kMIDIInvalidUniqueID else { return (kMIDINotPermitted, nil) }
      guard [nil, reference].contains(setup.find(identifier: identifier)) else {
        return (kMIDIIDNotUnique, nil)
      }
    }
    setup.setProperty(name, value, of: reference)
    return (noErr, object)
  }
  if let earlier, earlier.type != .other {
    MIDISetup.notify([.property(reference, earlier.type, name)])
  }
  return status
}

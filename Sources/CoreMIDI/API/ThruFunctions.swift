public import CCoreMIDI
public import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// Makes a thru connection.
///
/// - Parameters:
///   - inPersistentOwnerID: The owner of a connection that outlives its client, or nil. Here, the
///     connection ends with the process.
///   - inConnectionParams: The parameters, and the data after them.
///   - outConnection: On return, the connection.
/// - Returns: 0; `kAudio_ParamError` if the parameters are truncated or inconsistent, contain an
///   unsupported change, or name objects other than sources and destinations. Controllers of more
///   than 7 bits, numbered parameters, and maps for pitch bend are unsupported.
@discardableResult
public func MIDIThruConnectionCreate(
  _ inPersistentOwnerID: CFString?, _ inConnectionParams: CFData,
  _ outConnection: UnsafeMutablePointer<MIDIThruConnectionRef>
) -> OSStatus {
  guard let thru = MIDIThru([UInt8](inConnectionParams as Data)) else { return kAudio_ParamError }
  let owner = inPersistentOwnerID.map { $0 as String }
  let made = MIDISetup.shared.withLock { setup in
    setup.accepts(thru) ? setup.add(MIDIObject(kind: .thru(thru, owner: owner), client: 0)) : nil
  }
  guard let made else { return kAudio_ParamError }
  unsafe outConnection.pointee = made
  MIDIPublishing.updateConnections()
  MIDISetup.notify([.thru])
  return noErr
}

/// Ends a connection.
@c @implementation
public func MIDIThruConnectionDispose(_ connection: MIDIThruConnectionRef) -> OSStatus {
  let isRemoved = MIDISetup.shared.withLock { setup in
    guard case .thru = setup[connection]?.kind else { return false }
    return setup.remove(connection) != nil
  }
  guard isRemoved else { return kMIDIObjectNotFound }
  MIDIPublishing.updateConnections()
  MIDISetup.notify([.thru])
  return noErr
}

/// Gets the parameters of a connection, which the caller owns.
///
/// - Returns: 0; `kMIDIObjectNotFound`.
@discardableResult
public func MIDIThruConnectionGetParams(
  _ connection: MIDIThruConnectionRef,
  _ outConnectionParams: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
  let object = MIDISetup.shared.withLock { $0[connection] }
  guard case .thru(let thru, _) = object?.kind else { return kMIDIObjectNotFound }
  unsafe outConnectionParams.pointee = Unmanaged.passRetained(Data(thru.data) as NSData)
  return noErr
}

/// Changes the parameters of a connection.
///
/// - Returns: 0; `kMIDIObjectNotFound`; `kAudio_ParamError` as for
///   ``MIDIThruConnectionCreate(_:_:_:)``.
@discardableResult
public func MIDIThruConnectionSetParams(
  _ connection: MIDIThruConnectionRef, _ inConnectionParams: CFData
) -> OSStatus {
  guard let thru = MIDIThru([UInt8](inConnectionParams as Data)) else { return kAudio_ParamError }
  let status = MIDISetup.shared.withLock { setup -> OSStatus in
    guard case .thru(_, let owner) = setup[connection]?.kind else { return kMIDIObjectNotFound }
    guard setup.accepts(thru) else { return kAudio_ParamError }
    setup.replace(connection, MIDIObject(kind: .thru(thru, owner: owner), client: 0))
    return noErr
  }
  guard status == noErr else { return status }
  MIDIPublishing.updateConnections()
  MIDISetup.notify([.thru])
  return noErr
}

/// Finds the connections of an owner.
///
/// - Parameters:
///   - inPersistentOwnerID: The owner.
///   - outConnectionList: On return, the connections as 32-bit integers, which the caller owns.
/// - Returns: 0.
@discardableResult
public func MIDIThruConnectionFind(
  _ inPersistentOwnerID: CFString, _ outConnectionList: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
  let owner = inPersistentOwnerID as String
  let found = MIDISetup.shared.withLock { setup in
    setup.objects.filter { entry in
      if case .thru(_, owner) = entry.value.kind { true } else { false }
    }.keys.sorted()
  }
  var data = Data()
  for reference in found {
    unsafe withUnsafeBytes(of: reference) { unsafe data.append(contentsOf: $0) }
  }
  unsafe outConnectionList.pointee = Unmanaged.passRetained(data as NSData)
  return noErr
}

public import CCoreMIDI
public import CoreAudioTypes

/// Client code for notifications, on a thread of MIDI Services.
public typealias MIDINotifyBlock = (UnsafePointer<MIDINotification>) -> Void
/// Client code for packets, with the client's data for the source.
public typealias MIDIReadBlock = (
  UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?
) -> Void
/// Client code for words, with the client's data for the source.
public typealias MIDIReceiveBlock = (
  UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?
) -> Void

/// A notification of a property with another value.
@safe
public struct MIDIObjectPropertyChangeNotification {
  /// The identifier of this notification.
  public var messageID: MIDINotificationMessageID
  /// The size of the notification in bytes.
  public var messageSize: UInt32
  /// The object.
  public var object: MIDIObjectRef
  /// The kind of the object.
  public var objectType: MIDIObjectType
  /// The property.
  public var propertyName: Unmanaged<CFString>

  /// Makes a notification.
  public init(
    messageID: MIDINotificationMessageID, messageSize: UInt32, object: MIDIObjectRef,
    objectType: MIDIObjectType, propertyName: Unmanaged<CFString>
  ) {
    (self.messageID, self.messageSize) = (messageID, messageSize)
    (self.object, self.objectType) = (object, objectType)
    unsafe self.propertyName = propertyName
  }
}

/// MIDI Services: clients, ports and endpoints, and the messages between them.
///
/// Endpoints belong to this process, or to other programs and devices that are clients of ALSA's
/// sequencer. Times are host times (`mach_absolute_time`).
#ifndef CoreMIDI_MIDIServices_h
#define CoreMIDI_MIDIServices_h

#include <AudioToolbox/MIDIPackets.h>
#include <CoreAudio/CoreAudioBaseTypes.h>
#if !defined(__swift__)
#include <CoreAudio/CoreAudioMacTypes.h>
#endif
#include <stddef.h>
#include <stdint.h>

OCA_HEADER_BEGIN

// MARK: - Types

#if defined(__swift__)
typedef long ItemCount;
typedef long ByteCount;
typedef unsigned char Byte;
#else
/// A number of items.
typedef unsigned long ItemCount;
/// A number of bytes.
typedef unsigned long ByteCount;
#endif

/// Any object of MIDI Services; 0 is no object.
typedef UInt32 MIDIObjectRef;
/// A client: the owner of ports and endpoints.
typedef MIDIObjectRef MIDIClientRef;
/// A port, through which a client sends or receives.
typedef MIDIObjectRef MIDIPortRef;
/// A device.
typedef MIDIObjectRef MIDIDeviceRef;
/// A part of a device.
typedef MIDIObjectRef MIDIEntityRef;
/// A source or destination.
typedef MIDIObjectRef MIDIEndpointRef;
/// A number that identifies an object.
typedef SInt32 MIDIUniqueID;

/// No identifier.
#define kMIDIInvalidUniqueID 0

OCA_CONSTANTS(OSStatus) {
  kMIDIInvalidClient = -10830,      ///< The client does not exist.
  kMIDIInvalidPort = -10831,        ///< The port does not exist, or has the other direction.
  kMIDIWrongEndpointType = -10832,  ///< A source instead of a destination, or the reverse.
  kMIDINoConnection = -10833,       ///< The port is not connected to the source.
  kMIDIUnknownEndpoint = -10834,    ///< The endpoint does not exist.
  kMIDIUnknownProperty = -10835,    ///< The object lacks the property.
  kMIDIWrongPropertyType = -10836,  ///< The property has a value of another type.
  kMIDINoCurrentSetup = -10837,     ///< There is no setup.
  kMIDIMessageSendErr = -10838,     ///< The message could not be sent.
  kMIDIServerStartErr = -10839,     ///< The server could not be started.
  kMIDISetupFormatErr = -10840,     ///< The setup could not be read.
  kMIDIWrongThread = -10841,        ///< The thread may not call the function.
  kMIDIObjectNotFound = -10842,     ///< The object does not exist.
  kMIDIIDNotUnique = -10843,        ///< Another object has the identifier.
  kMIDINotPermitted = -10844,       ///< The operation is not permitted.
  kMIDIUnknownError = -10845,       ///< Another error.
};

/// The kind of an object.
OCA_ENUM(MIDIObjectType, SInt32) {
  kMIDIObjectType_Other = -1,                  ///< Another kind, such as a client.
  kMIDIObjectType_Device = 0,                  ///< A device.
  kMIDIObjectType_Entity = 1,                  ///< A part of a device.
  kMIDIObjectType_Source = 2,                  ///< A source.
  kMIDIObjectType_Destination = 3,             ///< A destination.
  kMIDIObjectType_ExternalDevice = 0x10,       ///< A device that is connected to another device.
  kMIDIObjectType_ExternalEntity = 0x11,       ///< A part of an external device.
  kMIDIObjectType_ExternalSource = 0x12,       ///< A source of an external device.
  kMIDIObjectType_ExternalDestination = 0x13,  ///< A destination of an external device.
};
OCA_ENUM_TYPE(MIDIObjectType, SInt32);

/// The protocol of the messages in a list of Universal MIDI Packets.
OCA_ENUM(MIDIProtocolID, SInt32) {
  kMIDIProtocol_1_0 = 1,  ///< MIDI 1.0.
  kMIDIProtocol_2_0 = 2,  ///< MIDI 2.0.
};
OCA_ENUM_TYPE(MIDIProtocolID, SInt32);

// MARK: - Messages

#pragma pack(push, 4)

/// Messages with the same time, as the words of Universal MIDI Packets.
typedef struct MIDIEventPacket {
  MIDITimeStamp timeStamp;  ///< The host time.
  UInt32 wordCount;         ///< The number of words.
  /// The words.
  UInt32 words[64];
} MIDIEventPacket;

/// Packets of words one after the other in memory.
typedef struct MIDIEventList {
  MIDIProtocolID protocol;  ///< The protocol of the messages.
  UInt32 numPackets;        ///< The number of packets.
  /// The first packet. ``MIDIEventPacketNext`` finds the others.
  MIDIEventPacket packet[1];
} MIDIEventList;

#pragma pack(pop)

/// A system-exclusive message, which is sent in the background.
typedef struct MIDISysexSendRequest MIDISysexSendRequest;
/// The function that is called at the end of a system-exclusive message.
typedef void (*MIDICompletionProc)(MIDISysexSendRequest *request);

/// A system-exclusive message, which is sent in the background.
struct MIDISysexSendRequest {
  MIDIEndpointRef destination;  ///< The destination.
  const Byte *data;             ///< The bytes that are left.
  UInt32 bytesToSend;           ///< The number of bytes that are left.
  /// Whether all bytes have been sent; a client with a completion function may set it to end early.
  DarwinBoolean complete;
  Byte reserved[3];                  ///< Unused.
  MIDICompletionProc completionProc;  ///< The function to call at the end; C clients may pass null.
  void *_Nullable completionRefCon;   ///< The client's data.
};

/// Returns the packet after a packet.
static inline MIDIPacket *MIDIPacketNext(const MIDIPacket *pkt) {
  size_t size = offsetof(MIDIPacket, data) + pkt->length;
  return (MIDIPacket *)((uintptr_t)pkt + ((size + 3) & ~(size_t)3));
}

/// Returns the packet after a packet of words.
static inline MIDIEventPacket *MIDIEventPacketNext(const MIDIEventPacket *pkt) {
  return (MIDIEventPacket *)((uintptr_t)pkt + offsetof(MIDIEventPacket, words)
                             + (size_t)pkt->wordCount * sizeof(UInt32));
}

/// Empties a list, and returns the place of its first packet.
extern MIDIPacket *MIDIPacketListInit(MIDIPacketList *pktlist);

/// Adds messages to a list.
///
/// Messages with the time of the last packet join that packet, unless one of them is
/// system-exclusive.
///
/// - Parameters:
///   - pktlist: The list.
///   - listSize: The size of its memory in bytes, at most 65,536.
///   - curPacket: The result of the last call, or of `MIDIPacketListInit`.
///   - time: The host time.
///   - nData: The number of bytes.
///   - data: The bytes.
/// - Returns: The packet for the next call, or null if the list has no room.
extern MIDIPacket *MIDIPacketListAdd(
    MIDIPacketList *pktlist, ByteCount listSize, MIDIPacket *curPacket, MIDITimeStamp time,
    ByteCount nData, const Byte *data);

/// Empties a list of words, and returns the place of its first packet.
extern MIDIEventPacket *MIDIEventListInit(MIDIEventList *evtlist, MIDIProtocolID protocol);

/// Adds messages to a list of words.
///
/// - Parameters:
///   - evtlist: The list.
///   - listSize: The size of its memory in bytes, at most 65,536.
///   - curPacket: The result of the last call, or of `MIDIEventListInit`.
///   - time: The host time.
///   - wordCount: The number of words, at most 64.
///   - words: The words of whole messages.
/// - Returns: The packet for the next call, or null if the list has no room.
extern MIDIEventPacket *MIDIEventListAdd(
    MIDIEventList *evtlist, ByteCount listSize, MIDIEventPacket *curPacket, MIDITimeStamp time,
    ByteCount wordCount, const UInt32 *words);

// MARK: - Notifications

/// The kind of a change.
OCA_ENUM(MIDINotificationMessageID, SInt32) {
  kMIDIMsgSetupChanged = 1,            ///< The setup; a more specific notification came before.
  kMIDIMsgObjectAdded = 2,             ///< An object was added.
  kMIDIMsgObjectRemoved = 3,           ///< An object was removed.
  kMIDIMsgPropertyChanged = 4,         ///< A property has another value.
  kMIDIMsgThruConnectionsChanged = 5,  ///< A thru connection was made or ended.
  kMIDIMsgSerialPortOwnerChanged = 6,  ///< Another driver owns a serial port.
  kMIDIMsgIOError = 7,                 ///< A driver reports an error.
  kMIDIMsgInternalStart = 0x1000,      ///< The first number for internal use.
};
OCA_ENUM_TYPE(MIDINotificationMessageID, SInt32);

/// The head of each notification.
typedef struct MIDINotification {
  MIDINotificationMessageID messageID;  ///< The kind of the change.
  /// The size of the whole notification in bytes.
  UInt32 messageSize;
} MIDINotification;

/// A notification of an object that was added or removed.
typedef struct MIDIObjectAddRemoveNotification {
  MIDINotificationMessageID messageID;  ///< Whether it was added or removed.
  /// The size of the notification in bytes.
  UInt32 messageSize;
  MIDIObjectRef parent;       ///< The object's parent, or 0.
  MIDIObjectType parentType;  ///< The kind of the parent.
  MIDIObjectRef child;        ///< The object.
  MIDIObjectType childType;   ///< The kind of the object.
} MIDIObjectAddRemoveNotification;

/// A notification of an error that a driver reports.
typedef struct MIDIIOErrorNotification {
  MIDINotificationMessageID messageID;  ///< The identifier of this notification.
  /// The size of the notification in bytes.
  UInt32 messageSize;
  MIDIDeviceRef driverDevice;  ///< The device.
  OSStatus errorCode;          ///< The error.
} MIDIIOErrorNotification;

#if !defined(__swift__)
/// A notification of a property with another value.
typedef struct MIDIObjectPropertyChangeNotification {
  MIDINotificationMessageID messageID;  ///< The identifier of this notification.
  /// The size of the notification in bytes.
  UInt32 messageSize;
  MIDIObjectRef object;       ///< The object.
  MIDIObjectType objectType;  ///< The kind of the object.
  CFStringRef propertyName;   ///< The property.
} MIDIObjectPropertyChangeNotification;
#endif

// MARK: - Functions of clients

/// Called with a notification, on the run loop on which the client was made.
typedef void (*MIDINotifyProc)(const MIDINotification *message, void *_Nullable refCon);
/// Called with messages, on a thread of MIDI Services.
///
/// - Parameters:
///   - pktlist: The messages, valid during the call.
///   - readProcRefCon: The data that the port or destination was made with.
///   - srcConnRefCon: The data that the source was connected with.
typedef void (*MIDIReadProc)(
    const MIDIPacketList *pktlist, void *_Nullable readProcRefCon, void *_Nullable srcConnRefCon);

/// Ends a client, with its ports and endpoints.
///
/// Waits until calls of its functions in progress have returned. If one of these calls itself calls
/// this function, it does not wait. No call begins afterwards.
extern OSStatus MIDIClientDispose(MIDIClientRef client);

/// Ends a port, with its connections.
///
/// Waits until a call of its function in progress has returned. If this call itself calls this
/// function, it does not wait. No call begins afterwards.
extern OSStatus MIDIPortDispose(MIDIPortRef port);

/// Connects a source to an input port.
///
/// - Parameters:
///   - port: The port.
///   - source: The source.
///   - connRefCon: The client's data for this source.
extern OSStatus MIDIPortConnectSource(
    MIDIPortRef port, MIDIEndpointRef source, void *_Nullable connRefCon);

/// Ends a connection of an input port.
///
/// Waits until a call of the port in progress has returned. If this call itself calls this
/// function, it does not wait. No call uses the connection's data afterwards.
extern OSStatus MIDIPortDisconnectSource(MIDIPortRef port, MIDIEndpointRef source);

// MARK: - Devices and endpoints

/// Returns the number of devices: the other clients of ALSA's sequencer.
extern ItemCount MIDIGetNumberOfDevices(void);
/// Returns a device by its index; 0 if the index is out of range.
extern MIDIDeviceRef MIDIGetDevice(ItemCount deviceIndex0);
/// Returns the number of a device's parts.
extern ItemCount MIDIDeviceGetNumberOfEntities(MIDIDeviceRef device);
/// Returns a part of a device by its index; 0 if the index is out of range.
extern MIDIEntityRef MIDIDeviceGetEntity(MIDIDeviceRef device, ItemCount entityIndex0);
/// Returns the number of sources in a part of a device.
extern ItemCount MIDIEntityGetNumberOfSources(MIDIEntityRef entity);
/// Returns a source in a part of a device; 0 if the index is out of range.
extern MIDIEndpointRef MIDIEntityGetSource(MIDIEntityRef entity, ItemCount sourceIndex0);
/// Returns the number of destinations in a part of a device.
extern ItemCount MIDIEntityGetNumberOfDestinations(MIDIEntityRef entity);
/// Returns a destination in a part of a device; 0 if the index is out of range.
extern MIDIEndpointRef MIDIEntityGetDestination(MIDIEntityRef entity, ItemCount destIndex0);
/// Gets the device of a part.
extern OSStatus MIDIEntityGetDevice(MIDIEntityRef inEntity, MIDIDeviceRef *_Nullable outDevice);
/// Returns the number of external devices, which is 0 here.
extern ItemCount MIDIGetNumberOfExternalDevices(void);
/// Returns an external device, which is always 0 here.
extern MIDIDeviceRef MIDIGetExternalDevice(ItemCount deviceIndex0);

/// Returns the number of sources.
extern ItemCount MIDIGetNumberOfSources(void);
/// Returns a source by its index; 0 if the index is out of range.
extern MIDIEndpointRef MIDIGetSource(ItemCount sourceIndex0);
/// Returns the number of destinations.
extern ItemCount MIDIGetNumberOfDestinations(void);
/// Returns a destination by its index; 0 if the index is out of range.
extern MIDIEndpointRef MIDIGetDestination(ItemCount destIndex0);
/// Gets the device part of an endpoint; `kMIDIObjectNotFound` for a virtual endpoint.
extern OSStatus MIDIEndpointGetEntity(
    MIDIEndpointRef inEndpoint, MIDIEntityRef *_Nullable outEntity);
/// Ends a virtual endpoint.
///
/// Waits until calls in progress have returned: those of the endpoint's function, and of the ports
/// that are connected to it. If such a call itself calls this function, it does not wait. No call
/// for the endpoint begins afterwards.
extern OSStatus MIDIEndpointDispose(MIDIEndpointRef endpt);

/// Finds an object by its identifier.
extern OSStatus MIDIObjectFindByUniqueID(
    MIDIUniqueID inUniqueID, MIDIObjectRef *_Nullable outObject,
    MIDIObjectType *_Nullable outObjectType);

// MARK: - Sending

/// Sends messages to a destination; each packet arrives at its time.
extern OSStatus MIDISend(MIDIPortRef port, MIDIEndpointRef dest, const MIDIPacketList *pktlist);
/// Sends messages of a list of words to a destination.
extern OSStatus MIDISendEventList(
    MIDIPortRef port, MIDIEndpointRef dest, const MIDIEventList *evtlist);
/// Sends a system-exclusive message in the background.
///
/// The request and its bytes must stay in memory until the completion function is called. Without
/// that function, they must stay in memory until `complete` is true. The client must not set
/// `complete` in that case.
extern OSStatus MIDISendSysex(MIDISysexSendRequest *request);
/// Gives messages of a virtual source to the ports that are connected to it.
///
/// A packet with a time in the future arrives at that time.
extern OSStatus MIDIReceived(MIDIEndpointRef src, const MIDIPacketList *pktlist);
/// Gives messages of a list of words to the ports that are connected to a virtual source.
extern OSStatus MIDIReceivedEventList(MIDIEndpointRef src, const MIDIEventList *evtlist);
/// Drops the messages that wait for their time, for one destination, or for all if `dest` is 0.
extern OSStatus MIDIFlushOutput(MIDIEndpointRef dest);
/// Looks for devices again, which has no effect here.
extern OSStatus MIDIRestart(void);

#if !defined(__swift__)

// MARK: - Functions with objects of Core Foundation

/// Makes a client.
extern OSStatus MIDIClientCreate(
    CFStringRef name, MIDINotifyProc _Nullable notifyProc, void *_Nullable notifyRefCon,
    MIDIClientRef *outClient);
/// Makes a port that receives from the sources that are connected to it.
extern OSStatus MIDIInputPortCreate(
    MIDIClientRef client, CFStringRef portName, MIDIReadProc readProc, void *_Nullable refCon,
    MIDIPortRef *outPort);
/// Makes a port that sends.
extern OSStatus MIDIOutputPortCreate(
    MIDIClientRef client, CFStringRef portName, MIDIPortRef *outPort);
/// Makes a virtual destination.
extern OSStatus MIDIDestinationCreate(
    MIDIClientRef client, CFStringRef name, MIDIReadProc readProc, void *_Nullable refCon,
    MIDIEndpointRef *outDest);
/// Makes a virtual source.
extern OSStatus MIDISourceCreate(
    MIDIClientRef client, CFStringRef name, MIDIEndpointRef *outSrc);
/// Makes a virtual source that sends words of a protocol.
extern OSStatus MIDISourceCreateWithProtocol(
    MIDIClientRef client, CFStringRef name, MIDIProtocolID protocol, MIDIEndpointRef *outSrc);

/// Gets an integer property.
extern OSStatus MIDIObjectGetIntegerProperty(
    MIDIObjectRef obj, CFStringRef propertyID, SInt32 *outValue);
/// Sets an integer property.
extern OSStatus MIDIObjectSetIntegerProperty(
    MIDIObjectRef obj, CFStringRef propertyID, SInt32 value);
/// Gets a string property, which the caller releases.
extern OSStatus MIDIObjectGetStringProperty(
    MIDIObjectRef obj, CFStringRef propertyID, CFStringRef _Nullable *_Nullable str);
/// Sets a string property.
extern OSStatus MIDIObjectSetStringProperty(
    MIDIObjectRef obj, CFStringRef propertyID, CFStringRef str);
/// Gets a property of bytes, which the caller releases.
extern OSStatus MIDIObjectGetDataProperty(
    MIDIObjectRef obj, CFStringRef propertyID, CFDataRef _Nullable *_Nonnull outData);
/// Sets a property of bytes.
extern OSStatus MIDIObjectSetDataProperty(
    MIDIObjectRef obj, CFStringRef propertyID, CFDataRef data);
/// Removes a property.
extern OSStatus MIDIObjectRemoveProperty(MIDIObjectRef obj, CFStringRef propertyID);

#define kMIDIPropertyName CFSTR("name")
#define kMIDIPropertyDisplayName CFSTR("displayName")
#define kMIDIPropertyManufacturer CFSTR("manufacturer")
#define kMIDIPropertyModel CFSTR("model")
#define kMIDIPropertyUniqueID CFSTR("uniqueID")
#define kMIDIPropertyDeviceID CFSTR("deviceID")
#define kMIDIPropertyReceiveChannels CFSTR("receiveChannels")
#define kMIDIPropertyTransmitChannels CFSTR("transmitChannels")
// The values of the next two properties are stored, but have no effect.
#define kMIDIPropertyMaxSysExSpeed CFSTR("maxSysExSpeed")
#define kMIDIPropertyAdvanceScheduleTimeMuSec CFSTR("scheduleAheadMuSec")
#define kMIDIPropertyIsEmbeddedEntity CFSTR("embedded")
#define kMIDIPropertyIsBroadcast CFSTR("broadcast")
#define kMIDIPropertyConnectionUniqueID CFSTR("connUniqueID")
#define kMIDIPropertyOffline CFSTR("offline")
#define kMIDIPropertyPrivate CFSTR("private")
#define kMIDIPropertyDriverOwner CFSTR("driver")
#define kMIDIPropertyDriverVersion CFSTR("driverVersion")
#define kMIDIPropertyImage CFSTR("image")
#define kMIDIPropertyProtocolID CFSTR("protocol")
#endif

OCA_HEADER_END

#endif

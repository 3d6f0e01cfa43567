// The headers of Core MIDI as C and C++ clients use them: sizes and values.
#include <CoreMIDI/CoreMIDI.h>
#include <CoreMIDI/MIDIServices.h>
#include <CoreMIDI/MIDIThruConnection.h>

#if defined(__cplusplus)
#define CHECK(condition) static_assert(condition, #condition)
#else
#define CHECK(condition) _Static_assert(condition, #condition)
#endif

CHECK(sizeof(MIDIPacket) == 268 && offsetof(MIDIPacket, data) == 10);
CHECK(sizeof(MIDIPacketList) == 272 && offsetof(MIDIPacketList, packet) == 4);
CHECK(sizeof(MIDIEventPacket) == 268 && offsetof(MIDIEventPacket, words) == 12);
CHECK(sizeof(MIDIEventList) == 276 && offsetof(MIDIEventList, packet) == 8);
CHECK(sizeof(MIDIObjectAddRemoveNotification) == 24);
CHECK(sizeof(MIDIObjectPropertyChangeNotification) == 24);
CHECK(sizeof(MIDIThruConnectionEndpoint) == 8 && sizeof(MIDIControlTransform) == 8);
CHECK(sizeof(MIDIValueMap) == 128 && sizeof(MIDITransform) == 4);
CHECK(kMIDIInvalidClient == -10830 && kMIDIUnknownError == -10845);
CHECK(kMIDIObjectType_ExternalDestination == 0x13 && kMIDIMsgIOError == 7);

static long receivedBytes;
static MIDISysexSendRequest request;
static const Byte exclusive[] = {0xF0, 1, 0xF7};

static void take(const MIDIPacketList *list, void *context, void *connection) {
  (void)connection;
  const MIDIPacket *packet = list->packet;
  for (UInt32 index = 0; index < list->numPackets; index++) {
    *(long *)context += packet->length;
    packet = MIDIPacketNext(packet);
  }
}

/// Sends 3 bytes without a completion function; 0, or the number of a failure.
static int sendExclusive(MIDIEndpointRef destination) {
  request.destination = destination;
  request.bytesToSend = sizeof exclusive;
  request.complete = false;
  request.completionProc = 0;
  request.data = 0;
  if (MIDISendSysex(&request) != kAudio_ParamError) return 7;
  request.data = exclusive;
  return MIDISendSysex(&request) == noErr ? 0 : 8;
}

/// The bytes that the destination received; -1 if the last request is incomplete.
static long countBytes(void) {
  return request.complete && request.bytesToSend == 0 ? receivedBytes : -1;
}

/// Makes a client with a destination, and sends it 3 + 2 + 3 bytes; 0, or the number of a failure.
static int send(void) {
  MIDIClientRef client = 0;
  MIDIPortRef port = 0;
  MIDIEndpointRef destination = 0;
  receivedBytes = 0;
  if (MIDIClientCreate(CFSTR("C"), 0, 0, &client) != noErr) return 1;
  if (MIDIOutputPortCreate(client, CFSTR("out"), &port) != noErr) return 2;
  if (MIDIDestinationCreate(client, CFSTR("in"), take, &receivedBytes, &destination) != noErr)
    return 3;
  CFStringRef name = 0;
  if (MIDIObjectGetStringProperty(destination, kMIDIPropertyDisplayName, &name) != noErr) return 4;
  bool isName = CFStringCompare(name, CFSTR("in"), 0) == kCFCompareEqualTo;
  CFRelease(name);
  SInt32 identifier = 0;
  if (!isName || MIDIObjectGetIntegerProperty(destination, kMIDIPropertyUniqueID, &identifier))
    return 5;
  Byte memory[100];
  MIDIPacketList *list = (MIDIPacketList *)(void *)memory;
  const Byte note[] = {0x90, 60, 100}, program[] = {0xC0, 5};
  MIDIPacket *packet = MIDIPacketListInit(list);
  packet = MIDIPacketListAdd(list, sizeof memory, packet, 1, sizeof note, note);
  packet = MIDIPacketListAdd(list, sizeof memory, packet, 2, sizeof program, program);
  if (!packet || MIDISend(port, destination, list) != noErr) return 6;
  return sendExclusive(destination);
}

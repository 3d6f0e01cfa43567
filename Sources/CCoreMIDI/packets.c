// Lists of packets, which clients build in memory of their own.

#include <CoreMIDI/CoreMIDI.h>
#include <stdbool.h>
#include <string.h>

// If a list has no room, the result is null, but Apple's headers declare it as never null.
#pragma clang diagnostic ignored "-Wnonnull"

/// The maximum number of bytes of a list.
static const ByteCount mostBytes = 65536;

MIDIPacket *MIDIPacketListInit(MIDIPacketList *list) {
  list->numPackets = 0;
  return list->packet;
}

/// Whether two runs of messages may share a packet.
static bool canJoin(const MIDIPacket *packet, MIDITimeStamp time, ByteCount count, const Byte *data) {
  if (packet->length == 0 || packet->timeStamp != time || count == 0) return false;
  // A byte below 0x80 continues a system-exclusive message.
  return packet->data[0] >= 0x80 && packet->data[0] != 0xF0 && data[0] >= 0x80 && data[0] != 0xF0
      && data[0] != 0xF7;
}

/// The offset of an address in a list, in bytes; larger than any list if the address is outside.
static ByteCount offsetIn(const void *list, const void *address) {
  uintptr_t start = (uintptr_t)list, place = (uintptr_t)address;
  return place < start ? mostBytes + 1 : place - start;
}

MIDIPacket *MIDIPacketListAdd(
    MIDIPacketList *list, ByteCount listSize, MIDIPacket *packet, MIDITimeStamp time,
    ByteCount count, const Byte *data) {
  if (packet == NULL || data == NULL || count > UINT16_MAX) return NULL;
  ByteCount size = listSize < mostBytes ? listSize : mostBytes;
  bool isFirst = list->numPackets == 0;
  ByteCount header = offsetof(MIDIPacket, data);
  ByteCount offset = offsetIn(list, packet);
  if (offset > size || size - offset < header) return NULL;
  if (!isFirst && canJoin(packet, time, count, data)) {
    ByteCount joined = packet->length + count;
    if (joined > UINT16_MAX || joined > size - offset - header) return NULL;
    memcpy((Byte *)packet + header + packet->length, data, count);
    packet->length = (UInt16)joined;
    return packet;
  }
  if (!isFirst) {
    offset = offsetIn(list, MIDIPacketNext(packet));
    if (offset > size) return NULL;
  }
  if (size - offset < header || count > size - offset - header) return NULL;
  MIDIPacket *next = (MIDIPacket *)((Byte *)list + offset);
  next->timeStamp = time;
  next->length = (UInt16)count;
  memcpy((Byte *)next + header, data, count);
  list->numPackets++;
  return next;
}

MIDIEventPacket *MIDIEventListInit(MIDIEventList *list, MIDIProtocolID protocol) {
  list->protocol = protocol;
  list->numPackets = 0;
  return list->packet;
}

MIDIEventPacket *MIDIEventListAdd(
    MIDIEventList *list, ByteCount listSize, MIDIEventPacket *packet, MIDITimeStamp time,
    ByteCount count, const UInt32 *words) {
  if (packet == NULL || words == NULL || count > 64) return NULL;
  ByteCount size = listSize < mostBytes ? listSize : mostBytes;
  bool isFirst = list->numPackets == 0;
  ByteCount header = offsetof(MIDIEventPacket, words);
  ByteCount bytes = count * sizeof(UInt32);
  ByteCount offset = offsetIn(list, packet);
  if (offset > size || size - offset < header) return NULL;
  if (!isFirst && packet->timeStamp == time && packet->wordCount + count <= 64) {
    ByteCount used = header + packet->wordCount * sizeof(UInt32);
    if (used > size - offset || bytes > size - offset - used) return NULL;
    memcpy((Byte *)packet + used, words, bytes);
    packet->wordCount += (UInt32)count;
    return packet;
  }
  if (!isFirst) {
    offset = offsetIn(list, MIDIEventPacketNext(packet));
    if (offset > size) return NULL;
  }
  if (size - offset < header || bytes > size - offset - header) return NULL;
  MIDIEventPacket *next = (MIDIEventPacket *)((Byte *)list + offset);
  next->timeStamp = time;
  next->wordCount = (UInt32)count;
  memcpy((Byte *)next + header, words, bytes);
  list->numPackets++;
  return next;
}

void MIDIThruConnectionParamsInitialize(MIDIThruConnectionParams *params) {
  memset(params, 0, sizeof *params);
  for (int channel = 0; channel < 16; channel++) params->channelMap[channel] = (UInt8)channel;
  params->highVelocity = 127;
  params->highNote = 127;
}

/// MIDI Packets: lists of MIDI messages with their times.
#ifndef AudioToolbox_MIDIPackets_h
#define AudioToolbox_MIDIPackets_h

#include <CoreAudio/CoreAudioBaseTypes.h>
#if !defined(__swift__)
#include <CoreAudio/CoreAudioMacTypes.h>
#endif

OCA_HEADER_BEGIN

// MARK: - Types

/// A host time; 0 means now.
typedef UInt64 MIDITimeStamp;

#pragma pack(push, 4)

/// Messages with the same time, as the bytes of MIDI 1.0.
///
/// A message has its status byte. A system-exclusive message may continue in the next packet.
typedef struct MIDIPacket {
  MIDITimeStamp timeStamp;  ///< The host time.
  UInt16 length;            ///< The number of bytes.
  /// The bytes; there may be more than the array has.
  UInt8 data[256];
} MIDIPacket;

/// Packets one after the other in memory, each at a multiple of four bytes.
typedef struct MIDIPacketList {
  UInt32 numPackets;  ///< The number of packets.
  /// The first packet. `MIDIPacketNext` finds the others.
  MIDIPacket packet[1];
} MIDIPacketList;

#pragma pack(pop)

OCA_HEADER_END

#endif

/// MIDI Messages: the kinds of Universal MIDI Packets, and their words.
///
/// Source: Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol, M2-104-UM, version 1.1.
#ifndef CoreMIDI_MIDIMessages_h
#define CoreMIDI_MIDIMessages_h

#include <CoreAudio/CoreAudioBaseTypes.h>
#if !defined(__swift__)
#include <CoreAudio/CoreAudioMacTypes.h>
#endif

OCA_HEADER_BEGIN

// MARK: - Kinds

/// The kind of a packet: the highest four bits of its first word.
OCA_ENUM(MIDIMessageType, UInt32) {
  kMIDIMessageTypeUtility = 0x0,        ///< One word: timing.
  kMIDIMessageTypeSystem = 0x1,         ///< One word: a message for all channels.
  kMIDIMessageTypeChannelVoice1 = 0x2,  ///< One word: a message of MIDI 1.0 for a channel.
  kMIDIMessageTypeSysEx = 0x3,          ///< Two words: up to six system-exclusive bytes.
  kMIDIMessageTypeChannelVoice2 = 0x4,  ///< Two words: a message of MIDI 2.0 for a channel.
  kMIDIMessageTypeData128 = 0x5,        ///< Four words: data of eight bits.
  kMIDIMessageTypeFlexData = 0xD,       ///< Four words: data about the music, such as its key.
  kMIDIMessageTypeStream = 0xF,         ///< Four words: about the connection itself.
  kMIDIMessageTypeInvalid = 0xFF,       ///< No kind.
};
OCA_ENUM_TYPE(MIDIMessageType, UInt32);

/// The status of a message for a channel: four bits.
OCA_ENUM(MIDICVStatus, UInt32) {
  kMIDICVStatusNoteOff = 0x8,            ///< A key is released.
  kMIDICVStatusNoteOn = 0x9,             ///< A key is pressed.
  kMIDICVStatusPolyPressure = 0xA,       ///< The pressure of one key.
  kMIDICVStatusControlChange = 0xB,      ///< The value of a controller.
  kMIDICVStatusProgramChange = 0xC,      ///< The sound of the channel.
  kMIDICVStatusChannelPressure = 0xD,    ///< The pressure of all keys.
  kMIDICVStatusPitchBend = 0xE,          ///< The pitch bend of all keys.
  kMIDICVStatusRegisteredPNC = 0x0,      ///< MIDI 2.0: a standard controller of one note.
  kMIDICVStatusAssignablePNC = 0x1,      ///< MIDI 2.0: another controller of one note.
  kMIDICVStatusRegisteredControl = 0x2,  ///< MIDI 2.0: a standard parameter.
  kMIDICVStatusAssignableControl = 0x3,  ///< MIDI 2.0: another parameter.
  kMIDICVStatusRelRegisteredControl = 0x4,  ///< MIDI 2.0: the change of a standard parameter.
  kMIDICVStatusRelAssignableControl = 0x5,  ///< MIDI 2.0: the change of another parameter.
  kMIDICVStatusPerNotePitchBend = 0x6,   ///< MIDI 2.0: the pitch bend of one note.
  kMIDICVStatusPerNoteMgmt = 0xF,        ///< MIDI 2.0: detaches or resets controllers of a note.
};
OCA_ENUM_TYPE(MIDICVStatus, UInt32);

/// The status of a message for all channels: one byte.
OCA_ENUM(MIDISystemStatus, UInt32) {
  kMIDIStatusStartOfExclusive = 0xF0,  ///< The start of a system-exclusive message.
  kMIDIStatusMTC = 0xF1,               ///< A quarter frame of MIDI time code.
  kMIDIStatusSongPosPointer = 0xF2,    ///< A position in sixteenth notes.
  kMIDIStatusSongSelect = 0xF3,        ///< The number of a song.
  kMIDIStatusTuneRequest = 0xF6,       ///< Asks analog synthesizers to tune themselves.
  kMIDIStatusEndOfExclusive = 0xF7,    ///< The end of a system-exclusive message.
  kMIDIStatusTimingClock = 0xF8,       ///< A clock tick: 24 ticks are a quarter note.
  kMIDIStatusStart = 0xFA,             ///< Starts at the first beat.
  kMIDIStatusContinue = 0xFB,          ///< Starts at the current position.
  kMIDIStatusStop = 0xFC,              ///< Stops.
  kMIDIStatusActiveSending = 0xFE,     ///< The sender is alive.
  kMIDIStatusActiveSensing = 0xFE,     ///< The sender is alive.
  kMIDIStatusSystemReset = 0xFF,       ///< Resets the receiver.
};
OCA_ENUM_TYPE(MIDISystemStatus, UInt32);

/// The position of a packet in a system-exclusive message.
OCA_ENUM(MIDISysExStatus, UInt32) {
  kMIDISysExStatusComplete = 0x0,  ///< The packet has the whole message.
  kMIDISysExStatusStart = 0x1,     ///< The first packet.
  kMIDISysExStatusContinue = 0x2,  ///< A packet in the middle.
  kMIDISysExStatusEnd = 0x3,       ///< The last packet.
  kMIDISysExStatusMixedDataSetHeader = 0x8,   ///< The header of mixed data, of four words.
  kMIDISysExStatusMixedDataSetPayload = 0x9,  ///< The content of mixed data, of four words.
};
OCA_ENUM_TYPE(MIDISysExStatus, UInt32);

/// The attribute of a note of MIDI 2.0.
OCA_ENUM(MIDINoteAttribute, UInt8) {
  kMIDINoteAttributeNone = 0x0,  ///< No attribute.
  kMIDINoteAttributeManufacturerSpecific = 0x1,  ///< An attribute of a manufacturer.
  kMIDINoteAttributeProfileSpecific = 0x2,  ///< An attribute of a profile.
  kMIDINoteAttributePitch = 0x3,  ///< The pitch: 7 bits for semitones, and 9 bits for their parts.
};
OCA_ENUM_TYPE(MIDINoteAttribute, UInt8);

/// A packet of one word.
typedef UInt32 MIDIMessage_32;

/// A packet of two words.
typedef struct MIDIMessage_64 {
  UInt32 word0;  ///< The first word.
  UInt32 word1;  ///< The second word.
} MIDIMessage_64;

/// A packet of three words.
typedef struct MIDIMessage_96 {
  UInt32 word0;  ///< The first word.
  UInt32 word1;  ///< The second word.
  UInt32 word2;  ///< The third word.
} MIDIMessage_96;

/// A packet of four words.
typedef struct MIDIMessage_128 {
  UInt32 word0;  ///< The first word.
  UInt32 word1;  ///< The second word.
  UInt32 word2;  ///< The third word.
  UInt32 word3;  ///< The fourth word.
} MIDIMessage_128;

// MARK: - Reading Words

/// Returns the kind of a packet by its first word.
static inline MIDIMessageType MIDIMessageTypeForUPWord(const UInt32 word) {
  return (MIDIMessageType)(word >> 28);
}

// MARK: - MIDI 1.0

/// Makes a message of MIDI 1.0 for a channel.
static inline MIDIMessage_32 MIDI1UPChannelVoiceMessage(
    UInt8 group, UInt8 status, UInt8 channel, UInt8 data1, UInt8 data2) {
  return (MIDIMessage_32)kMIDIMessageTypeChannelVoice1 << 28 | (UInt32)(group & 0xF) << 24
      | (UInt32)(status & 0xF) << 20 | (UInt32)(channel & 0xF) << 16 | (UInt32)(data1 & 0x7F) << 8
      | (UInt32)(data2 & 0x7F);
}

/// Makes the message of a released key.
static inline MIDIMessage_32 MIDI1UPNoteOff(
    UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 velocity) {
  return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusNoteOff, channel, noteNumber, velocity);
}

/// Makes the message of a pressed key.
static inline MIDIMessage_32 MIDI1UPNoteOn(
    UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 velocity) {
  return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusNoteOn, channel, noteNumber, velocity);
}

/// Makes the message of a controller.
static inline MIDIMessage_32 MIDI1UPControlChange(
    UInt8 group, UInt8 channel, UInt8 index, UInt8 data) {
  return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusControlChange, channel, index, data);
}

/// Makes the message of a pitch bend, from its lower and higher seven bits.
static inline MIDIMessage_32 MIDI1UPPitchBend(UInt8 group, UInt8 channel, UInt8 lsb, UInt8 msb) {
  return MIDI1UPChannelVoiceMessage(group, kMIDICVStatusPitchBend, channel, lsb, msb);
}

/// Makes a message for all channels.
static inline MIDIMessage_32 MIDI1UPSystemCommon(
    UInt8 group, UInt8 status, UInt8 byte1, UInt8 byte2) {
  return (MIDIMessage_32)kMIDIMessageTypeSystem << 28 | (UInt32)(group & 0xF) << 24
      | (UInt32)status << 16 | (UInt32)(byte1 & 0x7F) << 8 | (UInt32)(byte2 & 0x7F);
}

// MARK: - MIDI 2.0

/// Makes a message of MIDI 2.0 for a channel.
///
/// - Parameter index: The 16 bits after the channel, such as a note and its attribute.
/// - Parameter value: The second word.
static inline MIDIMessage_64 MIDI2ChannelVoiceMessage(
    UInt8 group, UInt8 status, UInt8 channel, UInt16 index, UInt32 value) {
  MIDIMessage_64 message;
  message.word0 = (UInt32)kMIDIMessageTypeChannelVoice2 << 28 | (UInt32)(group & 0xF) << 24
      | (UInt32)(status & 0xF) << 20 | (UInt32)(channel & 0xF) << 16 | index;
  message.word1 = value;
  return message;
}

/// Makes the message of a pressed key, with a velocity of 16 bits.
static inline MIDIMessage_64 MIDI2NoteOn(
    UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 attributeType, UInt16 attributeData,
    UInt16 velocity) {
  return MIDI2ChannelVoiceMessage(
      group, kMIDICVStatusNoteOn, channel, (UInt16)((noteNumber & 0x7F) << 8 | attributeType),
      (UInt32)velocity << 16 | attributeData);
}

/// Makes the message of a released key, with a velocity of 16 bits.
static inline MIDIMessage_64 MIDI2NoteOff(
    UInt8 group, UInt8 channel, UInt8 noteNumber, UInt8 attributeType, UInt16 attributeData,
    UInt16 velocity) {
  return MIDI2ChannelVoiceMessage(
      group, kMIDICVStatusNoteOff, channel, (UInt16)((noteNumber & 0x7F) << 8 | attributeType),
      (UInt32)velocity << 16 | attributeData);
}

/// Makes the message of a key's pressure.
static inline MIDIMessage_64 MIDI2PolyPressure(
    UInt8 group, UInt8 channel, UInt8 noteNumber, UInt32 value) {
  return MIDI2ChannelVoiceMessage(
      group, kMIDICVStatusPolyPressure, channel, (UInt16)((noteNumber & 0x7F) << 8), value);
}

/// Makes the message of a controller, with a value of 32 bits.
static inline MIDIMessage_64 MIDI2ControlChange(
    UInt8 group, UInt8 channel, UInt8 index, UInt32 value) {
  return MIDI2ChannelVoiceMessage(
      group, kMIDICVStatusControlChange, channel, (UInt16)((index & 0x7F) << 8), value);
}

/// Makes the message of the pressure of all keys.
static inline MIDIMessage_64 MIDI2ChannelPressure(UInt8 group, UInt8 channel, UInt32 value) {
  return MIDI2ChannelVoiceMessage(group, kMIDICVStatusChannelPressure, channel, 0, value);
}

/// Makes the message of a pitch bend; 0x80000000 is the center.
static inline MIDIMessage_64 MIDI2PitchBend(UInt8 group, UInt8 channel, UInt32 value) {
  return MIDI2ChannelVoiceMessage(group, kMIDICVStatusPitchBend, channel, 0, value);
}

OCA_HEADER_END

#endif

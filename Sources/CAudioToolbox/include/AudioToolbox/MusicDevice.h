/// Music Devices: instruments that play MIDI messages and notes.
#ifndef AudioToolbox_MusicDevice_h
#define AudioToolbox_MusicDevice_h

#include <AudioToolbox/AUComponent.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// The number of an instrument: the MSB and the LSB of its bank, and its program, a byte each.
typedef UInt32 MusicDeviceInstrumentID;
/// A group of notes: a MIDI channel, counted from 0.
typedef UInt32 MusicDeviceGroupID;
/// The number of a note that sounds.
typedef UInt32 NoteInstanceID;
/// An instance of an instrument.
typedef AudioComponentInstance MusicDeviceComponent;

/// The pitch and the velocity of a note.
typedef struct MusicDeviceStdNoteParams {
  UInt32 argCount;  ///< The number of arguments: 2.
  Float32 mPitch;  ///< The MIDI note, with a fraction.
  Float32 mVelocity;  ///< The velocity, from 0 to 127.
} MusicDeviceStdNoteParams;

/// The value of a control of a note.
typedef struct NoteParamsControlValue {
  AudioUnitParameterID mID;  ///< The control.
  AudioUnitParameterValue mValue;  ///< The value.
} NoteParamsControlValue;

/// The pitch, the velocity, and the controls of a note.
typedef struct MusicDeviceNoteParams {
  UInt32 argCount;  ///< The number of arguments: 2, and one for each control.
  Float32 mPitch;  ///< The MIDI note, with a fraction.
  Float32 mVelocity;  ///< The velocity, from 0 to 127.
  NoteParamsControlValue mControls[1];  ///< The controls.
} MusicDeviceNoteParams;

/// Special numbers of instruments and notes.
OCA_CONSTANTS(UInt32) {
  kMusicNoteEvent_UseGroupInstrument = 0xFFFFFFFF,  ///< The present instrument of the group.
  kMusicNoteEvent_Unused = 0xFFFFFFFF,  ///< No value.
};

// MARK: - Functions

/// Sends a MIDI message of a channel.
extern OSStatus MusicDeviceMIDIEvent(
    MusicDeviceComponent inUnit, UInt32 inStatus, UInt32 inData1, UInt32 inData2,
    UInt32 inOffsetSampleFrame);

/// Sends a system-exclusive message.
extern OSStatus MusicDeviceSysEx(MusicDeviceComponent inUnit, const UInt8 *inData, UInt32 inLength);

#if !defined(__swift__)
struct MIDIEventList;

/// Sends a list of MIDI messages as Universal MIDI Packets, which `CoreMIDI/CoreMIDI.h` declares.
extern OSStatus MusicDeviceMIDIEventList(
    MusicDeviceComponent inUnit, UInt32 inOffsetSampleFrame, const struct MIDIEventList *evtList);
#endif

/// Starts a note.
extern OSStatus MusicDeviceStartNote(
    MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument,
    MusicDeviceGroupID inGroupID, NoteInstanceID *outNoteInstanceID, UInt32 inOffsetSampleFrame,
    const MusicDeviceNoteParams *inParams);

/// Ends a note.
extern OSStatus MusicDeviceStopNote(
    MusicDeviceComponent inUnit, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID,
    UInt32 inOffsetSampleFrame);

/// Loads an instrument.
extern OSStatus MusicDevicePrepareInstrument(
    MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument);

/// States that an instrument is no longer needed.
extern OSStatus MusicDeviceReleaseInstrument(
    MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument);

// MARK: - Functions of Components

/// The selectors of the functions that an instrument of the client provides.
enum {
  kMusicDeviceRange = 0x0100,  ///< The first selector.
  kMusicDeviceMIDIEventSelect = 0x0101,  ///< A `MusicDeviceMIDIEventProc`.
  kMusicDeviceSysExSelect = 0x0102,  ///< A `MusicDeviceSysExProc`.
  kMusicDevicePrepareInstrumentSelect = 0x0103,  ///< Reserved for loading instruments.
  kMusicDeviceReleaseInstrumentSelect = 0x0104,  ///< Reserved for releasing instruments.
  kMusicDeviceStartNoteSelect = 0x0105,  ///< A `MusicDeviceStartNoteProc`.
  kMusicDeviceStopNoteSelect = 0x0106,  ///< A `MusicDeviceStopNoteProc`.
  kMusicDeviceMIDIEventListSelect = 0x0107,  ///< Reserved for lists of events.
};

/// The function for ``MusicDeviceMIDIEvent``.
typedef OSStatus (*MusicDeviceMIDIEventProc)(
    void *self, UInt32 inStatus, UInt32 inData1, UInt32 inData2, UInt32 inOffsetSampleFrame);

/// The function for ``MusicDeviceSysEx``.
typedef OSStatus (*MusicDeviceSysExProc)(void *self, const UInt8 *inData, UInt32 inLength);

/// The function for ``MusicDeviceStartNote``.
typedef OSStatus (*MusicDeviceStartNoteProc)(
    void *self, MusicDeviceInstrumentID inInstrument, MusicDeviceGroupID inGroupID,
    NoteInstanceID *outNoteInstanceID, UInt32 inOffsetSampleFrame,
    const MusicDeviceNoteParams *inParams);

/// The function for ``MusicDeviceStopNote``.
typedef OSStatus (*MusicDeviceStopNoteProc)(
    void *self, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID,
    UInt32 inOffsetSampleFrame);

OCA_HEADER_END

#endif

/// MIDI Thru Connections: messages that go from sources to destinations without a client.
#ifndef CoreMIDI_MIDIThruConnection_h
#define CoreMIDI_MIDIThruConnection_h

#include <CoreMIDI/MIDIServices.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A thru connection.
typedef MIDIObjectRef MIDIThruConnectionRef;

/// The maximum number of endpoints on each side of a connection.
#define kMIDIThruConnection_MaxEndpoints 8

/// A change of a value.
OCA_ENUM(MIDITransformType, UInt16) {
  kMIDITransform_None = 0,        ///< No change.
  kMIDITransform_FilterOut = 1,   ///< The message is dropped.
  kMIDITransform_MapControl = 2,  ///< The number of the controller changes to the parameter.
  kMIDITransform_Add = 8,         ///< The parameter is added.
  kMIDITransform_Scale = 9,       ///< The value is multiplied by the parameter, in units of 1/4096.
  kMIDITransform_MinValue = 10,   ///< The value is at least the parameter.
  kMIDITransform_MaxValue = 11,   ///< The value is at most the parameter.
  kMIDITransform_MapValue = 12,   ///< A map gives the value; the parameter is its number from 1.
};
OCA_ENUM_TYPE(MIDITransformType, UInt16);

/// The kind of a controller; thru connections support controllers of 7 bits only.
OCA_ENUM(MIDITransformControlType, UInt8) {
  kMIDIControlType_7Bit = 0,       ///< A controller of 7 bits.
  kMIDIControlType_14Bit = 1,      ///< A controller of 14 bits.
  kMIDIControlType_7BitRPN = 2,    ///< A registered parameter of 7 bits.
  kMIDIControlType_14BitRPN = 3,   ///< A registered parameter of 14 bits.
  kMIDIControlType_7BitNRPN = 4,   ///< A parameter of 7 bits.
  kMIDIControlType_14BitNRPN = 5,  ///< A parameter of 14 bits.
};
OCA_ENUM_TYPE(MIDITransformControlType, UInt8);

/// A new value for each value from 0 to 127.
typedef struct MIDIValueMap {
  UInt8 value[128];  ///< The new values.
} MIDIValueMap;

/// A change of the values of one kind of message.
typedef struct MIDITransform {
  MIDITransformType transform;  ///< The change.
  SInt16 param;                 ///< Its parameter.
} MIDITransform;

/// A change of one controller.
typedef struct MIDIControlTransform {
  MIDITransformControlType controlType;          ///< The kind of the controller.
  MIDITransformControlType remappedControlType;  ///< The new kind.
  UInt16 controlNumber;                          ///< The number of the controller.
  MIDITransformType transform;                   ///< The change.
  SInt16 param;                                  ///< Its parameter.
} MIDIControlTransform;

/// An endpoint of a connection, by its reference, or else by its identifier.
typedef struct MIDIThruConnectionEndpoint {
  MIDIEndpointRef endpointRef;  ///< The endpoint, or 0.
  MIDIUniqueID uniqueID;        ///< The identifier.
} MIDIThruConnectionEndpoint;

/// The endpoints and changes of a connection. Transforms of controllers and maps follow in memory.
typedef struct MIDIThruConnectionParams {
  UInt32 version;                                                          ///< 0.
  UInt32 numSources;                                                       ///< The sources.
  MIDIThruConnectionEndpoint sources[kMIDIThruConnection_MaxEndpoints];    ///< The sources.
  UInt32 numDestinations;                                                  ///< The destinations.
  /// The destinations.
  MIDIThruConnectionEndpoint destinations[kMIDIThruConnection_MaxEndpoints];
  /// The new channel for each channel; 0xFF drops its messages.
  UInt8 channelMap[16];
  UInt8 lowVelocity;   ///< Softer notes are dropped.
  UInt8 highVelocity;  ///< Louder notes are dropped.
  UInt8 lowNote;       ///< Lower notes are dropped.
  UInt8 highNote;      ///< Higher notes are dropped; 127 keeps all.
  MIDITransform noteNumber;       ///< A change of note numbers.
  MIDITransform velocity;         ///< A change of velocities.
  MIDITransform keyPressure;      ///< A change of the pressure of keys.
  MIDITransform channelPressure;  ///< A change of the pressure of channels.
  MIDITransform programChange;    ///< A change of programs.
  MIDITransform pitchBend;        ///< A change of pitch bend; maps do not apply.
  UInt8 filterOutSysEx;        ///< Whether system-exclusive messages are dropped.
  UInt8 filterOutMTC;          ///< Whether MIDI time code is dropped.
  UInt8 filterOutBeatClock;    ///< Whether clock, start, stop, continue and position are dropped.
  UInt8 filterOutTuneRequest;  ///< Whether tune requests are dropped.
  UInt8 reserved2[3];          ///< 0.
  UInt8 filterOutAllControls;  ///< Whether controllers are dropped.
  UInt16 numControlTransforms;  ///< The number of transforms of controllers.
  UInt16 numMaps;               ///< The number of maps.
  UInt16 reserved3[4];          ///< 0.
} MIDIThruConnectionParams;

/// The size of a connection's parameters in bytes, with the data after them.
static inline size_t MIDIThruConnectionParamsSize(const MIDIThruConnectionParams *ptr) {
  return sizeof(MIDIThruConnectionParams) + ptr->numControlTransforms * sizeof(MIDIControlTransform)
      + ptr->numMaps * sizeof(MIDIValueMap);
}

// MARK: - Functions

/// Sets parameters to a connection that changes no message.
extern void MIDIThruConnectionParamsInitialize(MIDIThruConnectionParams *inConnectionParams);
#if !defined(__swift__)
/// Makes a connection; with an owner, the connection outlives its client, but not the process.
extern OSStatus MIDIThruConnectionCreate(
    CFStringRef _Nullable inPersistentOwnerID, CFDataRef inConnectionParams,
    MIDIThruConnectionRef *outConnection);
#endif
/// Ends a connection.
extern OSStatus MIDIThruConnectionDispose(MIDIThruConnectionRef connection);

OCA_HEADER_END

#endif

/// Render Events: the changes and messages that the object of an audio unit receives as it renders.
#ifndef AudioToolbox_AUAudioUnitImplementation_h
#define AudioToolbox_AUAudioUnitImplementation_h

#include <AudioToolbox/AUParameters.h>
#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

/// The time of an event in frames, on the time line of the calls that render.
typedef SInt64 AUEventSampleTime;
/// A number of frames.
typedef UInt32 AUAudioFrameCount;
/// A number of channels.
typedef UInt32 AUAudioChannelCount;

/// The kinds of events.
OCA_ENUM(AURenderEventType, UInt8) {
  AURenderEventParameter = 1,  ///< A parameter changes at one frame.
  AURenderEventParameterRamp = 2,  ///< A parameter changes over some frames.
  AURenderEventMIDI = 8,  ///< A MIDI message of up to three bytes.
  AURenderEventMIDISysEx = 9,  ///< A system-exclusive message.
  AURenderEventMIDIEventList = 10,  ///< A list of Universal MIDI Packets.
};
OCA_ENUM_TYPE(AURenderEventType, UInt8);

typedef union AURenderEvent AURenderEvent;

#pragma pack(push, 4)

/// The members that all events start with.
typedef struct AURenderEventHeader {
  union AURenderEvent *_Nullable next;  ///< The next event.
  AUEventSampleTime eventSampleTime;  ///< The time at which the event takes effect.
  AURenderEventType eventType;  ///< The kind of the event.
  UInt8 reserved;  ///< Not used.
} AURenderEventHeader;

/// A change of a parameter.
typedef struct AUParameterEvent {
  union AURenderEvent *_Nullable next;  ///< The next event.
  AUEventSampleTime eventSampleTime;  ///< The time at which the change starts.
  AURenderEventType eventType;  ///< A change or a ramp.
  UInt8 reserved[3];  ///< Not used.
  AUAudioFrameCount rampDurationSampleFrames;  ///< The frames of a ramp, or 0.
  AUParameterAddress parameterAddress;  ///< The parameter.
  AUValue value;  ///< The value, which a ramp has at its end.
} AUParameterEvent;

/// A MIDI message.
typedef struct AUMIDIEvent {
  union AURenderEvent *_Nullable next;  ///< The next event.
  AUEventSampleTime eventSampleTime;  ///< The time of the message.
  AURenderEventType eventType;  ///< A short message or a system-exclusive one.
  UInt8 reserved;  ///< Not used.
  UInt16 length;  ///< The number of bytes.
  UInt8 cable;  ///< The virtual cable.
  /// The bytes; a system-exclusive message may have more than the array.
  UInt8 data[3];
} AUMIDIEvent;

/// An event.
union AURenderEvent {
  AURenderEventHeader head;  ///< The members of all events.
  AUParameterEvent parameter;  ///< A change of a parameter.
  AUMIDIEvent MIDI;  ///< A MIDI message.
};

#pragma pack(pop)

OCA_HEADER_END

#endif

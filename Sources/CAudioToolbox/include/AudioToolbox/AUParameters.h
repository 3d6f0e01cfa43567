/// Parameter Events: changes of the parameters of an audio unit's object.
#ifndef AudioToolbox_AUParameters_h
#define AudioToolbox_AUParameters_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

/// The value of a parameter.
typedef Float32 AUValue;
/// The number of a parameter, which no other parameter of its tree has.
typedef UInt64 AUParameterAddress;

/// The kinds of changes that a user makes.
OCA_ENUM(AUParameterAutomationEventType, UInt32) {
  AUParameterAutomationEventTypeValue = 0,  ///< A new value.
  AUParameterAutomationEventTypeTouch = 1,  ///< The user begins to change the value.
  AUParameterAutomationEventTypeRelease = 2,  ///< The user no longer changes the value.
};
OCA_ENUM_TYPE(AUParameterAutomationEventType, UInt32);

/// A new value of a parameter.
typedef struct AURecordedParameterEvent {
  UInt64 hostTime;  ///< The host time of the change.
  AUParameterAddress address;  ///< The parameter.
  AUValue value;  ///< The value.
} AURecordedParameterEvent;

/// A change of a parameter that a user makes.
typedef struct AUParameterAutomationEvent {
  UInt64 hostTime;  ///< The host time of the change.
  AUParameterAddress address;  ///< The parameter.
  AUValue value;  ///< The value.
  AUParameterAutomationEventType eventType;  ///< The kind of the change.
  UInt64 reserved;  ///< Not used.
} AUParameterAutomationEvent;

OCA_HEADER_END

#endif

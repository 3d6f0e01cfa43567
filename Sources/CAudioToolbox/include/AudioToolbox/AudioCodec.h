/// The properties of codecs, which clients set through a converter.
///
/// Clients cannot open codecs as components here; converters set these properties of their
/// encoders.
#ifndef AudioToolbox_AudioCodec_h
#define AudioToolbox_AudioCodec_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

/// A codec property: a four-character code.
typedef UInt32 AudioCodecPropertyID;

OCA_CONSTANTS(AudioCodecPropertyID) {
  /// UInt32, from the list below: the control mode of the bit rate.
  kAudioCodecPropertyBitRateControlMode = 'acbf',
  /// UInt32: 0 to 127, the sound quality at a variable bit rate.
  kAudioCodecPropertySoundQualityForVBR = 'vbrq',
  /// UInt32 in bits per second. Converters here do not have it.
  kAudioCodecPropertyBitRateForVBR = 'vbrb',
  /// UInt32: the largest packet in bits. Converters here do not have it.
  kAudioCodecPropertyPacketSizeLimitForVBR = 'pakl',
};

/// Values of `kAudioCodecPropertyBitRateControlMode`.
OCA_CONSTANTS(UInt32) {
  kAudioCodecBitRateControlMode_Constant = 0,
  kAudioCodecBitRateControlMode_LongTermAverage = 1,
  kAudioCodecBitRateControlMode_VariableConstrained = 2,
  kAudioCodecBitRateControlMode_Variable = 3,
};

/// Values of quality properties.
OCA_CONSTANTS(UInt32) {
  kAudioCodecQuality_Max = 0x7F,
  kAudioCodecQuality_High = 0x60,
  kAudioCodecQuality_Medium = 0x40,
  kAudioCodecQuality_Low = 0x20,
  kAudioCodecQuality_Min = 0,
};

// MARK: - Errors

/// The errors of codecs on Apple's systems, for clients that compare with them. Converters here
/// report the errors of `AudioConverter.h`. The unspecified errors of both have the same value.
OCA_CONSTANTS(OSStatus) {
  kAudioCodecNoError = 0,
  kAudioCodecUnspecifiedError = 'what',
  kAudioCodecUnknownPropertyError = 'who?',
  kAudioCodecBadPropertySizeError = '!siz',
  kAudioCodecIllegalOperationError = 'nope',
  kAudioCodecUnsupportedFormatError = '!dat',
  kAudioCodecStateError = '!stt',
  kAudioCodecNotEnoughBufferSpaceError = '!buf',
  kAudioCodecBadDataError = 'bada',
};

// MARK: - Settings dictionaries

/// Keys of `kAudioConverterPropertySettings`.
#define kAudioSettings_TopLevelKey "name"
#define kAudioSettings_Version "version"
#define kAudioSettings_Parameters "parameters"
#define kAudioSettings_SettingKey "key"
#define kAudioSettings_SettingName "name"
#define kAudioSettings_ValueType "value type"
#define kAudioSettings_AvailableValues "available values"
#define kAudioSettings_LimitedValues "limited values"
#define kAudioSettings_CurrentValue "current value"
#define kAudioSettings_Summary "summary"
#define kAudioSettings_Hint "hint"
#define kAudioSettings_Unit "unit"

OCA_HEADER_END

#endif

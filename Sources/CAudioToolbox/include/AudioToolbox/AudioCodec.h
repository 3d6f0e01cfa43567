/// What codecs can be told through a converter.
///
/// There are no codecs as components that a client opens; converters set these properties of their encoders.
#ifndef AudioToolbox_AudioCodec_h
#define AudioToolbox_AudioCodec_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

/// A property of a codec: a four-character code.
typedef UInt32 AudioCodecPropertyID;

OCA_CONSTANTS(AudioCodecPropertyID) {
  /// UInt32, from the list below: whether and how the bit rate may vary.
  kAudioCodecPropertyBitRateControlMode = 'acbf',
  /// UInt32: 0 to 127, how good a variable bit rate is to sound.
  kAudioCodecPropertySoundQualityForVBR = 'vbrq',
  /// UInt32 in bits a second. No converter here has it.
  kAudioCodecPropertyBitRateForVBR = 'vbrb',
  /// UInt32: the bits of the largest packet. No converter here has it.
  kAudioCodecPropertyPacketSizeLimitForVBR = 'pakl',
};

/// Values of `kAudioCodecPropertyBitRateControlMode`.
OCA_CONSTANTS(UInt32) {
  kAudioCodecBitRateControlMode_Constant = 0,
  kAudioCodecBitRateControlMode_LongTermAverage = 1,
  kAudioCodecBitRateControlMode_VariableConstrained = 2,
  kAudioCodecBitRateControlMode_Variable = 3,
};

/// Values of properties for quality.
OCA_CONSTANTS(UInt32) {
  kAudioCodecQuality_Max = 0x7F,
  kAudioCodecQuality_High = 0x60,
  kAudioCodecQuality_Medium = 0x40,
  kAudioCodecQuality_Low = 0x20,
  kAudioCodecQuality_Min = 0,
};

// MARK: - Errors

/// What codecs report on Apple's systems, for clients that compare with it. What converters report here are the errors of
/// `AudioConverter.h`, of which the unspecified one has the same value.
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

// MARK: - Dictionaries of settings

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

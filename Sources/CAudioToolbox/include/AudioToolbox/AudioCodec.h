/// Audio Codec Services: the properties of codecs, which clients set through a converter.
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
  kAudioCodecBitRateControlMode_Constant = 0,  ///< Each packet has the same number of bits.
  /// The rate varies and keeps its average over a long time.
  kAudioCodecBitRateControlMode_LongTermAverage = 1,
  kAudioCodecBitRateControlMode_VariableConstrained = 2,  ///< The rate varies between limits.
  /// The quality is constant; the rate follows the audio.
  kAudioCodecBitRateControlMode_Variable = 3,
};

/// Values of quality properties.
OCA_CONSTANTS(UInt32) {
  kAudioCodecQuality_Max = 0x7F,  ///< The best quality.
  kAudioCodecQuality_High = 0x60,  ///< Better than the usual quality.
  kAudioCodecQuality_Medium = 0x40,  ///< The usual quality.
  kAudioCodecQuality_Low = 0x20,  ///< Faster than the usual quality.
  kAudioCodecQuality_Min = 0,  ///< The fastest setting.
};

// MARK: - Errors

/// The errors of codecs on Apple's systems, for clients that compare with them. Converters here
/// report the errors of `AudioConverter.h`. The unspecified errors of both have the same value.
OCA_CONSTANTS(OSStatus) {
  kAudioCodecNoError = 0,  ///< Success.
  kAudioCodecUnspecifiedError = 'what',  ///< An error without its own code.
  kAudioCodecUnknownPropertyError = 'who?',  ///< The codec does not have the property.
  kAudioCodecBadPropertySizeError = '!siz',  ///< The property buffer has the wrong size.
  kAudioCodecIllegalOperationError = 'nope',  ///< The codec does not allow the operation now.
  kAudioCodecUnsupportedFormatError = '!dat',  ///< The codec does not support the format.
  kAudioCodecStateError = '!stt',  ///< The codec is in the wrong state.
  kAudioCodecNotEnoughBufferSpaceError = '!buf',  ///< The buffer is too small.
  kAudioCodecBadDataError = 'bada',  ///< The packet is damaged.
};

// MARK: - Settings dictionaries

/// Keys of `kAudioConverterPropertySettings`.
#define kAudioSettings_TopLevelKey "name"
#define kAudioSettings_Version "version"  ///< The version of the dictionary.
#define kAudioSettings_Parameters "parameters"  ///< The list of settings, a dictionary each.
#define kAudioSettings_SettingKey "key"  ///< The identifier of a setting.
#define kAudioSettings_SettingName "name"  ///< The name of a setting for people.
#define kAudioSettings_ValueType "value type"  ///< The type of a setting's values, as a number.
#define kAudioSettings_AvailableValues "available values"  ///< All values that the codec has.
/// The values that the other settings allow.
#define kAudioSettings_LimitedValues "limited values"
#define kAudioSettings_CurrentValue "current value"  ///< The value in use.
#define kAudioSettings_Summary "summary"  ///< A description of a setting in a sentence.
#define kAudioSettings_Hint "hint"  ///< Flags for a user interface.
#define kAudioSettings_Unit "unit"  ///< The unit of a setting's values.

OCA_HEADER_END

#endif

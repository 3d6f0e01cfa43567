/// Audio Format Services: describes formats, codecs, and channel layouts.
#ifndef AudioToolbox_AudioFormat_h
#define AudioToolbox_AudioFormat_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A property: a four-character code.
typedef UInt32 AudioFormatPropertyID;

/// The method that distributes a sound to speakers.
OCA_ENUM(AudioPanningMode, UInt32) {
  /// Reproduces the sound field.
  kPanningMode_SoundField = 3,
  /// Uses the speakers on either side of the sound.
  kPanningMode_VectorBasedPanning = 4,
};
OCA_ENUM_TYPE(AudioPanningMode, UInt32);

/// The position of a sound.
typedef struct AudioPanningInfo {
  AudioPanningMode mPanningMode;  ///< How the gains follow from the position.
  UInt32 mCoordinateFlags;  ///< The kind of coordinates: `AudioChannelFlags`.
  Float32 mCoordinates[3];  ///< The position of the source.
  Float32 mGainScale;  ///< A factor for all gains.
  const AudioChannelLayout *mOutputChannelMap;  ///< The layout of the speakers.
} AudioPanningInfo;

/// How a balance changes the gains of the two sides.
OCA_ENUM(AudioBalanceFadeType, UInt32) {
  /// Fades the far side, and leaves the near side unchanged.
  kAudioBalanceFadeType_MaxUnityGain = 0,
  /// Changes both sides, and keeps the power constant.
  kAudioBalanceFadeType_EqualPower = 1,
};
OCA_ENUM_TYPE(AudioBalanceFadeType, UInt32);

/// A left-right balance and a back-front fade.
typedef struct AudioBalanceFade {
  /// -1 for left to 1 for right.
  Float32 mLeftRightBalance;
  /// -1 for back to 1 for front.
  Float32 mBackFrontFade;
  AudioBalanceFadeType mType;  ///< The law of the gains.
  const AudioChannelLayout *mChannelLayout;  ///< The layout of the speakers.
} AudioBalanceFade;

/// A format and its codec configuration.
typedef struct AudioFormatInfo {
  AudioStreamBasicDescription mASBD;  ///< The format.
  const void *mMagicCookie;  ///< The codec's configuration, or null.
  UInt32 mMagicCookieSize;  ///< The size of the configuration in bytes.
} AudioFormatInfo;

/// A format, its codec configuration, and the codec.
typedef struct ExtendedAudioFormatInfo {
  AudioStreamBasicDescription mASBD;  ///< The format.
  const void *_Nullable mMagicCookie;  ///< The codec's configuration, or null.
  UInt32 mMagicCookieSize;  ///< The size of the configuration in bytes.
  AudioClassDescription mClassDescription;  ///< The codec.
} ExtendedAudioFormatInfo;

// MARK: - Properties

/// Properties. Each comment states the specifier, followed by the value.
OCA_CONSTANTS(AudioFormatPropertyID) {
  // Formats.

  /// A magic cookie, or no specifier: an `AudioStreamBasicDescription`, which the property
  /// completes.
  kAudioFormatProperty_FormatInfo = 'fmti',
  /// `AudioStreamBasicDescription`: a CFString, which the caller owns.
  kAudioFormatProperty_FormatName = 'fnam',
  /// No specifier: UInt32s, the formats with an encoder.
  kAudioFormatProperty_EncodeFormatIDs = 'acof',
  /// No specifier: UInt32s, the formats with a decoder.
  kAudioFormatProperty_DecodeFormatIDs = 'acif',
  /// `AudioFormatInfo`: `AudioFormatListItem`s, the richest first.
  kAudioFormatProperty_FormatList = 'flst',
  /// An `esds`: an `AudioStreamBasicDescription`.
  kAudioFormatProperty_ASBDFromESDS = 'essd',
  /// An `esds`: an `AudioChannelLayout`.
  kAudioFormatProperty_ChannelLayoutFromESDS = 'escl',
  /// `AudioFormatInfo`: `AudioFormatListItem`s, the formats that a decoder can produce.
  kAudioFormatProperty_OutputFormatList = 'ofls',
  /// `AudioFormatListItem`s: UInt32, the index of the first decodable format.
  kAudioFormatProperty_FirstPlayableFormatFromList = 'fpfl',
  /// `AudioStreamBasicDescription`: UInt32, whether packet sizes differ.
  kAudioFormatProperty_FormatIsVBR = 'fvbr',
  /// `AudioStreamBasicDescription`: UInt32, whether packets require descriptions.
  kAudioFormatProperty_FormatIsExternallyFramed = 'fexf',
  /// `AudioStreamBasicDescription`: UInt32, whether packets depend on others.
  kAudioFormatProperty_FormatEmploysDependentPackets = 'fdep',
  /// `AudioStreamBasicDescription`: UInt32, whether the packets are encrypted.
  kAudioFormatProperty_FormatIsEncrypted = 'cryp',
  /// UInt32, a format: `AudioClassDescription`s.
  kAudioFormatProperty_Encoders = 'aven',
  /// UInt32, a format: `AudioClassDescription`s.
  kAudioFormatProperty_Decoders = 'avde',
  /// UInt32, a format: `AudioValueRange`s in bits per second.
  kAudioFormatProperty_AvailableEncodeBitRates = 'aebr',
  /// UInt32, a format: `AudioValueRange`s in hertz.
  kAudioFormatProperty_AvailableEncodeSampleRates = 'aesr',
  /// `AudioStreamBasicDescription`, with 0 channels for any number: `AudioChannelLayoutTag`s.
  kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 'aecl',
  /// `AudioStreamBasicDescription`: UInt32s; 0xFFFFFFFF means any number.
  kAudioFormatProperty_AvailableEncodeNumberChannels = 'avnc',
  /// `AudioStreamBasicDescription`: UInt32s; 0xFFFFFFFF means any number.
  kAudioFormatProperty_AvailableDecodeNumberChannels = 'adnc',
  /// A packet of MPEG audio: an `AudioStreamBasicDescription`.
  kAudioFormatProperty_ASBDFromMPEGPacket = 'admp',

  // Channel layouts.

  /// `AudioChannelLayoutTag`: UInt32, the bitmap.
  kAudioFormatProperty_BitmapForLayoutTag = 'bmtg',
  /// Pointers to the input and output layouts: Float32s, the level of each input channel in each
  /// output channel.
  kAudioFormatProperty_MatrixMixMap = 'mmap',
  /// Pointers to the input and output layouts: SInt32s, the input channel of each output channel,
  /// or -1.
  kAudioFormatProperty_ChannelMap = 'chmp',
  /// `AudioChannelLayout`: UInt32, the number of channels.
  kAudioFormatProperty_NumberOfChannelsForLayout = 'nchm',
  /// Pointers to two layouts: UInt32, whether they have the same channels.
  kAudioFormatProperty_AreChannelLayoutsEquivalent = 'cheq',
  /// `AudioChannelLayout`: UInt32, equal for layouts of the same channels.
  kAudioFormatProperty_ChannelLayoutHash = 'chha',
  /// `AudioChannelLayout`: only the status, no value.
  kAudioFormatProperty_ValidateChannelLayout = 'vacl',
  /// `AudioChannelLayoutTag`: `AudioChannelLayout` with descriptions.
  kAudioFormatProperty_ChannelLayoutForTag = 'cmpl',
  /// `AudioChannelLayout`: `AudioChannelLayoutTag`.
  kAudioFormatProperty_TagForChannelLayout = 'cmpt',
  /// `AudioChannelLayout`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelLayoutName = 'lonm',
  /// `AudioChannelLayout`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelLayoutSimpleName = 'lsnm',
  /// UInt32, a bitmap: `AudioChannelLayout` with descriptions.
  kAudioFormatProperty_ChannelLayoutForBitmap = 'cmpb',
  /// `AudioChannelDescription`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelName = 'cnam',
  /// `AudioChannelDescription`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelShortName = 'csnm',
  /// UInt32, a number of channels: `AudioChannelLayoutTag`s.
  kAudioFormatProperty_TagsForNumberOfChannels = 'tagc',
  /// `AudioPanningInfo`: Float32s, the level of each channel.
  kAudioFormatProperty_PanningMatrix = 'panm',
  /// `AudioBalanceFade`: Float32s, the level of each channel.
  kAudioFormatProperty_BalanceFade = 'balf',

  // ID3 tags.

  /// The first 10 or more bytes of a tag: UInt32, the size of the whole tag in bytes.
  kAudioFormatProperty_ID3TagSize = 'id3s',
  /// A whole tag: a CFDictionary, which the caller owns.
  kAudioFormatProperty_ID3TagToDictionary = 'id3d',

  /// `AudioClassDescription`s: UInt32, how many of them, in order, can work at the same time. No
  /// hardware codecs exist here.
  kAudioFormatProperty_HardwareCodecCapabilities = 'hwcc',
};

// MARK: - Codecs as components

OCA_CONSTANTS(UInt32) {
  /// The type of a decoder.
  kAudioDecoderComponentType = 'adec',
  /// The type of an encoder.
  kAudioEncoderComponentType = 'aenc',
};

OCA_CONSTANTS(UInt32) {
  /// The manufacturer of software codecs.
  kAppleSoftwareAudioCodecManufacturer = 'appl',
  /// The manufacturer of hardware codecs.
  kAppleHardwareAudioCodecManufacturer = 'aphw',
};

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioFormatUnspecifiedError = 'what',  ///< An error without its own code.
  kAudioFormatUnsupportedPropertyError = 'prop',  ///< The property does not exist.
  /// The value buffer has the wrong size.
  kAudioFormatBadPropertySizeError = '!siz',
  /// The specifier has the wrong size.
  kAudioFormatBadSpecifierSizeError = '!spc',
  /// The property does not support this format.
  kAudioFormatUnsupportedDataFormatError = 'fmt?',
  /// The format or layout is unknown.
  kAudioFormatUnknownFormatError = '!fmt',
};

// MARK: - Accessing properties

/// Gets the size of a value in bytes.
///
/// - Parameters:
///   - inSpecifierSize: The number of bytes at `inSpecifier`.
///   - inSpecifier: The subject of the property.
extern OSStatus AudioFormatGetPropertyInfo(AudioFormatPropertyID inPropertyID,
                                           UInt32 inSpecifierSize,
                                           const void *_Nullable inSpecifier,
                                           UInt32 *outPropertyDataSize);

/// Gets a value.
///
/// - Parameter ioPropertyDataSize: On input, the capacity of `outPropertyData` in bytes; on output,
///   the bytes written.
extern OSStatus AudioFormatGetProperty(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize,
                                       const void *_Nullable inSpecifier,
                                       UInt32 *_Nullable ioPropertyDataSize,
                                       void *_Nullable outPropertyData);

OCA_HEADER_END

#endif

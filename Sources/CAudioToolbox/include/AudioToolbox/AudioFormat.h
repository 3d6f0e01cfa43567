/// Audio Format Services: what formats, codecs and channel layouts are.
#ifndef AudioToolbox_AudioFormat_h
#define AudioToolbox_AudioFormat_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A question: a four-character code.
typedef UInt32 AudioFormatPropertyID;

/// How a sound is put among speakers.
OCA_ENUM(AudioPanningMode, UInt32) {
  /// By the sound field that it makes.
  kPanningMode_SoundField = 3,
  /// By the speakers on either side of it.
  kPanningMode_VectorBasedPanning = 4,
};
OCA_ENUM_TYPE(AudioPanningMode, UInt32);

/// Where a sound is put.
typedef struct AudioPanningInfo {
  AudioPanningMode mPanningMode;
  UInt32 mCoordinateFlags;
  Float32 mCoordinates[3];
  Float32 mGainScale;
  const AudioChannelLayout *mOutputChannelMap;
} AudioPanningInfo;

/// What the sides that a balance does not favour lose.
OCA_ENUM(AudioBalanceFadeType, UInt32) {
  /// The far side fades, the near one stays as it is.
  kAudioBalanceFadeType_MaxUnityGain = 0,
  /// Both sides change, so that the power stays as it is.
  kAudioBalanceFadeType_EqualPower = 1,
};
OCA_ENUM_TYPE(AudioBalanceFadeType, UInt32);

/// A balance between left and right, and between back and front.
typedef struct AudioBalanceFade {
  /// -1 for left to 1 for right.
  Float32 mLeftRightBalance;
  /// -1 for back to 1 for front.
  Float32 mBackFrontFade;
  AudioBalanceFadeType mType;
  const AudioChannelLayout *mChannelLayout;
} AudioBalanceFade;

/// A format with its codec's configuration.
typedef struct AudioFormatInfo {
  AudioStreamBasicDescription mASBD;
  const void *mMagicCookie;
  UInt32 mMagicCookieSize;
} AudioFormatInfo;

/// A format with its codec's configuration, and the codec.
typedef struct ExtendedAudioFormatInfo {
  AudioStreamBasicDescription mASBD;
  const void *_Nullable mMagicCookie;
  UInt32 mMagicCookieSize;
  AudioClassDescription mClassDescription;
} ExtendedAudioFormatInfo;

// MARK: - Properties

/// Questions. Each comment tells what it is about (the specifier), and the answer.
OCA_CONSTANTS(AudioFormatPropertyID) {
  // Formats.

  /// A magic cookie, or nothing: an `AudioStreamBasicDescription`, to be completed.
  kAudioFormatProperty_FormatInfo = 'fmti',
  /// `AudioStreamBasicDescription`: a CFString, which the caller owns.
  kAudioFormatProperty_FormatName = 'fnam',
  /// Nothing: UInt32s, the formats that can be encoded.
  kAudioFormatProperty_EncodeFormatIDs = 'acof',
  /// Nothing: UInt32s, the formats that can be decoded.
  kAudioFormatProperty_DecodeFormatIDs = 'acif',
  /// `AudioFormatInfo`: `AudioFormatListItem`s, the richest first.
  kAudioFormatProperty_FormatList = 'flst',
  /// An `esds`: an `AudioStreamBasicDescription`.
  kAudioFormatProperty_ASBDFromESDS = 'essd',
  /// An `esds`: an `AudioChannelLayout`.
  kAudioFormatProperty_ChannelLayoutFromESDS = 'escl',
  /// `AudioFormatInfo`: `AudioFormatListItem`s that the format can be decoded to.
  kAudioFormatProperty_OutputFormatList = 'ofls',
  /// `AudioFormatListItem`s: UInt32, the index of the first that can be decoded.
  kAudioFormatProperty_FirstPlayableFormatFromList = 'fpfl',
  /// `AudioStreamBasicDescription`: UInt32, whether packets differ in bytes.
  kAudioFormatProperty_FormatIsVBR = 'fvbr',
  /// `AudioStreamBasicDescription`: UInt32, whether only descriptions tell where packets lie.
  kAudioFormatProperty_FormatIsExternallyFramed = 'fexf',
  /// `AudioStreamBasicDescription`: UInt32, whether packets need others.
  kAudioFormatProperty_FormatEmploysDependentPackets = 'fdep',
  /// `AudioStreamBasicDescription`: UInt32.
  kAudioFormatProperty_FormatIsEncrypted = 'cryp',
  /// UInt32, a format: `AudioClassDescription`s.
  kAudioFormatProperty_Encoders = 'aven',
  /// UInt32, a format: `AudioClassDescription`s.
  kAudioFormatProperty_Decoders = 'avde',
  /// UInt32, a format: `AudioValueRange`s in bits a second.
  kAudioFormatProperty_AvailableEncodeBitRates = 'aebr',
  /// UInt32, a format: `AudioValueRange`s in hertz.
  kAudioFormatProperty_AvailableEncodeSampleRates = 'aesr',
  /// `AudioStreamBasicDescription`, whose channels may be 0 for any number: `AudioChannelLayoutTag`s.
  kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 'aecl',
  /// `AudioStreamBasicDescription`: UInt32s; 0xFFFFFFFF stands for any number.
  kAudioFormatProperty_AvailableEncodeNumberChannels = 'avnc',
  /// `AudioStreamBasicDescription`: UInt32s; 0xFFFFFFFF stands for any number.
  kAudioFormatProperty_AvailableDecodeNumberChannels = 'adnc',
  /// A packet of MPEG audio: an `AudioStreamBasicDescription`.
  kAudioFormatProperty_ASBDFromMPEGPacket = 'admp',

  // Channel layouts.

  /// `AudioChannelLayoutTag`: UInt32.
  kAudioFormatProperty_BitmapForLayoutTag = 'bmtg',
  /// Pointers to two layouts, in and out: Float32s, for each channel in a level for each channel out.
  kAudioFormatProperty_MatrixMixMap = 'mmap',
  /// Pointers to two layouts, in and out: SInt32s, for each channel out the channel in, or -1.
  kAudioFormatProperty_ChannelMap = 'chmp',
  /// `AudioChannelLayout`: UInt32.
  kAudioFormatProperty_NumberOfChannelsForLayout = 'nchm',
  /// Pointers to two layouts: UInt32, whether they have the same channels.
  kAudioFormatProperty_AreChannelLayoutsEquivalent = 'cheq',
  /// `AudioChannelLayout`: UInt32, the same for layouts of the same channels.
  kAudioFormatProperty_ChannelLayoutHash = 'chha',
  /// `AudioChannelLayout`: no answer but the status.
  kAudioFormatProperty_ValidateChannelLayout = 'vacl',
  /// `AudioChannelLayoutTag`: `AudioChannelLayout` with descriptions.
  kAudioFormatProperty_ChannelLayoutForTag = 'cmpl',
  /// `AudioChannelLayout`: `AudioChannelLayoutTag`.
  kAudioFormatProperty_TagForChannelLayout = 'cmpt',
  /// `AudioChannelLayout`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelLayoutName = 'lonm',
  /// `AudioChannelLayout`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelLayoutSimpleName = 'lsnm',
  /// UInt32: `AudioChannelLayout` with descriptions.
  kAudioFormatProperty_ChannelLayoutForBitmap = 'cmpb',
  /// `AudioChannelDescription`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelName = 'cnam',
  /// `AudioChannelDescription`: a CFString, which the caller owns.
  kAudioFormatProperty_ChannelShortName = 'csnm',
  /// UInt32: `AudioChannelLayoutTag`s.
  kAudioFormatProperty_TagsForNumberOfChannels = 'tagc',
  /// `AudioPanningInfo`: Float32s, a level for each channel.
  kAudioFormatProperty_PanningMatrix = 'panm',
  /// `AudioBalanceFade`: Float32s, a level for each channel.
  kAudioFormatProperty_BalanceFade = 'balf',

  // ID3 tags.

  /// The first 10 bytes of a tag or more: UInt32, the bytes of the whole tag.
  kAudioFormatProperty_ID3TagSize = 'id3s',
  /// A whole tag: a CFDictionary, which the caller owns.
  kAudioFormatProperty_ID3TagToDictionary = 'id3d',

  /// `AudioClassDescription`s: UInt32, how many of them, in that order, can be used together. No codec is in hardware here.
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
  /// The manufacturer of codecs in software.
  kAppleSoftwareAudioCodecManufacturer = 'appl',
  /// The manufacturer of codecs in hardware.
  kAppleHardwareAudioCodecManufacturer = 'aphw',
};

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioFormatUnspecifiedError = 'what',
  kAudioFormatUnsupportedPropertyError = 'prop',
  /// The memory for the answer has the wrong size.
  kAudioFormatBadPropertySizeError = '!siz',
  /// The specifier has the wrong size.
  kAudioFormatBadSpecifierSizeError = '!spc',
  /// No answer for this format.
  kAudioFormatUnsupportedDataFormatError = 'fmt?',
  /// A format or a layout that is not known.
  kAudioFormatUnknownFormatError = '!fmt',
};

// MARK: - Asking

/// The size of an answer in bytes.
///
/// - Parameters:
///   - inSpecifierSize: Bytes at `inSpecifier`.
///   - inSpecifier: What the question is about.
extern OSStatus AudioFormatGetPropertyInfo(AudioFormatPropertyID inPropertyID,
                                           UInt32 inSpecifierSize,
                                           const void *_Nullable inSpecifier,
                                           UInt32 *outPropertyDataSize);

/// The answer.
///
/// - Parameter ioPropertyDataSize: The capacity of `outPropertyData` in bytes, then what was written.
extern OSStatus AudioFormatGetProperty(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize,
                                       const void *_Nullable inSpecifier,
                                       UInt32 *_Nullable ioPropertyDataSize,
                                       void *_Nullable outPropertyData);

OCA_HEADER_END

#endif

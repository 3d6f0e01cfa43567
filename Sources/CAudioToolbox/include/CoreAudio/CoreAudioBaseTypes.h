/// The types and constants that all audio interfaces share.
///
/// These are stream formats, packets, buffers, times, channel layouts, and general errors.
#ifndef CoreAudio_CoreAudioBaseTypes_h
#define CoreAudio_CoreAudioBaseTypes_h

#include <CoreAudio/CoreAudioMacTypes.h>

/// The version of the types, which lets programs skip their own declarations.
#define COREAUDIOTYPES_VERSION 20150414

OCA_HEADER_BEGIN

// MARK: - Errors

/// General errors, in addition to those of each interface.
OCA_CONSTANTS(OSStatus) {
  kAudio_NoError = 0,
  kAudio_UnimplementedError = -4,
  kAudio_FileNotFoundError = -43,
  kAudio_FilePermissionError = -54,
  kAudio_TooManyFilesOpenError = -42,
  kAudio_BadFilePathError = '!pth',
  /// An argument is null or out of range.
  kAudio_ParamError = -50,
  kAudio_MemFullError = -108,
};

// MARK: - Values and buffers

/// A range of values, including both ends.
typedef struct AudioValueRange {
  Float64 mMinimum;
  Float64 mMaximum;
} AudioValueRange;

/// The input and output of a property that translates values.
typedef struct AudioValueTranslation {
  void *mInputData;
  /// The size in bytes.
  UInt32 mInputDataSize;
  void *mOutputData;
  /// The size in bytes.
  UInt32 mOutputDataSize;
} AudioValueTranslation;

/// The samples of one channel, or of several interleaved ones.
typedef struct AudioBuffer {
  UInt32 mNumberChannels;
  /// The size in bytes.
  UInt32 mDataByteSize;
  void *_Nullable mData;
} AudioBuffer;

/// A list of ``mNumberBuffers`` buffers: one for interleaved audio, or else one for each channel.
typedef struct AudioBufferList {
  UInt32 mNumberBuffers;
  /// The first buffer. The others follow in memory.
  AudioBuffer mBuffers[1];
} AudioBufferList;

/// A sample in the former canonical format of macOS.
typedef Float32 AudioSampleType OCA_DEPRECATED("use the sample's type, such as Float32");
/// A sample in the former canonical format of audio units in macOS.
typedef Float32 AudioUnitSampleType OCA_DEPRECATED("use the sample's type, such as Float32");

/// The fraction bits of the 8.24 fixed-point samples in earlier audio units of iOS.
#define kAudioUnitSampleFractionBits 24

// MARK: - Stream formats

/// An audio format: a four-character code.
typedef UInt32 AudioFormatID;
/// Format details; each format defines its own bits.
typedef UInt32 AudioFormatFlags;

/// The interpretation of the bytes in a stream.
///
/// A frame is one sample of each channel; a packet is the smallest decodable group of frames. A
/// member is 0 if it varies between packets or has no meaning.
typedef struct AudioStreamBasicDescription {
  /// The sample rate in hertz.
  Float64 mSampleRate;
  AudioFormatID mFormatID;
  AudioFormatFlags mFormatFlags;
  /// 0 if packet sizes differ.
  UInt32 mBytesPerPacket;
  /// 0 if packet durations differ; 1 in linear PCM.
  UInt32 mFramesPerPacket;
  /// The distance in bytes between frames in a buffer, which is one channel's if not interleaved. 0
  /// in compressed formats.
  UInt32 mBytesPerFrame;
  UInt32 mChannelsPerFrame;
  /// The bits of a sample; 0 in compressed formats.
  UInt32 mBitsPerChannel;
  /// Padding to a multiple of eight bytes; 0.
  UInt32 mReserved;
} AudioStreamBasicDescription;

/// Any sample rate, in lists of formats.
static const Float64 kAudioStreamAnyRate = 0.0;

/// Values of `mFormatID`.
OCA_CONSTANTS(AudioFormatID) {
  kAudioFormatLinearPCM = 'lpcm',  ///< Samples, one frame per packet.
  kAudioFormatAC3 = 'ac-3',  ///< Dolby AC-3.
  kAudioFormat60958AC3 = 'cac3',  ///< AC-3 packed for IEC 60958 digital links.
  kAudioFormatAppleIMA4 = 'ima4',  ///< Apple's 4:1 IMA ADPCM.
  kAudioFormatMPEG4AAC = 'aac ',  ///< AAC Low Complexity.
  kAudioFormatMPEG4CELP = 'celp',
  kAudioFormatMPEG4HVXC = 'hvxc',
  kAudioFormatMPEG4TwinVQ = 'twvq',
  kAudioFormatMACE3 = 'MAC3',
  kAudioFormatMACE6 = 'MAC6',
  kAudioFormatULaw = 'ulaw',  ///< ITU-T G.711 mu-law.
  kAudioFormatALaw = 'alaw',  ///< ITU-T G.711 A-law.
  kAudioFormatQDesign = 'QDMC',
  kAudioFormatQDesign2 = 'QDM2',
  kAudioFormatQUALCOMM = 'Qclp',
  kAudioFormatMPEGLayer1 = '.mp1',  ///< MPEG-1, 2 and 2.5 audio, layer I.
  kAudioFormatMPEGLayer2 = '.mp2',  ///< Layer II.
  kAudioFormatMPEGLayer3 = '.mp3',  ///< Layer III.
  kAudioFormatTimeCode = 'time',  ///< A stream of SMPTE times.
  kAudioFormatMIDIStream = 'midi',  ///< A stream of MIDI packets.
  kAudioFormatParameterValueStream = 'apvs',  ///< A side chain of Float32 values.
  kAudioFormatAppleLossless = 'alac',  ///< ALAC; the flags state the depth of the source.
  kAudioFormatMPEG4AAC_HE = 'aach',  ///< HE-AAC: Low Complexity with SBR.
  kAudioFormatMPEG4AAC_LD = 'aacl',  ///< AAC Low Delay.
  kAudioFormatMPEG4AAC_ELD = 'aace',  ///< AAC Enhanced Low Delay.
  kAudioFormatMPEG4AAC_ELD_SBR = 'aacf',
  kAudioFormatMPEG4AAC_ELD_V2 = 'aacg',
  kAudioFormatMPEG4AAC_HE_V2 = 'aacp',  ///< HE-AAC with parametric stereo.
  kAudioFormatMPEG4AAC_Spatial = 'aacs',
  kAudioFormatMPEGD_USAC = 'usac',  ///< MPEG-D unified speech and audio coding.
  kAudioFormatAMR = 'samr',  ///< AMR narrow band.
  kAudioFormatAMR_WB = 'sawb',  ///< AMR wide band.
  kAudioFormatAudible = 'AUDB',
  kAudioFormatiLBC = 'ilbc',  ///< RFC 3951.
  kAudioFormatDVIIntelIMA = 0x6D730011,  ///< WAVE format tag 0x11 after the letters ms.
  kAudioFormatMicrosoftGSM = 0x6D730031,  ///< WAVE format tag 0x31 after the letters ms.
  kAudioFormatAES3 = 'aes3',  ///< AES3-2003, as used in SMPTE 302M.
  kAudioFormatEnhancedAC3 = 'ec-3',  ///< Dolby Digital Plus.
  kAudioFormatFLAC = 'flac',  ///< RFC 9639.
  kAudioFormatOpus = 'opus',  ///< RFC 6716.
  kAudioFormatAPAC = 'apac',  ///< Apple Positional Audio Codec.
};

/// Values of `mFormatFlags`, for samples and for Apple Lossless.
OCA_CONSTANTS(AudioFormatFlags) {
  kAudioFormatFlagIsFloat = 1U << 0,
  kAudioFormatFlagIsBigEndian = 1U << 1,
  kAudioFormatFlagIsSignedInteger = 1U << 2,
  /// The bits fill all of `mBytesPerFrame`.
  kAudioFormatFlagIsPacked = 1U << 3,
  /// Bits that do not fill their bytes are in the high end.
  kAudioFormatFlagIsAlignedHigh = 1U << 4,
  /// Each channel has its own buffer.
  kAudioFormatFlagIsNonInterleaved = 1U << 5,
  kAudioFormatFlagIsNonMixable = 1U << 6,
  /// Means "no flags", if 0 means "unspecified".
  kAudioFormatFlagsAreAllClear = 0x80000000,

  kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat,
  kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian,
  kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger,
  kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked,
  kLinearPCMFormatFlagIsAlignedHigh = kAudioFormatFlagIsAlignedHigh,
  kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved,
  kLinearPCMFormatFlagIsNonMixable = kAudioFormatFlagIsNonMixable,
  /// The fraction bits of fixed-point samples, as a number in six bits of the flags.
  kLinearPCMFormatFlagsSampleFractionShift = 7,
  kLinearPCMFormatFlagsSampleFractionMask = 0x3FU << kLinearPCMFormatFlagsSampleFractionShift,
  kLinearPCMFormatFlagsAreAllClear = kAudioFormatFlagsAreAllClear,

  kAppleLosslessFormatFlag_16BitSourceData = 1,
  kAppleLosslessFormatFlag_20BitSourceData = 2,
  kAppleLosslessFormatFlag_24BitSourceData = 3,
  kAppleLosslessFormatFlag_32BitSourceData = 4,
};

/// Flags for this machine's byte order.
OCA_CONSTANTS(AudioFormatFlags) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  kAudioFormatFlagsNativeEndian = kAudioFormatFlagIsBigEndian,
#else
  kAudioFormatFlagsNativeEndian = 0,
#endif
  kAudioFormatFlagsCanonical =
      kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked,
  kAudioFormatFlagsAudioUnitCanonical = kAudioFormatFlagsCanonical
      | kAudioFormatFlagIsNonInterleaved,
  kAudioFormatFlagsNativeFloatPacked =
      kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked,
};

/// Whether a format is linear PCM in this machine's byte order.
#define TestAudioFormatNativeEndian(f)                                                             \
  ((f).mFormatID == kAudioFormatLinearPCM                                                          \
   && ((f).mFormatFlags & kAudioFormatFlagIsBigEndian) == kAudioFormatFlagsNativeEndian)

/// The position of a packet in a buffer, for packets that differ in size or duration.
typedef struct AudioStreamPacketDescription {
  /// The offset in bytes from the start of the buffer.
  SInt64 mStartOffset;
  /// The number of frames; 0 if it is constant.
  UInt32 mVariableFramesInPacket;
  /// The size in bytes.
  UInt32 mDataByteSize;
} AudioStreamPacketDescription;

/// The requirements for decoding a packet that may depend on others.
typedef struct AudioStreamPacketDependencyDescription {
  /// 1 if the packet can be decoded without earlier packets.
  UInt32 mIsIndependentlyDecodable;
  /// The number of packets to decode from this one before the output is correct.
  UInt32 mPreRollCount;
  UInt32 mFlags;
  UInt32 mReserved;
} AudioStreamPacketDependencyDescription;

/// A format and the layout of its channels.
typedef struct AudioFormatListItem AudioFormatListItem;

// MARK: - Time

/// The frame rates of SMPTE times.
OCA_ENUM(SMPTETimeType, UInt32) {
  kSMPTETimeType24 = 0,
  kSMPTETimeType25 = 1,
  kSMPTETimeType30Drop = 2,
  kSMPTETimeType30 = 3,
  kSMPTETimeType2997 = 4,
  kSMPTETimeType2997Drop = 5,
  kSMPTETimeType60 = 6,
  kSMPTETimeType5994 = 7,
  kSMPTETimeType60Drop = 8,
  kSMPTETimeType5994Drop = 9,
  kSMPTETimeType50 = 10,
  kSMPTETimeType2398 = 11,
};
OCA_ENUM_TYPE(SMPTETimeType, UInt32);

/// The state of a SMPTE time.
OCA_OPTIONS(SMPTETimeFlags, UInt32) {
  kSMPTETimeUnknown = 0,
  /// The time is valid.
  kSMPTETimeValid = 1U << 0,
  /// The time is running.
  kSMPTETimeRunning = 1U << 1,
};
OCA_OPTIONS_TYPE(SMPTETimeFlags, UInt32);

/// A time in hours, minutes, seconds, and frames of a film or video.
typedef struct SMPTETime {
  SInt16 mSubframes;
  /// The number of subframes in a frame, usually 80.
  SInt16 mSubframeDivisor;
  /// The number of received messages.
  UInt32 mCounter;
  SMPTETimeType mType;
  SMPTETimeFlags mFlags;
  SInt16 mHours;
  SInt16 mMinutes;
  SInt16 mSeconds;
  SInt16 mFrames;
} SMPTETime;

/// The valid members of a time stamp.
OCA_OPTIONS(AudioTimeStampFlags, UInt32) {
  kAudioTimeStampNothingValid = 0,
  kAudioTimeStampSampleTimeValid = 1U << 0,
  kAudioTimeStampHostTimeValid = 1U << 1,
  kAudioTimeStampRateScalarValid = 1U << 2,
  kAudioTimeStampWordClockTimeValid = 1U << 3,
  kAudioTimeStampSMPTETimeValid = 1U << 4,
  kAudioTimeStampSampleHostTimeValid =
      kAudioTimeStampSampleTimeValid | kAudioTimeStampHostTimeValid,
};
OCA_OPTIONS_TYPE(AudioTimeStampFlags, UInt32);

/// A moment, on up to five clocks.
typedef struct AudioTimeStamp {
  /// The time in frames.
  Float64 mSampleTime;
  /// The time in ticks of the machine's clock: see `AudioGetCurrentHostTime`.
  UInt64 mHostTime;
  /// The ratio of measured to nominal host ticks per frame.
  Float64 mRateScalar;
  UInt64 mWordClockTime;
  SMPTETime mSMPTETime;
  AudioTimeStampFlags mFlags;
  /// Padding to a multiple of eight bytes; 0.
  UInt32 mReserved;
} AudioTimeStamp;

// MARK: - Codecs

/// The description that identifies a codec component.
typedef struct AudioClassDescription {
  /// Encoder or decoder.
  OSType mType;
  /// The format.
  OSType mSubType;
  OSType mManufacturer;
} AudioClassDescription;

// MARK: - Channels

/// The role of a channel: its speaker position, or another use.
typedef UInt32 AudioChannelLabel;
/// An order of channels; the low 16 bits are their number.
typedef UInt32 AudioChannelLayoutTag;

/// Channel labels.
OCA_CONSTANTS(AudioChannelLabel) {
  kAudioChannelLabel_Unknown = 0xFFFFFFFF,
  kAudioChannelLabel_Unused = 0,
  kAudioChannelLabel_UseCoordinates = 100,

  // Speakers around the listener.
  kAudioChannelLabel_Left = 1,
  kAudioChannelLabel_Right = 2,
  kAudioChannelLabel_Center = 3,
  kAudioChannelLabel_LFEScreen = 4,
  kAudioChannelLabel_LeftSurround = 5,
  kAudioChannelLabel_RightSurround = 6,
  kAudioChannelLabel_LeftCenter = 7,
  kAudioChannelLabel_RightCenter = 8,
  kAudioChannelLabel_CenterSurround = 9,
  kAudioChannelLabel_LeftSurroundDirect = 10,
  kAudioChannelLabel_RightSurroundDirect = 11,
  kAudioChannelLabel_TopCenterSurround = 12,
  kAudioChannelLabel_VerticalHeightLeft = 13,
  kAudioChannelLabel_VerticalHeightCenter = 14,
  kAudioChannelLabel_VerticalHeightRight = 15,
  kAudioChannelLabel_TopBackLeft = 16,
  kAudioChannelLabel_TopBackCenter = 17,
  kAudioChannelLabel_TopBackRight = 18,
  kAudioChannelLabel_RearSurroundLeft = 33,
  kAudioChannelLabel_RearSurroundRight = 34,
  kAudioChannelLabel_LeftWide = 35,
  kAudioChannelLabel_RightWide = 36,
  kAudioChannelLabel_LFE2 = 37,
  kAudioChannelLabel_LeftTotal = 38,
  kAudioChannelLabel_RightTotal = 39,
  kAudioChannelLabel_HearingImpaired = 40,
  kAudioChannelLabel_Narration = 41,
  kAudioChannelLabel_Mono = 42,
  kAudioChannelLabel_DialogCentricMix = 43,
  kAudioChannelLabel_CenterSurroundDirect = 44,
  kAudioChannelLabel_Haptic = 45,
  kAudioChannelLabel_LeftTopFront = kAudioChannelLabel_VerticalHeightLeft,
  kAudioChannelLabel_CenterTopFront = kAudioChannelLabel_VerticalHeightCenter,
  kAudioChannelLabel_RightTopFront = kAudioChannelLabel_VerticalHeightRight,
  kAudioChannelLabel_LeftTopMiddle = 49,
  kAudioChannelLabel_CenterTopMiddle = kAudioChannelLabel_TopCenterSurround,
  kAudioChannelLabel_RightTopMiddle = 51,
  kAudioChannelLabel_LeftTopRear = 52,
  kAudioChannelLabel_CenterTopRear = 53,
  kAudioChannelLabel_RightTopRear = 54,
  kAudioChannelLabel_LeftSideSurround = 55,
  kAudioChannelLabel_RightSideSurround = 56,
  kAudioChannelLabel_LeftBottom = 57,
  kAudioChannelLabel_RightBottom = 58,
  kAudioChannelLabel_CenterBottom = 59,
  kAudioChannelLabel_LeftTopSurround = 60,
  kAudioChannelLabel_RightTopSurround = 61,
  kAudioChannelLabel_LFE3 = 62,
  kAudioChannelLabel_LeftBackSurround = 63,
  kAudioChannelLabel_RightBackSurround = 64,
  kAudioChannelLabel_LeftEdgeOfScreen = 65,
  kAudioChannelLabel_RightEdgeOfScreen = 66,

  // First-order ambisonics, and microphone pairs.
  kAudioChannelLabel_Ambisonic_W = 200,
  kAudioChannelLabel_Ambisonic_X = 201,
  kAudioChannelLabel_Ambisonic_Y = 202,
  kAudioChannelLabel_Ambisonic_Z = 203,
  kAudioChannelLabel_MS_Mid = 204,
  kAudioChannelLabel_MS_Side = 205,
  kAudioChannelLabel_XY_X = 206,
  kAudioChannelLabel_XY_Y = 207,
  kAudioChannelLabel_BinauralLeft = 208,
  kAudioChannelLabel_BinauralRight = 209,

  // Other uses.
  kAudioChannelLabel_HeadphonesLeft = 301,
  kAudioChannelLabel_HeadphonesRight = 302,
  kAudioChannelLabel_ClickTrack = 304,
  kAudioChannelLabel_ForeignLanguage = 305,

  // Numbered channels without a position.
  kAudioChannelLabel_Discrete = 400,
  kAudioChannelLabel_Discrete_0 = (1U << 16) | 0,
  kAudioChannelLabel_Discrete_1 = (1U << 16) | 1,
  kAudioChannelLabel_Discrete_2 = (1U << 16) | 2,
  kAudioChannelLabel_Discrete_3 = (1U << 16) | 3,
  kAudioChannelLabel_Discrete_4 = (1U << 16) | 4,
  kAudioChannelLabel_Discrete_5 = (1U << 16) | 5,
  kAudioChannelLabel_Discrete_6 = (1U << 16) | 6,
  kAudioChannelLabel_Discrete_7 = (1U << 16) | 7,
  kAudioChannelLabel_Discrete_8 = (1U << 16) | 8,
  kAudioChannelLabel_Discrete_9 = (1U << 16) | 9,
  kAudioChannelLabel_Discrete_10 = (1U << 16) | 10,
  kAudioChannelLabel_Discrete_11 = (1U << 16) | 11,
  kAudioChannelLabel_Discrete_12 = (1U << 16) | 12,
  kAudioChannelLabel_Discrete_13 = (1U << 16) | 13,
  kAudioChannelLabel_Discrete_14 = (1U << 16) | 14,
  kAudioChannelLabel_Discrete_15 = (1U << 16) | 15,
  kAudioChannelLabel_Discrete_65535 = (1U << 16) | 65535,

  // Higher-order ambisonics, by Ambisonic Channel Number.
  kAudioChannelLabel_HOA_ACN = 500,
  kAudioChannelLabel_HOA_ACN_0 = (2U << 16) | 0,
  kAudioChannelLabel_HOA_ACN_1 = (2U << 16) | 1,
  kAudioChannelLabel_HOA_ACN_2 = (2U << 16) | 2,
  kAudioChannelLabel_HOA_ACN_3 = (2U << 16) | 3,
  kAudioChannelLabel_HOA_ACN_4 = (2U << 16) | 4,
  kAudioChannelLabel_HOA_ACN_5 = (2U << 16) | 5,
  kAudioChannelLabel_HOA_ACN_6 = (2U << 16) | 6,
  kAudioChannelLabel_HOA_ACN_7 = (2U << 16) | 7,
  kAudioChannelLabel_HOA_ACN_8 = (2U << 16) | 8,
  kAudioChannelLabel_HOA_ACN_9 = (2U << 16) | 9,
  kAudioChannelLabel_HOA_ACN_10 = (2U << 16) | 10,
  kAudioChannelLabel_HOA_ACN_11 = (2U << 16) | 11,
  kAudioChannelLabel_HOA_ACN_12 = (2U << 16) | 12,
  kAudioChannelLabel_HOA_ACN_13 = (2U << 16) | 13,
  kAudioChannelLabel_HOA_ACN_14 = (2U << 16) | 14,
  kAudioChannelLabel_HOA_ACN_15 = (2U << 16) | 15,
  kAudioChannelLabel_HOA_ACN_65024 = (2U << 16) | 65024,
  kAudioChannelLabel_HOA_SN3D = kAudioChannelLabel_HOA_ACN_0,
  kAudioChannelLabel_HOA_N3D = (3U << 16) | 0,

  // Audio objects.
  kAudioChannelLabel_Object = (4U << 16) | 0,

  // Reserved for clients.
  kAudioChannelLabel_BeginReserved = 0xF0000000,
  kAudioChannelLabel_EndReserved = 0xFFFFFFFE,
};

/// Sets of speakers, in the bit order of channel masks in WAVE.
OCA_OPTIONS(AudioChannelBitmap, UInt32) {
  kAudioChannelBit_Left = 1U << 0,
  kAudioChannelBit_Right = 1U << 1,
  kAudioChannelBit_Center = 1U << 2,
  kAudioChannelBit_LFEScreen = 1U << 3,
  kAudioChannelBit_LeftSurround = 1U << 4,
  kAudioChannelBit_RightSurround = 1U << 5,
  kAudioChannelBit_LeftCenter = 1U << 6,
  kAudioChannelBit_RightCenter = 1U << 7,
  kAudioChannelBit_CenterSurround = 1U << 8,
  kAudioChannelBit_LeftSurroundDirect = 1U << 9,
  kAudioChannelBit_RightSurroundDirect = 1U << 10,
  kAudioChannelBit_TopCenterSurround = 1U << 11,
  kAudioChannelBit_VerticalHeightLeft = 1U << 12,
  kAudioChannelBit_VerticalHeightCenter = 1U << 13,
  kAudioChannelBit_VerticalHeightRight = 1U << 14,
  kAudioChannelBit_TopBackLeft = 1U << 15,
  kAudioChannelBit_TopBackCenter = 1U << 16,
  kAudioChannelBit_TopBackRight = 1U << 17,
  kAudioChannelBit_LeftTopFront = kAudioChannelBit_VerticalHeightLeft,
  kAudioChannelBit_CenterTopFront = kAudioChannelBit_VerticalHeightCenter,
  kAudioChannelBit_RightTopFront = kAudioChannelBit_VerticalHeightRight,
  kAudioChannelBit_LeftTopMiddle = 1U << 21,
  kAudioChannelBit_CenterTopMiddle = kAudioChannelBit_TopCenterSurround,
  kAudioChannelBit_RightTopMiddle = 1U << 23,
  kAudioChannelBit_LeftTopRear = 1U << 24,
  kAudioChannelBit_CenterTopRear = 1U << 25,
  kAudioChannelBit_RightTopRear = 1U << 26,
};
OCA_OPTIONS_TYPE(AudioChannelBitmap, UInt32);

/// The interpretation of a channel's coordinates.
OCA_OPTIONS(AudioChannelFlags, UInt32) {
  kAudioChannelFlags_AllOff = 0,
  kAudioChannelFlags_RectangularCoordinates = 1U << 0,
  kAudioChannelFlags_SphericalCoordinates = 1U << 1,
  /// Distances are in metres, not in the layout's own units.
  kAudioChannelFlags_Meters = 1U << 2,
};
OCA_OPTIONS_TYPE(AudioChannelFlags, UInt32);

/// The meaning of each of the three coordinates.
OCA_ENUM(AudioChannelCoordinateIndex, UInt32) {
  kAudioChannelCoordinates_LeftRight = 0,
  kAudioChannelCoordinates_BackFront = 1,
  kAudioChannelCoordinates_DownUp = 2,
  kAudioChannelCoordinates_Azimuth = 0,
  kAudioChannelCoordinates_Elevation = 1,
  kAudioChannelCoordinates_Distance = 2,
};
OCA_ENUM_TYPE(AudioChannelCoordinateIndex, UInt32);

/// Layout tags. A tag with the name of a standard lists the channels in that standard's order.
OCA_CONSTANTS(AudioChannelLayoutTag) {
  // The layout itself defines the channels.
  kAudioChannelLayoutTag_UseChannelDescriptions = (0U << 16) | 0,
  kAudioChannelLayoutTag_UseChannelBitmap = (1U << 16) | 0,

  // General.
  kAudioChannelLayoutTag_Mono = (100U << 16) | 1,
  kAudioChannelLayoutTag_Stereo = (101U << 16) | 2,
  kAudioChannelLayoutTag_StereoHeadphones = (102U << 16) | 2,
  kAudioChannelLayoutTag_MatrixStereo = (103U << 16) | 2,
  kAudioChannelLayoutTag_MidSide = (104U << 16) | 2,
  kAudioChannelLayoutTag_XY = (105U << 16) | 2,
  kAudioChannelLayoutTag_Binaural = (106U << 16) | 2,
  kAudioChannelLayoutTag_Ambisonic_B_Format = (107U << 16) | 4,
  kAudioChannelLayoutTag_Quadraphonic = (108U << 16) | 4,
  kAudioChannelLayoutTag_Pentagonal = (109U << 16) | 5,
  kAudioChannelLayoutTag_Hexagonal = (110U << 16) | 6,
  kAudioChannelLayoutTag_Octagonal = (111U << 16) | 8,
  kAudioChannelLayoutTag_Cube = (112U << 16) | 8,

  // MPEG.
  kAudioChannelLayoutTag_MPEG_1_0 = kAudioChannelLayoutTag_Mono,
  kAudioChannelLayoutTag_MPEG_2_0 = kAudioChannelLayoutTag_Stereo,
  kAudioChannelLayoutTag_MPEG_3_0_A = (113U << 16) | 3,
  kAudioChannelLayoutTag_MPEG_3_0_B = (114U << 16) | 3,
  kAudioChannelLayoutTag_MPEG_4_0_A = (115U << 16) | 4,
  kAudioChannelLayoutTag_MPEG_4_0_B = (116U << 16) | 4,
  kAudioChannelLayoutTag_MPEG_5_0_A = (117U << 16) | 5,
  kAudioChannelLayoutTag_MPEG_5_0_B = (118U << 16) | 5,
  kAudioChannelLayoutTag_MPEG_5_0_C = (119U << 16) | 5,
  kAudioChannelLayoutTag_MPEG_5_0_D = (120U << 16) | 5,
  kAudioChannelLayoutTag_MPEG_5_1_A = (121U << 16) | 6,
  kAudioChannelLayoutTag_MPEG_5_1_B = (122U << 16) | 6,
  kAudioChannelLayoutTag_MPEG_5_1_C = (123U << 16) | 6,
  kAudioChannelLayoutTag_MPEG_5_1_D = (124U << 16) | 6,
  kAudioChannelLayoutTag_MPEG_6_1_A = (125U << 16) | 7,
  kAudioChannelLayoutTag_MPEG_7_1_A = (126U << 16) | 8,
  kAudioChannelLayoutTag_MPEG_7_1_B = (127U << 16) | 8,
  kAudioChannelLayoutTag_MPEG_7_1_C = (128U << 16) | 8,
  kAudioChannelLayoutTag_MPEG_6_1_B = (218U << 16) | 7,
  kAudioChannelLayoutTag_MPEG_5_0_E = (216U << 16) | 5,
  kAudioChannelLayoutTag_MPEG_7_1_D = (219U << 16) | 8,
  kAudioChannelLayoutTag_MPEG_5_1_E = (217U << 16) | 6,
  kAudioChannelLayoutTag_Emagic_Default_7_1 = (129U << 16) | 8,
  kAudioChannelLayoutTag_SMPTE_DTV = (130U << 16) | 8,

  // ITU: front and back speakers.
  kAudioChannelLayoutTag_ITU_1_0 = kAudioChannelLayoutTag_Mono,
  kAudioChannelLayoutTag_ITU_2_0 = kAudioChannelLayoutTag_Stereo,
  kAudioChannelLayoutTag_ITU_2_1 = (131U << 16) | 3,
  kAudioChannelLayoutTag_ITU_2_2 = (132U << 16) | 4,
  kAudioChannelLayoutTag_ITU_3_0 = kAudioChannelLayoutTag_MPEG_3_0_A,
  kAudioChannelLayoutTag_ITU_3_1 = kAudioChannelLayoutTag_MPEG_4_0_A,
  kAudioChannelLayoutTag_ITU_3_2 = kAudioChannelLayoutTag_MPEG_5_0_A,
  kAudioChannelLayoutTag_ITU_3_2_1 = kAudioChannelLayoutTag_MPEG_5_1_A,
  kAudioChannelLayoutTag_ITU_3_4_1 = kAudioChannelLayoutTag_MPEG_7_1_C,

  // DVD.
  kAudioChannelLayoutTag_DVD_0 = kAudioChannelLayoutTag_Mono,
  kAudioChannelLayoutTag_DVD_1 = kAudioChannelLayoutTag_Stereo,
  kAudioChannelLayoutTag_DVD_2 = kAudioChannelLayoutTag_ITU_2_1,
  kAudioChannelLayoutTag_DVD_3 = kAudioChannelLayoutTag_ITU_2_2,
  kAudioChannelLayoutTag_DVD_4 = (133U << 16) | 3,
  kAudioChannelLayoutTag_DVD_5 = (134U << 16) | 4,
  kAudioChannelLayoutTag_DVD_6 = (135U << 16) | 5,
  kAudioChannelLayoutTag_DVD_7 = kAudioChannelLayoutTag_MPEG_3_0_A,
  kAudioChannelLayoutTag_DVD_8 = kAudioChannelLayoutTag_MPEG_4_0_A,
  kAudioChannelLayoutTag_DVD_9 = kAudioChannelLayoutTag_MPEG_5_0_A,
  kAudioChannelLayoutTag_DVD_10 = (136U << 16) | 4,
  kAudioChannelLayoutTag_DVD_11 = (137U << 16) | 5,
  kAudioChannelLayoutTag_DVD_12 = kAudioChannelLayoutTag_MPEG_5_1_A,
  kAudioChannelLayoutTag_DVD_13 = kAudioChannelLayoutTag_MPEG_4_0_A,
  kAudioChannelLayoutTag_DVD_14 = kAudioChannelLayoutTag_MPEG_5_0_A,
  kAudioChannelLayoutTag_DVD_15 = kAudioChannelLayoutTag_DVD_10,
  kAudioChannelLayoutTag_DVD_16 = kAudioChannelLayoutTag_DVD_11,
  kAudioChannelLayoutTag_DVD_17 = kAudioChannelLayoutTag_MPEG_5_1_A,
  kAudioChannelLayoutTag_DVD_18 = (138U << 16) | 5,
  kAudioChannelLayoutTag_DVD_19 = kAudioChannelLayoutTag_MPEG_5_0_B,
  kAudioChannelLayoutTag_DVD_20 = kAudioChannelLayoutTag_MPEG_5_1_B,

  // Audio units.
  kAudioChannelLayoutTag_AudioUnit_4 = kAudioChannelLayoutTag_Quadraphonic,
  kAudioChannelLayoutTag_AudioUnit_5 = kAudioChannelLayoutTag_Pentagonal,
  kAudioChannelLayoutTag_AudioUnit_6 = kAudioChannelLayoutTag_Hexagonal,
  kAudioChannelLayoutTag_AudioUnit_8 = kAudioChannelLayoutTag_Octagonal,
  kAudioChannelLayoutTag_AudioUnit_5_0 = kAudioChannelLayoutTag_MPEG_5_0_B,
  kAudioChannelLayoutTag_AudioUnit_6_0 = (139U << 16) | 6,
  kAudioChannelLayoutTag_AudioUnit_7_0 = (140U << 16) | 7,
  kAudioChannelLayoutTag_AudioUnit_7_0_Front = (148U << 16) | 7,
  kAudioChannelLayoutTag_AudioUnit_5_1 = kAudioChannelLayoutTag_MPEG_5_1_A,
  kAudioChannelLayoutTag_AudioUnit_6_1 = kAudioChannelLayoutTag_MPEG_6_1_A,
  kAudioChannelLayoutTag_AudioUnit_7_1 = kAudioChannelLayoutTag_MPEG_7_1_C,
  kAudioChannelLayoutTag_AudioUnit_7_1_Front = kAudioChannelLayoutTag_MPEG_7_1_A,

  // AAC: the center comes first.
  kAudioChannelLayoutTag_AAC_3_0 = kAudioChannelLayoutTag_MPEG_3_0_B,
  kAudioChannelLayoutTag_AAC_Quadraphonic = kAudioChannelLayoutTag_Quadraphonic,
  kAudioChannelLayoutTag_AAC_4_0 = kAudioChannelLayoutTag_MPEG_4_0_B,
  kAudioChannelLayoutTag_AAC_5_0 = kAudioChannelLayoutTag_MPEG_5_0_D,
  kAudioChannelLayoutTag_AAC_5_1 = kAudioChannelLayoutTag_MPEG_5_1_D,
  kAudioChannelLayoutTag_AAC_6_0 = (141U << 16) | 6,
  kAudioChannelLayoutTag_AAC_6_1 = (142U << 16) | 7,
  kAudioChannelLayoutTag_AAC_7_0 = (143U << 16) | 7,
  kAudioChannelLayoutTag_AAC_7_1 = kAudioChannelLayoutTag_MPEG_7_1_B,
  kAudioChannelLayoutTag_AAC_7_1_B = (183U << 16) | 8,
  kAudioChannelLayoutTag_AAC_7_1_C = (184U << 16) | 8,
  kAudioChannelLayoutTag_AAC_Octagonal = (144U << 16) | 8,

  // Tomlinson Holman's 10.2.
  kAudioChannelLayoutTag_TMH_10_2_std = (145U << 16) | 16,
  kAudioChannelLayoutTag_TMH_10_2_full = (146U << 16) | 21,

  // AC-3 and Enhanced AC-3.
  kAudioChannelLayoutTag_AC3_1_0_1 = (149U << 16) | 2,
  kAudioChannelLayoutTag_AC3_3_0 = (150U << 16) | 3,
  kAudioChannelLayoutTag_AC3_3_1 = (151U << 16) | 4,
  kAudioChannelLayoutTag_AC3_3_0_1 = (152U << 16) | 4,
  kAudioChannelLayoutTag_AC3_2_1_1 = (153U << 16) | 4,
  kAudioChannelLayoutTag_AC3_3_1_1 = (154U << 16) | 5,
  kAudioChannelLayoutTag_EAC_6_0_A = (155U << 16) | 6,
  kAudioChannelLayoutTag_EAC_7_0_A = (156U << 16) | 7,
  kAudioChannelLayoutTag_EAC3_6_1_A = (157U << 16) | 7,
  kAudioChannelLayoutTag_EAC3_6_1_B = (158U << 16) | 7,
  kAudioChannelLayoutTag_EAC3_6_1_C = (159U << 16) | 7,
  kAudioChannelLayoutTag_EAC3_7_1_A = (160U << 16) | 8,
  kAudioChannelLayoutTag_EAC3_7_1_B = (161U << 16) | 8,
  kAudioChannelLayoutTag_EAC3_7_1_C = (162U << 16) | 8,
  kAudioChannelLayoutTag_EAC3_7_1_D = (163U << 16) | 8,
  kAudioChannelLayoutTag_EAC3_7_1_E = (164U << 16) | 8,
  kAudioChannelLayoutTag_EAC3_7_1_F = (165U << 16) | 8,
  kAudioChannelLayoutTag_EAC3_7_1_G = (166U << 16) | 8,
  kAudioChannelLayoutTag_EAC3_7_1_H = (167U << 16) | 8,

  // DTS.
  kAudioChannelLayoutTag_DTS_3_1 = (168U << 16) | 4,
  kAudioChannelLayoutTag_DTS_4_1 = (169U << 16) | 5,
  kAudioChannelLayoutTag_DTS_6_0_A = (170U << 16) | 6,
  kAudioChannelLayoutTag_DTS_6_0_B = (171U << 16) | 6,
  kAudioChannelLayoutTag_DTS_6_0_C = (172U << 16) | 6,
  kAudioChannelLayoutTag_DTS_6_1_A = (173U << 16) | 7,
  kAudioChannelLayoutTag_DTS_6_1_B = (174U << 16) | 7,
  kAudioChannelLayoutTag_DTS_6_1_C = (175U << 16) | 7,
  kAudioChannelLayoutTag_DTS_7_0 = (176U << 16) | 7,
  kAudioChannelLayoutTag_DTS_7_1 = (177U << 16) | 8,
  kAudioChannelLayoutTag_DTS_8_0_A = (178U << 16) | 8,
  kAudioChannelLayoutTag_DTS_8_0_B = (179U << 16) | 8,
  kAudioChannelLayoutTag_DTS_8_1_A = (180U << 16) | 9,
  kAudioChannelLayoutTag_DTS_8_1_B = (181U << 16) | 9,
  kAudioChannelLayoutTag_DTS_6_1_D = (182U << 16) | 7,

  // WAVE files.
  kAudioChannelLayoutTag_WAVE_2_1 = kAudioChannelLayoutTag_DVD_4,
  kAudioChannelLayoutTag_WAVE_3_0 = kAudioChannelLayoutTag_MPEG_3_0_A,
  kAudioChannelLayoutTag_WAVE_4_0_A = kAudioChannelLayoutTag_ITU_2_2,
  kAudioChannelLayoutTag_WAVE_4_0_B = (185U << 16) | 4,
  kAudioChannelLayoutTag_WAVE_5_0_A = kAudioChannelLayoutTag_MPEG_5_0_A,
  kAudioChannelLayoutTag_WAVE_5_0_B = (186U << 16) | 5,
  kAudioChannelLayoutTag_WAVE_5_1_A = kAudioChannelLayoutTag_MPEG_5_1_A,
  kAudioChannelLayoutTag_WAVE_5_1_B = (187U << 16) | 6,
  kAudioChannelLayoutTag_WAVE_6_1 = (188U << 16) | 7,
  kAudioChannelLayoutTag_WAVE_7_1 = (189U << 16) | 8,

  // Higher-order ambisonics: add the number of channels.
  kAudioChannelLayoutTag_HOA_ACN_SN3D = (190U << 16) | 0,
  kAudioChannelLayoutTag_HOA_ACN_N3D = (191U << 16) | 0,

  // Dolby Atmos.
  kAudioChannelLayoutTag_Atmos_5_1_2 = (194U << 16) | 8,
  kAudioChannelLayoutTag_Atmos_5_1_4 = (195U << 16) | 10,
  kAudioChannelLayoutTag_Atmos_7_1_2 = (196U << 16) | 10,
  kAudioChannelLayoutTag_Atmos_7_1_4 = (192U << 16) | 12,
  kAudioChannelLayoutTag_Atmos_9_1_6 = (193U << 16) | 16,

  // Logic Pro.
  kAudioChannelLayoutTag_Logic_Mono = kAudioChannelLayoutTag_Mono,
  kAudioChannelLayoutTag_Logic_Stereo = kAudioChannelLayoutTag_Stereo,
  kAudioChannelLayoutTag_Logic_Quadraphonic = kAudioChannelLayoutTag_Quadraphonic,
  kAudioChannelLayoutTag_Logic_4_0_A = kAudioChannelLayoutTag_MPEG_4_0_A,
  kAudioChannelLayoutTag_Logic_4_0_B = kAudioChannelLayoutTag_MPEG_4_0_B,
  kAudioChannelLayoutTag_Logic_4_0_C = (197U << 16) | 4,
  kAudioChannelLayoutTag_Logic_5_0_A = kAudioChannelLayoutTag_MPEG_5_0_A,
  kAudioChannelLayoutTag_Logic_5_0_B = kAudioChannelLayoutTag_MPEG_5_0_B,
  kAudioChannelLayoutTag_Logic_5_0_C = kAudioChannelLayoutTag_MPEG_5_0_C,
  kAudioChannelLayoutTag_Logic_5_0_D = kAudioChannelLayoutTag_MPEG_5_0_D,
  kAudioChannelLayoutTag_Logic_5_1_A = kAudioChannelLayoutTag_MPEG_5_1_A,
  kAudioChannelLayoutTag_Logic_5_1_B = kAudioChannelLayoutTag_MPEG_5_1_B,
  kAudioChannelLayoutTag_Logic_5_1_C = kAudioChannelLayoutTag_MPEG_5_1_C,
  kAudioChannelLayoutTag_Logic_5_1_D = kAudioChannelLayoutTag_MPEG_5_1_D,
  kAudioChannelLayoutTag_Logic_6_0_A = kAudioChannelLayoutTag_AAC_6_0,
  kAudioChannelLayoutTag_Logic_6_0_B = (198U << 16) | 6,
  kAudioChannelLayoutTag_Logic_6_0_C = kAudioChannelLayoutTag_AudioUnit_6_0,
  kAudioChannelLayoutTag_Logic_6_1_A = kAudioChannelLayoutTag_AAC_6_1,
  kAudioChannelLayoutTag_Logic_6_1_B = (199U << 16) | 7,
  kAudioChannelLayoutTag_Logic_6_1_C = kAudioChannelLayoutTag_MPEG_6_1_A,
  kAudioChannelLayoutTag_Logic_6_1_D = (200U << 16) | 7,
  kAudioChannelLayoutTag_Logic_7_1_A = kAudioChannelLayoutTag_MPEG_7_1_C,
  kAudioChannelLayoutTag_Logic_7_1_B = (201U << 16) | 8,
  kAudioChannelLayoutTag_Logic_7_1_C = kAudioChannelLayoutTag_MPEG_7_1_C,
  kAudioChannelLayoutTag_Logic_7_1_SDDS_A = kAudioChannelLayoutTag_MPEG_7_1_A,
  kAudioChannelLayoutTag_Logic_7_1_SDDS_B = kAudioChannelLayoutTag_MPEG_7_1_B,
  kAudioChannelLayoutTag_Logic_7_1_SDDS_C = kAudioChannelLayoutTag_Emagic_Default_7_1,
  kAudioChannelLayoutTag_Logic_Atmos_5_1_2 = kAudioChannelLayoutTag_Atmos_5_1_2,
  kAudioChannelLayoutTag_Logic_Atmos_5_1_4 = kAudioChannelLayoutTag_Atmos_5_1_4,
  kAudioChannelLayoutTag_Logic_Atmos_7_1_2 = kAudioChannelLayoutTag_Atmos_7_1_2,
  kAudioChannelLayoutTag_Logic_Atmos_7_1_4_A = kAudioChannelLayoutTag_Atmos_7_1_4,
  kAudioChannelLayoutTag_Logic_Atmos_7_1_4_B = (202U << 16) | 12,
  kAudioChannelLayoutTag_Logic_Atmos_7_1_6 = (203U << 16) | 14,

  // Any number of channels without positions: add the number.
  kAudioChannelLayoutTag_DiscreteInOrder = (147U << 16) | 0,

  // ISO/IEC 23091-3 coding-independent code points.
  kAudioChannelLayoutTag_CICP_1 = kAudioChannelLayoutTag_Mono,
  kAudioChannelLayoutTag_CICP_2 = kAudioChannelLayoutTag_Stereo,
  kAudioChannelLayoutTag_CICP_3 = kAudioChannelLayoutTag_MPEG_3_0_A,
  kAudioChannelLayoutTag_CICP_4 = kAudioChannelLayoutTag_MPEG_4_0_A,
  kAudioChannelLayoutTag_CICP_5 = kAudioChannelLayoutTag_MPEG_5_0_A,
  kAudioChannelLayoutTag_CICP_6 = kAudioChannelLayoutTag_MPEG_5_1_A,
  kAudioChannelLayoutTag_CICP_7 = kAudioChannelLayoutTag_MPEG_7_1_B,
  kAudioChannelLayoutTag_CICP_9 = kAudioChannelLayoutTag_ITU_2_1,
  kAudioChannelLayoutTag_CICP_10 = kAudioChannelLayoutTag_ITU_2_2,
  kAudioChannelLayoutTag_CICP_11 = kAudioChannelLayoutTag_MPEG_6_1_A,
  kAudioChannelLayoutTag_CICP_12 = kAudioChannelLayoutTag_MPEG_7_1_C,
  kAudioChannelLayoutTag_CICP_13 = (204U << 16) | 24,
  kAudioChannelLayoutTag_CICP_14 = (205U << 16) | 8,
  kAudioChannelLayoutTag_CICP_15 = (206U << 16) | 12,
  kAudioChannelLayoutTag_CICP_16 = (207U << 16) | 10,
  kAudioChannelLayoutTag_CICP_17 = (208U << 16) | 12,
  kAudioChannelLayoutTag_CICP_18 = (209U << 16) | 14,
  kAudioChannelLayoutTag_CICP_19 = (210U << 16) | 12,
  kAudioChannelLayoutTag_CICP_20 = (211U << 16) | 14,

  // Vorbis and Opus.
  kAudioChannelLayoutTag_Ogg_3_0 = kAudioChannelLayoutTag_AC3_3_0,
  kAudioChannelLayoutTag_Ogg_4_0 = kAudioChannelLayoutTag_WAVE_4_0_B,
  kAudioChannelLayoutTag_Ogg_5_0 = (212U << 16) | 5,
  kAudioChannelLayoutTag_Ogg_5_1 = (213U << 16) | 6,
  kAudioChannelLayoutTag_Ogg_6_1 = (214U << 16) | 7,
  kAudioChannelLayoutTag_Ogg_7_1 = (215U << 16) | 8,

  // Reserved for clients, and an unknown layout: add the number of channels.
  kAudioChannelLayoutTag_BeginReserved = 0xF0000000,
  kAudioChannelLayoutTag_EndReserved = 0xFFFEFFFF,
  kAudioChannelLayoutTag_Unknown = 0xFFFF0000,
};

/// One channel of a layout.
typedef struct AudioChannelDescription {
  AudioChannelLabel mChannelLabel;
  AudioChannelFlags mChannelFlags;
  /// Valid if the label is `kAudioChannelLabel_UseCoordinates`.
  Float32 mCoordinates[3];
} AudioChannelDescription;

/// The role of each channel: by tag, by bitmap, or by one description for each channel.
typedef struct AudioChannelLayout {
  AudioChannelLayoutTag mChannelLayoutTag;
  /// Valid if the tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
  AudioChannelBitmap mChannelBitmap;
  /// Valid if the tag is `kAudioChannelLayoutTag_UseChannelDescriptions`.
  UInt32 mNumberChannelDescriptions;
  /// The first description. The others follow in memory.
  AudioChannelDescription mChannelDescriptions[1];
} AudioChannelLayout;

/// Returns the number of channels that a tag itself contains.
static inline UInt32 AudioChannelLayoutTag_GetNumberOfChannels(AudioChannelLayoutTag inLayoutTag) {
  return inLayoutTag & 0x0000FFFFU;
}

struct AudioFormatListItem {
  AudioStreamBasicDescription mASBD;
  AudioChannelLayoutTag mChannelLayoutTag;
};

// MARK: - MPEG-4

/// Audio object types.
///
/// Source: ISO/IEC 14496-3, table 1.1.
OCA_ENUM(MPEG4ObjectID, long) {
  kMPEG4Object_AAC_Main = 1,
  kMPEG4Object_AAC_LC = 2,
  kMPEG4Object_AAC_SSR = 3,
  kMPEG4Object_AAC_LTP = 4,
  kMPEG4Object_AAC_SBR = 5,
  kMPEG4Object_AAC_Scalable = 6,
  kMPEG4Object_TwinVQ = 7,
  kMPEG4Object_CELP = 8,
  kMPEG4Object_HVXC = 9,
};
OCA_ENUM_TYPE(MPEG4ObjectID, long);

OCA_HEADER_END

#include <CoreAudio/CoreAudioInlines.h>

#endif

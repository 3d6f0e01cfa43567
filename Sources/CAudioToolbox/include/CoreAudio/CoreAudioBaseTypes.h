/// Core Audio Types: the types and constants that all audio interfaces share.
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
  kAudio_NoError = 0,  ///< Success.
  kAudio_UnimplementedError = -4,  ///< The function is not implemented.
  kAudio_FileNotFoundError = -43,  ///< The file does not exist.
  kAudio_FilePermissionError = -54,  ///< The permissions of the file do not allow the operation.
  kAudio_TooManyFilesOpenError = -42,  ///< The process has no more file descriptors.
  kAudio_BadFilePathError = '!pth',  ///< The path is invalid.
  /// An argument is null or out of range.
  kAudio_ParamError = -50,
  kAudio_MemFullError = -108,  ///< Memory is exhausted.
};

// MARK: - Values and buffers

/// A range of values, including both ends.
typedef struct AudioValueRange {
  Float64 mMinimum;  ///< The lowest value.
  Float64 mMaximum;  ///< The highest value.
} AudioValueRange;

/// The input and output of a property that translates values.
typedef struct AudioValueTranslation {
  void *mInputData;  ///< The value to translate.
  /// The size in bytes.
  UInt32 mInputDataSize;
  void *mOutputData;  ///< On return, the translated value.
  /// The size in bytes.
  UInt32 mOutputDataSize;
} AudioValueTranslation;

/// The samples of one channel, or of several interleaved ones.
typedef struct AudioBuffer {
  UInt32 mNumberChannels;  ///< The number of interleaved channels.
  /// The size in bytes.
  UInt32 mDataByteSize;
  void *_Nullable mData;  ///< The samples.
} AudioBuffer;

/// A list of ``mNumberBuffers`` buffers: one for interleaved audio, or else one for each channel.
typedef struct AudioBufferList {
  UInt32 mNumberBuffers;  ///< The number of buffers.
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
  AudioFormatID mFormatID;  ///< The format, such as `kAudioFormatLinearPCM`.
  AudioFormatFlags mFormatFlags;  ///< Details of the format.
  /// 0 if packet sizes differ.
  UInt32 mBytesPerPacket;
  /// 0 if packet durations differ; 1 in linear PCM.
  UInt32 mFramesPerPacket;
  /// The distance in bytes from one frame to the next in a buffer. If not interleaved, a buffer
  /// holds one channel, and this is the size of its sample. 0 in compressed formats.
  UInt32 mBytesPerFrame;
  UInt32 mChannelsPerFrame;  ///< The number of channels.
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
  kAudioFormatMPEG4CELP = 'celp',  ///< MPEG-4 CELP, for speech.
  kAudioFormatMPEG4HVXC = 'hvxc',  ///< MPEG-4 HVXC, for speech at very low rates.
  kAudioFormatMPEG4TwinVQ = 'twvq',  ///< MPEG-4 TwinVQ.
  kAudioFormatMACE3 = 'MAC3',  ///< Classic Mac OS, 3:1.
  kAudioFormatMACE6 = 'MAC6',  ///< Classic Mac OS, 6:1.
  kAudioFormatULaw = 'ulaw',  ///< ITU-T G.711 mu-law.
  kAudioFormatALaw = 'alaw',  ///< ITU-T G.711 A-law.
  kAudioFormatQDesign = 'QDMC',  ///< QDesign Music, version 1.
  kAudioFormatQDesign2 = 'QDM2',  ///< QDesign Music, version 2.
  kAudioFormatQUALCOMM = 'Qclp',  ///< Qualcomm PureVoice.
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
  kAudioFormatMPEG4AAC_ELD_SBR = 'aacf',  ///< AAC Enhanced Low Delay with SBR.
  kAudioFormatMPEG4AAC_ELD_V2 = 'aacg',  ///< AAC Enhanced Low Delay with parametric stereo.
  kAudioFormatMPEG4AAC_HE_V2 = 'aacp',  ///< HE-AAC with parametric stereo.
  kAudioFormatMPEG4AAC_Spatial = 'aacs',  ///< AAC with MPEG Surround.
  kAudioFormatMPEGD_USAC = 'usac',  ///< MPEG-D unified speech and audio coding.
  kAudioFormatAMR = 'samr',  ///< AMR narrow band.
  kAudioFormatAMR_WB = 'sawb',  ///< AMR wide band.
  kAudioFormatAudible = 'AUDB',  ///< Audible's audiobooks.
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
  kAudioFormatFlagIsFloat = 1U << 0,  ///< The samples are floating-point numbers.
  kAudioFormatFlagIsBigEndian = 1U << 1,  ///< The most significant byte comes first.
  kAudioFormatFlagIsSignedInteger = 1U << 2,  ///< The samples are signed integers.
  /// The bits fill all of `mBytesPerFrame`.
  kAudioFormatFlagIsPacked = 1U << 3,
  /// Bits that do not fill their bytes are in the high end.
  kAudioFormatFlagIsAlignedHigh = 1U << 4,
  /// Each channel has its own buffer.
  kAudioFormatFlagIsNonInterleaved = 1U << 5,
  kAudioFormatFlagIsNonMixable = 1U << 6,  ///< Samples of a device; they cannot be mixed.
  /// Means "no flags", if 0 means "unspecified".
  kAudioFormatFlagsAreAllClear = 0x80000000,

  /// The same as ``kAudioFormatFlagIsFloat``.
  kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat,
  /// The same as ``kAudioFormatFlagIsBigEndian``.
  kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian,
  /// The same as ``kAudioFormatFlagIsSignedInteger``.
  kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger,
  /// The same as ``kAudioFormatFlagIsPacked``.
  kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked,
  /// The same as ``kAudioFormatFlagIsAlignedHigh``.
  kLinearPCMFormatFlagIsAlignedHigh = kAudioFormatFlagIsAlignedHigh,
  /// The same as ``kAudioFormatFlagIsNonInterleaved``.
  kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved,
  /// The same as ``kAudioFormatFlagIsNonMixable``.
  kLinearPCMFormatFlagIsNonMixable = kAudioFormatFlagIsNonMixable,
  /// The fraction bits of fixed-point samples, as a number in six bits of the flags.
  kLinearPCMFormatFlagsSampleFractionShift = 7,
  /// The six bits with the number of fraction bits.
  kLinearPCMFormatFlagsSampleFractionMask = 0x3FU << kLinearPCMFormatFlagsSampleFractionShift,
  /// The same as ``kAudioFormatFlagsAreAllClear``.
  kLinearPCMFormatFlagsAreAllClear = kAudioFormatFlagsAreAllClear,

  kAppleLosslessFormatFlag_16BitSourceData = 1,  ///< Samples of 16 bits.
  kAppleLosslessFormatFlag_20BitSourceData = 2,  ///< Samples of 20 bits.
  kAppleLosslessFormatFlag_24BitSourceData = 3,  ///< Samples of 24 bits.
  kAppleLosslessFormatFlag_32BitSourceData = 4,  ///< Samples of 32 bits.
};

/// Flags for this machine's byte order.
OCA_CONSTANTS(AudioFormatFlags) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  kAudioFormatFlagsNativeEndian = kAudioFormatFlagIsBigEndian,
#else
  kAudioFormatFlagsNativeEndian = 0,  ///< The byte order of this machine.
#endif
  /// Floating-point samples of this machine, interleaved.
  kAudioFormatFlagsCanonical =
      kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked,
  /// Floating-point samples of this machine, with a buffer for each channel.
  kAudioFormatFlagsAudioUnitCanonical = kAudioFormatFlagsCanonical
      | kAudioFormatFlagIsNonInterleaved,
  /// Floating-point samples of this machine without padding.
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
  /// If decoding starts here, the number of packets to decode before the output is correct.
  UInt32 mPreRollCount;
  UInt32 mFlags;  ///< Reserved; 0.
  UInt32 mReserved;  ///< Padding; 0.
} AudioStreamPacketDependencyDescription;

/// A format and the layout of its channels.
typedef struct AudioFormatListItem AudioFormatListItem;

// MARK: - Time

/// The frame rates of SMPTE times.
OCA_ENUM(SMPTETimeType, UInt32) {
  kSMPTETimeType24 = 0,  ///< 24 frames per second.
  kSMPTETimeType25 = 1,  ///< 25 frames per second.
  kSMPTETimeType30Drop = 2,  ///< 30 frames per second, with dropped numbers.
  kSMPTETimeType30 = 3,  ///< 30 frames per second.
  kSMPTETimeType2997 = 4,  ///< 29.97 frames per second.
  kSMPTETimeType2997Drop = 5,  ///< 29.97 frames per second, with dropped numbers.
  kSMPTETimeType60 = 6,  ///< 60 frames per second.
  kSMPTETimeType5994 = 7,  ///< 59.94 frames per second.
  kSMPTETimeType60Drop = 8,  ///< 60 frames per second, with dropped numbers.
  kSMPTETimeType5994Drop = 9,  ///< 59.94 frames per second, with dropped numbers.
  kSMPTETimeType50 = 10,  ///< 50 frames per second.
  kSMPTETimeType2398 = 11,  ///< 23.98 frames per second.
};
OCA_ENUM_TYPE(SMPTETimeType, UInt32);

/// The state of a SMPTE time.
OCA_OPTIONS(SMPTETimeFlags, UInt32) {
  kSMPTETimeUnknown = 0,  ///< The time is unknown.
  /// The time is valid.
  kSMPTETimeValid = 1U << 0,
  /// The time is running.
  kSMPTETimeRunning = 1U << 1,
};
OCA_OPTIONS_TYPE(SMPTETimeFlags, UInt32);

/// A time in hours, minutes, seconds, and frames of a film or video.
typedef struct SMPTETime {
  SInt16 mSubframes;  ///< The subframes within the frame.
  /// The number of subframes in a frame, usually 80.
  SInt16 mSubframeDivisor;
  /// The number of received messages.
  UInt32 mCounter;
  SMPTETimeType mType;  ///< The frame rate.
  SMPTETimeFlags mFlags;  ///< The state of the time.
  SInt16 mHours;  ///< The hours.
  SInt16 mMinutes;  ///< The minutes, 0 to 59.
  SInt16 mSeconds;  ///< The seconds, 0 to 59.
  SInt16 mFrames;  ///< The frames within the second.
} SMPTETime;

/// The valid members of a time stamp.
OCA_OPTIONS(AudioTimeStampFlags, UInt32) {
  kAudioTimeStampNothingValid = 0,  ///< No member is valid.
  kAudioTimeStampSampleTimeValid = 1U << 0,  ///< `mSampleTime` is valid.
  kAudioTimeStampHostTimeValid = 1U << 1,  ///< `mHostTime` is valid.
  kAudioTimeStampRateScalarValid = 1U << 2,  ///< `mRateScalar` is valid.
  kAudioTimeStampWordClockTimeValid = 1U << 3,  ///< `mWordClockTime` is valid.
  kAudioTimeStampSMPTETimeValid = 1U << 4,  ///< `mSMPTETime` is valid.
  /// `mSampleTime` and `mHostTime` are valid.
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
  UInt64 mWordClockTime;  ///< The time in ticks of a studio's word clock.
  SMPTETime mSMPTETime;  ///< The time of a film or video.
  AudioTimeStampFlags mFlags;  ///< The valid members.
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
  OSType mManufacturer;  ///< The maker, such as `kAppleSoftwareAudioCodecManufacturer`.
} AudioClassDescription;

// MARK: - Channels

/// The role of a channel: its speaker position, or another use.
typedef UInt32 AudioChannelLabel;
/// An order of channels; the low 16 bits are their number.
typedef UInt32 AudioChannelLayoutTag;

/// Channel labels.
OCA_CONSTANTS(AudioChannelLabel) {
  kAudioChannelLabel_Unknown = 0xFFFFFFFF,  ///< The role is unknown.
  kAudioChannelLabel_Unused = 0,  ///< The channel has no audio.
  kAudioChannelLabel_UseCoordinates = 100,  ///< `mCoordinates` gives the position.

  // Speakers around the listener.
  kAudioChannelLabel_Left = 1,  ///< L: front left.
  kAudioChannelLabel_Right = 2,  ///< R: front right.
  kAudioChannelLabel_Center = 3,  ///< C: front center.
  kAudioChannelLabel_LFEScreen = 4,  ///< LFE: low frequencies.
  kAudioChannelLabel_LeftSurround = 5,  ///< Ls: left surround.
  kAudioChannelLabel_RightSurround = 6,  ///< Rs: right surround.
  kAudioChannelLabel_LeftCenter = 7,  ///< Lc: front, between left and center.
  kAudioChannelLabel_RightCenter = 8,  ///< Rc: front, between right and center.
  kAudioChannelLabel_CenterSurround = 9,  ///< Cs: back center.
  kAudioChannelLabel_LeftSurroundDirect = 10,  ///< Lsd: left surround, at the side.
  kAudioChannelLabel_RightSurroundDirect = 11,  ///< Rsd: right surround, at the side.
  kAudioChannelLabel_TopCenterSurround = 12,  ///< Ts: above the listener.
  kAudioChannelLabel_VerticalHeightLeft = 13,  ///< Vhl: high, front left.
  kAudioChannelLabel_VerticalHeightCenter = 14,  ///< Vhc: high, front center.
  kAudioChannelLabel_VerticalHeightRight = 15,  ///< Vhr: high, front right.
  kAudioChannelLabel_TopBackLeft = 16,  ///< Tbl: high, back left.
  kAudioChannelLabel_TopBackCenter = 17,  ///< Tbc: high, back center.
  kAudioChannelLabel_TopBackRight = 18,  ///< Tbr: high, back right.
  kAudioChannelLabel_RearSurroundLeft = 33,  ///< Rls: back left.
  kAudioChannelLabel_RearSurroundRight = 34,  ///< Rrs: back right.
  kAudioChannelLabel_LeftWide = 35,  ///< Lw: wide, front left.
  kAudioChannelLabel_RightWide = 36,  ///< Rw: wide, front right.
  kAudioChannelLabel_LFE2 = 37,  ///< LFE2: low frequencies, the second.
  kAudioChannelLabel_LeftTotal = 38,  ///< Lt: left, with the surround channels encoded.
  kAudioChannelLabel_RightTotal = 39,  ///< Rt: right, with the surround channels encoded.
  kAudioChannelLabel_HearingImpaired = 40,  ///< HI: for hearing-impaired listeners.
  kAudioChannelLabel_Narration = 41,  ///< VI: a description of the picture.
  kAudioChannelLabel_Mono = 42,  ///< M: the only channel.
  kAudioChannelLabel_DialogCentricMix = 43,  ///< DCM: a mix with clear speech.
  kAudioChannelLabel_CenterSurroundDirect = 44,  ///< Csd: back center, with direct sound.
  kAudioChannelLabel_Haptic = 45,  ///< Hap: vibrations, not sound.
  kAudioChannelLabel_LeftTopFront = kAudioChannelLabel_VerticalHeightLeft,  ///< High, front left.
  /// High, front center.
  kAudioChannelLabel_CenterTopFront = kAudioChannelLabel_VerticalHeightCenter,
  /// High, front right.
  kAudioChannelLabel_RightTopFront = kAudioChannelLabel_VerticalHeightRight,
  kAudioChannelLabel_LeftTopMiddle = 49,  ///< Ltm: high, left.
  /// Above the listener.
  kAudioChannelLabel_CenterTopMiddle = kAudioChannelLabel_TopCenterSurround,
  kAudioChannelLabel_RightTopMiddle = 51,  ///< Rtm: high, right.
  kAudioChannelLabel_LeftTopRear = 52,  ///< Ltr: high, back left.
  kAudioChannelLabel_CenterTopRear = 53,  ///< Ctr: high, back center.
  kAudioChannelLabel_RightTopRear = 54,  ///< Rtr: high, back right.
  kAudioChannelLabel_LeftSideSurround = 55,  ///< Left, at the side.
  kAudioChannelLabel_RightSideSurround = 56,  ///< Right, at the side.
  kAudioChannelLabel_LeftBottom = 57,  ///< Low, front left.
  kAudioChannelLabel_RightBottom = 58,  ///< Low, front right.
  kAudioChannelLabel_CenterBottom = 59,  ///< Low, front center.
  kAudioChannelLabel_LeftTopSurround = 60,  ///< High, left surround.
  kAudioChannelLabel_RightTopSurround = 61,  ///< High, right surround.
  kAudioChannelLabel_LFE3 = 62,  ///< Low frequencies, the third.
  kAudioChannelLabel_LeftBackSurround = 63,  ///< Back left.
  kAudioChannelLabel_RightBackSurround = 64,  ///< Back right.
  kAudioChannelLabel_LeftEdgeOfScreen = 65,  ///< The left edge of the screen.
  kAudioChannelLabel_RightEdgeOfScreen = 66,  ///< The right edge of the screen.

  // First-order ambisonics, and microphone pairs.
  kAudioChannelLabel_Ambisonic_W = 200,  ///< W: the sound from all directions.
  kAudioChannelLabel_Ambisonic_X = 201,  ///< X: front minus back.
  kAudioChannelLabel_Ambisonic_Y = 202,  ///< Y: left minus right.
  kAudioChannelLabel_Ambisonic_Z = 203,  ///< Z: up minus down.
  kAudioChannelLabel_MS_Mid = 204,  ///< Mid: the sum of left and right.
  kAudioChannelLabel_MS_Side = 205,  ///< Side: the difference of left and right.
  kAudioChannelLabel_XY_X = 206,  ///< X: the first of two crossed microphones.
  kAudioChannelLabel_XY_Y = 207,  ///< Y: the second of two crossed microphones.
  kAudioChannelLabel_BinauralLeft = 208,  ///< The left ear of a dummy head.
  kAudioChannelLabel_BinauralRight = 209,  ///< The right ear of a dummy head.

  // Other uses.
  kAudioChannelLabel_HeadphonesLeft = 301,  ///< The left side of headphones.
  kAudioChannelLabel_HeadphonesRight = 302,  ///< The right side of headphones.
  kAudioChannelLabel_ClickTrack = 304,  ///< Beats for musicians.
  kAudioChannelLabel_ForeignLanguage = 305,  ///< Speech in another language.

  // Numbered channels without a position.
  kAudioChannelLabel_Discrete = 400,  ///< A channel without a position.
  kAudioChannelLabel_Discrete_0 = (1U << 16) | 0,  ///< Channel 0 without a position.
  kAudioChannelLabel_Discrete_1 = (1U << 16) | 1,  ///< Channel 1 without a position.
  kAudioChannelLabel_Discrete_2 = (1U << 16) | 2,  ///< Channel 2 without a position.
  kAudioChannelLabel_Discrete_3 = (1U << 16) | 3,  ///< Channel 3 without a position.
  kAudioChannelLabel_Discrete_4 = (1U << 16) | 4,  ///< Channel 4 without a position.
  kAudioChannelLabel_Discrete_5 = (1U << 16) | 5,  ///< Channel 5 without a position.
  kAudioChannelLabel_Discrete_6 = (1U << 16) | 6,  ///< Channel 6 without a position.
  kAudioChannelLabel_Discrete_7 = (1U << 16) | 7,  ///< Channel 7 without a position.
  kAudioChannelLabel_Discrete_8 = (1U << 16) | 8,  ///< Channel 8 without a position.
  kAudioChannelLabel_Discrete_9 = (1U << 16) | 9,  ///< Channel 9 without a position.
  kAudioChannelLabel_Discrete_10 = (1U << 16) | 10,  ///< Channel 10 without a position.
  kAudioChannelLabel_Discrete_11 = (1U << 16) | 11,  ///< Channel 11 without a position.
  kAudioChannelLabel_Discrete_12 = (1U << 16) | 12,  ///< Channel 12 without a position.
  kAudioChannelLabel_Discrete_13 = (1U << 16) | 13,  ///< Channel 13 without a position.
  kAudioChannelLabel_Discrete_14 = (1U << 16) | 14,  ///< Channel 14 without a position.
  kAudioChannelLabel_Discrete_15 = (1U << 16) | 15,  ///< Channel 15 without a position.
  kAudioChannelLabel_Discrete_65535 = (1U << 16) | 65535,  ///< Channel 65535 without a position.

  // Higher-order ambisonics, by Ambisonic Channel Number.
  kAudioChannelLabel_HOA_ACN = 500,  ///< A channel of ambisonics without a number.
  kAudioChannelLabel_HOA_ACN_0 = (2U << 16) | 0,  ///< Ambisonic channel 0.
  kAudioChannelLabel_HOA_ACN_1 = (2U << 16) | 1,  ///< Ambisonic channel 1.
  kAudioChannelLabel_HOA_ACN_2 = (2U << 16) | 2,  ///< Ambisonic channel 2.
  kAudioChannelLabel_HOA_ACN_3 = (2U << 16) | 3,  ///< Ambisonic channel 3.
  kAudioChannelLabel_HOA_ACN_4 = (2U << 16) | 4,  ///< Ambisonic channel 4.
  kAudioChannelLabel_HOA_ACN_5 = (2U << 16) | 5,  ///< Ambisonic channel 5.
  kAudioChannelLabel_HOA_ACN_6 = (2U << 16) | 6,  ///< Ambisonic channel 6.
  kAudioChannelLabel_HOA_ACN_7 = (2U << 16) | 7,  ///< Ambisonic channel 7.
  kAudioChannelLabel_HOA_ACN_8 = (2U << 16) | 8,  ///< Ambisonic channel 8.
  kAudioChannelLabel_HOA_ACN_9 = (2U << 16) | 9,  ///< Ambisonic channel 9.
  kAudioChannelLabel_HOA_ACN_10 = (2U << 16) | 10,  ///< Ambisonic channel 10.
  kAudioChannelLabel_HOA_ACN_11 = (2U << 16) | 11,  ///< Ambisonic channel 11.
  kAudioChannelLabel_HOA_ACN_12 = (2U << 16) | 12,  ///< Ambisonic channel 12.
  kAudioChannelLabel_HOA_ACN_13 = (2U << 16) | 13,  ///< Ambisonic channel 13.
  kAudioChannelLabel_HOA_ACN_14 = (2U << 16) | 14,  ///< Ambisonic channel 14.
  kAudioChannelLabel_HOA_ACN_15 = (2U << 16) | 15,  ///< Ambisonic channel 15.
  kAudioChannelLabel_HOA_ACN_65024 = (2U << 16) | 65024,  ///< Ambisonic channel 65024.
  /// The base of the channels with SN3D normalization: add the number.
  kAudioChannelLabel_HOA_SN3D = kAudioChannelLabel_HOA_ACN_0,
  /// The base of the channels with N3D normalization: add the number.
  kAudioChannelLabel_HOA_N3D = (3U << 16) | 0,

  // Audio objects.
  kAudioChannelLabel_Object = (4U << 16) | 0,  ///< The base of audio objects: add the number.

  // Reserved for clients.
  kAudioChannelLabel_BeginReserved = 0xF0000000,  ///< The first label for clients' own use.
  kAudioChannelLabel_EndReserved = 0xFFFFFFFE,  ///< The last label for clients' own use.
};

/// Sets of speakers, in the bit order of channel masks in WAVE.
OCA_OPTIONS(AudioChannelBitmap, UInt32) {
  kAudioChannelBit_Left = 1U << 0,  ///< L: front left.
  kAudioChannelBit_Right = 1U << 1,  ///< R: front right.
  kAudioChannelBit_Center = 1U << 2,  ///< C: front center.
  kAudioChannelBit_LFEScreen = 1U << 3,  ///< LFE: low frequencies.
  kAudioChannelBit_LeftSurround = 1U << 4,  ///< Ls: left surround.
  kAudioChannelBit_RightSurround = 1U << 5,  ///< Rs: right surround.
  kAudioChannelBit_LeftCenter = 1U << 6,  ///< Lc: front, between left and center.
  kAudioChannelBit_RightCenter = 1U << 7,  ///< Rc: front, between right and center.
  kAudioChannelBit_CenterSurround = 1U << 8,  ///< Cs: back center.
  kAudioChannelBit_LeftSurroundDirect = 1U << 9,  ///< Lsd: left surround, at the side.
  kAudioChannelBit_RightSurroundDirect = 1U << 10,  ///< Rsd: right surround, at the side.
  kAudioChannelBit_TopCenterSurround = 1U << 11,  ///< Ts: above the listener.
  kAudioChannelBit_VerticalHeightLeft = 1U << 12,  ///< Vhl: high, front left.
  kAudioChannelBit_VerticalHeightCenter = 1U << 13,  ///< Vhc: high, front center.
  kAudioChannelBit_VerticalHeightRight = 1U << 14,  ///< Vhr: high, front right.
  kAudioChannelBit_TopBackLeft = 1U << 15,  ///< Tbl: high, back left.
  kAudioChannelBit_TopBackCenter = 1U << 16,  ///< Tbc: high, back center.
  kAudioChannelBit_TopBackRight = 1U << 17,  ///< Tbr: high, back right.
  kAudioChannelBit_LeftTopFront = kAudioChannelBit_VerticalHeightLeft,  ///< High, front left.
  kAudioChannelBit_CenterTopFront = kAudioChannelBit_VerticalHeightCenter,  ///< High, front center.
  kAudioChannelBit_RightTopFront = kAudioChannelBit_VerticalHeightRight,  ///< High, front right.
  kAudioChannelBit_LeftTopMiddle = 1U << 21,  ///< Ltm: high, left.
  kAudioChannelBit_CenterTopMiddle = kAudioChannelBit_TopCenterSurround,  ///< Above the listener.
  kAudioChannelBit_RightTopMiddle = 1U << 23,  ///< Rtm: high, right.
  kAudioChannelBit_LeftTopRear = 1U << 24,  ///< Ltr: high, back left.
  kAudioChannelBit_CenterTopRear = 1U << 25,  ///< Ctr: high, back center.
  kAudioChannelBit_RightTopRear = 1U << 26,  ///< Rtr: high, back right.
};
OCA_OPTIONS_TYPE(AudioChannelBitmap, UInt32);

/// The interpretation of a channel's coordinates.
OCA_OPTIONS(AudioChannelFlags, UInt32) {
  kAudioChannelFlags_AllOff = 0,  ///< No coordinates.
  /// The coordinates are left-right, back-front, and down-up.
  kAudioChannelFlags_RectangularCoordinates = 1U << 0,
  /// The coordinates are azimuth, elevation, and distance.
  kAudioChannelFlags_SphericalCoordinates = 1U << 1,
  /// Distances are in meters, not in the layout's own units.
  kAudioChannelFlags_Meters = 1U << 2,
};
OCA_OPTIONS_TYPE(AudioChannelFlags, UInt32);

/// The meaning of each of the three coordinates.
OCA_ENUM(AudioChannelCoordinateIndex, UInt32) {
  kAudioChannelCoordinates_LeftRight = 0,  ///< Rectangular: negative is left.
  kAudioChannelCoordinates_BackFront = 1,  ///< Rectangular: negative is back.
  kAudioChannelCoordinates_DownUp = 2,  ///< Rectangular: negative is below.
  kAudioChannelCoordinates_Azimuth = 0,  ///< Spherical: degrees; 0 is front, and positive is right.
  /// Spherical: degrees; 0 is horizontal, and positive is up.
  kAudioChannelCoordinates_Elevation = 1,
  kAudioChannelCoordinates_Distance = 2,  ///< Spherical: the distance from the listener.
};
OCA_ENUM_TYPE(AudioChannelCoordinateIndex, UInt32);

/// Layout tags. A tag with the name of a standard lists the channels in that standard's order.
OCA_CONSTANTS(AudioChannelLayoutTag) {
  // The layout itself defines the channels.
  /// The descriptions define the channels.
  kAudioChannelLayoutTag_UseChannelDescriptions = (0U << 16) | 0,
  kAudioChannelLayoutTag_UseChannelBitmap = (1U << 16) | 0,  ///< The bitmap defines the channels.

  // General.
  kAudioChannelLayoutTag_Mono = (100U << 16) | 1,  ///< `M`
  kAudioChannelLayoutTag_Stereo = (101U << 16) | 2,  ///< `L R`
  kAudioChannelLayoutTag_StereoHeadphones = (102U << 16) | 2,  ///< `L R`
  kAudioChannelLayoutTag_MatrixStereo = (103U << 16) | 2,  ///< `Lt Rt`
  kAudioChannelLayoutTag_MidSide = (104U << 16) | 2,  ///< `Mid Side`
  kAudioChannelLayoutTag_XY = (105U << 16) | 2,  ///< `X Y`
  kAudioChannelLayoutTag_Binaural = (106U << 16) | 2,  ///< `L R`
  kAudioChannelLayoutTag_Ambisonic_B_Format = (107U << 16) | 4,  ///< `W X Y Z`
  kAudioChannelLayoutTag_Quadraphonic = (108U << 16) | 4,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_Pentagonal = (109U << 16) | 5,  ///< `L R Ls Rs C`
  kAudioChannelLayoutTag_Hexagonal = (110U << 16) | 6,  ///< `L R Ls Rs C Cs`
  kAudioChannelLayoutTag_Octagonal = (111U << 16) | 8,  ///< Eight speakers around the listener.
  kAudioChannelLayoutTag_Cube = (112U << 16) | 8,  ///< Eight speakers in the corners of a cube.

  // MPEG.
  kAudioChannelLayoutTag_MPEG_1_0 = kAudioChannelLayoutTag_Mono,  ///< `M`
  kAudioChannelLayoutTag_MPEG_2_0 = kAudioChannelLayoutTag_Stereo,  ///< `L R`
  kAudioChannelLayoutTag_MPEG_3_0_A = (113U << 16) | 3,  ///< `L R C`
  kAudioChannelLayoutTag_MPEG_3_0_B = (114U << 16) | 3,  ///< `C L R`
  kAudioChannelLayoutTag_MPEG_4_0_A = (115U << 16) | 4,  ///< `L R C Cs`
  kAudioChannelLayoutTag_MPEG_4_0_B = (116U << 16) | 4,  ///< `C L R Cs`
  kAudioChannelLayoutTag_MPEG_5_0_A = (117U << 16) | 5,  ///< `L R C Ls Rs`
  kAudioChannelLayoutTag_MPEG_5_0_B = (118U << 16) | 5,  ///< `L R Ls Rs C`
  kAudioChannelLayoutTag_MPEG_5_0_C = (119U << 16) | 5,  ///< `L C R Ls Rs`
  kAudioChannelLayoutTag_MPEG_5_0_D = (120U << 16) | 5,  ///< `C L R Ls Rs`
  kAudioChannelLayoutTag_MPEG_5_1_A = (121U << 16) | 6,  ///< `L R C LFE Ls Rs`
  kAudioChannelLayoutTag_MPEG_5_1_B = (122U << 16) | 6,  ///< `L R Ls Rs C LFE`
  kAudioChannelLayoutTag_MPEG_5_1_C = (123U << 16) | 6,  ///< `L C R Ls Rs LFE`
  kAudioChannelLayoutTag_MPEG_5_1_D = (124U << 16) | 6,  ///< `C L R Ls Rs LFE`
  kAudioChannelLayoutTag_MPEG_6_1_A = (125U << 16) | 7,  ///< `L R C LFE Ls Rs Cs`
  kAudioChannelLayoutTag_MPEG_7_1_A = (126U << 16) | 8,  ///< `L R C LFE Ls Rs Lc Rc`
  kAudioChannelLayoutTag_MPEG_7_1_B = (127U << 16) | 8,  ///< `C Lc Rc L R Ls Rs LFE`
  kAudioChannelLayoutTag_MPEG_7_1_C = (128U << 16) | 8,  ///< `L R C LFE Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_MPEG_6_1_B = (218U << 16) | 7,  ///< `L R Ls Rs C Cs LFE`
  kAudioChannelLayoutTag_MPEG_5_0_E = (216U << 16) | 5,  ///< `L R Rls Rrs C`
  kAudioChannelLayoutTag_MPEG_7_1_D = (219U << 16) | 8,  ///< `L R Rls Rrs Ls Rs C LFE`
  kAudioChannelLayoutTag_MPEG_5_1_E = (217U << 16) | 6,  ///< `L R Rls Rrs C LFE`
  kAudioChannelLayoutTag_Emagic_Default_7_1 = (129U << 16) | 8,  ///< `L R Ls Rs C LFE Lc Rc`
  kAudioChannelLayoutTag_SMPTE_DTV = (130U << 16) | 8,  ///< `L R C LFE Ls Rs Lt Rt`

  // ITU: front and back speakers.
  kAudioChannelLayoutTag_ITU_1_0 = kAudioChannelLayoutTag_Mono,  ///< `M`
  kAudioChannelLayoutTag_ITU_2_0 = kAudioChannelLayoutTag_Stereo,  ///< `L R`
  kAudioChannelLayoutTag_ITU_2_1 = (131U << 16) | 3,  ///< `L R Cs`
  kAudioChannelLayoutTag_ITU_2_2 = (132U << 16) | 4,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_ITU_3_0 = kAudioChannelLayoutTag_MPEG_3_0_A,  ///< `L R C`
  kAudioChannelLayoutTag_ITU_3_1 = kAudioChannelLayoutTag_MPEG_4_0_A,  ///< `L R C Cs`
  kAudioChannelLayoutTag_ITU_3_2 = kAudioChannelLayoutTag_MPEG_5_0_A,  ///< `L R C Ls Rs`
  kAudioChannelLayoutTag_ITU_3_2_1 = kAudioChannelLayoutTag_MPEG_5_1_A,  ///< `L R C LFE Ls Rs`
  /// `L R C LFE Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_ITU_3_4_1 = kAudioChannelLayoutTag_MPEG_7_1_C,

  // DVD.
  kAudioChannelLayoutTag_DVD_0 = kAudioChannelLayoutTag_Mono,  ///< `M`
  kAudioChannelLayoutTag_DVD_1 = kAudioChannelLayoutTag_Stereo,  ///< `L R`
  kAudioChannelLayoutTag_DVD_2 = kAudioChannelLayoutTag_ITU_2_1,  ///< `L R Cs`
  kAudioChannelLayoutTag_DVD_3 = kAudioChannelLayoutTag_ITU_2_2,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_DVD_4 = (133U << 16) | 3,  ///< `L R LFE`
  kAudioChannelLayoutTag_DVD_5 = (134U << 16) | 4,  ///< `L R LFE Cs`
  kAudioChannelLayoutTag_DVD_6 = (135U << 16) | 5,  ///< `L R LFE Ls Rs`
  kAudioChannelLayoutTag_DVD_7 = kAudioChannelLayoutTag_MPEG_3_0_A,  ///< `L R C`
  kAudioChannelLayoutTag_DVD_8 = kAudioChannelLayoutTag_MPEG_4_0_A,  ///< `L R C Cs`
  kAudioChannelLayoutTag_DVD_9 = kAudioChannelLayoutTag_MPEG_5_0_A,  ///< `L R C Ls Rs`
  kAudioChannelLayoutTag_DVD_10 = (136U << 16) | 4,  ///< `L R C LFE`
  kAudioChannelLayoutTag_DVD_11 = (137U << 16) | 5,  ///< `L R C LFE Cs`
  kAudioChannelLayoutTag_DVD_12 = kAudioChannelLayoutTag_MPEG_5_1_A,  ///< `L R C LFE Ls Rs`
  kAudioChannelLayoutTag_DVD_13 = kAudioChannelLayoutTag_MPEG_4_0_A,  ///< `L R C Cs`
  kAudioChannelLayoutTag_DVD_14 = kAudioChannelLayoutTag_MPEG_5_0_A,  ///< `L R C Ls Rs`
  kAudioChannelLayoutTag_DVD_15 = kAudioChannelLayoutTag_DVD_10,  ///< `L R C LFE`
  kAudioChannelLayoutTag_DVD_16 = kAudioChannelLayoutTag_DVD_11,  ///< `L R C LFE Cs`
  kAudioChannelLayoutTag_DVD_17 = kAudioChannelLayoutTag_MPEG_5_1_A,  ///< `L R C LFE Ls Rs`
  kAudioChannelLayoutTag_DVD_18 = (138U << 16) | 5,  ///< `L R Ls Rs LFE`
  kAudioChannelLayoutTag_DVD_19 = kAudioChannelLayoutTag_MPEG_5_0_B,  ///< `L R Ls Rs C`
  kAudioChannelLayoutTag_DVD_20 = kAudioChannelLayoutTag_MPEG_5_1_B,  ///< `L R Ls Rs C LFE`

  // Audio units.
  kAudioChannelLayoutTag_AudioUnit_4 = kAudioChannelLayoutTag_Quadraphonic,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_AudioUnit_5 = kAudioChannelLayoutTag_Pentagonal,  ///< `L R Ls Rs C`
  kAudioChannelLayoutTag_AudioUnit_6 = kAudioChannelLayoutTag_Hexagonal,  ///< `L R Ls Rs C Cs`
  /// The same as ``kAudioChannelLayoutTag_Octagonal``.
  kAudioChannelLayoutTag_AudioUnit_8 = kAudioChannelLayoutTag_Octagonal,
  kAudioChannelLayoutTag_AudioUnit_5_0 = kAudioChannelLayoutTag_MPEG_5_0_B,  ///< `L R Ls Rs C`
  kAudioChannelLayoutTag_AudioUnit_6_0 = (139U << 16) | 6,  ///< `L R Ls Rs C Cs`
  kAudioChannelLayoutTag_AudioUnit_7_0 = (140U << 16) | 7,  ///< `L R Ls Rs C Rls Rrs`
  kAudioChannelLayoutTag_AudioUnit_7_0_Front = (148U << 16) | 7,  ///< `L R Ls Rs C Lc Rc`
  kAudioChannelLayoutTag_AudioUnit_5_1 = kAudioChannelLayoutTag_MPEG_5_1_A,  ///< `L R C LFE Ls Rs`
  /// `L R C LFE Ls Rs Cs`
  kAudioChannelLayoutTag_AudioUnit_6_1 = kAudioChannelLayoutTag_MPEG_6_1_A,
  /// `L R C LFE Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_AudioUnit_7_1 = kAudioChannelLayoutTag_MPEG_7_1_C,
  /// `L R C LFE Ls Rs Lc Rc`
  kAudioChannelLayoutTag_AudioUnit_7_1_Front = kAudioChannelLayoutTag_MPEG_7_1_A,

  // AAC: the center comes first.
  kAudioChannelLayoutTag_AAC_3_0 = kAudioChannelLayoutTag_MPEG_3_0_B,  ///< `C L R`
  kAudioChannelLayoutTag_AAC_Quadraphonic = kAudioChannelLayoutTag_Quadraphonic,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_AAC_4_0 = kAudioChannelLayoutTag_MPEG_4_0_B,  ///< `C L R Cs`
  kAudioChannelLayoutTag_AAC_5_0 = kAudioChannelLayoutTag_MPEG_5_0_D,  ///< `C L R Ls Rs`
  kAudioChannelLayoutTag_AAC_5_1 = kAudioChannelLayoutTag_MPEG_5_1_D,  ///< `C L R Ls Rs LFE`
  kAudioChannelLayoutTag_AAC_6_0 = (141U << 16) | 6,  ///< `C L R Ls Rs Cs`
  kAudioChannelLayoutTag_AAC_6_1 = (142U << 16) | 7,  ///< `C L R Ls Rs Cs LFE`
  kAudioChannelLayoutTag_AAC_7_0 = (143U << 16) | 7,  ///< `C L R Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_AAC_7_1 = kAudioChannelLayoutTag_MPEG_7_1_B,  ///< `C Lc Rc L R Ls Rs LFE`
  kAudioChannelLayoutTag_AAC_7_1_B = (183U << 16) | 8,  ///< `C L R Ls Rs Rls Rrs LFE`
  kAudioChannelLayoutTag_AAC_7_1_C = (184U << 16) | 8,  ///< `C L R Ls Rs LFE Vhl Vhr`
  kAudioChannelLayoutTag_AAC_Octagonal = (144U << 16) | 8,  ///< `C L R Ls Rs Rls Rrs Cs`

  // Tomlinson Holman's 10.2.
  /// `L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE LFE2`
  kAudioChannelLayoutTag_TMH_10_2_std = (145U << 16) | 16,
  /// `L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE LFE2 Lc Rc HI VI Hap`
  kAudioChannelLayoutTag_TMH_10_2_full = (146U << 16) | 21,

  // AC-3 and Enhanced AC-3.
  kAudioChannelLayoutTag_AC3_1_0_1 = (149U << 16) | 2,  ///< `C LFE`
  kAudioChannelLayoutTag_AC3_3_0 = (150U << 16) | 3,  ///< `L C R`
  kAudioChannelLayoutTag_AC3_3_1 = (151U << 16) | 4,  ///< `L C R Cs`
  kAudioChannelLayoutTag_AC3_3_0_1 = (152U << 16) | 4,  ///< `L C R LFE`
  kAudioChannelLayoutTag_AC3_2_1_1 = (153U << 16) | 4,  ///< `L R Cs LFE`
  kAudioChannelLayoutTag_AC3_3_1_1 = (154U << 16) | 5,  ///< `L C R Cs LFE`
  kAudioChannelLayoutTag_EAC_6_0_A = (155U << 16) | 6,  ///< `L C R Ls Rs Cs`
  kAudioChannelLayoutTag_EAC_7_0_A = (156U << 16) | 7,  ///< `L C R Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_EAC3_6_1_A = (157U << 16) | 7,  ///< `L C R Ls Rs LFE Cs`
  kAudioChannelLayoutTag_EAC3_6_1_B = (158U << 16) | 7,  ///< `L C R Ls Rs LFE Ts`
  kAudioChannelLayoutTag_EAC3_6_1_C = (159U << 16) | 7,  ///< `L C R Ls Rs LFE Vhc`
  kAudioChannelLayoutTag_EAC3_7_1_A = (160U << 16) | 8,  ///< `L C R Ls Rs LFE Rls Rrs`
  kAudioChannelLayoutTag_EAC3_7_1_B = (161U << 16) | 8,  ///< `L C R Ls Rs LFE Lc Rc`
  kAudioChannelLayoutTag_EAC3_7_1_C = (162U << 16) | 8,  ///< `L C R Ls Rs LFE Lsd Rsd`
  kAudioChannelLayoutTag_EAC3_7_1_D = (163U << 16) | 8,  ///< `L C R Ls Rs LFE Lw Rw`
  kAudioChannelLayoutTag_EAC3_7_1_E = (164U << 16) | 8,  ///< `L C R Ls Rs LFE Vhl Vhr`
  kAudioChannelLayoutTag_EAC3_7_1_F = (165U << 16) | 8,  ///< `L C R Ls Rs LFE Cs Ts`
  kAudioChannelLayoutTag_EAC3_7_1_G = (166U << 16) | 8,  ///< `L C R Ls Rs LFE Cs Vhc`
  kAudioChannelLayoutTag_EAC3_7_1_H = (167U << 16) | 8,  ///< `L C R Ls Rs LFE Ts Vhc`

  // DTS.
  kAudioChannelLayoutTag_DTS_3_1 = (168U << 16) | 4,  ///< `C L R LFE`
  kAudioChannelLayoutTag_DTS_4_1 = (169U << 16) | 5,  ///< `C L R Cs LFE`
  kAudioChannelLayoutTag_DTS_6_0_A = (170U << 16) | 6,  ///< `Lc Rc L R Ls Rs`
  kAudioChannelLayoutTag_DTS_6_0_B = (171U << 16) | 6,  ///< `C L R Rls Rrs Ts`
  kAudioChannelLayoutTag_DTS_6_0_C = (172U << 16) | 6,  ///< `C Cs L R Rls Rrs`
  kAudioChannelLayoutTag_DTS_6_1_A = (173U << 16) | 7,  ///< `Lc Rc L R Ls Rs LFE`
  kAudioChannelLayoutTag_DTS_6_1_B = (174U << 16) | 7,  ///< `C L R Rls Rrs Ts LFE`
  kAudioChannelLayoutTag_DTS_6_1_C = (175U << 16) | 7,  ///< `C Cs L R Rls Rrs LFE`
  kAudioChannelLayoutTag_DTS_7_0 = (176U << 16) | 7,  ///< `Lc C Rc L R Ls Rs`
  kAudioChannelLayoutTag_DTS_7_1 = (177U << 16) | 8,  ///< `Lc C Rc L R Ls Rs LFE`
  kAudioChannelLayoutTag_DTS_8_0_A = (178U << 16) | 8,  ///< `Lc Rc L R Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_DTS_8_0_B = (179U << 16) | 8,  ///< `Lc C Rc L R Ls Cs Rs`
  kAudioChannelLayoutTag_DTS_8_1_A = (180U << 16) | 9,  ///< `Lc Rc L R Ls Rs Rls Rrs LFE`
  kAudioChannelLayoutTag_DTS_8_1_B = (181U << 16) | 9,  ///< `Lc C Rc L R Ls Cs Rs LFE`
  kAudioChannelLayoutTag_DTS_6_1_D = (182U << 16) | 7,  ///< `C L R Ls Rs LFE Cs`

  // WAVE files.
  kAudioChannelLayoutTag_WAVE_2_1 = kAudioChannelLayoutTag_DVD_4,  ///< `L R LFE`
  kAudioChannelLayoutTag_WAVE_3_0 = kAudioChannelLayoutTag_MPEG_3_0_A,  ///< `L R C`
  kAudioChannelLayoutTag_WAVE_4_0_A = kAudioChannelLayoutTag_ITU_2_2,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_WAVE_4_0_B = (185U << 16) | 4,  ///< `L R Rls Rrs`
  kAudioChannelLayoutTag_WAVE_5_0_A = kAudioChannelLayoutTag_MPEG_5_0_A,  ///< `L R C Ls Rs`
  kAudioChannelLayoutTag_WAVE_5_0_B = (186U << 16) | 5,  ///< `L R C Rls Rrs`
  kAudioChannelLayoutTag_WAVE_5_1_A = kAudioChannelLayoutTag_MPEG_5_1_A,  ///< `L R C LFE Ls Rs`
  kAudioChannelLayoutTag_WAVE_5_1_B = (187U << 16) | 6,  ///< `L R C LFE Rls Rrs`
  kAudioChannelLayoutTag_WAVE_6_1 = (188U << 16) | 7,  ///< `L R C LFE Cs Ls Rs`
  kAudioChannelLayoutTag_WAVE_7_1 = (189U << 16) | 8,  ///< `L R C LFE Rls Rrs Ls Rs`

  // Higher-order ambisonics: add the number of channels.
  /// SN3D normalization: add the number of channels.
  kAudioChannelLayoutTag_HOA_ACN_SN3D = (190U << 16) | 0,
  /// N3D normalization: add the number of channels.
  kAudioChannelLayoutTag_HOA_ACN_N3D = (191U << 16) | 0,

  // Dolby Atmos.
  kAudioChannelLayoutTag_Atmos_5_1_2 = (194U << 16) | 8,  ///< `L R C LFE Ls Rs Ltm Rtm`
  kAudioChannelLayoutTag_Atmos_5_1_4 = (195U << 16) | 10,  ///< `L R C LFE Ls Rs Vhl Vhr Ltr Rtr`
  kAudioChannelLayoutTag_Atmos_7_1_2 = (196U << 16) | 10,  ///< `L R C LFE Ls Rs Rls Rrs Ltm Rtm`
  /// `L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltr Rtr`
  kAudioChannelLayoutTag_Atmos_7_1_4 = (192U << 16) | 12,
  /// `L R C LFE Ls Rs Rls Rrs Lw Rw Vhl Vhr Ltm Rtm Ltr Rtr`
  kAudioChannelLayoutTag_Atmos_9_1_6 = (193U << 16) | 16,

  // Logic Pro.
  kAudioChannelLayoutTag_Logic_Mono = kAudioChannelLayoutTag_Mono,  ///< `M`
  kAudioChannelLayoutTag_Logic_Stereo = kAudioChannelLayoutTag_Stereo,  ///< `L R`
  kAudioChannelLayoutTag_Logic_Quadraphonic = kAudioChannelLayoutTag_Quadraphonic,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_Logic_4_0_A = kAudioChannelLayoutTag_MPEG_4_0_A,  ///< `L R C Cs`
  kAudioChannelLayoutTag_Logic_4_0_B = kAudioChannelLayoutTag_MPEG_4_0_B,  ///< `C L R Cs`
  kAudioChannelLayoutTag_Logic_4_0_C = (197U << 16) | 4,  ///< `L R Cs C`
  kAudioChannelLayoutTag_Logic_5_0_A = kAudioChannelLayoutTag_MPEG_5_0_A,  ///< `L R C Ls Rs`
  kAudioChannelLayoutTag_Logic_5_0_B = kAudioChannelLayoutTag_MPEG_5_0_B,  ///< `L R Ls Rs C`
  kAudioChannelLayoutTag_Logic_5_0_C = kAudioChannelLayoutTag_MPEG_5_0_C,  ///< `L C R Ls Rs`
  kAudioChannelLayoutTag_Logic_5_0_D = kAudioChannelLayoutTag_MPEG_5_0_D,  ///< `C L R Ls Rs`
  kAudioChannelLayoutTag_Logic_5_1_A = kAudioChannelLayoutTag_MPEG_5_1_A,  ///< `L R C LFE Ls Rs`
  kAudioChannelLayoutTag_Logic_5_1_B = kAudioChannelLayoutTag_MPEG_5_1_B,  ///< `L R Ls Rs C LFE`
  kAudioChannelLayoutTag_Logic_5_1_C = kAudioChannelLayoutTag_MPEG_5_1_C,  ///< `L C R Ls Rs LFE`
  kAudioChannelLayoutTag_Logic_5_1_D = kAudioChannelLayoutTag_MPEG_5_1_D,  ///< `C L R Ls Rs LFE`
  kAudioChannelLayoutTag_Logic_6_0_A = kAudioChannelLayoutTag_AAC_6_0,  ///< `C L R Ls Rs Cs`
  kAudioChannelLayoutTag_Logic_6_0_B = (198U << 16) | 6,  ///< `L R Ls Rs Cs C`
  kAudioChannelLayoutTag_Logic_6_0_C = kAudioChannelLayoutTag_AudioUnit_6_0,  ///< `L R Ls Rs C Cs`
  kAudioChannelLayoutTag_Logic_6_1_A = kAudioChannelLayoutTag_AAC_6_1,  ///< `C L R Ls Rs Cs LFE`
  kAudioChannelLayoutTag_Logic_6_1_B = (199U << 16) | 7,  ///< `L R Ls Rs Cs C LFE`
  kAudioChannelLayoutTag_Logic_6_1_C = kAudioChannelLayoutTag_MPEG_6_1_A,  ///< `L R C LFE Ls Rs Cs`
  kAudioChannelLayoutTag_Logic_6_1_D = (200U << 16) | 7,  ///< `L C R Ls Cs Rs LFE`
  /// `L R C LFE Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_Logic_7_1_A = kAudioChannelLayoutTag_MPEG_7_1_C,
  kAudioChannelLayoutTag_Logic_7_1_B = (201U << 16) | 8,  ///< `L R Ls Rs Rls Rrs C LFE`
  /// `L R C LFE Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_Logic_7_1_C = kAudioChannelLayoutTag_MPEG_7_1_C,
  /// `L R C LFE Ls Rs Lc Rc`
  kAudioChannelLayoutTag_Logic_7_1_SDDS_A = kAudioChannelLayoutTag_MPEG_7_1_A,
  /// `C Lc Rc L R Ls Rs LFE`
  kAudioChannelLayoutTag_Logic_7_1_SDDS_B = kAudioChannelLayoutTag_MPEG_7_1_B,
  /// `L R Ls Rs C LFE Lc Rc`
  kAudioChannelLayoutTag_Logic_7_1_SDDS_C = kAudioChannelLayoutTag_Emagic_Default_7_1,
  /// `L R C LFE Ls Rs Ltm Rtm`
  kAudioChannelLayoutTag_Logic_Atmos_5_1_2 = kAudioChannelLayoutTag_Atmos_5_1_2,
  /// `L R C LFE Ls Rs Vhl Vhr Ltr Rtr`
  kAudioChannelLayoutTag_Logic_Atmos_5_1_4 = kAudioChannelLayoutTag_Atmos_5_1_4,
  /// `L R C LFE Ls Rs Rls Rrs Ltm Rtm`
  kAudioChannelLayoutTag_Logic_Atmos_7_1_2 = kAudioChannelLayoutTag_Atmos_7_1_2,
  /// `L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltr Rtr`
  kAudioChannelLayoutTag_Logic_Atmos_7_1_4_A = kAudioChannelLayoutTag_Atmos_7_1_4,
  /// Dolby Atmos 7.1.4 in another order.
  kAudioChannelLayoutTag_Logic_Atmos_7_1_4_B = (202U << 16) | 12,
  /// `L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltm Rtm Ltr Rtr`
  kAudioChannelLayoutTag_Logic_Atmos_7_1_6 = (203U << 16) | 14,

  // Any number of channels without positions: add the number.
  /// Channels without positions: add their number.
  kAudioChannelLayoutTag_DiscreteInOrder = (147U << 16) | 0,

  // ISO/IEC 23091-3 coding-independent code points.
  kAudioChannelLayoutTag_CICP_1 = kAudioChannelLayoutTag_Mono,  ///< `M`
  kAudioChannelLayoutTag_CICP_2 = kAudioChannelLayoutTag_Stereo,  ///< `L R`
  kAudioChannelLayoutTag_CICP_3 = kAudioChannelLayoutTag_MPEG_3_0_A,  ///< `L R C`
  kAudioChannelLayoutTag_CICP_4 = kAudioChannelLayoutTag_MPEG_4_0_A,  ///< `L R C Cs`
  kAudioChannelLayoutTag_CICP_5 = kAudioChannelLayoutTag_MPEG_5_0_A,  ///< `L R C Ls Rs`
  kAudioChannelLayoutTag_CICP_6 = kAudioChannelLayoutTag_MPEG_5_1_A,  ///< `L R C LFE Ls Rs`
  kAudioChannelLayoutTag_CICP_7 = kAudioChannelLayoutTag_MPEG_7_1_B,  ///< `C Lc Rc L R Ls Rs LFE`
  kAudioChannelLayoutTag_CICP_9 = kAudioChannelLayoutTag_ITU_2_1,  ///< `L R Cs`
  kAudioChannelLayoutTag_CICP_10 = kAudioChannelLayoutTag_ITU_2_2,  ///< `L R Ls Rs`
  kAudioChannelLayoutTag_CICP_11 = kAudioChannelLayoutTag_MPEG_6_1_A,  ///< `L R C LFE Ls Rs Cs`
  /// `L R C LFE Ls Rs Rls Rrs`
  kAudioChannelLayoutTag_CICP_12 = kAudioChannelLayoutTag_MPEG_7_1_C,
  kAudioChannelLayoutTag_CICP_13 = (204U << 16) | 24,  ///< Code point 13: 24 channels.
  kAudioChannelLayoutTag_CICP_14 = (205U << 16) | 8,  ///< Code point 14: 8 channels.
  kAudioChannelLayoutTag_CICP_15 = (206U << 16) | 12,  ///< Code point 15: 12 channels.
  kAudioChannelLayoutTag_CICP_16 = (207U << 16) | 10,  ///< Code point 16: 10 channels.
  kAudioChannelLayoutTag_CICP_17 = (208U << 16) | 12,  ///< Code point 17: 12 channels.
  kAudioChannelLayoutTag_CICP_18 = (209U << 16) | 14,  ///< Code point 18: 14 channels.
  kAudioChannelLayoutTag_CICP_19 = (210U << 16) | 12,  ///< Code point 19: 12 channels.
  kAudioChannelLayoutTag_CICP_20 = (211U << 16) | 14,  ///< Code point 20: 14 channels.

  // Vorbis and Opus.
  kAudioChannelLayoutTag_Ogg_3_0 = kAudioChannelLayoutTag_AC3_3_0,  ///< `L C R`
  kAudioChannelLayoutTag_Ogg_4_0 = kAudioChannelLayoutTag_WAVE_4_0_B,  ///< `L R Rls Rrs`
  kAudioChannelLayoutTag_Ogg_5_0 = (212U << 16) | 5,  ///< `L C R Rls Rrs`
  kAudioChannelLayoutTag_Ogg_5_1 = (213U << 16) | 6,  ///< `L C R Rls Rrs LFE`
  kAudioChannelLayoutTag_Ogg_6_1 = (214U << 16) | 7,  ///< `L C R Ls Rs Cs LFE`
  kAudioChannelLayoutTag_Ogg_7_1 = (215U << 16) | 8,  ///< `L C R Ls Rs Rls Rrs LFE`

  // Reserved for clients, and an unknown layout: add the number of channels.
  kAudioChannelLayoutTag_BeginReserved = 0xF0000000,  ///< The first tag for clients' own use.
  kAudioChannelLayoutTag_EndReserved = 0xFFFEFFFF,  ///< The last tag for clients' own use.
  kAudioChannelLayoutTag_Unknown = 0xFFFF0000,  ///< An unknown layout: add the number of channels.
};

/// One channel of a layout.
typedef struct AudioChannelDescription {
  AudioChannelLabel mChannelLabel;  ///< The role.
  AudioChannelFlags mChannelFlags;  ///< The kind of coordinates.
  /// Valid if the label is `kAudioChannelLabel_UseCoordinates`.
  Float32 mCoordinates[3];
} AudioChannelDescription;

/// The role of each channel: by tag, by bitmap, or by one description for each channel.
typedef struct AudioChannelLayout {
  AudioChannelLayoutTag mChannelLayoutTag;  ///< The layout, or the member that defines it.
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

/// A format and the layout of its channels.
struct AudioFormatListItem {
  AudioStreamBasicDescription mASBD;  ///< The format.
  AudioChannelLayoutTag mChannelLayoutTag;  ///< The layout of its channels.
};

// MARK: - MPEG-4

/// Audio object types.
///
/// Source: ISO/IEC 14496-3, table 1.1.
OCA_ENUM(MPEG4ObjectID, long) {
  kMPEG4Object_AAC_Main = 1,  ///< AAC Main.
  kMPEG4Object_AAC_LC = 2,  ///< AAC Low Complexity.
  kMPEG4Object_AAC_SSR = 3,  ///< AAC with a scalable sample rate.
  kMPEG4Object_AAC_LTP = 4,  ///< AAC with long-term prediction.
  kMPEG4Object_AAC_SBR = 5,  ///< Spectral band replication, the addition of HE-AAC.
  kMPEG4Object_AAC_Scalable = 6,  ///< AAC in layers.
  kMPEG4Object_TwinVQ = 7,  ///< TwinVQ.
  kMPEG4Object_CELP = 8,  ///< CELP, for speech.
  kMPEG4Object_HVXC = 9,  ///< HVXC, for speech at very low rates.
};
OCA_ENUM_TYPE(MPEG4ObjectID, long);

OCA_HEADER_END

#include <CoreAudio/CoreAudioInlines.h>

#endif

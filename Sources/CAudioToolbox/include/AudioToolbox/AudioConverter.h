/// Audio Converter Services: from one stream format to another.
#ifndef AudioToolbox_AudioConverter_h
#define AudioToolbox_AudioConverter_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A converter.
typedef struct OpaqueAudioConverter *AudioConverterRef;
/// A property of a converter: a four-character code.
typedef UInt32 AudioConverterPropertyID;

/// How a converter is made.
OCA_OPTIONS(AudioConverterOptions, UInt32) {
  /// Hold no frames between calls, for fewer formats and with fixed ratios of packets.
  kAudioConverterOption_Unbuffered = 1U << 16,
};
OCA_OPTIONS_TYPE(AudioConverterOptions, UInt32);

// MARK: - Properties

OCA_CONSTANTS(AudioConverterPropertyID) {
  /// UInt32: bytes that an input buffer should have at least.
  kAudioConverterPropertyMinimumInputBufferSize = 'mibs',
  /// UInt32: bytes that an output buffer should have at least.
  kAudioConverterPropertyMinimumOutputBufferSize = 'mobs',
  /// UInt32 in bytes.
  kAudioConverterPropertyMaximumInputPacketSize = 'xips',
  /// UInt32 in bytes.
  kAudioConverterPropertyMaximumOutputPacketSize = 'xops',
  /// UInt32: bytes of output in, bytes of input out.
  kAudioConverterPropertyCalculateInputBufferSize = 'cibs',
  /// UInt32: bytes of input in, bytes of output out.
  kAudioConverterPropertyCalculateOutputBufferSize = 'cobs',
  /// Bytes of the input codec's own; no codec here has any.
  kAudioConverterPropertyInputCodecParameters = 'icdp',
  /// Bytes of the output codec's own; no codec here has any.
  kAudioConverterPropertyOutputCodecParameters = 'ocdp',
  /// OSType, from the list below.
  kAudioConverterSampleRateConverterComplexity = 'srca',
  /// UInt32: 0 to 127.
  kAudioConverterSampleRateConverterQuality = 'srcq',
  /// Float64: 0 to below 1. The converters here begin with the first frame of the input, and have none.
  kAudioConverterSampleRateConverterInitialPhase = 'srcp',
  /// UInt32: 0 to 127.
  kAudioConverterCodecQuality = 'cdqu',
  /// UInt32, from the list below.
  kAudioConverterPrimeMethod = 'prmm',
  /// `AudioConverterPrimeInfo`.
  kAudioConverterPrimeInfo = 'prim',
  /// SInt32s, one an output channel: the input channel, or -1 for silence.
  kAudioConverterChannelMap = 'chmp',
  /// Bytes that the decoder needs.
  kAudioConverterDecompressionMagicCookie = 'dmgc',
  /// Bytes that a decoder of the output needs.
  kAudioConverterCompressionMagicCookie = 'cmgc',
  /// UInt32 in bits a second.
  kAudioConverterEncodeBitRate = 'brat',
  /// Float64 in hertz: the rate at which the encoder works; set before the first packet. 0 lets the encoder choose.
  kAudioConverterEncodeAdjustableSampleRate = 'ajsr',
  /// `AudioChannelLayout`.
  kAudioConverterInputChannelLayout = 'icl ',
  /// `AudioChannelLayout`.
  kAudioConverterOutputChannelLayout = 'ocl ',
  /// `AudioValueRange`s for the present settings.
  kAudioConverterApplicableEncodeBitRates = 'aebr',
  /// `AudioValueRange`s of the codec.
  kAudioConverterAvailableEncodeBitRates = 'vebr',
  /// `AudioValueRange`s for the present settings.
  kAudioConverterApplicableEncodeSampleRates = 'aesr',
  /// `AudioValueRange`s of the codec.
  kAudioConverterAvailableEncodeSampleRates = 'vesr',
  /// `AudioChannelLayoutTag`s of the codec.
  kAudioConverterAvailableEncodeChannelLayoutTags = 'aecl',
  /// `AudioStreamBasicDescription`, complete.
  kAudioConverterCurrentOutputStreamDescription = 'acod',
  /// `AudioStreamBasicDescription`, complete.
  kAudioConverterCurrentInputStreamDescription = 'acid',
  /// CFArray of the settings; the caller owns it.
  kAudioConverterPropertySettings = 'acps',
  /// UInt32: bits of the source or the result.
  kAudioConverterPropertyBitDepthHint = 'acbd',
  /// `AudioFormatListItem`s that the codec makes.
  kAudioConverterPropertyFormatList = 'flst',
  kAudioConverterPropertyMaximumInputBufferSize = 'xibs',
  /// An older name of `kAudioConverterSampleRateConverterComplexity`, with the same values.
  kAudioConverterSampleRateConverterAlgorithm = 'srci',
  /// UInt32.
  kAudioConverterPropertyCanResumeFromInterruption = 'crfi',
  /// UInt32: 0, or an algorithm from the list below.
  kAudioConverterPropertyDithering = 'dith',
  /// UInt32.
  kAudioConverterPropertyDitherBitDepth = 'dbit',
  /// UInt32: 1 mixes down as the layouts demand.
  kAudioConverterPropertyPerformDownmix = 'dmix',
  /// Float32s: a matrix of input by output channels.
  kAudioConverterPropertyChannelMixMap = 'mmap',
};

/// Values of the two properties for quality.
OCA_CONSTANTS(UInt32) {
  kAudioConverterQuality_Max = 0x7F,
  kAudioConverterQuality_High = 0x60,
  kAudioConverterQuality_Medium = 0x40,
  kAudioConverterQuality_Low = 0x20,
  kAudioConverterQuality_Min = 0,
};

/// Values of `kAudioConverterSampleRateConverterComplexity`.
OCA_CONSTANTS(UInt32) {
  kAudioConverterSampleRateConverterComplexity_Linear = 'line',
  kAudioConverterSampleRateConverterComplexity_Normal = 'norm',
  kAudioConverterSampleRateConverterComplexity_Mastering = 'bats',
  kAudioConverterSampleRateConverterComplexity_MinimumPhase = 'minp',
};

/// Values of `kAudioConverterPrimeMethod`.
OCA_CONSTANTS(UInt32) {
  kConverterPrimeMethod_Pre = 0,  ///< The input begins with the leading frames.
  kConverterPrimeMethod_Normal = 1,  ///< Trailing frames are taken, leading ones are silence.
  kConverterPrimeMethod_None = 2,  ///< No frames are taken ahead: the output has latency.
};

/// Values of `kAudioConverterPropertyDithering`.
OCA_CONSTANTS(UInt32) {
  kDitherAlgorithm_TPDF = 1,
  kDitherAlgorithm_NoiseShaping = 2,
};

/// The frames that a converter wants around those it is asked for.
typedef struct AudioConverterPrimeInfo {
  /// Input frames before the first one.
  UInt32 leadingFrames;
  /// Input frames after the last one.
  UInt32 trailingFrames;
} AudioConverterPrimeInfo;

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  /// No way from the one format to the other.
  kAudioConverterErr_FormatNotSupported = 'fmt?',
  kAudioConverterErr_OperationNotSupported = 'op\?\?',
  kAudioConverterErr_PropertyNotSupported = 'prop',
  /// The input is not a whole number of packets.
  kAudioConverterErr_InvalidInputSize = 'insz',
  /// The output is too small or no whole number of packets.
  kAudioConverterErr_InvalidOutputSize = 'otsz',
  /// Something failed that has no number of its own.
  kAudioConverterErr_UnspecifiedError = 'what',
  /// The memory for the value has the wrong size.
  kAudioConverterErr_BadPropertySizeError = '!siz',
  /// Packets that differ in size need descriptions.
  kAudioConverterErr_RequiresPacketDescriptionsError = '!pkd',
  kAudioConverterErr_InputSampleRateOutOfRange = '!isr',
  kAudioConverterErr_OutputSampleRateOutOfRange = '!osr',
  /// The hardware codec is busy.
  kAudioConverterErr_HardwareInUse = 'hwiu',
  kAudioConverterErr_NoHardwarePermission = 'perm',
};

// MARK: - Making

/// Makes a converter from one format to another.
extern OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Makes a converter that uses one of the listed codecs.
extern OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, UInt32 inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Makes a converter with options.
extern OSStatus AudioConverterNewWithOptions(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, AudioConverterOptions inOptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Ends a converter.
extern OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

/// Forgets all input, for a new stream of the same format.
extern OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

// MARK: - Asking and setting

/// The size of a property's value in bytes, and whether it can be set.
extern OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    UInt32 *_Nullable outSize, DarwinBoolean *_Nullable outWritable);

/// The value of a property.
///
/// - Parameter ioPropertyDataSize: The capacity of `outPropertyData` in bytes, then what was
///   written.
extern OSStatus AudioConverterGetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Sets a property.
extern OSStatus AudioConverterSetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData);

// MARK: - Converting

/// Converts a buffer where the output has as many frames as the input.
///
/// - Parameter ioOutputDataSize: The capacity of `outOutputData` in bytes, then what was written.
extern OSStatus AudioConverterConvertBuffer(
    AudioConverterRef inAudioConverter, UInt32 inInputDataSize, const void *inInputData,
    UInt32 *ioOutputDataSize, void *outOutputData);

/// Converts frames of linear PCM where the output has as many as the input.
///
/// - Parameter outOutputData: Capacities in bytes, then the bytes written.
extern OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef inAudioConverter, UInt32 inNumberPCMFrames,
    const AudioBufferList *inInputData, AudioBufferList *outOutputData);

/// Gives a converter its next input by pointing `ioData` to it.
///
/// The memory stays valid until the next call. No packets without an error are the end of the
/// stream; with an error, which the caller of the converter gets, they mean "not now".
///
/// - Parameters:
///   - ioNumberDataPackets: The least number of packets that helps, then what is given.
///   - outDataPacketDescription: Where not null, to be set to one description a packet.
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef inAudioConverter, UInt32 *ioNumberDataPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// The same, for a converter on a thread that may not wait.
typedef OSStatus (*AudioConverterComplexInputDataProcRealtimeSafe)(
    AudioConverterRef inAudioConverter, UInt32 *ioNumberDataPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// Gives a converter its next input, in the oldest form.
typedef OSStatus (*AudioConverterInputDataProc)(
    AudioConverterRef inAudioConverter, UInt32 *ioDataSize, void *_Nonnull *_Nonnull outData,
    void *_Nullable inUserData);

/// Converts as much as fits, asking a function for input.
///
/// - Parameters:
///   - ioOutputDataPacketSize: The packets that fit into `outOutputData`, then those written.
///   - outOutputData: Capacities in bytes, then the bytes written.
///   - outPacketDescription: Where the output's packets differ in size, room for as many.
extern OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef inAudioConverter, AudioConverterComplexInputDataProc inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *_Nullable outPacketDescription);

/// The same on a thread that may not wait, for linear PCM of one sample rate.
extern OSStatus AudioConverterFillComplexBufferRealtimeSafe(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProcRealtimeSafe inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *_Nullable outPacketDescription);

/// The same, which also tells of packets that depend on others.
///
/// - Parameters:
///   - outPacketDependencies: Room for as many as packets; filled in for formats of which packets depend on others.
extern OSStatus AudioConverterFillComplexBufferWithPacketDependencies(
    AudioConverterRef inAudioConverter, AudioConverterComplexInputDataProc inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    AudioStreamPacketDependencyDescription *outPacketDependencies);

/// Converts as much as fits, asking a function for bytes: the oldest form, for packets of one size.
///
/// - Parameters:
///   - ioOutputDataSize: The room in bytes, then the bytes written.
extern OSStatus AudioConverterFillBuffer(
    AudioConverterRef inAudioConverter, AudioConverterInputDataProc inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataSize, void *outOutputData);

OCA_HEADER_END

#endif

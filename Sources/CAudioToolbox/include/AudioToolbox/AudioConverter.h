/// Audio Converter Services: converts between stream formats.
#ifndef AudioToolbox_AudioConverter_h
#define AudioToolbox_AudioConverter_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A converter.
typedef struct OpaqueAudioConverter *AudioConverterRef;
/// A converter property: a four-character code.
typedef UInt32 AudioConverterPropertyID;

/// Options for new converters.
OCA_OPTIONS(AudioConverterOptions, UInt32) {
  /// Keeps no frames between calls; supports fewer formats, and only fixed packet ratios.
  kAudioConverterOption_Unbuffered = 1U << 16,
};
OCA_OPTIONS_TYPE(AudioConverterOptions, UInt32);

// MARK: - Properties

OCA_CONSTANTS(AudioConverterPropertyID) {
  /// UInt32: the smallest useful input buffer in bytes.
  kAudioConverterPropertyMinimumInputBufferSize = 'mibs',
  /// UInt32: the smallest useful output buffer in bytes.
  kAudioConverterPropertyMinimumOutputBufferSize = 'mobs',
  /// UInt32 in bytes.
  kAudioConverterPropertyMaximumInputPacketSize = 'xips',
  /// UInt32 in bytes.
  kAudioConverterPropertyMaximumOutputPacketSize = 'xops',
  /// UInt32: on input, bytes of output; on output, bytes of input.
  kAudioConverterPropertyCalculateInputBufferSize = 'cibs',
  /// UInt32: on input, bytes of input; on output, bytes of output.
  kAudioConverterPropertyCalculateOutputBufferSize = 'cobs',
  /// Private parameters of the input codec; no codec here has any.
  kAudioConverterPropertyInputCodecParameters = 'icdp',
  /// Private parameters of the output codec; no codec here has any.
  kAudioConverterPropertyOutputCodecParameters = 'ocdp',
  /// OSType, from the list below.
  kAudioConverterSampleRateConverterComplexity = 'srca',
  /// UInt32: 0 to 127.
  kAudioConverterSampleRateConverterQuality = 'srcq',
  /// Float64: 0 to less than 1. Unsupported here: converters always start with the first input
  /// frame.
  kAudioConverterSampleRateConverterInitialPhase = 'srcp',
  /// UInt32: 0 to 127.
  kAudioConverterCodecQuality = 'cdqu',
  /// UInt32, from the list below.
  kAudioConverterPrimeMethod = 'prmm',
  /// `AudioConverterPrimeInfo`.
  kAudioConverterPrimeInfo = 'prim',
  /// SInt32 for each output channel: the input channel, or -1 for silence.
  kAudioConverterChannelMap = 'chmp',
  /// The configuration bytes for the decoder.
  kAudioConverterDecompressionMagicCookie = 'dmgc',
  /// The configuration bytes for a decoder of the output.
  kAudioConverterCompressionMagicCookie = 'cmgc',
  /// UInt32 in bits per second.
  kAudioConverterEncodeBitRate = 'brat',
  /// Float64 in hertz: the encoder's sample rate; set before the first packet. 0 lets the encoder
  /// choose.
  kAudioConverterEncodeAdjustableSampleRate = 'ajsr',
  /// `AudioChannelLayout`.
  kAudioConverterInputChannelLayout = 'icl ',
  /// `AudioChannelLayout`.
  kAudioConverterOutputChannelLayout = 'ocl ',
  /// `AudioValueRange`s for the current settings.
  kAudioConverterApplicableEncodeBitRates = 'aebr',
  /// `AudioValueRange`s of the codec.
  kAudioConverterAvailableEncodeBitRates = 'vebr',
  /// `AudioValueRange`s for the current settings.
  kAudioConverterApplicableEncodeSampleRates = 'aesr',
  /// `AudioValueRange`s of the codec.
  kAudioConverterAvailableEncodeSampleRates = 'vesr',
  /// `AudioChannelLayoutTag`s of the codec.
  kAudioConverterAvailableEncodeChannelLayoutTags = 'aecl',
  /// `AudioStreamBasicDescription`, complete.
  kAudioConverterCurrentOutputStreamDescription = 'acod',
  /// `AudioStreamBasicDescription`, complete.
  kAudioConverterCurrentInputStreamDescription = 'acid',
  /// CFArray of settings; the caller owns it.
  kAudioConverterPropertySettings = 'acps',
  /// UInt32: the bit depth of the source or the result.
  kAudioConverterPropertyBitDepthHint = 'acbd',
  /// `AudioFormatListItem`s that the codec produces.
  kAudioConverterPropertyFormatList = 'flst',
  kAudioConverterPropertyMaximumInputBufferSize = 'xibs',  ///< The largest input buffer in bytes.
  /// An earlier name of `kAudioConverterSampleRateConverterComplexity`, with the same values.
  kAudioConverterSampleRateConverterAlgorithm = 'srci',
  /// UInt32: 1 if the converter can continue after an interruption.
  kAudioConverterPropertyCanResumeFromInterruption = 'crfi',
  /// UInt32: 0, or an algorithm from the list below.
  kAudioConverterPropertyDithering = 'dith',
  /// UInt32: the number of bits to dither to.
  kAudioConverterPropertyDitherBitDepth = 'dbit',
  /// UInt32: 1 mixes channels down according to the layouts.
  kAudioConverterPropertyPerformDownmix = 'dmix',
  /// Float32s: a matrix of input channels by output channels.
  kAudioConverterPropertyChannelMixMap = 'mmap',
};

/// Values of the two quality properties.
OCA_CONSTANTS(UInt32) {
  kAudioConverterQuality_Max = 0x7F,  ///< The best quality.
  kAudioConverterQuality_High = 0x60,  ///< Better than the usual quality.
  kAudioConverterQuality_Medium = 0x40,  ///< The usual quality.
  kAudioConverterQuality_Low = 0x20,  ///< Faster than the usual quality.
  kAudioConverterQuality_Min = 0,  ///< The fastest setting.
};

/// Values of `kAudioConverterSampleRateConverterComplexity`.
OCA_CONSTANTS(UInt32) {
  /// Linear interpolation: fast, with audible aliases.
  kAudioConverterSampleRateConverterComplexity_Linear = 'line',
  /// A linear-phase filter of good quality.
  kAudioConverterSampleRateConverterComplexity_Normal = 'norm',
  /// The best filter, which costs more time.
  kAudioConverterSampleRateConverterComplexity_Mastering = 'bats',
  /// A filter without ringing before a sound.
  kAudioConverterSampleRateConverterComplexity_MinimumPhase = 'minp',
};

/// Values of `kAudioConverterPrimeMethod`.
OCA_CONSTANTS(UInt32) {
  kConverterPrimeMethod_Pre = 0,  ///< The input starts with the leading frames.
  kConverterPrimeMethod_Normal = 1,  ///< Reads trailing frames; leading frames are silence.
  kConverterPrimeMethod_None = 2,  ///< Reads no frames ahead: the output has latency.
};

/// Values of `kAudioConverterPropertyDithering`.
OCA_CONSTANTS(UInt32) {
  kDitherAlgorithm_TPDF = 1,  ///< Noise with a triangular distribution.
  kDitherAlgorithm_NoiseShaping = 2,  ///< Noise at frequencies that people hear less.
};

/// The extra input frames that a converter needs around the requested ones.
typedef struct AudioConverterPrimeInfo {
  /// The number of input frames before the first frame.
  UInt32 leadingFrames;
  /// The number of input frames after the last frame.
  UInt32 trailingFrames;
} AudioConverterPrimeInfo;

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  /// No conversion exists between the formats.
  kAudioConverterErr_FormatNotSupported = 'fmt?',
  /// The converter does not support the operation.
  kAudioConverterErr_OperationNotSupported = 'op\?\?',
  kAudioConverterErr_PropertyNotSupported = 'prop',  ///< The converter does not have the property.
  /// The input is not a whole number of packets.
  kAudioConverterErr_InvalidInputSize = 'insz',
  /// The output is too small, or not a whole number of packets.
  kAudioConverterErr_InvalidOutputSize = 'otsz',
  /// An error without its own code.
  kAudioConverterErr_UnspecifiedError = 'what',
  /// The property buffer has the wrong size.
  kAudioConverterErr_BadPropertySizeError = '!siz',
  /// Packets of different sizes need descriptions.
  kAudioConverterErr_RequiresPacketDescriptionsError = '!pkd',
  /// The input's sample rate is unsupported.
  kAudioConverterErr_InputSampleRateOutOfRange = '!isr',
  /// The output's sample rate is unsupported.
  kAudioConverterErr_OutputSampleRateOutOfRange = '!osr',
  /// The hardware codec is busy.
  kAudioConverterErr_HardwareInUse = 'hwiu',
  kAudioConverterErr_NoHardwarePermission = 'perm',  ///< The client may not use the hardware codec.
};

// MARK: - Creating converters

/// Creates a converter between two formats.
extern OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Creates a converter that uses one of the listed codecs.
extern OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, UInt32 inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Creates a converter with options.
extern OSStatus AudioConverterNewWithOptions(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, AudioConverterOptions inOptions,
    AudioConverterRef _Nullable *_Nonnull outAudioConverter);

/// Disposes of a converter.
extern OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

/// Discards pending input, to start a new stream of the same format.
extern OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

// MARK: - Accessing properties

/// Gets the size of a property's value in bytes, and whether it is writable.
extern OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    UInt32 *_Nullable outSize, DarwinBoolean *_Nullable outWritable);

/// Gets a property.
///
/// - Parameter ioPropertyDataSize: On input, the capacity of `outPropertyData` in bytes; on output,
///   the bytes written.
extern OSStatus AudioConverterGetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Sets a property.
extern OSStatus AudioConverterSetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData);

// MARK: - Converting

/// Converts a buffer to the same number of frames.
///
/// - Parameter ioOutputDataSize: On input, the capacity of `outOutputData` in bytes; on output, the
///   bytes written.
extern OSStatus AudioConverterConvertBuffer(
    AudioConverterRef inAudioConverter, UInt32 inInputDataSize, const void *inInputData,
    UInt32 *ioOutputDataSize, void *outOutputData);

/// Converts linear PCM to the same number of frames.
///
/// - Parameter outOutputData: On input, the capacities in bytes; on output, the bytes written.
extern OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef inAudioConverter, UInt32 inNumberPCMFrames,
    const AudioBufferList *inInputData, AudioBufferList *outOutputData);

/// Supplies a converter with input by setting the pointers in `ioData`.
///
/// The memory must stay valid until the next call. No packets and no error mean the end of the
/// stream. No packets and an error mean that no input is available now. The caller of the converter
/// receives the error.
///
/// - Parameters:
///   - ioNumberDataPackets: On input, the smallest useful number of packets; on output, the number
///     supplied.
///   - outDataPacketDescription: If not null, receives one description for each packet.
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef inAudioConverter, UInt32 *ioNumberDataPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// Supplies a converter with input, as above, on a thread that must not block.
typedef OSStatus (*AudioConverterComplexInputDataProcRealtimeSafe)(
    AudioConverterRef inAudioConverter, UInt32 *ioNumberDataPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription *_Nullable *_Nullable outDataPacketDescription,
    void *_Nullable inUserData);

/// Supplies a converter with input, in the earliest form.
typedef OSStatus (*AudioConverterInputDataProc)(
    AudioConverterRef inAudioConverter, UInt32 *ioDataSize, void *_Nonnull *_Nonnull outData,
    void *_Nullable inUserData);

/// Converts as many packets as fit, with input from a callback.
///
/// - Parameters:
///   - ioOutputDataPacketSize: On input, the capacity of `outOutputData` in packets; on output, the
///     packets written.
///   - outOutputData: On input, the capacities in bytes; on output, the bytes written.
///   - outPacketDescription: Receives a description for each output packet if their sizes differ.
extern OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef inAudioConverter, AudioConverterComplexInputDataProc inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *_Nullable outPacketDescription);

/// Converts packets, as `AudioConverterFillComplexBuffer` does, on a thread that must not block.
/// Only linear PCM without sample rate conversion is possible.
extern OSStatus AudioConverterFillComplexBufferRealtimeSafe(
    AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProcRealtimeSafe inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *_Nullable outPacketDescription);

/// Converts packets, as `AudioConverterFillComplexBuffer` does, and reports their dependencies.
///
/// - Parameters:
///   - outPacketDependencies: Room for one entry for each packet; filled in if packets of the
///     format depend on each other.
extern OSStatus AudioConverterFillComplexBufferWithPacketDependencies(
    AudioConverterRef inAudioConverter, AudioConverterComplexInputDataProc inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *_Nullable outPacketDescriptions,
    AudioStreamPacketDependencyDescription *outPacketDependencies);

/// Converts as many bytes as fit, with input from a callback; the earliest form, for packets of
/// constant size.
///
/// - Parameters:
///   - ioOutputDataSize: On input, the capacity in bytes; on output, the bytes written.
extern OSStatus AudioConverterFillBuffer(
    AudioConverterRef inAudioConverter, AudioConverterInputDataProc inInputDataProc,
    void *_Nullable inInputDataProcUserData, UInt32 *ioOutputDataSize, void *outOutputData);

OCA_HEADER_END

#endif

// Keys and string values of settings dictionaries. The text of each is its name.

// MARK: - Formats

/// The coding: an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The sample rate in hertz.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The bytes of an `AudioChannelLayout`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// The type of file: an `AudioFileTypeID`.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"

// MARK: - Linear PCM

/// Bits of a sample: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether samples are big endian.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether samples are floating point.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether each channel has its own buffer.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

// MARK: - Encoders

/// The quality of the encoder: an `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// The quality of the encoder at a variable bit rate: an `AVAudioQuality`.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// The bit rate in bits per second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bit rate of each channel in bits per second.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The control of the bit rate: one of the strategies.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// The bit depth of the source, for lossless encoders.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The dynamic range control: an `AVAudioDynamicRangeControlConfiguration`.
public let AVEncoderDynamicRangeControlConfigurationKey =
  "AVEncoderDynamicRangeControlConfigurationKey"
/// The origin of the content: an `AVAudioContentSource`.
public let AVEncoderContentSourceKey = "AVEncoderContentSourceKey"
/// The repetition rate of stream metadata.
public let AVEncoderASPFrequencyKey = "AVEncoderASPFrequencyKey"

// MARK: - Bit rate strategies

/// A constant bit rate.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// A constant average bit rate over a long time.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// A variable bit rate within limits.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// A variable bit rate.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

// MARK: - Sample rate conversion

/// The algorithm of the sample rate conversion.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The quality of the sample rate conversion: an `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// The standard algorithm.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The algorithm with the highest quality.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// An algorithm with a minimum-phase filter, which does not delay low frequencies.
public let AVSampleRateConverterAlgorithm_MinimumPhase =
  "AVSampleRateConverterAlgorithm_MinimumPhase"

// Keys of settings dictionaries, and the words among their values. The text of each is its name.

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
/// Whether the high byte comes first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether samples are floating point.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether each channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

// MARK: - Encoders

/// The quality of the encoder: an `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// The quality of the encoder at a variable bit rate: an `AVAudioQuality`.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// The bit rate in bits a second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bit rate of a channel in bits a second.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// How the bit rate may vary: one of the strategies.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// Bits of the source, for encoders without loss.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The dynamic range: an `AVAudioDynamicRangeControlConfiguration`.
public let AVEncoderDynamicRangeControlConfigurationKey =
  "AVEncoderDynamicRangeControlConfigurationKey"
/// What the audio is from: an `AVAudioContentSource`.
public let AVEncoderContentSourceKey = "AVEncoderContentSourceKey"
/// How often metadata of the stream is repeated.
public let AVEncoderASPFrequencyKey = "AVEncoderASPFrequencyKey"

// MARK: - Bit rate strategies

/// The same number of bits in any time.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// The bit rate as an average over a long time.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// A variable bit rate within bounds.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// A variable bit rate.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

// MARK: - Sample rate conversion

/// The way to convert the sample rate: one of the algorithms.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The quality of converting the sample rate: an `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// The usual way.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best way.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// A way without delay of low frequencies.
public let AVSampleRateConverterAlgorithm_MinimumPhase =
  "AVSampleRateConverterAlgorithm_MinimumPhase"

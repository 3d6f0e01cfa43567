/// Audio Unit Parameters: the parameters of the units in this library.
#ifndef AudioToolbox_AudioUnitParameters_h
#define AudioToolbox_AudioUnitParameters_h

#include <AudioToolbox/AUComponent.h>

OCA_HEADER_BEGIN

// MARK: - Output Units

OCA_CONSTANTS(AudioUnitParameterID) {
  kHALOutputParam_Volume = 14,  ///< Global, linear gain, 0 to 1: the volume of an output.
};

// MARK: - Mixers

/// The multichannel mixer.
OCA_CONSTANTS(AudioUnitParameterID) {
  kMultiChannelMixerParam_Volume = 0,  ///< Input and output, linear gain, 0 to 1.
  kMultiChannelMixerParam_Enable = 1,  ///< Input, Boolean.
  kMultiChannelMixerParam_Pan = 2,  ///< Input, -1 to 1.
  /// Input and output, decibels, read-only: the mean level before the volume.
  kMultiChannelMixerParam_PreAveragePower = 1000,
  /// Input and output, decibels, read-only: the highest recent level before the volume.
  kMultiChannelMixerParam_PrePeakHoldLevel = 2000,
  /// Input and output, decibels, read-only: the mean level after the volume.
  kMultiChannelMixerParam_PostAveragePower = 3000,
  /// Input and output, decibels, read-only: the highest recent level after the volume.
  kMultiChannelMixerParam_PostPeakHoldLevel = 4000,
};

/// The stereo mixer.
OCA_CONSTANTS(AudioUnitParameterID) {
  kStereoMixerParam_Volume = 0,  ///< Input and output, 0 to 1.
  kStereoMixerParam_Pan = 1,  ///< Input, 0 to 1, with the center at 0.5.
  /// Input and output, decibels, read-only: the mean level before the volume.
  kStereoMixerParam_PreAveragePower = 1000,
  /// Input and output, decibels, read-only: the highest recent level before the volume.
  kStereoMixerParam_PrePeakHoldLevel = 2000,
  /// Input and output, decibels, read-only: the mean level after the volume.
  kStereoMixerParam_PostAveragePower = 3000,
  /// Input and output, decibels, read-only: the highest recent level after the volume.
  kStereoMixerParam_PostPeakHoldLevel = 4000,
};

/// The matrix mixer. Channels are counted over all inputs or over all outputs.
OCA_CONSTANTS(AudioUnitParameterID) {
  /// Linear gain, 0 to 1; 0 at first. Input and output: the element is a channel. Global: the upper
  /// 16 bits of the element are an input channel, and the lower 16 bits an output channel. The
  /// global element 0xFFFFFFFF is the volume of the whole mixer.
  kMatrixMixerParam_Volume = 0,
  kMatrixMixerParam_Enable = 1,  ///< Input and output, Boolean; the element is a channel.
  /// Channel of input or output, decibels, read-only: the mean level before the volume.
  kMatrixMixerParam_PreAveragePower = 1000,
  /// Channel of input or output, decibels, read-only: the highest recent level before the volume.
  kMatrixMixerParam_PrePeakHoldLevel = 2000,
  /// Channel of input or output, decibels, read-only: the mean level after the volume.
  kMatrixMixerParam_PostAveragePower = 3000,
  /// Channel of input or output, decibels, read-only: the highest recent level after the volume.
  kMatrixMixerParam_PostPeakHoldLevel = 4000,
  /// Channel of input or output, linear, read-only: the mean level before the volume.
  kMatrixMixerParam_PreAveragePowerLinear = 5000,
  /// Channel of input or output, linear, read-only: the highest recent level before the volume.
  kMatrixMixerParam_PrePeakHoldLevelLinear = 6000,
  /// Channel of input or output, linear, read-only: the mean level after the volume.
  kMatrixMixerParam_PostAveragePowerLinear = 7000,
  /// Channel of input or output, linear, read-only: the highest recent level after the volume.
  kMatrixMixerParam_PostPeakHoldLevelLinear = 8000,
};

/// The 3D mixer, with the parameter numbers of macOS.
OCA_CONSTANTS(AudioUnitParameterID) {
  k3DMixerParam_Azimuth = 0,  ///< Input, degrees, -180 to 180, with a positive sign to the right.
  k3DMixerParam_Elevation = 1,  ///< Input, degrees, -90 to 90, with a positive sign upwards.
  k3DMixerParam_Distance = 2,  ///< Input, meters, 0 to 10,000.
  k3DMixerParam_Gain = 3,  ///< Input, decibels, -120 to 20.
  k3DMixerParam_PlaybackRate = 4,  ///< Not supported: the unit has no such parameter.
  k3DMixerParam_ReverbBlend = 5,  ///< Input, percent: the part of the reverb.
  k3DMixerParam_GlobalReverbGain = 6,  ///< Global, decibels, -40 to 40.
  k3DMixerParam_OcclusionAttenuation = 7,  ///< Input, decibels, -120 to 0: of all sound.
  k3DMixerParam_ObstructionAttenuation = 8,  ///< Input, decibels, -120 to 0: of the direct sound.
  k3DMixerParam_MinGain = 9,  ///< Input, linear gain, 0 to 1: the lowest level.
  k3DMixerParam_MaxGain = 10,  ///< Input, linear gain, 0 to 1: the highest level.
  k3DMixerParam_BusEnable = 20,  ///< Input, Boolean.
  /// Not supported: an earlier parameter for the lowest level.
  k3DMixerParam_MinGainInDecibels = 21,
  /// Not supported: an earlier parameter for the highest level.
  k3DMixerParam_MaxGainInDecibels = 22,
  /// Not supported: an earlier parameter for the part of the reverb.
  k3DMixerParam_DryWetReverbBlend = 23,
  /// Not supported: an earlier parameter for the level of the reverb.
  k3DMixerParam_GlobalReverbGainInDecibels = 24,
  /// Not supported: an earlier parameter for the attenuation of all sound.
  k3DMixerParam_OcclusionAttenuationInDecibels = 25,
  /// Not supported: an earlier parameter for the attenuation of the direct sound.
  k3DMixerParam_ObstructionAttenuationInDecibels = 26,
  /// Input or output, decibels, read-only: the mean level before the volume.
  k3DMixerParam_PreAveragePower = 1000,
  /// Input or output, decibels, read-only: the highest recent level before the volume.
  k3DMixerParam_PrePeakHoldLevel = 2000,
  /// Input or output, decibels, read-only: the mean level after the volume.
  k3DMixerParam_PostAveragePower = 3000,
  /// Input or output, decibels, read-only: the highest recent level after the volume.
  k3DMixerParam_PostPeakHoldLevel = 4000,
};

/// The spatial mixer.
OCA_CONSTANTS(AudioUnitParameterID) {
  /// Input, degrees, -180 to 180, with a positive sign to the right.
  kSpatialMixerParam_Azimuth = 0,
  kSpatialMixerParam_Elevation = 1,  ///< Input, degrees, -90 to 90, with a positive sign upwards.
  kSpatialMixerParam_Distance = 2,  ///< Input, meters, 0 to 10,000.
  kSpatialMixerParam_Gain = 3,  ///< Input, decibels, -120 to 20.
  kSpatialMixerParam_PlaybackRate = 4,  ///< Not supported: the unit has no such parameter.
  kSpatialMixerParam_Enable = 5,  ///< Input, Boolean.
  kSpatialMixerParam_MinGain = 6,  ///< Input, decibels, -120 to 20: the lowest level.
  kSpatialMixerParam_MaxGain = 7,  ///< Input, decibels, -120 to 20: the highest level.
  kSpatialMixerParam_ReverbBlend = 8,  ///< Input, percent: the part of the reverb.
  kSpatialMixerParam_GlobalReverbGain = 9,  ///< Global, decibels, -40 to 40.
  kSpatialMixerParam_OcclusionAttenuation = 10,  ///< Input, decibels, -120 to 0: of all sound.
  /// Input, decibels, -120 to 0: of the direct sound.
  kSpatialMixerParam_ObstructionAttenuation = 11,
  /// Input, Boolean: the earlier name, for kAudioUnitSubType_AU3DMixerEmbedded.
  k3DMixerParam_Enable = 5,
  kSpatialMixerParam_HeadYaw = 19,  ///< Global, degrees, -180 to 180: the rotation to the right.
  kSpatialMixerParam_HeadPitch = 20,  ///< Global, degrees, -90 to 90: the rotation upwards.
  kSpatialMixerParam_HeadRoll = 21,  ///< Global, degrees, -180 to 180: the tilt to the right.
};

// MARK: - Effects

/// The band-pass filter.
OCA_CONSTANTS(AudioUnitParameterID) {
  kBandpassParam_CenterFrequency = 0,  ///< Global, hertz, 20 to half of the rate.
  kBandpassParam_Bandwidth = 1,  ///< Global, cents, 100 to 12,000.
};

/// The high-pass filter.
OCA_CONSTANTS(AudioUnitParameterID) {
  kHipassParam_CutoffFrequency = 0,  ///< Global, hertz, 10 to half of the rate.
  kHipassParam_Resonance = 1,  ///< Global, decibels, -20 to 40.
};

/// The low-pass filter.
OCA_CONSTANTS(AudioUnitParameterID) {
  kLowPassParam_CutoffFrequency = 0,  ///< Global, hertz, 10 to half of the rate.
  kLowPassParam_Resonance = 1,  ///< Global, decibels, -20 to 40.
};

/// The shelf for high frequencies.
OCA_CONSTANTS(AudioUnitParameterID) {
  kHighShelfParam_CutOffFrequency = 0,  ///< Global, hertz, 10,000 to half of the rate.
  kHighShelfParam_Gain = 1,  ///< Global, decibels, -40 to 40.
};

/// The shelf for low frequencies.
OCA_CONSTANTS(AudioUnitParameterID) {
  kAULowShelfParam_CutoffFrequency = 0,  ///< Global, hertz, 10 to 200.
  kAULowShelfParam_Gain = 1,  ///< Global, decibels, -40 to 40.
};

/// The parametric equalizer.
OCA_CONSTANTS(AudioUnitParameterID) {
  kParametricEQParam_CenterFreq = 0,  ///< Global, hertz, 20 to half of the rate.
  kParametricEQParam_Q = 1,  ///< Global, 0.1 to 20.
  kParametricEQParam_Gain = 2,  ///< Global, decibels, -20 to 20.
};

/// The delay.
OCA_CONSTANTS(AudioUnitParameterID) {
  kDelayParam_WetDryMix = 0,  ///< Global, percent, 0 to 100.
  kDelayParam_DelayTime = 1,  ///< Global, seconds, 0 to 2.
  kDelayParam_Feedback = 2,  ///< Global, percent, -100 to 100.
  kDelayParam_LopassCutoff = 3,  ///< Global, hertz, 10 to half of the rate.
};

/// The equalizer with any number of bands. Add the number of the band to each parameter except the
/// first.
OCA_CONSTANTS(AudioUnitParameterID) {
  kAUNBandEQParam_GlobalGain = 0,  ///< Global, decibels, -96 to 24.
  kAUNBandEQParam_BypassBand = 1000,  ///< Global, Boolean; 1 at first.
  kAUNBandEQParam_FilterType = 2000,  ///< Global, a number from the list below.
  kAUNBandEQParam_Frequency = 3000,  ///< Global, hertz, 20 to half of the rate.
  kAUNBandEQParam_Gain = 4000,  ///< Global, decibels, -96 to 24.
  kAUNBandEQParam_Bandwidth = 5000,  ///< Global, octaves, 0.05 to 5.
};

/// The filter types of a band.
enum {
  kAUNBandEQFilterType_Parametric = 0,  ///< A peak or a dip.
  kAUNBandEQFilterType_2ndOrderButterworthLowPass = 1,  ///< A low-pass without a peak.
  kAUNBandEQFilterType_2ndOrderButterworthHighPass = 2,  ///< A high-pass without a peak.
  kAUNBandEQFilterType_ResonantLowPass = 3,  ///< A low-pass whose peak depends on the bandwidth.
  kAUNBandEQFilterType_ResonantHighPass = 4,  ///< A high-pass whose peak depends on the bandwidth.
  kAUNBandEQFilterType_BandPass = 5,  ///< A band-pass.
  kAUNBandEQFilterType_BandStop = 6,  ///< A notch.
  kAUNBandEQFilterType_LowShelf = 7,  ///< A shelf for low frequencies.
  kAUNBandEQFilterType_HighShelf = 8,  ///< A shelf for high frequencies.
  /// A shelf for low frequencies whose slope depends on the bandwidth.
  kAUNBandEQFilterType_ResonantLowShelf = 9,
  /// A shelf for high frequencies whose slope depends on the bandwidth.
  kAUNBandEQFilterType_ResonantHighShelf = 10,
  kNumAUNBandEQFilterTypes = 11,  ///< The number of filter types.
};

/// The graphic equalizer. The gain of each band is the parameter with the band's number, counted
/// from 0. It is global, in decibels from -20 to 20.
OCA_CONSTANTS(AudioUnitParameterID) {
  /// Global, indexed: 0 or 10 for 10 bands, 1 or 31 for 31 bands; 31 bands at first.
  kGraphicEQParam_NumberOfBands = 10000,
};

/// The synthesizer for sound banks.
OCA_CONSTANTS(AudioUnitParameterID) {
  kMusicDeviceParam_Tuning = 0,  ///< Global, cents, -1,200 to 1,200.
  kMusicDeviceParam_Volume = 1,  ///< Global, decibels, -120 to 40.
};

/// The sampler.
OCA_CONSTANTS(AudioUnitParameterID) {
  kAUSamplerParam_Gain = 900,  ///< Global, decibels, -90 to 12.
  kAUSamplerParam_CoarseTuning = 901,  ///< Global, semitones, -24 to 24.
  kAUSamplerParam_FineTuning = 902,  ///< Global, cents, -99 to 99.
  kAUSamplerParam_Pan = 903,  ///< Global, -1 to 1.
};

// MARK: - Dynamics

/// The dynamics processor.
OCA_CONSTANTS(AudioUnitParameterID) {
  kDynamicsProcessorParam_Threshold = 0,  ///< Global, decibels, -40 to 20: compression begins.
  /// Global, decibels, 0.1 to 40: the greatest level above the threshold.
  kDynamicsProcessorParam_HeadRoom = 1,
  kDynamicsProcessorParam_ExpansionRatio = 2,  ///< Global, rate, 1 to 50.
  /// Global, decibels, -120 to 0: below this level, levels fall faster.
  kDynamicsProcessorParam_ExpansionThreshold = 3,
  kDynamicsProcessorParam_AttackTime = 4,  ///< Global, seconds, 0.0001 to 0.2.
  kDynamicsProcessorParam_ReleaseTime = 5,  ///< Global, seconds, 0.01 to 3.
  kDynamicsProcessorParam_OverallGain = 6,  ///< Global, decibels, -40 to 40.
  kDynamicsProcessorParam_MasterGain = 6,  ///< The earlier name of the overall gain.
  /// Global, decibels, read-only: the reduction.
  kDynamicsProcessorParam_CompressionAmount = 1000,
  kDynamicsProcessorParam_InputAmplitude = 2000,  ///< Global, decibels, read-only.
  kDynamicsProcessorParam_OutputAmplitude = 3000,  ///< Global, decibels, read-only.
};

/// The multiband compressor, whose bands have the numbers 1 to 4.
OCA_CONSTANTS(AudioUnitParameterID) {
  kMultibandCompressorParam_Pregain = 0,  ///< Global, decibels, -40 to 40.
  kMultibandCompressorParam_Postgain = 1,  ///< Global, decibels, -40 to 40.
  kMultibandCompressorParam_Crossover1 = 2,  ///< Global, hertz, 20 to half of the rate.
  kMultibandCompressorParam_Crossover2 = 3,  ///< Global, hertz, 20 to half of the rate.
  kMultibandCompressorParam_Crossover3 = 4,  ///< Global, hertz, 20 to half of the rate.
  kMultibandCompressorParam_Threshold1 = 5,  ///< Global, decibels, -100 to 0.
  kMultibandCompressorParam_Threshold2 = 6,  ///< Global, decibels, -100 to 0.
  kMultibandCompressorParam_Threshold3 = 7,  ///< Global, decibels, -100 to 0.
  kMultibandCompressorParam_Threshold4 = 8,  ///< Global, decibels, -100 to 0.
  kMultibandCompressorParam_Headroom1 = 9,  ///< Global, decibels, 0.1 to 40.
  kMultibandCompressorParam_Headroom2 = 10,  ///< Global, decibels, 0.1 to 40.
  kMultibandCompressorParam_Headroom3 = 11,  ///< Global, decibels, 0.1 to 40.
  kMultibandCompressorParam_Headroom4 = 12,  ///< Global, decibels, 0.1 to 40.
  kMultibandCompressorParam_AttackTime = 13,  ///< Global, seconds, 0.001 to 0.2.
  kMultibandCompressorParam_ReleaseTime = 14,  ///< Global, seconds, 0.01 to 3.
  kMultibandCompressorParam_EQ1 = 15,  ///< Global, decibels, -20 to 20: the gain of the band.
  kMultibandCompressorParam_EQ2 = 16,  ///< Global, decibels, -20 to 20: the gain of the band.
  kMultibandCompressorParam_EQ3 = 17,  ///< Global, decibels, -20 to 20: the gain of the band.
  kMultibandCompressorParam_EQ4 = 18,  ///< Global, decibels, -20 to 20: the gain of the band.
  kMultibandCompressorParam_CompressionAmount1 = 1000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_CompressionAmount2 = 2000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_CompressionAmount3 = 3000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_CompressionAmount4 = 4000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_InputAmplitude1 = 5000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_InputAmplitude2 = 6000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_InputAmplitude3 = 7000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_InputAmplitude4 = 8000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_OutputAmplitude1 = 9000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_OutputAmplitude2 = 10000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_OutputAmplitude3 = 11000,  ///< Global, decibels, read-only.
  kMultibandCompressorParam_OutputAmplitude4 = 12000,  ///< Global, decibels, read-only.
};

/// The peak limiter.
OCA_CONSTANTS(AudioUnitParameterID) {
  /// Global, seconds, 0.001 to 0.03. Its value at initialization is the latency, and the longest
  /// attack until the next initialization.
  kLimiterParam_AttackTime = 0,
  kLimiterParam_DecayTime = 1,  ///< Global, seconds, 0.001 to 0.06.
  kLimiterParam_PreGain = 2,  ///< Global, decibels, -40 to 40.
};

// MARK: - Time

/// The sample delay.
OCA_CONSTANTS(AudioUnitParameterID) {
  kSampleDelayParam_DelayFrames = 0,  ///< Global, frames, 0 to the rate of the unit.
};

/// The varispeed unit.
OCA_CONSTANTS(AudioUnitParameterID) {
  kVarispeedParam_PlaybackRate = 0,  ///< Global, rate, 0.25 to 4.
  kVarispeedParam_PlaybackCents = 1,  ///< Global, cents, -2,400 to 2,400: the rate as a pitch.
};

/// The time-pitch unit.
OCA_CONSTANTS(AudioUnitParameterID) {
  kTimePitchParam_Rate = 0,  ///< Global, rate, 1/32 to 32.
  kTimePitchParam_Pitch = 1,  ///< Global, cents, -2,400 to 2,400.
  kTimePitchParam_EffectBlend = 2,  ///< Not supported: the unit has no such parameter.
};

/// The new time-pitch unit.
OCA_CONSTANTS(AudioUnitParameterID) {
  kNewTimePitchParam_Rate = 0,  ///< Global, rate, 1/32 to 32.
  kNewTimePitchParam_Pitch = 1,  ///< Global, cents, -2,400 to 2,400.
  kNewTimePitchParam_Overlap = 4,  ///< Global, 3 to 32.
  kNewTimePitchParam_Smoothness = 4,  ///< A later name of the overlap.
  /// Global, Boolean. The value is only stored: it controls a part of Apple's algorithm.
  kNewTimePitchParam_EnablePeakLocking = 6,
  kNewTimePitchParam_EnableSpectralCoherence = 6,  ///< A later name of the peak locking.
  /// Global, Boolean. The value is only stored: it controls a part of Apple's algorithm.
  kNewTimePitchParam_EnableTransientPreservation = 7,
};

// MARK: - Distortion and Reverberation

/// The distortion.
OCA_CONSTANTS(AudioUnitParameterID) {
  kDistortionParam_Delay = 0,  ///< Global, milliseconds, 0.1 to 500.
  kDistortionParam_Decay = 1,  ///< Global, rate, 0.1 to 50.
  kDistortionParam_DelayMix = 2,  ///< Global, percent.
  kDistortionParam_Decimation = 3,  ///< Global, percent.
  kDistortionParam_Rounding = 4,  ///< Global, percent.
  kDistortionParam_DecimationMix = 5,  ///< Global, percent.
  kDistortionParam_LinearTerm = 6,  ///< Global, linear gain, 0 to 1.
  kDistortionParam_SquaredTerm = 7,  ///< Global, linear gain, 0 to 20.
  kDistortionParam_CubicTerm = 8,  ///< Global, linear gain, 0 to 20.
  kDistortionParam_PolynomialMix = 9,  ///< Global, percent.
  kDistortionParam_RingModFreq1 = 10,  ///< Global, hertz, 0.5 to 8,000.
  kDistortionParam_RingModFreq2 = 11,  ///< Global, hertz, 0.5 to 8,000.
  kDistortionParam_RingModBalance = 12,  ///< Global, percent.
  kDistortionParam_RingModMix = 13,  ///< Global, percent.
  kDistortionParam_SoftClipGain = 14,  ///< Global, decibels, -80 to 20.
  kDistortionParam_FinalMix = 15,  ///< Global, percent.
};

/// The reverberation of iOS.
OCA_CONSTANTS(AudioUnitParameterID) {
  kReverb2Param_DryWetMix = 0,  ///< Global, crossfade, 0 to 100.
  kReverb2Param_Gain = 1,  ///< Global, decibels, -20 to 20.
  /// Global, seconds, 0.0001 to 1: the time until the first reflection, limited to 0.25.
  kReverb2Param_MinDelayTime = 2,
  /// Global, seconds, 0.0001 to 1: the time of the longest way in the room, limited to 0.25.
  kReverb2Param_MaxDelayTime = 3,
  kReverb2Param_DecayTimeAt0Hz = 4,  ///< Global, seconds, 0.001 to 20.
  kReverb2Param_DecayTimeAtNyquist = 5,  ///< Global, seconds, 0.001 to 20.
  /// Global, 1 to 1,000: selects a set of times of early reflections.
  kReverb2Param_RandomizeReflections = 6,
};

// MARK: - Parameters of Other Units

/// Group scope of instruments: the controllers of a MIDI channel. The units of this library have no
/// such parameters; those of a client may.
OCA_CONSTANTS(AudioUnitParameterID) {
  kAUGroupParameterID_Volume = 7,  ///< The volume.
  kAUGroupParameterID_Sustain = 64,  ///< The sustain pedal.
  kAUGroupParameterID_Sostenuto = 66,  ///< The sostenuto pedal.
  kAUGroupParameterID_AllNotesOff = 123,  ///< Ends all notes.
  kAUGroupParameterID_ModWheel = 1,  ///< The modulation wheel.
  kAUGroupParameterID_PitchBend = 224,  ///< The pitch bend.
  kAUGroupParameterID_AllSoundOff = 120,  ///< Ends all sound.
  kAUGroupParameterID_ResetAllControllers = 121,  ///< Sets all controllers back.
  kAUGroupParameterID_Pan = 10,  ///< The pan.
  kAUGroupParameterID_Foot = 4,  ///< The foot controller.
  kAUGroupParameterID_ChannelPressure = 208,  ///< The pressure of the channel.
  kAUGroupParameterID_KeyPressure = 160,  ///< The pressure of a key.
  kAUGroupParameterID_Expression = 11,  ///< The expression.
  kAUGroupParameterID_DataEntry = 6,  ///< The data entry.
  kAUGroupParameterID_Volume_LSB = 39,  ///< The lower bits of the volume.
  kAUGroupParameterID_ModWheel_LSB = 33,  ///< The lower bits of the modulation wheel.
  kAUGroupParameterID_Pan_LSB = 42,  ///< The lower bits of the pan.
  kAUGroupParameterID_Foot_LSB = 36,  ///< The lower bits of the foot controller.
  kAUGroupParameterID_Expression_LSB = 43,  ///< The lower bits of the expression.
  kAUGroupParameterID_DataEntry_LSB = 38,  ///< The lower bits of the data entry.
  kAUGroupParameterID_KeyPressure_FirstKey = 256,  ///< The pressure of key 0.
  kAUGroupParameterID_KeyPressure_LastKey = 383,  ///< The pressure of key 127.
};

/// The matrix reverb.
OCA_CONSTANTS(AudioUnitParameterID) {
  kReverbParam_DryWetMix = 0,  ///< Global, percent, 0 to 100: the part of the reverb.
  kReverbParam_SmallLargeMix = 1,  ///< Global, percent, 0 to 100: the part of the large room.
  kReverbParam_SmallSize = 2,  ///< Global, seconds, 0.0001 to 0.05.
  kReverbParam_LargeSize = 3,  ///< Global, seconds, 0.005 to 0.15.
  kReverbParam_PreDelay = 4,  ///< Global, seconds, 0.001 to 0.03.
  kReverbParam_LargeDelay = 5,  ///< Global, seconds, 0.001 to 0.1.
  kReverbParam_SmallDensity = 6,  ///< Global, 0 to 1.
  kReverbParam_LargeDensity = 7,  ///< Global, 0 to 1.
  kReverbParam_LargeDelayRange = 8,  ///< Global, 0 to 1.
  kReverbParam_SmallBrightness = 9,  ///< Global, 0.1 to 1.
  kReverbParam_LargeBrightness = 10,  ///< Global, 0.1 to 1.
  kReverbParam_SmallDelayRange = 11,  ///< Global, 0 to 1.
  kReverbParam_ModulationRate = 12,  ///< Global, hertz, 0.001 to 2.
  kReverbParam_ModulationDepth = 13,  ///< Global, 0 to 1.
  kReverbParam_FilterFrequency = 14,  ///< Global, hertz, 10 to 20,000.
  kReverbParam_FilterBandwidth = 15,  ///< Global, octaves, 0.05 to 4.
  kReverbParam_FilterGain = 16,  ///< Global, decibels, -18 to 18.
  kReverbParam_FilterType = 17,  ///< Global, the kind of the filter.
  kReverbParam_FilterEnable = 18,  ///< Global, Boolean.
};

/// Panners of a client; this library has none.
OCA_CONSTANTS(AudioUnitParameterID) {
  kPannerParam_Gain = 0,  ///< Linear gain, 0 to 1.
  kPannerParam_Azimuth = 1,  ///< Degrees, -180 to 180.
  kPannerParam_Elevation = 2,  ///< Degrees, -90 to 90.
  kPannerParam_Distance = 3,  ///< 0 to 1.
  kPannerParam_CoordScale = 4,  ///< Meters, 0.01 to 1,000.
  kPannerParam_RefDistance = 5,  ///< Meters, 0.01 to 1,000.
};

/// The filter with four bands, which this library does not have.
OCA_CONSTANTS(AudioUnitParameterID) {
  kMultibandFilter_LowFilterType = 0,  ///< The kind of the lowest band.
  kMultibandFilter_LowFrequency = 1,  ///< The frequency of the lowest band in hertz.
  kMultibandFilter_LowGain = 2,  ///< The gain of the lowest band in decibels.
  kMultibandFilter_CenterFreq1 = 3,  ///< The frequency of band 1 in hertz.
  kMultibandFilter_CenterGain1 = 4,  ///< The gain of band 1 in decibels.
  kMultibandFilter_Bandwidth1 = 5,  ///< The width of band 1 in octaves.
  kMultibandFilter_CenterFreq2 = 6,  ///< The frequency of band 2 in hertz.
  kMultibandFilter_CenterGain2 = 7,  ///< The gain of band 2 in decibels.
  kMultibandFilter_Bandwidth2 = 8,  ///< The width of band 2 in octaves.
  kMultibandFilter_CenterFreq3 = 9,  ///< The frequency of band 3 in hertz.
  kMultibandFilter_CenterGain3 = 10,  ///< The gain of band 3 in decibels.
  kMultibandFilter_Bandwidth3 = 11,  ///< The width of band 3 in octaves.
  kMultibandFilter_HighFilterType = 12,  ///< The kind of the highest band.
  kMultibandFilter_HighFrequency = 13,  ///< The frequency of the highest band in hertz.
  kMultibandFilter_HighGain = 14,  ///< The gain of the highest band in decibels.
};

/// The volume of an instrument's reverb, which the instruments of this library do not have.
OCA_CONSTANTS(AudioUnitParameterID) {
  kMusicDeviceParam_ReverbVolume = 2,  ///< Global, decibels, -120 to 40.
};

OCA_HEADER_END

#endif

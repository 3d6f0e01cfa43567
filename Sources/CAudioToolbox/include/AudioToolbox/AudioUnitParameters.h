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
};

/// The stereo mixer.
OCA_CONSTANTS(AudioUnitParameterID) {
  kStereoMixerParam_Volume = 0,  ///< Input and output, 0 to 1.
  kStereoMixerParam_Pan = 1,  ///< Input, 0 to 1, with the centre at 0.5.
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

/// The equalizer with any number of bands; the number of the band is added to each but the first.
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

/// The synthesiser for sound banks.
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

OCA_HEADER_END

#endif

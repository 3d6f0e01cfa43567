/// Audio Unit Properties: the properties of units, with the structures of their values.
#ifndef AudioToolbox_AudioUnitProperties_h
#define AudioToolbox_AudioUnitProperties_h

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioFile.h>
#include <AudioToolbox/MIDIPackets.h>

OCA_HEADER_BEGIN

// MARK: - Scopes

OCA_CONSTANTS(AudioUnitScope) {
  kAudioUnitScope_Global = 0,  ///< The unit as a whole.
  kAudioUnitScope_Input = 1,  ///< The inputs.
  kAudioUnitScope_Output = 2,  ///< The outputs.
  kAudioUnitScope_Group = 3,  ///< The groups of an instrument.
  kAudioUnitScope_Part = 4,  ///< The parts of an instrument.
  kAudioUnitScope_Note = 5,  ///< The notes of an instrument.
  kAudioUnitScope_Layer = 6,  ///< The layers of an instrument.
  kAudioUnitScope_LayerItem = 7,  ///< The items of layers.
};

// MARK: - General Properties

OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitProperty_ClassInfo = 0,  ///< A dictionary with the settings of the unit.
  /// `AudioUnitConnection`; without a source, it disconnects.
  kAudioUnitProperty_MakeConnection = 1,
  kAudioUnitProperty_SampleRate = 2,  ///< Float64 in hertz.
  kAudioUnitProperty_ParameterList = 3,  ///< The identifiers of the parameters of a scope.
  /// `AudioUnitParameterInfo`; the element is the parameter.
  kAudioUnitProperty_ParameterInfo = 4,
  kAudioUnitProperty_CPULoad = 6,  ///< Float32: the share of time that the unit may use.
  kAudioUnitProperty_StreamFormat = 8,  ///< `AudioStreamBasicDescription`.
  kAudioUnitProperty_ElementCount = 11,  ///< UInt32: the elements of a scope.
  kAudioUnitProperty_Latency = 12,  ///< Float64 in seconds: from an input frame to its output.
  kAudioUnitProperty_SupportedNumChannels = 13,  ///< `AUChannelInfo`s.
  /// UInt32: the maximum number of frames of a call that renders.
  kAudioUnitProperty_MaximumFramesPerSlice = 14,
  kAudioUnitProperty_ParameterValueStrings = 16,  ///< CFArray of the names of values.
  kAudioUnitProperty_AudioChannelLayout = 19,  ///< `AudioChannelLayout`.
  kAudioUnitProperty_TailTime = 20,  ///< Float64 in seconds: the output after the end of the input.
  kAudioUnitProperty_BypassEffect = 21,  ///< UInt32: 1 passes frames unchanged.
  kAudioUnitProperty_LastRenderError = 22,  ///< OSStatus; reading it clears it.
  kAudioUnitProperty_SetRenderCallback = 23,  ///< `AURenderCallbackStruct`.
  kAudioUnitProperty_FactoryPresets = 24,  ///< CFArray of `AUPreset`s.
  kAudioUnitProperty_ContextName = 25,  ///< CFString: the name of the track, for the user.
  kAudioUnitProperty_RenderQuality = 26,  ///< UInt32, from 0 to 127.
  kAudioUnitProperty_HostCallbacks = 27,  ///< The functions that describe the song.
  kAudioUnitProperty_InPlaceProcessing = 29,  ///< UInt32: 1 renders into the buffer of the input.
  kAudioUnitProperty_ElementName = 30,  ///< CFString.
  kAudioUnitProperty_SupportedChannelLayoutTags = 32,  ///< `AudioChannelLayoutTag`s.
  kAudioUnitProperty_PresentPreset = 36,  ///< `AUPreset`.
  /// UInt32: 1 if rendering may take longer than the sound.
  kAudioUnitProperty_OfflineRender = 37,
  kAudioUnitProperty_ParameterIDName = 34,  ///< The short name of a parameter.
  kAudioUnitProperty_ParameterStringFromValue = 33,  ///< The text of a value.
  kAudioUnitProperty_ParameterClumpName = 35,  ///< The name of a group of parameters.
  kAudioUnitProperty_ParameterValueFromString = 38,  ///< The value of a text.
  kAudioUnitProperty_PresentationLatency = 40,  ///< Float64 in seconds: from rendering to hearing.
  kAudioUnitProperty_DependentParameters = 45,  ///< The parameters that depend on another one.
  /// A function that maps input times to output times.
  kAudioUnitProperty_InputSamplesInOutput = 49,
  kAudioUnitProperty_ClassInfoFromDocument = 50,  ///< `kAudioUnitProperty_ClassInfo` of a document.
  kAudioUnitProperty_ShouldAllocateBuffer = 51,  ///< UInt32: 0 lets the callback provide buffers.
  kAudioUnitProperty_FrequencyResponse = 52,  ///< `AudioUnitFrequencyResponseBin`s.
  kAudioUnitProperty_ParameterHistoryInfo = 53,  ///< The history of a meter.
  kAudioUnitProperty_NickName = 54,  ///< CFString: the name that a host gives.
  /// Float64: the time of the last call that rendered.
  kAudioUnitProperty_LastRenderSampleTime = 61,
};

/// An earlier name of `kAudioUnitProperty_ElementCount`.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitProperty_BusCount = 11,  ///< The elements of a scope.
};

// MARK: - Output Units

OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioOutputUnitProperty_CurrentDevice = 2000,  ///< The device.
  kAudioOutputUnitProperty_IsRunning = 2001,  ///< UInt32: 1 after a start.
  /// SInt32s: the source channel for each destination channel, or -1 for none.
  kAudioOutputUnitProperty_ChannelMap = 2002,
  kAudioOutputUnitProperty_EnableIO = 2003,  ///< UInt32: 1 if the input or output is on.
  kAudioOutputUnitProperty_StartTime = 2004,  ///< `AudioOutputUnitStartAtTimeParams`.
  kAudioOutputUnitProperty_SetInputCallback = 2005,  ///< A function for recorded frames.
  kAudioOutputUnitProperty_HasIO = 2006,  ///< UInt32: 1 if the input or output exists.
  kAudioOutputUnitProperty_StartTimestampsAtZero = 2007,  ///< UInt32: 1 if times start at 0.
};

// MARK: - Instruments

OCA_CONSTANTS(AudioUnitPropertyID) {
  kMusicDeviceProperty_InstrumentCount = 1000,  ///< UInt32: the instruments of the sound bank.
  /// A C string: the name of the instrument whose number is the element.
  kMusicDeviceProperty_InstrumentName = 1001,
  /// `MusicDeviceInstrumentID`: the instrument whose index is the element.
  kMusicDeviceProperty_InstrumentNumber = 1004,
  kMusicDeviceProperty_UsesInternalReverb = 1005,  ///< UInt32: 1 if the unit has a reverb.
  kMusicDeviceProperty_BankName = 1007,  ///< CFStringRef: the name of the sound bank.
  kMusicDeviceProperty_SoundBankURL = 1100,  ///< CFURLRef: the sound bank: SF2, SF3, or DLS.
  kMusicDeviceProperty_SupportsStartStopNote = 1014,  ///< UInt32: 1 for `MusicDeviceStartNote`.
  /// UInt32: 1 while program changes only load their instruments.
  kAUMIDISynthProperty_EnablePreload = 4119,
  kAUSamplerProperty_LoadInstrument = 4102,  ///< `AUSamplerInstrumentData`.
  kAUSamplerProperty_LoadAudioFiles = 4101,  ///< CFArrayRef: the URLs of audio files.
  kAUSamplerProperty_LoadPresetFromBank = 4100,  ///< `AUSamplerBankPresetData`.
  kAUSamplerProperty_BankAndPreset = 4100,  ///< `AUSamplerBankPresetData`.
};

/// The kinds of instruments of a sampler.
enum {
  kInstrumentType_DLSPreset = 1,  ///< A preset of a DLS bank.
  kInstrumentType_SF2Preset = 1,  ///< A preset of an SF2 or SF3 bank.
  kInstrumentType_AUPreset = 2,  ///< A preset file of the sampler.
  kInstrumentType_Audiofile = 3,  ///< An audio file.
  kInstrumentType_EXS24 = 4,  ///< An instrument of the EXS24.
};

/// The banks of General MIDI 2.
enum {
  kAUSampler_DefaultPercussionBankMSB = 0x78,  ///< Drums.
  kAUSampler_DefaultMelodicBankMSB = 0x79,  ///< Melodic instruments.
  kAUSampler_DefaultBankLSB = 0x00,  ///< The basic sounds.
};

/// An instrument of a sampler.
typedef struct AUSamplerInstrumentData {
#if defined(__swift__)
  const void *fileURL OCA_REFINED_FOR_SWIFT;
#else
  CFURLRef fileURL;  ///< The file.
#endif
  UInt8 instrumentType;  ///< The kind of the instrument.
  UInt8 bankMSB;  ///< The bank.
  UInt8 bankLSB;  ///< The variation.
  UInt8 presetID;  ///< The program.
} AUSamplerInstrumentData;

/// A preset of a sound bank.
typedef struct AUSamplerBankPresetData {
#if defined(__swift__)
  const void *bankURL OCA_REFINED_FOR_SWIFT;
#else
  CFURLRef bankURL;  ///< The sound bank.
#endif
  UInt8 bankMSB;  ///< The bank.
  UInt8 bankLSB;  ///< The variation.
  UInt8 presetID;  ///< The program.
  UInt8 reserved;  ///< 0.
} AUSamplerBankPresetData;

// MARK: - Spatial Mixers

/// The properties of the 3D mixer and of the spatial mixer.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitProperty_ReverbRoomType = 10,  ///< `AUReverbRoomType`, global.
  kAudioUnitProperty_UsesInternalReverb = 1005,  ///< UInt32, global: 1 if the unit has a reverb.
  /// `AUSpatializationAlgorithm` of an input.
  kAudioUnitProperty_SpatializationAlgorithm = 3000,
  /// `AUSpatialMixerRenderingFlags` of an input.
  kAudioUnitProperty_SpatialMixerRenderingFlags = 3003,
  kAudioUnitProperty_SpatialMixerSourceMode = 3005,  ///< `AUSpatialMixerSourceMode` of an input.
  kAudioUnitProperty_SpatialMixerDistanceParams = 3010,  ///< `MixerDistanceParams` of an input.
  /// `AUSpatialMixerAttenuationCurve` of an input.
  kAudioUnitProperty_SpatialMixerAttenuationCurve = 3013,
};

/// Earlier names, and the room of the 3D mixer.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitProperty_3DMixerRenderingFlags = 3003,  ///< `AU3DMixerRenderingFlags` of an input.
  kAudioUnitProperty_3DMixerDistanceParams = 3010,  ///< `MixerDistanceParams` of an input.
  kAudioUnitProperty_ReverbPreset = 3012,  ///< UInt32, global: an `AUReverbRoomType`.
  /// `AU3DMixerAttenuationCurve` of an input.
  kAudioUnitProperty_3DMixerAttenuationCurve = 3013,
};

/// How an input is placed. Algorithms that do not simulate a head pan with equal power.
OCA_ENUM(AUSpatializationAlgorithm, UInt32) {
  kSpatializationAlgorithm_EqualPowerPanning = 0,  ///< Panning with equal power.
  kSpatializationAlgorithm_SphericalHead = 1,  ///< The ears of a head that is a sphere.
  kSpatializationAlgorithm_HRTF = 2,  ///< The ears of a measured head.
  kSpatializationAlgorithm_SoundField = 3,  ///< Panning with equal power.
  kSpatializationAlgorithm_VectorBasedPanning = 4,  ///< Panning with equal power.
  kSpatializationAlgorithm_StereoPassThrough = 5,  ///< The input passes unchanged.
  kSpatializationAlgorithm_HRTFHQ = 6,  ///< The same as HRTF.
  kSpatializationAlgorithm_UseOutputType = 7,  ///< Panning with equal power.
};
OCA_ENUM_TYPE(AUSpatializationAlgorithm, UInt32);

/// How an input with two channels is placed.
OCA_ENUM(AUSpatialMixerSourceMode, UInt32) {
  kSpatialMixerSourceMode_SpatializeIfMono = 0,  ///< Two channels pass unchanged.
  kSpatialMixerSourceMode_Bypass = 1,  ///< The input passes unchanged.
  kSpatialMixerSourceMode_PointSource = 2,  ///< Both channels come from one place.
  /// The input passes unchanged; on Apple's systems, it turns with the head.
  kSpatialMixerSourceMode_AmbienceBed = 3,
};
OCA_ENUM_TYPE(AUSpatialMixerSourceMode, UInt32);

/// How the level of an input of the spatial mixer falls between two distances.
OCA_ENUM(AUSpatialMixerAttenuationCurve, UInt32) {
  kSpatialMixerAttenuationCurve_Power = 0,  ///< The same loss in decibels for each doubling.
  kSpatialMixerAttenuationCurve_Exponential = 1,  ///< The same loss in decibels for each meter.
  kSpatialMixerAttenuationCurve_Inverse = 2,  ///< 1/level grows linearly with distance.
  kSpatialMixerAttenuationCurve_Linear = 3,  ///< The level falls linearly with distance.
};
OCA_ENUM_TYPE(AUSpatialMixerAttenuationCurve, UInt32);

/// How the level of an input of the 3D mixer falls between two distances.
OCA_ENUM(AU3DMixerAttenuationCurve, UInt32) {
  k3DMixerAttenuationCurve_Power = 0,  ///< The same loss in decibels for each doubling.
  k3DMixerAttenuationCurve_Exponential = 1,  ///< The same loss in decibels for each meter.
  k3DMixerAttenuationCurve_Inverse = 2,  ///< 1/level grows linearly with distance.
  k3DMixerAttenuationCurve_Linear = 3,  ///< The level falls linearly with distance.
};
OCA_ENUM_TYPE(AU3DMixerAttenuationCurve, UInt32);

/// The effects of the place of an input of the spatial mixer.
OCA_OPTIONS(AUSpatialMixerRenderingFlags, UInt32) {
  /// A delay between the ears, which panning does not have.
  kSpatialMixerRenderingFlags_InterAuralDelay = 1U << 0,
  kSpatialMixerRenderingFlags_DistanceAttenuation = 1U << 2,  ///< The level falls with distance.
};
OCA_OPTIONS_TYPE(AUSpatialMixerRenderingFlags, UInt32);

/// The effects of the place of an input of the 3D mixer, which refuses the unsupported ones.
OCA_OPTIONS(AU3DMixerRenderingFlags, UInt32) {
  /// A delay between the ears, which panning does not have.
  k3DMixerRenderingFlags_InterAuralDelay = 1U << 0,
  k3DMixerRenderingFlags_DopplerShift = 1U << 1,  ///< Not supported.
  k3DMixerRenderingFlags_DistanceAttenuation = 1U << 2,  ///< The level falls with distance.
  k3DMixerRenderingFlags_DistanceFilter = 1U << 3,  ///< Not supported.
  k3DMixerRenderingFlags_DistanceDiffusion = 1U << 4,  ///< Not supported.
  k3DMixerRenderingFlags_LinearDistanceAttenuation = 1U << 5,  ///< Not supported.
  k3DMixerRenderingFlags_ConstantReverbBlend = 1U << 6,  ///< Not supported.
};
OCA_OPTIONS_TYPE(AU3DMixerRenderingFlags, UInt32);

/// The rooms of a reverb.
OCA_ENUM(AUReverbRoomType, UInt32) {
  kReverbRoomType_SmallRoom = 0,  ///< A small room.
  kReverbRoomType_MediumRoom = 1,  ///< A room of medium size.
  kReverbRoomType_LargeRoom = 2,  ///< A large room.
  kReverbRoomType_MediumHall = 3,  ///< A hall of medium size.
  kReverbRoomType_LargeHall = 4,  ///< A large hall.
  kReverbRoomType_Plate = 5,  ///< A plate.
  kReverbRoomType_MediumChamber = 6,  ///< A chamber of medium size.
  kReverbRoomType_LargeChamber = 7,  ///< A large chamber.
  kReverbRoomType_Cathedral = 8,  ///< A cathedral.
  kReverbRoomType_LargeRoom2 = 9,  ///< A large room with fewer reflections.
  kReverbRoomType_MediumHall2 = 10,  ///< A darker hall of medium size.
  kReverbRoomType_MediumHall3 = 11,  ///< A brighter hall of medium size.
  kReverbRoomType_LargeHall2 = 12,  ///< A darker large hall.
};
OCA_ENUM_TYPE(AUReverbRoomType, UInt32);

/// The distances between which the level of an input falls.
typedef struct MixerDistanceParams {
  Float32 mReferenceDistance;  ///< The distance of level 1, in meters.
  Float32 mMaxDistance;  ///< The distance beyond which the level stays the same, in meters.
  Float32 mMaxAttenuation;  ///< How far the level falls, in decibels.
} MixerDistanceParams;

// MARK: - Other Units

OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitProperty_SampleRateConverterComplexity = 3014,  ///< OSType: the quality of a converter.
  kAudioUnitProperty_MeteringMode = 3007,  ///< UInt32: 1 measures levels.
  /// Float32s: the volumes of a matrix mixer. Each input channel has a row with its crosspoints and
  /// its own volume. The last row has the volumes of the output channels and the mixer.
  kAudioUnitProperty_MatrixLevels = 3006,
  /// Two UInt32s: the channels of all inputs and of all outputs of a matrix mixer.
  kAudioUnitProperty_MatrixDimensions = 3009,
  kAudioUnitProperty_MeterClipping = 3011,  ///< `AudioUnitMeterClipping`.
  kAUNBandEQProperty_NumberOfBands = 2200,  ///< UInt32: the bands of an equalizer.
  kAUNBandEQProperty_MaxNumberOfBands = 2201,  ///< UInt32: the maximum number of bands.
  kAUNBandEQProperty_BiquadCoefficients = 2203,  ///< Float64s: five for each band.
  kAudioUnitProperty_ScheduleAudioSlice = 3300,  ///< `ScheduledAudioSlice`.
  kAudioUnitProperty_ScheduleStartTimeStamp = 3301,  ///< `AudioTimeStamp`: the start of a player.
  kAudioUnitProperty_CurrentPlayTime = 3302,  ///< `AudioTimeStamp`: the time of a player.
  kAudioUnitProperty_ScheduledFileIDs = 3310,  ///< `AudioFileID`s: the files of a player.
  kAudioUnitProperty_ScheduledFileRegion = 3311,  ///< `ScheduledAudioFileRegion`.
  kAudioUnitProperty_ScheduledFilePrime = 3312,  ///< UInt32: the frames to read before the start.
  kAudioUnitProperty_ScheduledFileBufferSizeFrames = 3313,  ///< UInt32: the frames of a read.
  kAudioUnitProperty_ScheduledFileNumberBuffers = 3314,  ///< UInt32: the reads ahead.
};

/// Values of `kAudioUnitProperty_SampleRateConverterComplexity`.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSampleRateConverterComplexity_Linear = 'line',  ///< Linear interpolation.
  kAudioUnitSampleRateConverterComplexity_Normal = 'norm',  ///< Normal quality.
  kAudioUnitSampleRateConverterComplexity_Mastering = 'bats',  ///< The best quality.
};

/// Values of `kAudioUnitProperty_RenderQuality`.
enum {
  kRenderQuality_Max = 127,  ///< The best quality.
  kRenderQuality_High = 96,  ///< High quality.
  kRenderQuality_Medium = 64,  ///< Medium quality.
  kRenderQuality_Low = 32,  ///< Low quality.
  kRenderQuality_Min = 0,  ///< The lowest quality.
};

// MARK: - Structures

/// The source of an input.
typedef struct AudioUnitConnection {
  AudioUnit _Nullable sourceAudioUnit;  ///< The source; null removes the connection.
  UInt32 sourceOutputNumber;  ///< The output of the source.
  UInt32 destInputNumber;  ///< The input.
} AudioUnitConnection;

/// The function that provides the frames of an input.
typedef struct AURenderCallbackStruct {
  AURenderCallback _Nullable inputProc;  ///< The function; null removes it.
  void *_Nullable inputProcRefCon;  ///< The pointer for the function.
} AURenderCallbackStruct;

/// A number of input channels with a number of output channels; -1 means any number.
typedef struct AUChannelInfo {
  SInt16 inChannels;  ///< The channels of the input.
  SInt16 outChannels;  ///< The channels of the output.
} AUChannelInfo;

/// A preset.
typedef struct AUPreset {
  SInt32 presetNumber;  ///< The number; negative for a preset of the user.
#if defined(__swift__)
  const void *_Nullable presetName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef _Nullable presetName;  ///< The name.
#endif
} AUPreset;

/// The level of an effect at a frequency.
typedef struct AudioUnitFrequencyResponseBin {
  Float64 mFrequency;  ///< The frequency in hertz.
  Float64 mMagnitude;  ///< The level in decibels.
} AudioUnitFrequencyResponseBin;

// MARK: - Parameters

/// The units of parameters.
OCA_ENUM(AudioUnitParameterUnit, UInt32) {
  kAudioUnitParameterUnit_Generic = 0,  ///< Any number.
  kAudioUnitParameterUnit_Indexed = 1,  ///< A number of a list.
  kAudioUnitParameterUnit_Boolean = 2,  ///< 0 or 1.
  kAudioUnitParameterUnit_Percent = 3,  ///< 0 to 100.
  kAudioUnitParameterUnit_Seconds = 4,  ///< Seconds.
  kAudioUnitParameterUnit_SampleFrames = 5,  ///< Frames.
  kAudioUnitParameterUnit_Phase = 6,  ///< -180 to 180 degrees.
  kAudioUnitParameterUnit_Rate = 7,  ///< A factor of speed.
  kAudioUnitParameterUnit_Hertz = 8,  ///< Hertz.
  kAudioUnitParameterUnit_Cents = 9,  ///< Hundredths of a semitone.
  kAudioUnitParameterUnit_RelativeSemiTones = 10,  ///< Semitones.
  kAudioUnitParameterUnit_MIDINoteNumber = 11,  ///< 0 to 127.
  kAudioUnitParameterUnit_MIDIController = 12,  ///< 0 to 127.
  kAudioUnitParameterUnit_Decibels = 13,  ///< Decibels.
  kAudioUnitParameterUnit_LinearGain = 14,  ///< A factor of the level.
  kAudioUnitParameterUnit_Degrees = 15,  ///< Degrees.
  kAudioUnitParameterUnit_EqualPowerCrossfade = 16,  ///< 0 to 100.
  kAudioUnitParameterUnit_MixerFaderCurve1 = 17,  ///< 0 to 1, on the curve of a fader.
  kAudioUnitParameterUnit_Pan = 18,  ///< -1 to 1.
  kAudioUnitParameterUnit_Meters = 19,  ///< Meters.
  kAudioUnitParameterUnit_AbsoluteCents = 20,  ///< Cents from 8.1758 hertz.
  kAudioUnitParameterUnit_Octaves = 21,  ///< Octaves.
  kAudioUnitParameterUnit_BPM = 22,  ///< Beats a minute.
  kAudioUnitParameterUnit_Beats = 23,  ///< Beats.
  kAudioUnitParameterUnit_Milliseconds = 24,  ///< Milliseconds.
  kAudioUnitParameterUnit_Ratio = 25,  ///< A ratio.
  kAudioUnitParameterUnit_CustomUnit = 26,  ///< The unit that `unitName` names.
  kAudioUnitParameterUnit_MIDI2Controller = 27,  ///< A controller of MIDI 2.
};
OCA_ENUM_TYPE(AudioUnitParameterUnit, UInt32);

/// The characteristics of a parameter.
OCA_OPTIONS(AudioUnitParameterOptions, UInt32) {
  kAudioUnitParameterFlag_CFNameRelease = 1U << 4,  ///< The caller owns `cfNameString`.
  kAudioUnitParameterFlag_OmitFromPresets = 1U << 13,  ///< Presets leave the parameter out.
  kAudioUnitParameterFlag_PlotHistory = 1U << 14,  ///< Hosts can plot the history.
  kAudioUnitParameterFlag_MeterReadOnly = 1U << 15,  ///< A measured level.
  kAudioUnitParameterFlag_DisplayMask = (7U << 16) | (1U << 22),  ///< The bits of the display.
  kAudioUnitParameterFlag_DisplaySquareRoot = 1U << 16,  ///< Shown on a square root scale.
  kAudioUnitParameterFlag_DisplaySquared = 2U << 16,  ///< Shown on a square scale.
  kAudioUnitParameterFlag_DisplayCubed = 3U << 16,  ///< Shown on a cubic scale.
  kAudioUnitParameterFlag_DisplayCubeRoot = 4U << 16,  ///< Shown on a cube root scale.
  kAudioUnitParameterFlag_DisplayExponential = 5U << 16,  ///< Shown on an exponential scale.
  kAudioUnitParameterFlag_HasClump = 1U << 20,  ///< `clumpID` is valid.
  kAudioUnitParameterFlag_ValuesHaveStrings = 1U << 21,  ///< The values have names.
  kAudioUnitParameterFlag_DisplayLogarithmic = 1U << 22,  ///< Shown on a logarithmic scale.
  kAudioUnitParameterFlag_IsHighResolution = 1U << 23,  ///< Small differences matter.
  kAudioUnitParameterFlag_NonRealTime = 1U << 24,  ///< Changes may take long.
  kAudioUnitParameterFlag_CanRamp = 1U << 25,  ///< Ramps can be scheduled.
  kAudioUnitParameterFlag_ExpertMode = 1U << 26,  ///< For experts.
  kAudioUnitParameterFlag_HasCFNameString = 1U << 27,  ///< `cfNameString` is valid.
  kAudioUnitParameterFlag_IsGlobalMeta = 1U << 28,  ///< Changes parameters of other scopes.
  kAudioUnitParameterFlag_IsElementMeta = 1U << 29,  ///< Changes parameters of its element.
  kAudioUnitParameterFlag_IsReadable = 1U << 30,  ///< Clients can get the value.
  kAudioUnitParameterFlag_IsWritable = 1U << 31,  ///< Clients can set the value.
};
OCA_OPTIONS_TYPE(AudioUnitParameterOptions, UInt32);

/// Characteristics of earlier units, whose scopes were flags.
enum {
  kAudioUnitParameterFlag_Global = 1L << 0,  ///< The scope is global.
  kAudioUnitParameterFlag_Input = 1L << 1,  ///< The scope is the inputs.
  kAudioUnitParameterFlag_Output = 1L << 2,  ///< The scope is the outputs.
  kAudioUnitParameterFlag_Group = 1L << 3,  ///< The scope is the groups.
  kAudioUnitParameterFlag_HasName = 1L << 21,  ///< The values have names.
};

/// Returns the scale on which a parameter is shown.
///
/// - Parameter flags: The characteristics.
/// - Returns: The bits of the display.
static inline AudioUnitParameterOptions GetAudioUnitParameterDisplayType(
    AudioUnitParameterOptions flags) {
  return (AudioUnitParameterOptions)((UInt32)flags & kAudioUnitParameterFlag_DisplayMask);
}

/// Returns characteristics with another scale.
///
/// - Parameter flags: The characteristics.
/// - Parameter displayType: The bits of the display.
/// - Returns: The characteristics with these bits.
static inline AudioUnitParameterOptions SetAudioUnitParameterDisplayType(
    AudioUnitParameterOptions flags, AudioUnitParameterOptions displayType) {
  return (AudioUnitParameterOptions)(
      ((UInt32)flags & ~(UInt32)kAudioUnitParameterFlag_DisplayMask) | (UInt32)displayType);
}

/// The name, range, and unit of a parameter.
typedef struct AudioUnitParameterInfo {
  char name[52];  ///< The name in UTF-8, for clients that do not use `cfNameString`.
#if defined(__swift__)
  const void *_Nullable unitName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef _Nullable unitName;  ///< The name of a custom unit.
#endif
  UInt32 clumpID;  ///< The group of parameters.
#if defined(__swift__)
  const void *_Nullable cfNameString OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef _Nullable cfNameString;  ///< The name.
#endif
  AudioUnitParameterUnit unit;  ///< The unit.
  AudioUnitParameterValue minValue;  ///< The lowest value.
  AudioUnitParameterValue maxValue;  ///< The highest value.
  AudioUnitParameterValue defaultValue;  ///< The value of a new unit.
  AudioUnitParameterOptions flags;  ///< The characteristics.
} AudioUnitParameterInfo;

// MARK: - Scheduled Players

/// The state of a slice, and its playback options.
OCA_OPTIONS(AUScheduledAudioSliceFlags, UInt32) {
  kScheduledAudioSliceFlag_Complete = 0x01,  ///< The unit no longer needs the slice.
  kScheduledAudioSliceFlag_BeganToRender = 0x02,  ///< Frames of the slice have been rendered.
  kScheduledAudioSliceFlag_BeganToRenderLate = 0x04,  ///< Frames were too late and left out.
  kScheduledAudioSliceFlag_Loop = 0x08,  ///< The slice repeats until another one interrupts it.
  kScheduledAudioSliceFlag_Interrupt = 0x10,  ///< The slice replaces earlier ones at its time.
  /// The slice replaces an earlier one that repeats, at the end of a round.
  kScheduledAudioSliceFlag_InterruptAtLoop = 0x20,
};
OCA_OPTIONS_TYPE(AUScheduledAudioSliceFlags, UInt32);

typedef struct ScheduledAudioSlice ScheduledAudioSlice;

/// A function that is called when a unit no longer needs a slice.
///
/// It runs on a thread of the library.
///
/// - Parameter userData: The client's pointer.
/// - Parameter bufferList: The slice.
typedef void (*ScheduledAudioSliceCompletionProc)(
    void *_Nullable userData, ScheduledAudioSlice *bufferList);

/// Frames that a unit plays at a certain time.
///
/// The structure and the frames must stay valid until the slice is complete.
struct ScheduledAudioSlice {
  /// The start in frames of the player. Without a valid sample time, the slice follows the previous
  /// one.
  AudioTimeStamp mTimeStamp;
  ScheduledAudioSliceCompletionProc _Nullable mCompletionProc;  ///< May be null.
  void *mCompletionProcUserData;  ///< The pointer for the function.
  AUScheduledAudioSliceFlags mFlags;  ///< The state, which the unit changes.
  UInt32 mReserved;  ///< 0.
  void *_Nullable mReserved2;  ///< Null.
  UInt32 mNumberFrames;  ///< The number of frames.
  AudioBufferList *mBufferList;  ///< The frames, in the format of the unit's output.
};

typedef struct ScheduledAudioFileRegion ScheduledAudioFileRegion;

/// A function that is called when a unit no longer needs a region of a file.
///
/// It runs on a thread of the library.
///
/// - Parameter userData: The client's pointer.
/// - Parameter fileRegion: A copy of the region, which is valid during the call.
/// - Parameter result: 0, the error of the file, or `userCanceledErr` if the region was dropped.
typedef void (*ScheduledAudioFileRegionCompletionProc)(
    void *_Nullable userData, ScheduledAudioFileRegion *fileRegion, OSStatus result);

/// A region of a file that a unit plays at a certain time.
struct ScheduledAudioFileRegion {
  /// The start in frames of the player. Without a valid sample time, the region follows the
  /// previous one.
  AudioTimeStamp mTimeStamp;
  ScheduledAudioFileRegionCompletionProc _Nullable mCompletionProc;  ///< May be null.
  void *_Nullable mCompletionProcUserData;  ///< The pointer for the function.
  AudioFileID mAudioFile;  ///< An open file.
  UInt32 mLoopCount;  ///< How often the region repeats after the first time.
  SInt64 mStartFrame;  ///< The first frame of the file.
  UInt32 mFramesToPlay;  ///< The number of frames, at most those of the file.
};

// MARK: - Keys

#define kAUPresetVersionKey "version"  ///< The version of the settings.
#define kAUPresetTypeKey "type"  ///< The type of the unit.
#define kAUPresetSubtypeKey "subtype"  ///< The subtype of the unit.
#define kAUPresetManufacturerKey "manufacturer"  ///< The maker of the unit.
#define kAUPresetDataKey "data"  ///< The values of the parameters.
#define kAUPresetNameKey "name"  ///< The name of the preset.
#define kAUPresetNumberKey "preset-number"  ///< The number of the preset.
#define kAUPresetRenderQualityKey "render-quality"  ///< The quality from 0 to 127.
#define kAUPresetCPULoadKey "cpu-load"  ///< The share of time that the unit may use.
#define kAUPresetElementNameKey "element-name"  ///< The names of elements.
#define kAUPresetExternalFileRefs "file-references"  ///< The files that the settings refer to.
#define kAUPresetPartKey "part"  ///< The settings of one part of an instrument.
#define kAUPresetVSTDataKey "vstdata"  ///< The settings of a VST plug-in.
#define kAUPresetVSTPresetKey "vstpreset"  ///< A preset of a VST plug-in.
#define kAUPresetMASDataKey "masdata"  ///< The settings of a MAS plug-in.

#define kAudioUnitConfigurationInfo_HasCustomView "HasCustomView"  ///< Whether the unit has a view.
/// The supported pairs of numbers of input and output channels.
#define kAudioUnitConfigurationInfo_ChannelConfigurations "ChannelConfigurations"
/// The channels of the inputs of a new unit.
#define kAudioUnitConfigurationInfo_InitialInputs "InitialInputs"
/// The channels of the outputs of a new unit.
#define kAudioUnitConfigurationInfo_InitialOutputs "InitialOutputs"
#define kAudioUnitConfigurationInfo_IconURL "IconURL"  ///< The address of the icon.
/// The scopes whose number of elements can change.
#define kAudioUnitConfigurationInfo_BusCountWritable "BusCountWritable"
/// The supported channel layouts.
#define kAudioUnitConfigurationInfo_SupportedChannelLayoutTags "SupportedChannelLayoutTags"
#define kAudioUnitConfigurationInfo_MIDIProtocol "MIDIProtocol"  ///< The protocol of MIDI messages.
/// The plug-ins that the unit replaces.
#define kAudioUnitConfigurationInfo_MigrateFromPlugin "MigrateFromPlugin"
/// The supported processors.
#define kAudioUnitConfigurationInfo_AvailableArchitectures "AvailableArchitectures"

// MARK: - Properties of Units of a Client

/// Properties that a client's units may have; those of this library do not.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitProperty_FastDispatch = 5,  ///< A function of the unit, without its table.
  kAudioUnitProperty_SRCAlgorithm = 9,  ///< The algorithm of a rate conversion.
  kAudioUnitProperty_SetExternalBuffer = 15,  ///< `AudioUnitExternalBuffer`.
  kAudioUnitProperty_MIDIControlMapping = 17,  ///< `AudioUnitMIDIControlMapping`s.
  kAudioUnitProperty_GetUIComponentList = 18,  ///< The components of the views.
  kAudioUnitProperty_CurrentPreset = 28,  ///< `AUPreset`: an earlier form of the present preset.
  kAudioUnitProperty_CocoaUI = 31,  ///< `AudioUnitCocoaViewInfo`.
  kAudioUnitProperty_ParameterValueName = 33,  ///< `AudioUnitParameterValueName`.
  kAudioUnitProperty_IconLocation = 39,  ///< CFURL of the icon.
  kAudioUnitProperty_AllParameterMIDIMappings = 41,  ///< All `AUParameterMIDIMapping`s.
  kAudioUnitProperty_AddParameterMIDIMapping = 42,  ///< Adds `AUParameterMIDIMapping`s.
  kAudioUnitProperty_RemoveParameterMIDIMapping = 43,  ///< Removes `AUParameterMIDIMapping`s.
  kAudioUnitProperty_HotMapParameterMIDIMapping = 44,  ///< Maps the next message to a parameter.
  kAudioUnitProperty_AUHostIdentifier = 46,  ///< `AUHostVersionIdentifier`.
  kAudioUnitProperty_MIDIOutputCallbackInfo = 47,  ///< CFArray of the names of MIDI outputs.
  kAudioUnitProperty_MIDIOutputCallback = 48,  ///< `AUMIDIOutputCallbackStruct`.
  kAudioUnitProperty_RequestViewController = 56,  ///< A block that receives the view.
  kAudioUnitProperty_ParametersForOverview = 57,  ///< The most important parameters.
  /// UInt32: 1 if the unit supports MIDI Polyphonic Expression.
  kAudioUnitProperty_SupportsMPE = 58,
  kAudioUnitProperty_LoadedOutOfProcess = 62,  ///< UInt32: 1 if the unit runs in another process.
  kAudioUnitProperty_MIDIOutputEventListCallback = 63,  ///< A block for lists of MIDI messages.
  kAudioUnitProperty_AudioUnitMIDIProtocol = 64,  ///< SInt32: the MIDI protocol of the unit.
  kAudioUnitProperty_HostMIDIProtocol = 65,  ///< SInt32: the MIDI protocol of the host.
  kAudioUnitProperty_MIDIOutputBufferSizeHint = 66,  ///< UInt32: the bytes of messages in a call.
  kAudioUnitProperty_RemoteControlEventListener = 100,  ///< A block for remote controls.
  kAudioUnitProperty_IsInterAppConnected = 101,  ///< UInt32: 1 if another program uses the unit.
  kAudioUnitProperty_PeerURL = 102,  ///< CFURL of the other program.
  kAudioUnitProperty_SpeakerConfiguration = 3001,  ///< UInt32: the loudspeakers.
  kAudioUnitProperty_DopplerShift = 3002,  ///< UInt32: 1 lets movements change the pitch.
  kAudioUnitProperty_3DMixerDistanceAtten = 3004,  ///< The attenuation by distance.
  kAudioUnitProperty_PannerMode = 3008,  ///< UInt32: the algorithm of a panner.
  kAudioUnitProperty_InputAnchorTimeStamp = 3016,  ///< `AudioTimeStamp` of the input.
  kAudioUnitProperty_SpatialMixerOutputType = 3100,  ///< UInt32: `AUSpatialMixerOutputType`.
  /// UInt32: an `AUSpatialMixerPointSourceInHeadMode`.
  kAudioUnitProperty_SpatialMixerPointSourceInHeadMode = 3103,
  kAudioUnitProperty_SpatialMixerEnableHeadTracking = 3111,  ///< UInt32: 1 follows the head.
  /// UInt32: an `AUSpatialMixerPersonalizedHRTFMode`.
  kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode = 3113,
  /// UInt32: 1 if an input uses the listener's own filters.
  kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF = 3116,
  kAudioUnitProperty_DeferredRendererPullSize = 3320,  ///< UInt32: the frames of a pull.
  kAudioUnitProperty_DeferredRendererExtraLatency = 3321,  ///< UInt32: further frames of latency.
  /// UInt32: the frames before the first pull.
  kAudioUnitProperty_DeferredRendererWaitFrames = 3322,
  kAudioUnitProperty_DistanceAttenuationData = 3600,  ///< `AUDistanceAttenuationData`.
};

/// Properties of units that need the whole input; this library has none.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitOfflineProperty_InputSize = 3020,  ///< UInt64: the frames of the input.
  kAudioUnitOfflineProperty_OutputSize = 3021,  ///< UInt64: the frames of the output.
  kAudioUnitOfflineProperty_StartOffset = 3022,  ///< UInt64: the first frame.
  /// UInt32: whether the unit reads the input first.
  kAudioUnitOfflineProperty_PreflightRequirements = 3023,
  kAudioUnitOfflineProperty_PreflightName = 3024,  ///< CFString: the name of the first reading.
  kAudioOfflineUnitProperty_InputSize = 3020,  ///< An earlier name.
  kAudioOfflineUnitProperty_OutputSize = 3021,  ///< An earlier name.
};

/// Whether a unit reads the whole input first.
OCA_CONSTANTS(UInt32) {
  kOfflinePreflight_NotRequired = 0,  ///< It does not.
  kOfflinePreflight_Optional = 1,  ///< It may.
  kOfflinePreflight_Required = 2,  ///< It does.
};

/// Properties of the output units of programs that serve other programs. The output units of this
/// library do not have them.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioOutputUnitProperty_MIDICallbacks = 2010,  ///< `AudioOutputUnitMIDICallbacks`.
  kAudioOutputUnitProperty_HostReceivesRemoteControlEvents = 2011,  ///< UInt32: 1 if the host does.
  kAudioOutputUnitProperty_RemoteControlToHost = 2012,  ///< UInt32: `AudioUnitRemoteControlEvent`.
  kAudioOutputUnitProperty_HostTransportState = 2013,  ///< Reports changes of the host's transport.
  kAudioOutputUnitProperty_NodeComponentDescription = 2014,  ///< `AudioComponentDescription`.
  /// How the output is placed in space.
  kAudioOutputUnitProperty_IntendedSpatialExperience = 2016,
};

/// Properties of the unit that cancels echoes.
///
/// The unit has the first two and `kAUVoiceIOProperty_MuteOutput` if the library for voices is
/// installed.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAUVoiceIOProperty_BypassVoiceProcessing = 2100,  ///< UInt32: 1 passes frames unchanged.
  kAUVoiceIOProperty_VoiceProcessingEnableAGC = 2101,  ///< UInt32: 1 adjusts the level.
  kAUVoiceIOProperty_DuckNonVoiceAudio = 2102,  ///< UInt32: 1 makes other sound quieter.
  kAUVoiceIOProperty_VoiceProcessingQuality = 2103,  ///< UInt32, from 0 to 127.
  kAUVoiceIOProperty_MuteOutput = 2104,  ///< UInt32: 1 mutes the microphone.
  kAUVoiceIOProperty_MutedSpeechActivityEventListener = 2106,  ///< A block for speech while muted.
  /// `AUVoiceIOOtherAudioDuckingConfiguration`.
  kAUVoiceIOProperty_OtherAudioDuckingConfiguration = 2108,
};

/// Further properties of instruments of a client.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kMusicDeviceProperty_GroupOutputBus = 1002,  ///< UInt32: the output of a group.
  /// The bank, by a form of its path from earlier systems.
  kMusicDeviceProperty_SoundBankFSSpec = 1003,
  kMusicDeviceProperty_MIDIXMLNames = 1006,  ///< CFURL of the names of instruments.
  kMusicDeviceProperty_SoundBankData = 1008,  ///< The bytes of a bank.
  kMusicDeviceProperty_PartGroup = 1010,  ///< UInt32: the group of a part.
  kMusicDeviceProperty_StreamFromDisk = 1011,  ///< UInt32: 1 reads sounds as they play.
  kMusicDeviceProperty_SoundBankFSRef = 1012,  ///< The bank, by another earlier form of its path.
  kMusicDeviceProperty_DualSchedulingMode = 1013,  ///< UInt32: 1 accepts scheduled and live events.
};

/// Bits of the time of a message in the dual scheduling mode.
OCA_CONSTANTS(UInt32) {
  kMusicDeviceSampleFrameMask_SampleOffset = 0xFFFFFF,  ///< The frame.
  kMusicDeviceSampleFrameMask_IsScheduled = 0x01000000,  ///< The event is scheduled, not live.
};

/// Properties of units that replace plug-ins of other systems.
OCA_CONSTANTS(AudioUnitPropertyID) {
  kAudioUnitMigrateProperty_FromPlugin = 4000,  ///< CFArray of `AudioUnitOtherPluginDesc`s.
  kAudioUnitMigrateProperty_OldAutomation = 4001,  ///< `AudioUnitParameterValueTranslation`.
};

/// The systems of other plug-ins.
OCA_CONSTANTS(UInt32) {
  kOtherPluginFormat_Undefined = 0,  ///< Unknown.
  kOtherPluginFormat_kMAS = 1,  ///< MAS.
  kOtherPluginFormat_kVST = 2,  ///< VST.
  kOtherPluginFormat_AU = 3,  ///< An audio unit.
};

/// Algorithms of a rate conversion.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSRCAlgorithm_Polyphase = 'poly',  ///< The better one.
  kAudioUnitSRCAlgorithm_MediumQuality = 'csrc',  ///< The faster one.
};

/// Loudspeakers of a mixer.
OCA_CONSTANTS(UInt32) {
  kSpeakerConfiguration_HeadPhones = 0,  ///< Headphones.
  kSpeakerConfiguration_Stereo = 1,  ///< Two.
  kSpeakerConfiguration_Quad = 2,  ///< Four.
  kSpeakerConfiguration_5_0 = 3,  ///< Five.
  kSpeakerConfiguration_5_1 = 3,  ///< Five and one for low sounds.
};

/// Numbers that are no properties.
#define kNumberOfResponseFrequencies 1024  ///< The bins of a frequency response.
#define kAudioUnitClumpID_System 0  ///< The group of the system.
#define kAudioUnitParameterName_Full -1  ///< A name of any length.

// MARK: - Values of Properties

/// Memory that a unit uses instead of its own.
typedef struct AudioUnitExternalBuffer {
  UInt8 *buffer;  ///< The memory.
  UInt32 size;  ///< The bytes.
} AudioUnitExternalBuffer;

/// A function with which a host states its beat and its tempo.
typedef OSStatus (*HostCallback_GetBeatAndTempo)(
    void *_Nullable inHostUserData, Float64 *_Nullable outCurrentBeat,
    Float64 *_Nullable outCurrentTempo);

/// A function with which a host states its place in the measure.
typedef OSStatus (*HostCallback_GetMusicalTimeLocation)(
    void *_Nullable inHostUserData, UInt32 *_Nullable outDeltaSampleOffsetToNextBeat,
    Float32 *_Nullable outTimeSig_Numerator, UInt32 *_Nullable outTimeSig_Denominator,
    Float64 *_Nullable outCurrentMeasureDownBeat);

/// A function with which a host states whether it plays.
typedef OSStatus (*HostCallback_GetTransportState)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying,
    Boolean *_Nullable outTransportStateChanged, Float64 *_Nullable outCurrentSampleInTimeLine,
    Boolean *_Nullable outIsCycling, Float64 *_Nullable outCycleStartBeat,
    Float64 *_Nullable outCycleEndBeat);

/// A function with which a host states whether it plays or records.
typedef OSStatus (*HostCallback_GetTransportState2)(
    void *_Nullable inHostUserData, Boolean *_Nullable outIsPlaying,
    Boolean *_Nullable outIsRecording, Boolean *_Nullable outTransportStateChanged,
    Float64 *_Nullable outCurrentSampleInTimeLine, Boolean *_Nullable outIsCycling,
    Float64 *_Nullable outCycleStartBeat, Float64 *_Nullable outCycleEndBeat);

/// The functions of a host.
typedef struct HostCallbackInfo {
  void *_Nullable hostUserData;  ///< The pointer for the functions.
  HostCallback_GetBeatAndTempo _Nullable beatAndTempoProc;  ///< The beat and the tempo.
  /// The place in the measure.
  HostCallback_GetMusicalTimeLocation _Nullable musicalTimeLocationProc;
  HostCallback_GetTransportState _Nullable transportStateProc;  ///< Whether the host plays.
  /// Whether the host plays or records.
  HostCallback_GetTransportState2 _Nullable transportStateProc2;
} HostCallbackInfo;

/// A parameter that changes with another one.
typedef struct AUDependentParameter {
  AudioUnitScope mScope;  ///< The scope.
  AudioUnitParameterID mParameterID;  ///< The parameter.
} AUDependentParameter;

/// The history of a meter.
typedef struct AudioUnitParameterHistoryInfo {
  Float32 updatesPerSecond;  ///< The number of values in a second.
  Float32 historyDurationInSeconds;  ///< The length of the history.
} AudioUnitParameterHistoryInfo;

/// The highest level of a mixer's input or output, and whether it had invalid samples.
typedef struct AudioUnitMeterClipping {
  Float32 peakValueSinceLastCall;  ///< The highest level since the last call.
  Boolean sawInfinity;  ///< Whether a sample was infinite.
  Boolean sawNotANumber;  ///< Whether a sample was not a number.
} AudioUnitMeterClipping;

/// A version of a host, in the form of earlier systems.
typedef struct AUNumVersion {
  UInt8 nonRelRev;  ///< The number of a test version.
  UInt8 stage;  ///< The stage of a test version.
  UInt8 minorAndBugRev;  ///< The second and third numbers.
  UInt8 majorRev;  ///< The first number.
} AUNumVersion;

/// The control of a parameter by MIDI in earlier units.
typedef struct AudioUnitMIDIControlMapping {
  UInt16 midiNRPN;  ///< The non-registered parameter number (NRPN).
  UInt8 midiControl;  ///< The controller.
  UInt8 scope;  ///< The scope.
  AudioUnitElement element;  ///< The element.
  AudioUnitParameterID parameter;  ///< The parameter.
} AudioUnitMIDIControlMapping;

/// The attenuation of a mixer at some distances.
typedef struct AUDistanceAttenuationData {
  UInt32 inNumberOfPairs;  ///< The number of pairs.
  struct {
    Float32 inDistance;  ///< The distance; 1,000 is the largest.
    Float32 outGain;  ///< The linear gain.
  } pairs[1];  ///< The pairs.
} AUDistanceAttenuationData;

/// A plug-in of another system.
typedef struct AudioUnitOtherPluginDesc {
  UInt32 format;  ///< The system.
  AudioClassDescription plugin;  ///< The plug-in.
} AudioUnitOtherPluginDesc;

/// A value of a plug-in's parameter, and the equivalent value of a unit's parameter.
typedef struct AudioUnitParameterValueTranslation {
  AudioUnitOtherPluginDesc otherDesc;  ///< The plug-in.
  UInt32 otherParamID;  ///< The plug-in's parameter.
  Float32 otherValue;  ///< The plug-in's value.
  AudioUnitParameterID auParamID;  ///< The unit's parameter.
  AudioUnitParameterValue auValue;  ///< The unit's value.
} AudioUnitParameterValueTranslation;

/// A short name of a parameter or of a group of parameters.
typedef struct AudioUnitParameterNameInfo {
  AudioUnitParameterID inID;  ///< The parameter or the group.
  /// The requested number of characters, or `kAudioUnitParameterName_Full`.
  SInt32 inDesiredLength;
#if defined(__swift__)
  const void *_Nullable outName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef _Nullable outName;  ///< On return, the name, which the caller owns.
#endif
} AudioUnitParameterNameInfo;

/// The short name of a parameter.
typedef AudioUnitParameterNameInfo AudioUnitParameterIDName;

/// The text of a parameter's value.
typedef struct AudioUnitParameterStringFromValue {
  AudioUnitParameterID inParamID;  ///< The parameter.
  const AudioUnitParameterValue *inValue;  ///< The value; in C, null for the current value.
#if defined(__swift__)
  const void *_Nullable outString OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef _Nullable outString;  ///< On return, the text, which the caller owns.
#endif
} AudioUnitParameterStringFromValue;

/// The value of a text.
typedef struct AudioUnitParameterValueFromString {
  AudioUnitParameterID inParamID;  ///< The parameter.
#if defined(__swift__)
  const void *inString OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef inString;  ///< The text.
#endif
  AudioUnitParameterValue outValue;  ///< On return, the value.
} AudioUnitParameterValueFromString;

/// The loudspeakers of a spatial mixer.
OCA_ENUM(AUSpatialMixerOutputType, UInt32) {
  kSpatialMixerOutputType_Headphones = 1,  ///< Headphones.
  kSpatialMixerOutputType_BuiltInSpeakers = 2,  ///< The loudspeakers of the device.
  kSpatialMixerOutputType_ExternalSpeakers = 3,  ///< Other loudspeakers.
};
OCA_ENUM_TYPE(AUSpatialMixerOutputType, UInt32);

/// The sound of a source within the listener's head.
OCA_ENUM(AUSpatialMixerPointSourceInHeadMode, UInt32) {
  kSpatialMixerPointSourceInHeadMode_Mono = 0,  ///< On both sides.
  kSpatialMixerPointSourceInHeadMode_Bypass = 1,  ///< Unchanged.
};
OCA_ENUM_TYPE(AUSpatialMixerPointSourceInHeadMode, UInt32);

/// The use of the listener's own filters.
OCA_ENUM(AUSpatialMixerPersonalizedHRTFMode, UInt32) {
  kSpatialMixerPersonalizedHRTFMode_Off OCA_SWIFT_NAME(off) = 0,  ///< Never.
  kSpatialMixerPersonalizedHRTFMode_On OCA_SWIFT_NAME(on) = 1,  ///< Always.
  kSpatialMixerPersonalizedHRTFMode_Auto OCA_SWIFT_NAME(auto) = 2,  ///< If they are available.
};
OCA_ENUM_TYPE(AUSpatialMixerPersonalizedHRTFMode, UInt32);

/// A key of a remote control.
OCA_ENUM(AudioUnitRemoteControlEvent, UInt32) {
  kAudioUnitRemoteControlEvent_TogglePlayPause = 1,  ///< Play or pause.
  kAudioUnitRemoteControlEvent_ToggleRecord = 2,  ///< Record.
  kAudioUnitRemoteControlEvent_Rewind = 3,  ///< Back to the start.
};
OCA_ENUM_TYPE(AudioUnitRemoteControlEvent, UInt32);

// MARK: - Values for Units of a Client

/// A function with which a unit sends MIDI messages.
///
/// - Parameter userData: The host's pointer.
/// - Parameter timeStamp: The time of the slice.
/// - Parameter midiOutNum: The number of the MIDI output.
/// - Parameter pktlist: The messages; their times are frames of the slice.
typedef OSStatus (*AUMIDIOutputCallback)(
    void *_Nullable userData, const AudioTimeStamp *timeStamp, UInt32 midiOutNum,
    const MIDIPacketList *pktlist);

/// The function that receives the MIDI messages of a unit.
typedef struct AUMIDIOutputCallbackStruct {
  AUMIDIOutputCallback midiOutputCallback;  ///< The function.
  void *_Nullable userData;  ///< The pointer for the function.
} AUMIDIOutputCallbackStruct;

/// The function that a unit calls with the place of its input in its output.
typedef struct AUInputSamplesInOutputCallbackStruct {
  AUInputSamplesInOutputCallback inputToOutputCallback;  ///< The function.
  void *_Nullable userData;  ///< The pointer for the function.
} AUInputSamplesInOutputCallbackStruct;

/// The time at which an output unit starts.
typedef struct AudioOutputUnitStartAtTimeParams {
  AudioTimeStamp mTimestamp;  ///< The time.
  UInt32 mFlags;  ///< Flags of `AudioDeviceStartAtTime`.
} AudioOutputUnitStartAtTimeParams;

/// The functions of a program that another program uses as an instrument.
typedef struct AudioOutputUnitMIDICallbacks {
  void *_Nullable userData;  ///< The pointer for the functions.
  /// Receives a message: its three bytes, and the frame.
  void (*MIDIEventProc)(
      void *_Nullable userData, UInt32 inStatus, UInt32 inData1, UInt32 inData2,
      UInt32 inOffsetSampleFrame);
  /// Receives a system-exclusive message.
  void (*MIDISysExProc)(void *_Nullable userData, const UInt8 *inData, UInt32 inLength);
} AudioOutputUnitMIDICallbacks;

/// The host of a unit.
typedef struct AUHostVersionIdentifier {
#if defined(__swift__)
  const void *hostName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef hostName;  ///< The name.
#endif
  UInt32 hostVersion;  ///< The version, with the major number in the upper half.
} AUHostVersionIdentifier;

/// The host of an earlier unit.
typedef struct AUHostIdentifier {
#if defined(__swift__)
  const void *hostName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef hostName;  ///< The name.
#endif
  AUNumVersion hostVersion;  ///< The version.
} AUHostIdentifier;

/// The view of a unit.
typedef struct AudioUnitCocoaViewInfo {
#if defined(__swift__)
  const void *mCocoaAUViewBundleLocation OCA_REFINED_FOR_SWIFT;
  const void *mCocoaAUViewClass OCA_REFINED_FOR_SWIFT;
#else
  CFURLRef mCocoaAUViewBundleLocation;  ///< The bundle of the view.
  CFStringRef _Nonnull mCocoaAUViewClass[1];  ///< The names of classes.
#endif
} AudioUnitCocoaViewInfo;

/// The name of a parameter's value.
typedef struct AudioUnitParameterValueName {
  AudioUnitParameterID inParamID;  ///< The parameter.
  const Float32 *inValue;  ///< The value; in C, null for the current value.
#if defined(__swift__)
  const void *outName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef outName;  ///< On return, the name, which the caller owns.
#endif
} AudioUnitParameterValueName;

/// How a MIDI message controls a parameter.
OCA_OPTIONS(AUParameterMIDIMappingFlags, UInt32) {
  kAUParameterMIDIMapping_AnyChannelFlag = 1U << 0,  ///< On any channel.
  kAUParameterMIDIMapping_AnyNoteFlag = 1U << 1,  ///< By any note.
  kAUParameterMIDIMapping_SubRange = 1U << 2,  ///< Over a part of the range.
  kAUParameterMIDIMapping_Toggle = 1U << 3,  ///< Each message turns the value on or off.
  kAUParameterMIDIMapping_Bipolar = 1U << 4,  ///< Values from 64 are on.
  kAUParameterMIDIMapping_Bipolar_On = 1U << 5,  ///< Only messages that turn the value on count.
};
OCA_OPTIONS_TYPE(AUParameterMIDIMappingFlags, UInt32);

/// The MIDI message that controls a parameter.
typedef struct AUParameterMIDIMapping {
  AudioUnitScope mScope;  ///< The scope of the parameter.
  AudioUnitElement mElement;  ///< The element of the parameter.
  AudioUnitParameterID mParameterID;  ///< The parameter.
  AUParameterMIDIMappingFlags mFlags;  ///< How the message controls it.
  AudioUnitParameterValue mSubRangeMin;  ///< The lowest value of a part of the range.
  AudioUnitParameterValue mSubRangeMax;  ///< The highest value of a part of the range.
  UInt8 mStatus;  ///< The status byte.
  UInt8 mData1;  ///< The first data byte.
  UInt8 reserved1;  ///< 0.
  UInt8 reserved2;  ///< 0.
  UInt32 reserved3;  ///< 0.
} AUParameterMIDIMapping;

// MARK: - Values of Voice Processing

/// The speech activity of a person whose microphone is muted.
OCA_ENUM(AUVoiceIOSpeechActivityEvent, UInt32) {
  kAUVoiceIOSpeechActivityHasStarted = 0,  ///< Begins to speak.
  kAUVoiceIOSpeechActivityHasEnded = 1,  ///< Ends speaking.
};
OCA_ENUM_TYPE(AUVoiceIOSpeechActivityEvent, UInt32);

/// How far voice processing lowers other sound.
OCA_ENUM(AUVoiceIOOtherAudioDuckingLevel, UInt32) {
  kAUVoiceIOOtherAudioDuckingLevelDefault = 0,  ///< As far as usual.
  kAUVoiceIOOtherAudioDuckingLevelMin = 10,  ///< Least.
  kAUVoiceIOOtherAudioDuckingLevelMid = 20,  ///< By a medium amount.
  kAUVoiceIOOtherAudioDuckingLevelMax = 30,  ///< Most.
};
OCA_ENUM_TYPE(AUVoiceIOOtherAudioDuckingLevel, UInt32);

/// How voice processing lowers other sound.
typedef struct AUVoiceIOOtherAudioDuckingConfiguration {
  DarwinBoolean mEnableAdvancedDucking;  ///< Whether only while someone speaks.
  AUVoiceIOOtherAudioDuckingLevel mDuckingLevel;  ///< How far.
} AUVoiceIOOtherAudioDuckingConfiguration;

/// Errors of voice processing.
OCA_CONSTANTS(OSStatus) {
  /// The microphone has an unexpected number of channels.
  kAUVoiceIOErr_UnexpectedNumberOfInputChannels = -66784,
};

OCA_HEADER_END

#endif

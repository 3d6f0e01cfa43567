/// Audio Units: units that make, change, mix, and play sound, connected to each other.
#ifndef AudioToolbox_AUComponent_h
#define AudioToolbox_AUComponent_h

#include <AudioToolbox/AudioComponent.h>
#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Kinds of Units

/// An instance of an audio unit.
typedef AudioComponentInstance AudioUnit;

#if !defined(__swift__)
/// A status, by the name of the Component Manager, which preceded audio components.
typedef OSStatus ComponentResult;
/// An instance of a component, by the name of the Component Manager.
typedef AudioComponentInstance ComponentInstance;
#endif

/// The types of audio units.
OCA_CONSTANTS(UInt32) {
  kAudioUnitType_Output = 'auou',  ///< Plays on a device, or records from one.
  kAudioUnitType_MusicDevice = 'aumu',  ///< An instrument.
  kAudioUnitType_MusicEffect = 'aumf',  ///< An effect that MIDI controls.
  kAudioUnitType_FormatConverter = 'aufc',  ///< Converts formats.
  kAudioUnitType_Effect = 'aufx',  ///< An effect.
  kAudioUnitType_Mixer = 'aumx',  ///< A mixer.
  kAudioUnitType_Panner = 'aupn',  ///< Places sound between speakers.
  kAudioUnitType_Generator = 'augn',  ///< A source of sound.
  kAudioUnitType_OfflineEffect = 'auol',  ///< An effect that needs the whole input.
  kAudioUnitType_MIDIProcessor = 'aumi',  ///< Changes MIDI events.
  kAudioUnitType_SpeechSynthesizer = 'ausp',  ///< A source of speech.
  kAudioUnitType_RemoteEffect = 'aurx',  ///< An effect of another program.
  kAudioUnitType_RemoteGenerator = 'aurg',  ///< A source of another program.
  kAudioUnitType_RemoteInstrument = 'auri',  ///< An instrument of another program.
  kAudioUnitType_RemoteMusicEffect = 'aurm',  ///< A music effect of another program.
};

/// The maker of the standard units.
OCA_CONSTANTS(UInt32) {
  /// The manufacturer in the descriptions of programs for Apple's systems.
  kAudioUnitManufacturer_Apple = 'appl',
};

/// Subtypes of outputs.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSubType_GenericOutput = 'genr',  ///< An output that the client pulls.
  kAudioUnitSubType_HALOutput = 'ahal',  ///< The output on a chosen device.
  kAudioUnitSubType_DefaultOutput = 'def ',  ///< The output on the default device.
  kAudioUnitSubType_SystemOutput = 'sys ',  ///< The output for system sounds.
  kAudioUnitSubType_RemoteIO = 'rioc',  ///< Input and output on the current route.
  kAudioUnitSubType_VoiceProcessingIO = 'vpio',  ///< Input and output for conversations.
};

/// Subtypes of instruments.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSubType_DLSSynth = 'dls ',  ///< A synthesizer for sound banks.
  kAudioUnitSubType_Sampler = 'samp',  ///< A sampler.
  kAudioUnitSubType_MIDISynth = 'msyn',  ///< A synthesizer with 16 MIDI channels.
};

/// Subtypes of converters.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSubType_AUConverter = 'conv',  ///< Converts rates and sample types.
  kAudioUnitSubType_Varispeed = 'vari',  ///< Changes speed and pitch together.
  kAudioUnitSubType_DeferredRenderer = 'defr',  ///< Renders on another thread.
  kAudioUnitSubType_Splitter = 'splt',  ///< Copies one input to two outputs.
  kAudioUnitSubType_MultiSplitter = 'mspl',  ///< Copies one input to several outputs.
  kAudioUnitSubType_Merger = 'merg',  ///< Merges two inputs.
  kAudioUnitSubType_NewTimePitch = 'nutp',  ///< Changes speed and pitch independently.
  kAudioUnitSubType_AUiPodTimeOther = 'ipto',  ///< Changes speed.
  kAudioUnitSubType_TimePitch = 'tmpt',  ///< An earlier unit for speed and pitch.
  kAudioUnitSubType_AUiPodTime = 'iptm',  ///< An earlier unit for speed.
  kAudioUnitSubType_RoundTripAAC = 'raac',  ///< Encodes and decodes AAC.
};

/// Subtypes of effects.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSubType_PeakLimiter = 'lmtr',  ///< Limits peaks.
  kAudioUnitSubType_DynamicsProcessor = 'dcmp',  ///< Compresses and expands.
  kAudioUnitSubType_MultiBandCompressor = 'mcmp',  ///< Compresses four bands.
  kAudioUnitSubType_LowPassFilter = 'lpas',  ///< Removes high frequencies.
  kAudioUnitSubType_HighPassFilter = 'hpas',  ///< Removes low frequencies.
  kAudioUnitSubType_BandPassFilter = 'bpas',  ///< Removes frequencies outside a band.
  kAudioUnitSubType_HighShelfFilter = 'hshf',  ///< Changes the level of high frequencies.
  kAudioUnitSubType_LowShelfFilter = 'lshf',  ///< Changes the level of low frequencies.
  kAudioUnitSubType_ParametricEQ = 'pmeq',  ///< Changes the level of a band.
  kAudioUnitSubType_GraphicEQ = 'greq',  ///< An equalizer with fixed bands.
  kAudioUnitSubType_NBandEQ = 'nbeq',  ///< An equalizer with any number of bands.
  kAudioUnitSubType_Distortion = 'dist',  ///< Distorts.
  kAudioUnitSubType_Delay = 'dely',  ///< A delay with feedback.
  kAudioUnitSubType_SampleDelay = 'sdly',  ///< A delay by a number of frames.
  kAudioUnitSubType_MatrixReverb = 'mrev',  ///< A reverberation.
  kAudioUnitSubType_Reverb2 = 'rvb2',  ///< A reverberation of iOS.
  kAudioUnitSubType_Pitch = 'tmpt',  ///< Changes the pitch.
  kAudioUnitSubType_AUiPodEQ = 'ipeq',  ///< An equalizer with presets only.
};

/// Subtypes of mixers.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSubType_MultiChannelMixer = 'mcmx',  ///< A mixer with a volume for each input.
  kAudioUnitSubType_MatrixMixer = 'mxmx',  ///< A mixer with a level for each pair of channels.
  kAudioUnitSubType_StereoMixer = 'smxr',  ///< A mixer to two channels.
  kAudioUnitSubType_3DMixer = '3dmx',  ///< A mixer that places sources in space.
  kAudioUnitSubType_AU3DMixerEmbedded = '3dem',  ///< An earlier name of the next one.
  kAudioUnitSubType_SpatialMixer = '3dem',  ///< A mixer that places sources in space.
};

/// Subtypes of generators.
OCA_CONSTANTS(UInt32) {
  kAudioUnitSubType_ScheduledSoundPlayer = 'sspl',  ///< Plays buffers at their times.
  kAudioUnitSubType_AudioFilePlayer = 'afpl',  ///< Plays regions of files at their times.
};

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioUnitErr_InvalidProperty = -10879,  ///< The unit does not have the property.
  kAudioUnitErr_InvalidParameter = -10878,  ///< The unit does not have the parameter.
  kAudioUnitErr_InvalidElement = -10877,  ///< The scope does not have the element.
  kAudioUnitErr_NoConnection = -10876,  ///< The input has no connection and no callback.
  kAudioUnitErr_FailedInitialization = -10875,  ///< The unit cannot work as it is set up.
  kAudioUnitErr_TooManyFramesToProcess = -10874,  ///< More frames than the largest slice.
  kAudioUnitErr_IllegalInstrument = -10873,  ///< The instrument is invalid.
  kAudioUnitErr_InstrumentTypeNotFound = -10872,  ///< The type of instrument is unknown.
  kAudioUnitErr_InvalidFile = -10871,  ///< The file is invalid.
  kAudioUnitErr_UnknownFileType = -10870,  ///< The type of file is unknown.
  kAudioUnitErr_FileNotSpecified = -10869,  ///< The unit has no file.
  kAudioUnitErr_FormatNotSupported = -10868,  ///< The format is unsupported.
  kAudioUnitErr_Uninitialized = -10867,  ///< The unit must be initialized first.
  kAudioUnitErr_InvalidScope = -10866,  ///< The property or parameter does not exist in the scope.
  kAudioUnitErr_PropertyNotWritable = -10865,  ///< The property is read-only.
  /// The unit is rendering on another thread: try again.
  kAudioUnitErr_CannotDoInCurrentContext = -10863,
  kAudioUnitErr_InvalidPropertyValue = -10851,  ///< The value is invalid.
  kAudioUnitErr_PropertyNotInUse = -10850,  ///< The property has no value.
  kAudioUnitErr_Initialized = -10849,  ///< The unit must be uninitialized first.
  kAudioUnitErr_InvalidOfflineRender = -10848,  ///< The offline unit cannot render now.
  kAudioUnitErr_Unauthorized = -10847,  ///< The program may not use the unit.
  kAudioUnitErr_MIDIOutputBufferFull = -66753,  ///< The MIDI buffer is full.
  kAudioUnitErr_RenderTimeout = -66745,  ///< Rendering took too long.
  kAudioUnitErr_ExtensionNotFound = -66744,  ///< The extension does not exist.
  kAudioUnitErr_InvalidParameterValue = -66743,  ///< The value of the parameter is invalid.
  kAudioUnitErr_InvalidFilePath = -66742,  ///< The path is invalid.
  kAudioUnitErr_MissingKey = -66741,  ///< A dictionary lacks a key.
  kAudioUnitErr_ComponentManagerNotSupported = -66740,  ///< The Component Manager does not exist.
  kAudioUnitErr_MultipleVoiceProcessors = -66635,  ///< Another unit processes the voice.
};

// MARK: - Rendering

/// Details of a call that renders.
OCA_OPTIONS(AudioUnitRenderActionFlags, UInt32) {
  kAudioUnitRenderAction_PreRender = 1U << 2,  ///< A notification before the unit renders.
  kAudioUnitRenderAction_PostRender = 1U << 3,  ///< A notification after the unit has rendered.
  kAudioUnitRenderAction_OutputIsSilence = 1U << 4,  ///< The buffers contain only silence.
  kAudioOfflineUnitRenderAction_Preflight = 1U << 5,  ///< The offline unit reads its input.
  kAudioOfflineUnitRenderAction_Render = 1U << 6,  ///< The offline unit renders.
  kAudioOfflineUnitRenderAction_Complete = 1U << 7,  ///< The offline unit has finished.
  /// The unit returned an error; set together with `kAudioUnitRenderAction_PostRender`.
  kAudioUnitRenderAction_PostRenderError = 1U << 8,
  kAudioUnitRenderAction_DoNotCheckRenderArgs = 1U << 9,  ///< The caller has checked the arguments.
};
OCA_OPTIONS_TYPE(AudioUnitRenderActionFlags, UInt32);

/// A function that provides the frames of an input, or that is called around rendering.
///
/// It runs on the render thread and must not wait.
///
/// - Parameter inRefCon: The client's pointer.
/// - Parameter ioActionFlags: May be set to `kAudioUnitRenderAction_OutputIsSilence`.
/// - Parameter inTimeStamp: The time of the first frame.
/// - Parameter inBusNumber: The input; in a notification, the output.
/// - Parameter inNumberFrames: The number of frames.
/// - Parameter ioData: The buffers to fill.
/// - Returns: 0, or an error, which ends the call that renders.
typedef OSStatus (*AURenderCallback)(
    void *inRefCon, AudioUnitRenderActionFlags *ioActionFlags, const AudioTimeStamp *inTimeStamp,
    UInt32 inBusNumber, UInt32 inNumberFrames, AudioBufferList *_Nullable ioData);

// MARK: - Properties and Parameters

/// A property.
typedef UInt32 AudioUnitPropertyID;
/// The part of a unit that a property or parameter belongs to.
typedef UInt32 AudioUnitScope;
/// The number of an input, an output, or another part.
typedef UInt32 AudioUnitElement;
/// A parameter.
typedef UInt32 AudioUnitParameterID;
/// The value of a parameter.
typedef Float32 AudioUnitParameterValue;

/// The kinds of scheduled changes.
OCA_ENUM(AUParameterEventType, UInt32) {
  kParameterEvent_Immediate = 1,  ///< A change at one frame.
  kParameterEvent_Ramped = 2,  ///< A change over some frames.
};
OCA_ENUM_TYPE(AUParameterEventType, UInt32);

/// A change of a parameter during the next slice.
typedef struct AudioUnitParameterEvent {
  AudioUnitScope scope;  ///< The scope of the parameter.
  AudioUnitElement element;  ///< The element of the parameter.
  AudioUnitParameterID parameter;  ///< The parameter.
  AUParameterEventType eventType;  ///< The kind of the change.
  union {
    struct {
      SInt32 startBufferOffset;  ///< The frame in the slice at which the ramp starts.
      UInt32 durationInFrames;  ///< The length of the ramp.
      AudioUnitParameterValue startValue;  ///< The first value.
      AudioUnitParameterValue endValue;  ///< The last value.
    } ramp;  ///< A ramp.
    struct {
      UInt32 bufferOffset;  ///< The frame in the slice.
      AudioUnitParameterValue value;  ///< The value.
    } immediate;  ///< A change at one frame.
  } eventValues;  ///< The change, by its kind.
} AudioUnitParameterEvent;

/// A parameter of a unit.
typedef struct AudioUnitParameter {
  AudioUnit mAudioUnit;  ///< The unit.
  AudioUnitParameterID mParameterID;  ///< The parameter.
  AudioUnitScope mScope;  ///< The scope.
  AudioUnitElement mElement;  ///< The element.
} AudioUnitParameter;

/// A property of a unit.
typedef struct AudioUnitProperty {
  AudioUnit mAudioUnit;  ///< The unit.
  AudioUnitPropertyID mPropertyID;  ///< The property.
  AudioUnitScope mScope;  ///< The scope.
  AudioUnitElement mElement;  ///< The element.
} AudioUnitProperty;

/// A function that is called after a change of a property.
typedef void (*AudioUnitPropertyListenerProc)(
    void *inRefCon, AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope,
    AudioUnitElement inElement);

// MARK: - Functions

/// Prepares a unit for rendering.
extern OSStatus AudioUnitInitialize(AudioUnit inUnit);

/// Frees the memory for rendering, so that formats can change.
extern OSStatus AudioUnitUninitialize(AudioUnit inUnit);

/// Gets the size in bytes of a property, and whether it can be set.
extern OSStatus AudioUnitGetPropertyInfo(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    UInt32 *_Nullable outDataSize, DarwinBoolean *_Nullable outWritable);

/// Gets a property.
extern OSStatus AudioUnitGetProperty(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    void *outData, UInt32 *ioDataSize);

/// Sets a property.
extern OSStatus AudioUnitSetProperty(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    const void *_Nullable inData, UInt32 inDataSize);

/// Adds a function that is called after a change of a property.
extern OSStatus AudioUnitAddPropertyListener(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc,
    void *_Nullable inProcUserData);

/// Removes a listener that was added with the same pointer.
extern OSStatus AudioUnitRemovePropertyListenerWithUserData(
    AudioUnit inUnit, AudioUnitPropertyID inID, AudioUnitPropertyListenerProc inProc,
    void *_Nullable inProcUserData);

/// Adds a function that is called before and after each call that renders.
extern OSStatus AudioUnitAddRenderNotify(
    AudioUnit inUnit, AURenderCallback inProc, void *_Nullable inProcUserData);

/// Removes a function that `AudioUnitAddRenderNotify` added.
extern OSStatus AudioUnitRemoveRenderNotify(
    AudioUnit inUnit, AURenderCallback inProc, void *_Nullable inProcUserData);

/// Gets the value of a parameter.
extern OSStatus AudioUnitGetParameter(
    AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue *outValue);

/// Sets the value of a parameter.
extern OSStatus AudioUnitSetParameter(
    AudioUnit inUnit, AudioUnitParameterID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);

/// Schedules changes of parameters in the next slice.
extern OSStatus AudioUnitScheduleParameters(
    AudioUnit inUnit, const AudioUnitParameterEvent *inParameterEvent, UInt32 inNumParamEvents);

/// Renders frames of an output.
extern OSStatus AudioUnitRender(
    AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp, UInt32 inOutputBusNumber, UInt32 inNumberFrames,
    AudioBufferList *ioData);

/// Changes frames in place, with a unit that has one input and one output.
extern OSStatus AudioUnitProcess(
    AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp, UInt32 inNumberFrames, AudioBufferList *ioData);

/// Renders all outputs from the frames of all inputs.
extern OSStatus AudioUnitProcessMultiple(
    AudioUnit inUnit, AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp, UInt32 inNumberFrames, UInt32 inNumberInputBufferLists,
    const AudioBufferList *_Nonnull *_Nonnull inInputBufferLists,
    UInt32 inNumberOutputBufferLists, AudioBufferList *_Nonnull *_Nonnull ioOutputBufferLists);

/// Clears the sound that a unit keeps, such as the tail of a delay.
extern OSStatus AudioUnitReset(
    AudioUnit inUnit, AudioUnitScope inScope, AudioUnitElement inElement);

// MARK: - Selectors

/// The numbers of the functions that a client's unit provides.
enum {
  kAudioUnitRange = 0x0000,  ///< The first selector of units.
  kAudioUnitInitializeSelect = 0x0001,  ///< An `AudioUnitInitializeProc`.
  kAudioUnitUninitializeSelect = 0x0002,  ///< An `AudioUnitUninitializeProc`.
  kAudioUnitGetPropertyInfoSelect = 0x0003,  ///< An `AudioUnitGetPropertyInfoProc`.
  kAudioUnitGetPropertySelect = 0x0004,  ///< An `AudioUnitGetPropertyProc`.
  kAudioUnitSetPropertySelect = 0x0005,  ///< An `AudioUnitSetPropertyProc`.
  kAudioUnitGetParameterSelect = 0x0006,  ///< An `AudioUnitGetParameterProc`.
  kAudioUnitSetParameterSelect = 0x0007,  ///< An `AudioUnitSetParameterProc`.
  kAudioUnitResetSelect = 0x0009,  ///< An `AudioUnitResetProc`.
  kAudioUnitAddPropertyListenerSelect = 0x000A,  ///< An `AudioUnitAddPropertyListenerProc`.
  kAudioUnitRemovePropertyListenerSelect = 0x000B,  ///< An `AudioUnitRemovePropertyListenerProc`.
  kAudioUnitRenderSelect = 0x000E,  ///< An `AudioUnitRenderProc`.
  kAudioUnitAddRenderNotifySelect = 0x000F,  ///< An `AudioUnitAddRenderNotifyProc`.
  kAudioUnitRemoveRenderNotifySelect = 0x0010,  ///< An `AudioUnitRemoveRenderNotifyProc`.
  kAudioUnitScheduleParametersSelect = 0x0011,  ///< An `AudioUnitScheduleParametersProc`.
  /// An `AudioUnitRemovePropertyListenerWithUserDataProc`.
  kAudioUnitRemovePropertyListenerWithUserDataSelect = 0x0012,
  kAudioUnitComplexRenderSelect = 0x0013,  ///< Reserved for packets.
  kAudioUnitProcessSelect = 0x0014,  ///< An `AudioUnitProcessProc`.
  kAudioUnitProcessMultipleSelect = 0x0015,  ///< An `AudioUnitProcessMultipleProc`.
};

/// The function of a client's unit for `AudioUnitInitialize`.
typedef OSStatus (*AudioUnitInitializeProc)(void *self);
/// The function of a client's unit for `AudioUnitUninitialize`.
typedef OSStatus (*AudioUnitUninitializeProc)(void *self);
/// The function of a client's unit for `AudioUnitGetPropertyInfo`.
typedef OSStatus (*AudioUnitGetPropertyInfoProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitScope scope, AudioUnitElement elem,
    UInt32 *_Nullable outDataSize, DarwinBoolean *_Nullable outWritable);
/// The function of a client's unit for `AudioUnitGetProperty`.
typedef OSStatus (*AudioUnitGetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    void *outData, UInt32 *ioDataSize);
/// The function of a client's unit for `AudioUnitSetProperty`.
typedef OSStatus (*AudioUnitSetPropertyProc)(
    void *self, AudioUnitPropertyID inID, AudioUnitScope inScope, AudioUnitElement inElement,
    const void *inData, UInt32 inDataSize);
/// The function of a client's unit for `AudioUnitAddPropertyListener`.
typedef OSStatus (*AudioUnitAddPropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc, void *userData);
/// The function of a client's unit that removes a listener, whatever its pointer is.
typedef OSStatus (*AudioUnitRemovePropertyListenerProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc);
/// The function of a client's unit for `AudioUnitRemovePropertyListenerWithUserData`.
typedef OSStatus (*AudioUnitRemovePropertyListenerWithUserDataProc)(
    void *self, AudioUnitPropertyID prop, AudioUnitPropertyListenerProc proc,
    void *_Nullable userData);
/// The function of a client's unit for `AudioUnitAddRenderNotify`.
typedef OSStatus (*AudioUnitAddRenderNotifyProc)(
    void *self, AURenderCallback proc, void *userData);
/// The function of a client's unit for `AudioUnitRemoveRenderNotify`.
typedef OSStatus (*AudioUnitRemoveRenderNotifyProc)(
    void *self, AURenderCallback proc, void *userData);
/// The function of a client's unit for `AudioUnitScheduleParameters`.
typedef OSStatus (*AudioUnitScheduleParametersProc)(
    void *self, const AudioUnitParameterEvent *events, UInt32 numEvents);
/// The function of a client's unit for `AudioUnitReset`.
typedef OSStatus (*AudioUnitResetProc)(
    void *self, AudioUnitScope inScope, AudioUnitElement inElement);
/// The function of a client's unit for `AudioUnitGetParameter`.
typedef OSStatus (*AudioUnitGetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope,
    AudioUnitElement inElement, AudioUnitParameterValue *outValue);
/// The function of a client's unit for `AudioUnitSetParameter`.
typedef OSStatus (*AudioUnitSetParameterProc)(
    void *inComponentStorage, AudioUnitParameterID inID, AudioUnitScope inScope,
    AudioUnitElement inElement, AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);
/// The function of a client's unit for `AudioUnitRender`.
typedef OSStatus (*AudioUnitRenderProc)(
    void *inComponentStorage, AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp, UInt32 inOutputBusNumber, UInt32 inNumberFrames,
    AudioBufferList *ioData);

/// The function of a client's unit for `AudioUnitProcess`.
typedef OSStatus (*AudioUnitProcessProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp, UInt32 inNumberFrames, AudioBufferList *ioData);
/// The function of a client's unit for `AudioUnitProcessMultiple`.
typedef OSStatus (*AudioUnitProcessMultipleProc)(
    void *self, AudioUnitRenderActionFlags *_Nullable ioActionFlags,
    const AudioTimeStamp *inTimeStamp, UInt32 inNumberFrames, UInt32 inNumberInputBufferLists,
    const AudioBufferList *_Nonnull *_Nonnull inInputBufferLists,
    UInt32 inNumberOutputBufferLists, AudioBufferList *_Nonnull *_Nonnull ioOutputBufferLists);

/// A function that maps a time of a unit's input to one of its output.
///
/// - Parameter inRefCon: The client's pointer.
/// - Parameter inOutputTimeStamp: The time of the first output frame.
/// - Parameter inInputSample: The first input frame.
/// - Parameter inNumberInputSamples: The number of input frames.
typedef void (*AUInputSamplesInOutputCallback)(
    void *inRefCon, const AudioTimeStamp *inOutputTimeStamp, Float64 inInputSample,
    Float64 inNumberInputSamples);

OCA_HEADER_END

#endif

/// Audio Hardware: the devices of the machine, their properties, and functions that they call.
#ifndef CoreAudio_AudioHardware_h
#define CoreAudio_AudioHardware_h

#include <CoreAudio/AggregateDevices.h>
#include <CoreAudio/AudioHardwareBase.h>

OCA_HEADER_BEGIN

// MARK: - The System Object

OCA_CONSTANTS(SInt32) {
  kAudioObjectSystemObject = 1,  ///< The object that lists the devices.
};

OCA_CONSTANTS(AudioClassID) {
  kAudioTransportManagerClassID = 'trpm',  ///< A manager of connections.
  kAudioSubDeviceClassID = 'asub',  ///< A device in an aggregate device.
};

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioObjectPropertyCreator = 'oplg',  ///< CFString: the plug-in of the object.
  kAudioHardwarePropertyDevices = 'dev#',  ///< AudioObjectIDs.
  kAudioHardwarePropertyDefaultInputDevice = 'dIn ',  ///< AudioObjectID: the device to record from.
  kAudioHardwarePropertyDefaultOutputDevice = 'dOut',  ///< AudioObjectID: the device to play on.
  kAudioHardwarePropertyDefaultSystemOutputDevice = 'sOut',  ///< AudioObjectID: the one for alerts.
  /// AudioObjectID: the device whose UID is the qualifier.
  kAudioHardwarePropertyTranslateUIDToDevice = 'uidd',
  kAudioHardwarePropertyMixStereoToMono = 'stmo',  ///< UInt32: 1 mixes the channels.
  kAudioHardwarePropertyPlugInList = 'plg#',  ///< AudioObjectIDs: the plug-ins.
  /// Not supported: the earlier name of the plug-in with a bundle identifier.
  kAudioHardwarePropertyPlugInForBundleID = 'pibi',
  kAudioHardwarePropertyTransportManagerList = 'tmg#',  ///< AudioObjectIDs.
  kAudioHardwarePropertyBoxList = 'box#',  ///< AudioObjectIDs.
  kAudioHardwarePropertyClockDeviceList = 'clk#',  ///< AudioObjectIDs.
  kAudioHardwarePropertyProcessIsMain = 'main',  ///< UInt32: 1 in the first process of a program.
  kAudioHardwarePropertyProcessIsMaster = 'mast',  ///< An earlier form of that property.
  kAudioHardwarePropertyIsInitingOrExiting = 'inot',  ///< UInt32: 1 during start and exit.
  kAudioHardwarePropertyUserIDChanged = 'euid',  ///< UInt32: set if the user has changed.
  kAudioHardwarePropertyProcessIsAudible = 'pmut',  ///< UInt32: 0 silences the process.
  kAudioHardwarePropertySleepingIsAllowed = 'slep',  ///< UInt32: 1 if the machine may sleep.
  kAudioHardwarePropertyUnloadingIsAllowed = 'unld',  ///< UInt32: 1 if the library may free memory.
  /// UInt32: 1 if units take devices for themselves.
  kAudioHardwarePropertyHogModeIsAllowed = 'hogr',
  kAudioHardwarePropertyUserSessionIsActiveOrHeadless = 'user',  ///< UInt32: 1 for the active user.
  /// UInt32: reported after a restart of the server.
  kAudioHardwarePropertyServiceRestarted = 'srst',
  kAudioHardwarePropertyPowerHint = 'powh',  ///< UInt32: 1 favors saving power.
};

// MARK: - Devices

/// A device.
typedef AudioObjectID AudioDeviceID;
/// A stream of a device.
typedef AudioObjectID AudioStreamID;
/// A property of a device.
typedef AudioObjectPropertySelector AudioDevicePropertyID;
/// A property of the system object.
typedef AudioObjectPropertySelector AudioHardwarePropertyID;

/// A function that a device calls for each slice of frames.
///
/// It runs on a thread of the device and must not wait.
///
/// - Parameter inDevice: The device.
/// - Parameter inNow: The time of the call.
/// - Parameter inInputData: The recorded frames; no buffers for a device that plays.
/// - Parameter inInputTime: The time of the first recorded frame.
/// - Parameter outOutputData: The frames to fill, which are silent; no buffers for a device that
///   records.
/// - Parameter inOutputTime: The time at which the first frame is heard.
/// - Parameter inClientData: The client's pointer.
/// - Returns: Ignored.
typedef OSStatus (*AudioDeviceIOProc)(
    AudioObjectID inDevice, const AudioTimeStamp *inNow, const AudioBufferList *inInputData,
    const AudioTimeStamp *inInputTime, AudioBufferList *outOutputData,
    const AudioTimeStamp *inOutputTime, void *_Nullable inClientData);

/// A function that was added to a device.
typedef AudioDeviceIOProc AudioDeviceIOProcID;

#if defined(__BLOCKS__) && !defined(__swift__)
/// A block that a device calls for each slice of frames.
typedef void (^AudioDeviceIOBlock)(
    const AudioTimeStamp *inNow, const AudioBufferList *inInputData,
    const AudioTimeStamp *inInputTime, AudioBufferList *outOutputData,
    const AudioTimeStamp *inOutputTime);
#endif

OCA_CONSTANTS(AudioObjectPropertySelector) {
  /// Not supported: no plug-in makes aggregate devices.
  kAudioPlugInCreateAggregateDevice = 'cagg',
  /// Not supported: no plug-in removes aggregate devices.
  kAudioPlugInDestroyAggregateDevice = 'dagg',
};

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioDevicePropertyPlugIn = 'plug',  ///< OSStatus: the error of a plug-in.
  /// UInt32: reported after a change of the device.
  kAudioDevicePropertyDeviceHasChanged = 'diff',
  kAudioDevicePropertyDeviceIsRunningSomewhere = 'gone',  ///< UInt32: 1 while any process uses it.
  kAudioDeviceProcessorOverload = 'over',  ///< UInt32: reported after a call that took too long.
  kAudioDevicePropertyIOStoppedAbnormally = 'stpd',  ///< UInt32: reported after an unexpected stop.
  kAudioDevicePropertyHogMode = 'oink',  ///< pid_t: the process with exclusive use, or -1.
  kAudioDevicePropertyBufferFrameSize = 'fsiz',  ///< UInt32: the frames of a slice.
  kAudioDevicePropertyBufferFrameSizeRange = 'fsz#',  ///< AudioValueRange, in frames.
  /// UInt32: the maximum number of frames of a slice.
  kAudioDevicePropertyUsesVariableBufferFrameSizes = 'vfsz',
  /// Float32: the share of time that slices may take.
  kAudioDevicePropertyIOCycleUsage = 'ncyc',
  /// AudioBufferList: the channels of each stream.
  kAudioDevicePropertyStreamConfiguration = 'slay',
  kAudioDevicePropertyIOProcStreamUsage = 'suse',  ///< The streams that a function uses.
  kAudioDevicePropertyActualSampleRate = 'asrt',  ///< Float64, in hertz: the measured rate.
  kAudioDevicePropertyClockDevice = 'apcd',  ///< CFString: the UID of the clock.
  kAudioDevicePropertyJackIsConnected = 'jack',  ///< UInt32: 1 if a plug is in.
  kAudioDevicePropertyVolumeScalar = 'volm',  ///< Float32, from 0 to 1.
  kAudioDevicePropertyVolumeDecibels = 'vold',  ///< Float32, in decibels.
  kAudioDevicePropertyVolumeRangeDecibels = 'vdb#',  ///< AudioValueRange, in decibels.
  kAudioDevicePropertyVolumeScalarToDecibels = 'v2db',  ///< Float32: the level of a scalar.
  kAudioDevicePropertyVolumeDecibelsToScalar = 'db2v',  ///< Float32: the scalar of a level.
  kAudioDevicePropertyStereoPan = 'span',  ///< Float32, from 0 to 1.
  kAudioDevicePropertyStereoPanChannels = 'spn#',  ///< Two UInt32s: the channels of the pan.
  kAudioDevicePropertyMute = 'mute',  ///< UInt32: 1 silences.
  kAudioDevicePropertySolo = 'solo',  ///< UInt32: 1 silences the other channels.
  kAudioDevicePropertyDataSource = 'ssrc',  ///< UInt32: the connector in use.
  kAudioDevicePropertyDataSources = 'ssc#',  ///< UInt32s: the connectors.
  /// AudioValueTranslation to a CFString.
  kAudioDevicePropertyDataSourceNameForIDCFString = 'lscn',
  kAudioDevicePropertyClockSource = 'csrc',  ///< UInt32: the clock in use.
  kAudioDevicePropertyClockSources = 'csc#',  ///< UInt32s: the clocks.
  /// AudioValueTranslation to a CFString: the name of a clock.
  kAudioDevicePropertyClockSourceNameForIDCFString = 'lccn',
  /// AudioValueTranslation to a UInt32: the kind of a clock.
  kAudioDevicePropertyClockSourceKindForID = 'csck',
  kAudioDevicePropertyPlayThru = 'thru',  ///< UInt32: 1 plays what is recorded.
  kAudioDevicePropertySubVolumeScalar = 'svlm',  ///< Float32: the volume of low frequencies.
  kAudioDevicePropertySubVolumeDecibels = 'svld',  ///< Float32, in decibels: the same.
  kAudioDevicePropertySubVolumeRangeDecibels = 'svd#',  ///< AudioValueRange, in decibels.
  kAudioDevicePropertyDriverShouldOwniSub = 'isub',  ///< UInt32: 1 gives a subwoofer to the device.
  kAudioDevicePropertySubMute = 'smut',  ///< UInt32: 1 silences low frequencies.
};

// MARK: - Earlier Names

OCA_CONSTANTS(AudioObjectID) {
  kAudioDeviceUnknown = 0,  ///< No device.
  kAudioStreamUnknown = 0,  ///< No stream.
};

OCA_CONSTANTS(AudioObjectPropertyScope) {
  kAudioDevicePropertyScopeInput = 'inpt',  ///< The recording side.
  kAudioDevicePropertyScopeOutput = 'outp',  ///< The playing side.
  kAudioDevicePropertyScopePlayThrough = 'ptru',  ///< The way from recording to playing.
};

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioPropertyWildcardPropertyID = '****',  ///< All properties.
};

/// Properties that have other names today.
OCA_CONSTANTS(AudioObjectPropertySelector) {
  /// CFRunLoop for listeners; null uses threads of the library.
  kAudioHardwarePropertyRunLoop = 'rnlp',
  kAudioHardwarePropertyDeviceForUID = 'duid',  ///< AudioValueTranslation from a UID.
  kAudioDevicePropertyDeviceName = 'name',  ///< The name as a C string.
  kAudioDevicePropertyDeviceNameCFString = 'lnam',  ///< CFString: the name.
  kAudioDevicePropertyDeviceManufacturer = 'makr',  ///< The maker as a C string.
  kAudioDevicePropertyDeviceManufacturerCFString = 'lmak',  ///< CFString: the maker.
  kAudioDevicePropertyBufferSize = 'bsiz',  ///< UInt32: the bytes of a slice.
  kAudioDevicePropertyBufferSizeRange = 'bsz#',  ///< AudioValueRange, in bytes.
  kAudioDevicePropertyChannelName = 'chnm',  ///< The name of a channel as a C string.
  kAudioDevicePropertyChannelNameCFString = 'lchn',  ///< CFString: the name of a channel.
  kAudioDevicePropertyStreamFormat = 'sfmt',  ///< AudioStreamBasicDescription of the first stream.
  /// AudioStreamBasicDescriptions of the first stream.
  kAudioDevicePropertyStreamFormats = 'sfm#',
  kAudioDevicePropertyStreamFormatSupported = 'sfm?',  ///< Whether a format is supported.
  kAudioDevicePropertyStreamFormatMatch = 'sfmm',  ///< The nearest supported format.
  kAudioDevicePropertySupportsMixing = 'mix?',  ///< UInt32: 1 if processes share the device.
  kAudioStreamPropertyOwningDevice = 'stdv',  ///< AudioObjectID: the device of a stream.
  kAudioStreamPropertyPhysicalFormats = 'pft#',  ///< AudioStreamBasicDescriptions.
  kAudioStreamPropertyPhysicalFormatSupported = 'pft?',  ///< Whether a format is supported.
  kAudioStreamPropertyPhysicalFormatMatch = 'pftm',  ///< The nearest supported format.
};

// MARK: - Properties

/// Whether an object has a property.
extern Boolean AudioObjectHasProperty(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress);

/// Gets whether a property can be set.
extern OSStatus AudioObjectIsPropertySettable(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    DarwinBoolean *outIsSettable);

/// Gets the size of a property in bytes.
extern OSStatus AudioObjectGetPropertyDataSize(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    UInt32 inQualifierDataSize, const void *_Nullable inQualifierData, UInt32 *outDataSize);

/// Gets a property.
extern OSStatus AudioObjectGetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    UInt32 inQualifierDataSize, const void *_Nullable inQualifierData, UInt32 *ioDataSize,
    void *outData);

/// Sets a property.
extern OSStatus AudioObjectSetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    UInt32 inQualifierDataSize, const void *_Nullable inQualifierData, UInt32 inDataSize,
    const void *inData);

/// A function that is called after a change of properties.
///
/// - Parameter inObjectID: The object.
/// - Parameter inNumberAddresses: The number of properties.
/// - Parameter inAddresses: The properties.
/// - Parameter inClientData: The client's pointer.
/// - Returns: Ignored.
typedef OSStatus (*AudioObjectPropertyListenerProc)(
    AudioObjectID inObjectID, UInt32 inNumberAddresses,
    const AudioObjectPropertyAddress *inAddresses, void *_Nullable inClientData);

#if defined(__BLOCKS__) && !defined(__swift__)
/// A block that is called after a change of properties.
typedef void (^AudioObjectPropertyListenerBlock)(
    UInt32 inNumberAddresses, const AudioObjectPropertyAddress *inAddresses);
#endif

/// Adds a function that is called after a change of a property.
extern OSStatus AudioObjectAddPropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener, void *_Nullable inClientData);

/// Removes a function that is called after a change of a property.
extern OSStatus AudioObjectRemovePropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener, void *_Nullable inClientData);

// MARK: - Running Devices

/// Adds a function that a running device calls for each slice.
extern OSStatus AudioDeviceCreateIOProcID(
    AudioObjectID inDevice, AudioDeviceIOProc inProc, void *_Nullable inClientData,
    AudioDeviceIOProcID _Nullable *_Nonnull outIOProcID);

/// Removes a function from a device.
extern OSStatus AudioDeviceDestroyIOProcID(
    AudioObjectID inDevice, AudioDeviceIOProcID inIOProcID);

/// Starts to call a function.
extern OSStatus AudioDeviceStart(
    AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID);

/// Stops calling a function.
extern OSStatus AudioDeviceStop(
    AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID);

/// Has no effect, because the hardware layer frees its own memory.
extern OSStatus AudioHardwareUnload(void);

// MARK: - Earlier Functions

/// Gets a property of the system object.
extern OSStatus AudioHardwareGetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData)
    OCA_DEPRECATED("Use AudioObjectGetPropertyData.");

/// Gets the size of a property of the system object, and whether it can be set.
extern OSStatus AudioHardwareGetPropertyInfo(
    AudioHardwarePropertyID inPropertyID, UInt32 *_Nullable outSize,
    DarwinBoolean *_Nullable outWritable)
    OCA_DEPRECATED("Use AudioObjectGetPropertyDataSize.");

/// Sets a property of the system object.
extern OSStatus AudioHardwareSetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData)
    OCA_DEPRECATED("Use AudioObjectSetPropertyData.");

/// Gets a property of a device.
extern OSStatus AudioDeviceGetProperty(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData)
    OCA_DEPRECATED("Use AudioObjectGetPropertyData.");

/// Gets the size of a property of a device, and whether it can be set.
extern OSStatus AudioDeviceGetPropertyInfo(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *_Nullable outSize, DarwinBoolean *_Nullable outWritable)
    OCA_DEPRECATED("Use AudioObjectGetPropertyDataSize.");

/// Sets a property of a device.
extern OSStatus AudioDeviceSetProperty(
    AudioDeviceID inDevice, const AudioTimeStamp *_Nullable inWhen, UInt32 inChannel,
    Boolean isInput, AudioDevicePropertyID inPropertyID, UInt32 inPropertyDataSize,
    const void *inPropertyData) OCA_DEPRECATED("Use AudioObjectSetPropertyData.");

OCA_HEADER_END

#endif

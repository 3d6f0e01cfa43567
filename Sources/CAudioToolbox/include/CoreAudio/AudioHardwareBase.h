/// Audio Hardware Base: the objects of the hardware, and their properties.
#ifndef CoreAudio_AudioHardwareBase_h
#define CoreAudio_AudioHardwareBase_h

#include <CoreAudio/CoreAudioTypes.h>

#if !defined(__swift__)
// Programs choose functions by the oldest system that they support.
#include <AvailabilityMacros.h>
#endif

OCA_HEADER_BEGIN

// MARK: - Objects

/// An object of the hardware: the system, a device, a stream, or a control.
typedef UInt32 AudioObjectID;
/// The class of an object: a four-character code.
typedef UInt32 AudioClassID;
/// A property: a four-character code.
typedef UInt32 AudioObjectPropertySelector;
/// The part of an object that a property belongs to: a four-character code.
typedef UInt32 AudioObjectPropertyScope;
/// The channel that a property belongs to, counted from 1; 0 is the object as a whole.
typedef UInt32 AudioObjectPropertyElement;

/// A property of an object.
typedef struct AudioObjectPropertyAddress {
  AudioObjectPropertySelector mSelector;  ///< The property.
  AudioObjectPropertyScope mScope;  ///< The part of the object.
  AudioObjectPropertyElement mElement;  ///< The channel, or 0.
} AudioObjectPropertyAddress;

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioHardwareNoError = 0,  ///< The call succeeded.
  kAudioHardwareNotRunningError = 'stop',  ///< The device does not run.
  kAudioHardwareUnspecifiedError = 'what',  ///< The call failed for another reason.
  kAudioHardwareUnknownPropertyError = 'who?',  ///< The object does not have the property.
  kAudioHardwareBadPropertySizeError = '!siz',  ///< The size of the value is wrong.
  kAudioHardwareIllegalOperationError = 'nope',  ///< The call is impossible now.
  kAudioHardwareBadObjectError = '!obj',  ///< The object does not exist.
  kAudioHardwareBadDeviceError = '!dev',  ///< The device does not exist.
  kAudioHardwareBadStreamError = '!str',  ///< The stream does not exist.
  kAudioHardwareUnsupportedOperationError = 'unop',  ///< The hardware does not support the call.
  kAudioHardwareNotReadyError = 'nrdy',  ///< The hardware is not ready.
  kAudioDeviceUnsupportedFormatError = '!dat',  ///< The device does not support the format.
  kAudioDevicePermissionsError = '!hog',  ///< Another process has the device for itself.
};

// MARK: - Scopes, Elements, and Classes

OCA_CONSTANTS(AudioObjectID) {
  kAudioObjectUnknown = 0,  ///< No object.
};

OCA_CONSTANTS(AudioObjectPropertyScope) {
  kAudioObjectPropertyScopeGlobal = 'glob',  ///< The object as a whole.
  kAudioObjectPropertyScopeInput = 'inpt',  ///< The recording side of a device.
  kAudioObjectPropertyScopeOutput = 'outp',  ///< The playing side of a device.
  kAudioObjectPropertyScopePlayThrough = 'ptru',  ///< The way from recording to playing.
  kAudioObjectPropertyScopeWildcard = '****',  ///< All scopes, for listeners.
};

OCA_CONSTANTS(AudioObjectPropertyElement) {
  kAudioObjectPropertyElementMain = 0,  ///< The object as a whole.
  kAudioObjectPropertyElementMaster = 0,  ///< An earlier name of `kAudioObjectPropertyElementMain`.
  kAudioObjectPropertyElementWildcard = 0xFFFFFFFF,  ///< All elements, for listeners.
};

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioObjectPropertySelectorWildcard = '****',  ///< All properties, for listeners.
};

OCA_CONSTANTS(AudioClassID) {
  kAudioObjectClassIDWildcard = '****',  ///< All classes.
  kAudioObjectClassID = 'aobj',  ///< Any object.
  kAudioSystemObjectClassID = 'asys',  ///< The system object.
  kAudioPlugInClassID = 'aplg',  ///< A plug-in.
  kAudioBoxClassID = 'abox',  ///< A box with devices.
  kAudioDeviceClassID = 'adev',  ///< A device.
  kAudioEndPointClassID = 'endp',  ///< A part of a device of end points.
  kAudioEndPointDeviceClassID = 'edev',  ///< A device of end points.
  kAudioAggregateDeviceClassID = 'aagg',  ///< A device of devices.
  kAudioStreamClassID = 'astr',  ///< A stream of a device.
  kAudioControlClassID = 'actl',  ///< Any control.
  kAudioLevelControlClassID = 'levl',  ///< A control with a level.
  kAudioBooleanControlClassID = 'togl',  ///< A control that is on or off.
  kAudioVolumeControlClassID = 'vlme',  ///< A volume.
  kAudioMuteControlClassID = 'mute',  ///< A control that silences.
};

// MARK: - Properties of Objects

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioObjectPropertyBaseClass = 'bcls',  ///< AudioClassID: the base class of the object's class.
  kAudioObjectPropertyClass = 'clas',  ///< AudioClassID.
  kAudioObjectPropertyOwner = 'stdv',  ///< AudioObjectID: the object that contains it.
  kAudioObjectPropertyName = 'lnam',  ///< CFString: the name for people, which the caller releases.
  kAudioObjectPropertyModelName = 'lmod',  ///< CFString: the name of the model.
  kAudioObjectPropertyManufacturer = 'lmak',  ///< CFString: the name of the maker.
  kAudioObjectPropertyElementName = 'lchn',  ///< CFString: the name of a channel.
  kAudioObjectPropertyElementCategoryName = 'lccn',  ///< CFString: the kind of a channel.
  kAudioObjectPropertyElementNumberName = 'lcnn',  ///< CFString: the number of a channel.
  kAudioObjectPropertyOwnedObjects = 'ownd',  ///< AudioObjectIDs; the qualifier may list classes.
  kAudioObjectPropertyIdentify = 'iden',  ///< UInt32: 1 makes the hardware show itself.
  kAudioObjectPropertySerialNumber = 'snum',  ///< CFString.
  kAudioObjectPropertyFirmwareVersion = 'fwvn',  ///< CFString.
};

// MARK: - Properties of Devices

OCA_CONSTANTS(AudioObjectPropertySelector) {
  /// CFString: the program that sets up the device.
  kAudioDevicePropertyConfigurationApplication = 'capp',
  kAudioDevicePropertyDeviceUID = 'uid ',  ///< CFString: a name that stays the same.
  kAudioDevicePropertyModelUID = 'muid',  ///< CFString: a name of the model.
  /// UInt32: `kAudioDeviceTransportTypeUSB` and others.
  kAudioDevicePropertyTransportType = 'tran',
  kAudioDevicePropertyRelatedDevices = 'akin',  ///< AudioObjectIDs: devices of the same hardware.
  kAudioDevicePropertyClockDomain = 'clkd',  ///< UInt32: equal for the same clock; 0 if unknown.
  kAudioDevicePropertyDeviceIsAlive = 'livn',  ///< UInt32: 0 once the device is gone.
  /// UInt32: 1 while this process uses the device.
  kAudioDevicePropertyDeviceIsRunning = 'goin',
  /// UInt32: 1 if the device can be the default.
  kAudioDevicePropertyDeviceCanBeDefaultDevice = 'dflt',
  /// UInt32: 1 if the device can play alerts.
  kAudioDevicePropertyDeviceCanBeDefaultSystemDevice = 'sflt',
  kAudioDevicePropertyLatency = 'ltnc',  ///< UInt32, in frames.
  kAudioDevicePropertyStreams = 'stm#',  ///< AudioStreamIDs.
  kAudioObjectPropertyControlList = 'ctrl',  ///< AudioObjectIDs: the controls.
  kAudioDevicePropertySafetyOffset = 'saft',  ///< UInt32: the safety distance in frames.
  kAudioDevicePropertyNominalSampleRate = 'nsrt',  ///< Float64, in hertz.
  kAudioDevicePropertyAvailableNominalSampleRates = 'nsr#',  ///< AudioValueRanges, in hertz.
  kAudioDevicePropertyIcon = 'icon',  ///< CFURL of a picture.
  kAudioDevicePropertyIsHidden = 'hidn',  ///< UInt32: 1 if lists leave it out.
  kAudioDevicePropertyPreferredChannelsForStereo = 'dch2',  ///< Two UInt32s, counted from 1.
  kAudioDevicePropertyPreferredChannelLayout = 'srnd',  ///< AudioChannelLayout.
};

/// Values of `kAudioDevicePropertyTransportType`.
OCA_CONSTANTS(UInt32) {
  kAudioDeviceTransportTypeUnknown = 0,  ///< Unknown.
  kAudioDeviceTransportTypeBuiltIn = 'bltn',  ///< Part of the machine.
  kAudioDeviceTransportTypeAggregate = 'grup',  ///< A device of devices.
  kAudioDeviceTransportTypeVirtual = 'virt',  ///< Software.
  kAudioDeviceTransportTypePCI = 'pci ',  ///< PCI.
  kAudioDeviceTransportTypeUSB = 'usb ',  ///< USB.
  kAudioDeviceTransportTypeFireWire = '1394',  ///< FireWire.
  kAudioDeviceTransportTypeBluetooth = 'blue',  ///< Bluetooth.
  kAudioDeviceTransportTypeBluetoothLE = 'blea',  ///< Bluetooth Low Energy.
  kAudioDeviceTransportTypeHDMI = 'hdmi',  ///< HDMI.
  kAudioDeviceTransportTypeDisplayPort = 'dprt',  ///< DisplayPort.
  kAudioDeviceTransportTypeAirPlay = 'airp',  ///< AirPlay.
  kAudioDeviceTransportTypeAVB = 'eavb',  ///< Audio Video Bridging.
  kAudioDeviceTransportTypeThunderbolt = 'thun',  ///< Thunderbolt.
};

// MARK: - Properties of Streams

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioStreamPropertyIsActive = 'sact',  ///< UInt32: 1 if the stream takes part.
  kAudioStreamPropertyDirection = 'sdir',  ///< UInt32: 0 plays, 1 records.
  /// UInt32: `kAudioStreamTerminalTypeSpeaker` and others.
  kAudioStreamPropertyTerminalType = 'term',
  kAudioStreamPropertyStartingChannel = 'schn',  ///< UInt32: the first channel, counted from 1.
  kAudioStreamPropertyLatency = 'ltnc',  ///< UInt32: frames, added to the device's.
  /// AudioStreamBasicDescription of the client's frames.
  kAudioStreamPropertyVirtualFormat = 'sfmt',
  kAudioStreamPropertyAvailableVirtualFormats = 'sfma',  ///< AudioStreamRangedDescriptions.
  kAudioStreamPropertyPhysicalFormat = 'pft ',  ///< AudioStreamBasicDescription of the hardware.
  kAudioStreamPropertyAvailablePhysicalFormats = 'pfta',  ///< AudioStreamRangedDescriptions.
};

/// Values of `kAudioStreamPropertyTerminalType`.
OCA_CONSTANTS(UInt32) {
  kAudioStreamTerminalTypeUnknown = 0,  ///< Unknown.
  kAudioStreamTerminalTypeLine = 'line',  ///< A line.
  kAudioStreamTerminalTypeDigitalAudioInterface = 'spdf',  ///< A digital line.
  kAudioStreamTerminalTypeSpeaker = 'spkr',  ///< A loudspeaker.
  kAudioStreamTerminalTypeHeadphones = 'hdph',  ///< Headphones.
  kAudioStreamTerminalTypeLFESpeaker = 'lfes',  ///< A loudspeaker for low frequencies.
  kAudioStreamTerminalTypeReceiverSpeaker = 'rspk',  ///< The loudspeaker of a telephone.
  kAudioStreamTerminalTypeMicrophone = 'micr',  ///< A microphone.
  kAudioStreamTerminalTypeHeadsetMicrophone = 'hmic',  ///< The microphone of a headset.
  kAudioStreamTerminalTypeReceiverMicrophone = 'rmic',  ///< The microphone of a telephone.
  kAudioStreamTerminalTypeTTY = 'tty_',  ///< A text telephone.
  kAudioStreamTerminalTypeHDMI = 'hdmi',  ///< HDMI.
  kAudioStreamTerminalTypeDisplayPort = 'dprt',  ///< DisplayPort.
};

/// A format of a stream, with the range of its rates.
typedef struct AudioStreamRangedDescription {
  AudioStreamBasicDescription mFormat;  ///< The format.
  AudioValueRange mSampleRateRange;  ///< The rates, in hertz.
} AudioStreamRangedDescription;

// MARK: - Properties of Controls

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioControlPropertyScope = 'cscp',  ///< AudioObjectPropertyScope of the device.
  kAudioControlPropertyElement = 'celm',  ///< AudioObjectPropertyElement of the device.
  kAudioLevelControlPropertyScalarValue = 'lcsv',  ///< Float32, from 0 to 1.
  kAudioLevelControlPropertyDecibelValue = 'lcdv',  ///< Float32, in decibels.
  kAudioLevelControlPropertyDecibelRange = 'lcdr',  ///< AudioValueRange, in decibels.
  kAudioLevelControlPropertyConvertScalarToDecibels = 'lcsd',  ///< Float32: the level of a scalar.
  kAudioLevelControlPropertyConvertDecibelsToScalar = 'lcds',  ///< Float32: the scalar of a level.
};

OCA_HEADER_END

#endif

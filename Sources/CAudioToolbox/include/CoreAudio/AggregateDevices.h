/// Aggregate Devices: the keys and properties of devices that combine other devices.
///
/// This package cannot create such devices.
#ifndef CoreAudio_AggregateDevices_h
#define CoreAudio_AggregateDevices_h

#include <CoreAudio/AudioHardwareBase.h>

OCA_HEADER_BEGIN

// MARK: - Descriptions

#define kAudioAggregateDeviceUIDKey "uid"  ///< The UID of the new device: a string.
#define kAudioAggregateDeviceNameKey "name"  ///< The name of the new device: a string.
/// The devices: an array of dictionaries.
#define kAudioAggregateDeviceSubDeviceListKey "subdevices"
/// The UID of the device that provides the time: a string.
#define kAudioAggregateDeviceMainSubDeviceKey "master"
/// The earlier name of `kAudioAggregateDeviceMainSubDeviceKey`.
#define kAudioAggregateDeviceMasterSubDeviceKey "master"
#define kAudioAggregateDeviceClockDeviceKey "clock"  ///< The UID of a clock: a string.
/// Whether only this process sees the device: a number.
#define kAudioAggregateDeviceIsPrivateKey "private"
/// Whether all devices play the same frames: a number.
#define kAudioAggregateDeviceIsStackedKey "stacked"
#define kAudioAggregateDeviceTapListKey "taps"  ///< The taps of processes: an array.
/// Whether the taps start together with the device: a number.
#define kAudioAggregateDeviceTapAutoStartKey "tapautostart"

#define kAudioSubDeviceUIDKey "uid"  ///< The UID of a device in the list: a string.
#define kAudioSubDeviceNameKey "name"  ///< The name of a device in the list: a string.
/// The number of channels that a device records.
#define kAudioSubDeviceInputChannelsKey "channels-in"
/// The number of channels that a device plays.
#define kAudioSubDeviceOutputChannelsKey "channels-out"
/// The frames of additional delay of a device that records.
#define kAudioSubDeviceExtraInputLatencyKey "latency-in"
/// The frames of additional delay of a device that plays.
#define kAudioSubDeviceExtraOutputLatencyKey "latency-out"
/// Whether a device is resampled to the time of the main device: a number.
#define kAudioSubDeviceDriftCompensationKey "drift"
/// The quality of the resampling: a number.
#define kAudioSubDeviceDriftCompensationQualityKey "drift quality"

// MARK: - Properties

/// The properties of an aggregate device.
OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioAggregateDevicePropertyFullSubDeviceList = 'grup',  ///< CFArray: the UIDs of all devices.
  /// AudioObjectIDs: the available devices.
  kAudioAggregateDevicePropertyActiveSubDeviceList = 'agrp',
  kAudioAggregateDevicePropertyComposition = 'acom',  ///< CFDictionary: the description.
  kAudioAggregateDevicePropertyMainSubDevice = 'amst',  ///< CFString: the UID of the main device.
  /// The earlier name of `kAudioAggregateDevicePropertyMainSubDevice`.
  kAudioAggregateDevicePropertyMasterSubDevice = 'amst',
  kAudioAggregateDevicePropertyClockDevice = 'apcd',  ///< CFString: the UID of the clock.
  kAudioAggregateDevicePropertyTapList = 'tap#',  ///< CFArray: the UIDs of the taps.
  /// AudioObjectIDs: the available taps.
  kAudioAggregateDevicePropertySubTapList = 'atap',
};

/// The properties of a device in an aggregate.
OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioSubDevicePropertyExtraLatency = 'xltc',  ///< Float64: the frames of additional delay.
  kAudioSubDevicePropertyDriftCompensation = 'drft',  ///< UInt32: 1 if resampled.
  kAudioSubDevicePropertyDriftCompensationQuality = 'drfq',  ///< UInt32.
};

// MARK: - Functions

#if !defined(__swift__)
/// Fails, because this package cannot create aggregate devices.
///
/// Linux's sound servers combine devices themselves.
///
/// - Returns: `kAudioHardwareUnsupportedOperationError`; `kAudioHardwareIllegalOperationError` for
///   null.
extern OSStatus AudioHardwareCreateAggregateDevice(
    CFDictionaryRef inDescription, AudioObjectID *outDeviceID);
#endif

/// Fails, because no device of this package is an aggregate device.
///
/// - Returns: `kAudioHardwareIllegalOperationError` if the device exists;
///   `kAudioHardwareBadDeviceError` otherwise.
extern OSStatus AudioHardwareDestroyAggregateDevice(AudioObjectID inDeviceID);

OCA_HEADER_END

#endif

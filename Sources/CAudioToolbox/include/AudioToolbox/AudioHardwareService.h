/// Audio Hardware Services: properties of devices, with a volume and a balance of all channels.
#ifndef AudioToolbox_AudioHardwareService_h
#define AudioToolbox_AudioHardwareService_h

#include <CoreAudio/AudioHardware.h>

OCA_HEADER_BEGIN

// MARK: - Properties

OCA_CONSTANTS(AudioObjectPropertySelector) {
  kAudioHardwareServiceProperty_ServiceRestarted = 'srst',  ///< UInt32: reported after a restart.
  /// Float32: the volume of all channels.
  kAudioHardwareServiceDeviceProperty_VirtualMainVolume = 'vmvc',
  /// An earlier name of `kAudioHardwareServiceDeviceProperty_VirtualMainVolume`.
  kAudioHardwareServiceDeviceProperty_VirtualMasterVolume = 'vmvc',
  kAudioHardwareServiceDeviceProperty_VirtualMainBalance = 'vmbc',  ///< Float32: left 0, right 1.
  /// An earlier name of `kAudioHardwareServiceDeviceProperty_VirtualMainBalance`.
  kAudioHardwareServiceDeviceProperty_VirtualMasterBalance = 'vmbc',
};

// MARK: - Functions

/// Whether an object has a property.
extern Boolean AudioHardwareServiceHasProperty(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress);

/// Gets whether a property can be set.
extern OSStatus AudioHardwareServiceIsPropertySettable(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    DarwinBoolean *outIsSettable);

/// Gets the size of a property in bytes.
extern OSStatus AudioHardwareServiceGetPropertyDataSize(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    UInt32 inQualifierDataSize, const void *_Nullable inQualifierData, UInt32 *outDataSize);

/// Gets a property.
extern OSStatus AudioHardwareServiceGetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    UInt32 inQualifierDataSize, const void *_Nullable inQualifierData, UInt32 *ioDataSize,
    void *outData);

/// Sets a property.
extern OSStatus AudioHardwareServiceSetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    UInt32 inQualifierDataSize, const void *_Nullable inQualifierData, UInt32 inDataSize,
    const void *inData);

/// Adds a function that is called after a change of a property.
extern OSStatus AudioHardwareServiceAddPropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener, void *_Nullable inClientData);

/// Removes a function that is called after a change of a property.
extern OSStatus AudioHardwareServiceRemovePropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress,
    AudioObjectPropertyListenerProc inListener, void *_Nullable inClientData);

OCA_HEADER_END

#endif

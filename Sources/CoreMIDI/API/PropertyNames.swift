public import CoreAudioTypes

// The names of properties. On Apple's systems, they are strings of the library.

/// The name of an object.
public nonisolated(unsafe) let kMIDIPropertyName: CFString = "name"
/// The name for users: the name of the device, followed by the object's own name.
public nonisolated(unsafe) let kMIDIPropertyDisplayName: CFString = "displayName"
/// The manufacturer of a device.
public nonisolated(unsafe) let kMIDIPropertyManufacturer: CFString = "manufacturer"
/// The model of a device.
public nonisolated(unsafe) let kMIDIPropertyModel: CFString = "model"
/// The number that identifies an object.
public nonisolated(unsafe) let kMIDIPropertyUniqueID: CFString = "uniqueID"
/// The number of a device in system-exclusive messages.
public nonisolated(unsafe) let kMIDIPropertyDeviceID: CFString = "deviceID"
/// The channels on which an object receives, as bits.
public nonisolated(unsafe) let kMIDIPropertyReceiveChannels: CFString = "receiveChannels"
/// The channels on which an object sends, as bits.
public nonisolated(unsafe) let kMIDIPropertyTransmitChannels: CFString = "transmitChannels"
/// The maximum number of bytes of system-exclusive messages per second; stored, but without effect
/// here.
public nonisolated(unsafe) let kMIDIPropertyMaxSysExSpeed: CFString = "maxSysExSpeed"
/// The lead time that a destination wants for messages, in microseconds; stored, but without effect
/// here.
public nonisolated(unsafe) let kMIDIPropertyAdvanceScheduleTimeMuSec: CFString =
  "scheduleAheadMuSec"
/// Whether a part of a device is inside it.
public nonisolated(unsafe) let kMIDIPropertyIsEmbeddedEntity: CFString = "embedded"
/// Whether messages to an endpoint reach all other endpoints of the device.
public nonisolated(unsafe) let kMIDIPropertyIsBroadcast: CFString = "broadcast"
/// The external device that is connected to an endpoint.
public nonisolated(unsafe) let kMIDIPropertyConnectionUniqueID: CFString = "connUniqueID"
/// Whether an object is absent at the moment.
public nonisolated(unsafe) let kMIDIPropertyOffline: CFString = "offline"
/// Whether other clients should not see an endpoint.
public nonisolated(unsafe) let kMIDIPropertyPrivate: CFString = "private"
/// The driver of a device.
public nonisolated(unsafe) let kMIDIPropertyDriverOwner: CFString = "driver"
/// The version of the driver.
public nonisolated(unsafe) let kMIDIPropertyDriverVersion: CFString = "driverVersion"
/// The names of programs and notes of a device.
public nonisolated(unsafe) let kMIDIPropertyNameConfiguration: CFString = "nameConfiguration"
/// The path of a picture of a device.
public nonisolated(unsafe) let kMIDIPropertyImage: CFString = "image"
/// Whether a device routes messages between its endpoints.
public nonisolated(unsafe) let kMIDIPropertyCanRoute: CFString = "canRoute"
/// Whether an object receives the clock.
public nonisolated(unsafe) let kMIDIPropertyReceivesClock: CFString = "receivesClock"
/// Whether an object receives time code.
public nonisolated(unsafe) let kMIDIPropertyReceivesMTC: CFString = "receivesMTC"
/// Whether an object receives notes.
public nonisolated(unsafe) let kMIDIPropertyReceivesNotes: CFString = "receivesNotes"
/// Whether an object receives program changes.
public nonisolated(unsafe) let kMIDIPropertyReceivesProgramChanges: CFString =
  "receivesProgramChanges"
/// Whether an object receives the high byte of banks.
public nonisolated(unsafe) let kMIDIPropertyReceivesBankSelectMSB: CFString =
  "receivesBankSelectMSB"
/// Whether an object receives the low byte of banks.
public nonisolated(unsafe) let kMIDIPropertyReceivesBankSelectLSB: CFString =
  "receivesBankSelectLSB"
/// Whether an object sends the clock.
public nonisolated(unsafe) let kMIDIPropertyTransmitsClock: CFString = "transmitsClock"
/// Whether an object sends time code.
public nonisolated(unsafe) let kMIDIPropertyTransmitsMTC: CFString = "transmitsMTC"
/// Whether an object sends notes.
public nonisolated(unsafe) let kMIDIPropertyTransmitsNotes: CFString = "transmitsNotes"
/// Whether an object sends program changes.
public nonisolated(unsafe) let kMIDIPropertyTransmitsProgramChanges: CFString =
  "transmitsProgramChanges"
/// Whether an object sends the high byte of banks.
public nonisolated(unsafe) let kMIDIPropertyTransmitsBankSelectMSB: CFString =
  "transmitsBankSelectMSB"
/// Whether an object sends the low byte of banks.
public nonisolated(unsafe) let kMIDIPropertyTransmitsBankSelectLSB: CFString =
  "transmitsBankSelectLSB"
/// Whether a device has the sounds of General MIDI.
public nonisolated(unsafe) let kMIDIPropertySupportsGeneralMIDI: CFString = "supportsGeneralMIDI"
/// Whether a device supports machine control.
public nonisolated(unsafe) let kMIDIPropertySupportsMMC: CFString = "supportsMMC"
/// Whether a device supports show control.
public nonisolated(unsafe) let kMIDIPropertySupportsShowControl: CFString = "supportsShowControl"
/// The only part of a device that has the clock.
public nonisolated(unsafe) let kMIDIPropertySingleRealtimeEntity: CFString = "singleRealtimeEntity"
/// Whether panning changes a stereo sound.
public nonisolated(unsafe) let kMIDIPropertyPanDisruptsStereo: CFString = "panDisruptsStereo"
/// Whether a device is a sampler.
public nonisolated(unsafe) let kMIDIPropertyIsSampler: CFString = "isSampler"
/// Whether a device is a drum machine.
public nonisolated(unsafe) let kMIDIPropertyIsDrumMachine: CFString = "isDrumMachine"
/// Whether a device is a mixer.
public nonisolated(unsafe) let kMIDIPropertyIsMixer: CFString = "isMixer"
/// Whether a device is an effect.
public nonisolated(unsafe) let kMIDIPropertyIsEffectUnit: CFString = "isEffectUnit"
/// The maximum number of channels on which a device receives.
public nonisolated(unsafe) let kMIDIPropertyMaxReceiveChannels: CFString = "maxReceiveChannels"
/// The maximum number of channels on which a device sends.
public nonisolated(unsafe) let kMIDIPropertyMaxTransmitChannels: CFString = "maxTransmitChannels"
/// The program that edits a device.
public nonisolated(unsafe) let kMIDIPropertyDriverDeviceEditorApp: CFString =
  "driverDeviceEditorApp"
/// The protocol of an endpoint.
public nonisolated(unsafe) let kMIDIPropertyProtocolID: CFString = "protocol"
/// The names of programs and notes of a device, as a dictionary.
public nonisolated(unsafe) let kMIDIPropertyNameConfigurationDictionary: CFString =
  "nameConfigurationDictionary"

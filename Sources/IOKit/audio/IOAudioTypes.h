/// Types of the audio family of drivers: how devices are connected.
#ifndef IOKit_audio_IOAudioTypes_h
#define IOKit_audio_IOAudioTypes_h

/// The connections of devices, with the values of `kAudioDevicePropertyTransportType`.
enum {
  kIOAudioDeviceTransportTypeBuiltIn = 0x626C746E,  ///< 'bltn': a part of the machine.
  kIOAudioDeviceTransportTypePCI = 0x70636920,  ///< 'pci ': PCI.
  kIOAudioDeviceTransportTypeUSB = 0x75736220,  ///< 'usb ': USB.
  kIOAudioDeviceTransportTypeFireWire = 0x31333934,  ///< '1394': FireWire.
  kIOAudioDeviceTransportTypeNetwork = 0x6E657477,  ///< 'netw': a network.
  kIOAudioDeviceTransportTypeWireless = 0x7772656C,  ///< 'wrel': wireless.
  kIOAudioDeviceTransportTypeOther = 0x6F746872,  ///< 'othr': another one.
  kIOAudioDeviceTransportTypeBluetooth = 0x626C7565,  ///< 'blue': Bluetooth.
  kIOAudioDeviceTransportTypeVirtual = 0x76697274,  ///< 'virt': software.
  kIOAudioDeviceTransportTypeDisplayPort = 0x64707274,  ///< 'dprt': DisplayPort.
  kIOAudioDeviceTransportTypeHdmi = 0x68646D69,  ///< 'hdmi': HDMI.
  kIOAudioDeviceTransportTypeAVB = 0x65617662,  ///< 'eavb': AVB.
  kIOAudioDeviceTransportTypeThunderbolt = 0x7468756E,  ///< 'thun': Thunderbolt.
};

/// The kinds of a jack, with the values of `kAudioDevicePropertyDataSource`.
enum {
  kIOAudioOutputPortSubTypeInternalSpeaker = 0x6973706B,  ///< 'ispk': a built-in speaker.
  kIOAudioOutputPortSubTypeExternalSpeaker = 0x6573706B,  ///< 'espk': a speaker.
  kIOAudioOutputPortSubTypeHeadphones = 0x6864706E,  ///< 'hdpn': headphones.
  kIOAudioOutputPortSubTypeLine = 0x6C696E65,  ///< 'line': a line output.
  kIOAudioOutputPortSubTypeSPDIF = 0x73706466,  ///< 'spdf': a digital output.
  kIOAudioInputPortSubTypeInternalMicrophone = 0x696D6963,  ///< 'imic': a built-in microphone.
  kIOAudioInputPortSubTypeExternalMicrophone = 0x656D6963,  ///< 'emic': a microphone.
  kIOAudioInputPortSubTypeCD = 0x63642020,  ///< 'cd  ': a CD player.
  kIOAudioInputPortSubTypeLine = 0x6C696E65,  ///< 'line': a line input.
  kIOAudioInputPortSubTypeSPDIF = 0x73706466,  ///< 'spdf': a digital input.
};

#endif

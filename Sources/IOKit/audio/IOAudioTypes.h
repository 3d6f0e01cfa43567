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

#endif

public import CoreAudioTypes

// Words of the dictionaries of routes. Swift only: in C they would be objects, which no C header can hold.

/// Key of a route change: why, as a number.
public var kAudioSession_RouteChangeKey_Reason: CFString { "OutputDeviceDidChange_Reason" }
/// Key of a route change: the route before.
public var kAudioSession_AudioRouteChangeKey_PreviousRouteDescription: CFString {
  "ActiveAudioRouteDidChange_OldDetailedRoute"
}
/// Key of a route change: the route now.
public var kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: CFString {
  "ActiveAudioRouteDidChange_NewDetailedRoute"
}
/// Key of a route: its inputs.
public var kAudioSession_AudioRouteKey_Inputs: CFString { "RouteDetailedDescription_Inputs" }
/// Key of a route: its outputs.
public var kAudioSession_AudioRouteKey_Outputs: CFString { "RouteDetailedDescription_Outputs" }
/// Key of a port: one of the names below.
public var kAudioSession_AudioRouteKey_Type: CFString { "RouteDetailedDescription_PortType" }

/// The line input.
public var kAudioSessionInputRoute_LineIn: CFString { "LineIn" }
/// A microphone that is part of the machine.
public var kAudioSessionInputRoute_BuiltInMic: CFString { "MicrophoneBuiltIn" }
/// The microphone of a headset.
public var kAudioSessionInputRoute_HeadsetMic: CFString { "MicrophoneWired" }
/// Bluetooth as for telephones.
public var kAudioSessionInputRoute_BluetoothHFP: CFString { "BluetoothHFP" }
/// A device on USB.
public var kAudioSessionInputRoute_USBAudio: CFString { "USBAudio" }

/// The line output.
public var kAudioSessionOutputRoute_LineOut: CFString { "LineOut" }
/// Headphones, or a headset.
public var kAudioSessionOutputRoute_Headphones: CFString { "Headphones" }
/// Bluetooth as for telephones.
public var kAudioSessionOutputRoute_BluetoothHFP: CFString { "BluetoothHFP" }
/// Bluetooth in stereo.
public var kAudioSessionOutputRoute_BluetoothA2DP: CFString { "BluetoothA2DPOutput" }
/// What is held to the ear.
public var kAudioSessionOutputRoute_BuiltInReceiver: CFString { "Receiver" }
/// A loudspeaker that is part of the machine.
public var kAudioSessionOutputRoute_BuiltInSpeaker: CFString { "Speaker" }
/// A device on USB.
public var kAudioSessionOutputRoute_USBAudio: CFString { "USBAudio" }
/// A screen by HDMI.
public var kAudioSessionOutputRoute_HDMI: CFString { "HDMIOutput" }
/// AirPlay, which Linux does not have.
public var kAudioSessionOutputRoute_AirPlay: CFString { "AirPlay" }

public import CoreAudioTypes

// Keys and values of route dictionaries. They are Swift only, because a C header cannot declare
// objects.

/// The key for the reason of a route change, as a number.
public var kAudioSession_RouteChangeKey_Reason: CFString { "OutputDeviceDidChange_Reason" }
/// The key for the route before a route change.
public var kAudioSession_AudioRouteChangeKey_PreviousRouteDescription: CFString {
  "ActiveAudioRouteDidChange_OldDetailedRoute"
}
/// The key for the route after a route change.
public var kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: CFString {
  "ActiveAudioRouteDidChange_NewDetailedRoute"
}
/// The key for the inputs of a route.
public var kAudioSession_AudioRouteKey_Inputs: CFString { "RouteDetailedDescription_Inputs" }
/// The key for the outputs of a route.
public var kAudioSession_AudioRouteKey_Outputs: CFString { "RouteDetailedDescription_Outputs" }
/// The key for the type of a port, which is one of the values below.
public var kAudioSession_AudioRouteKey_Type: CFString { "RouteDetailedDescription_PortType" }

/// A line input.
public var kAudioSessionInputRoute_LineIn: CFString { "LineIn" }
/// A built-in microphone.
public var kAudioSessionInputRoute_BuiltInMic: CFString { "MicrophoneBuiltIn" }
/// The microphone of a headset.
public var kAudioSessionInputRoute_HeadsetMic: CFString { "MicrophoneWired" }
/// A Bluetooth hands-free microphone.
public var kAudioSessionInputRoute_BluetoothHFP: CFString { "BluetoothHFP" }
/// A USB input device.
public var kAudioSessionInputRoute_USBAudio: CFString { "USBAudio" }

/// A line output.
public var kAudioSessionOutputRoute_LineOut: CFString { "LineOut" }
/// Headphones or a headset.
public var kAudioSessionOutputRoute_Headphones: CFString { "Headphones" }
/// A Bluetooth hands-free device.
public var kAudioSessionOutputRoute_BluetoothHFP: CFString { "BluetoothHFP" }
/// A Bluetooth stereo device.
public var kAudioSessionOutputRoute_BluetoothA2DP: CFString { "BluetoothA2DPOutput" }
/// The receiver of a phone, held to the ear.
public var kAudioSessionOutputRoute_BuiltInReceiver: CFString { "Receiver" }
/// A built-in speaker.
public var kAudioSessionOutputRoute_BuiltInSpeaker: CFString { "Speaker" }
/// A USB output device.
public var kAudioSessionOutputRoute_USBAudio: CFString { "USBAudio" }
/// A display connected through HDMI.
public var kAudioSessionOutputRoute_HDMI: CFString { "HDMIOutput" }
/// AirPlay, which is unavailable on Linux.
public var kAudioSessionOutputRoute_AirPlay: CFString { "AirPlay" }

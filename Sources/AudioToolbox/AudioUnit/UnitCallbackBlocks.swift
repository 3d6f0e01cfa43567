public import CoreAudioTypes

/// A closure called when a remote control of the host is used.
public typealias AudioUnitRemoteControlEventListener = (
  _ event: AudioUnitRemoteControlEvent
) -> Void

/// A closure called when a person whose microphone is muted begins or ends speaking.
public typealias AUVoiceIOMutedSpeechActivityEventListener = (
  _ event: AUVoiceIOSpeechActivityEvent
) -> Void

/// The function of a client's unit that renders packets.
public typealias AudioUnitComplexRenderProc =
  @convention(c) (
    UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    UnsafePointer<AudioTimeStamp>, UInt32, UInt32, UnsafeMutablePointer<UInt32>,
    UnsafeMutablePointer<AudioStreamPacketDescription>, UnsafeMutablePointer<AudioBufferList>,
    UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
  ) -> OSStatus

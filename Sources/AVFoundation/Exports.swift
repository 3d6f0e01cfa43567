@_exported public import AVFAudio
@_exported public import AudioToolbox

// Programs that play by `AVAudioPlayer` often import this alone.
@_exported public import AVFoundation

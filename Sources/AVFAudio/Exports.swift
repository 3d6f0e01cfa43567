@_exported public import AudioToolbox

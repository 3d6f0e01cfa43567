@_exported public import CCoreMedia
@_exported public import CoreAudioTypes
@_exported public import CoreVideo

@_exported public import CCoreMedia
@_exported public import CoreAudioTypes

@_exported public import CCoreMIDI
@_exported public import CoreAudioTypes

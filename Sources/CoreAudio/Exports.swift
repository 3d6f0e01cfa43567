// Implements the functions of the hardware.
internal import AudioToolbox
@_exported public import CoreAudioTypes

internal import AudioToolbox
internal import Foundation

/// The stored properties of an `AUAudioUnit`.
@safe struct UnitState {
  var inputs: AUAudioUnitBusArray?
  var outputs: AUAudioUnitBusArray?
  var tree: AUParameterTree?
  var mostFrames: AUAudioFrameCount = 512
  var isAllocated = false
  var isBypassed = false
  var isOffline = false
  var quality = 127
  var channelMap: [NSNumber]?
  var contextName: String?
  var musicalContext: AUHostMusicalContextBlock?
  var transport: AUHostTransportStateBlock?
  var messages: AUMIDIOutputEventBlock?
  var messageBytes = 0
  var preset: AUAudioUnitPreset?
}

internal import AudioToolbox

/// A unit of version 2 with the parameters of a node, which only the engine renders.
@safe final class StandInUnit: @unchecked Sendable {
  // Unchecked: nothing changes after the initializer.

  let unit: AudioUnit

  init(_ object: UnitObjectAdapter, _ description: AudioComponentDescription) {
    guard let unit = unsafe UnitObjects.makeUnit(object, description) else {
      preconditionFailure("AVAudioUnit.audioUnit: the process already has 4,096 audio units")
    }
    unsafe self.unit = unsafe unit
  }

  deinit { _ = unsafe AudioComponentInstanceDispose(unit) }
}

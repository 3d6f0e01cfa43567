internal import Synchronization

/// The volume and the pan of a connection to a mixer.
package final class MixInput: Sendable {
  /// The settings, which the levels share.
  final class Settings: Sendable {
    let volume = Atomic<UInt32>(Float(1).bitPattern)
    let pan = Atomic<UInt32>(0)
    let changes = Atomic<Int>(0)
  }

  private let settings = Settings()
  /// The levels, which live as long as the channels stay the same.
  private let levels = Mutex<MixLevels?>(nil)

  package init(volume: Float = 1, pan: Float = 0) {
    self.volume = volume
    self.pan = pan
  }

  /// The factor of all samples.
  package var volume: Float {
    get { Float(bitPattern: settings.volume.load(ordering: .relaxed)) }
    set {
      settings.volume.store(newValue.isFinite ? newValue.bitPattern : 0, ordering: .relaxed)
      settings.changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// The place between left (-1) and right (1).
  package var pan: Float {
    get { Float(bitPattern: settings.pan.load(ordering: .relaxed)) }
    set {
      let pan = newValue.isFinite ? max(-1, min(newValue, 1)) : 0
      settings.pan.store(pan.bitPattern, ordering: .relaxed)
      settings.changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  func levels(from sourceCount: Int, to targetCount: Int) -> MixLevels {
    levels.withLock { levels in
      if let levels, levels.fits(sourceCount, targetCount) { return levels }
      let made = MixLevels(settings, from: sourceCount, to: targetCount)
      levels = made
      return made
    }
  }
}

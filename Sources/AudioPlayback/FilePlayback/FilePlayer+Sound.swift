internal import MediaTimeline
package import AudioRealtime
internal import Synchronization

/// Volume, balance and level meters.
extension FilePlayer {
  /// The volume that was set last, 1 for unchanged.
  package var volume: Float { sound.withLock { $0.volume } }

  /// Sets the volume, with a ramp in seconds.
  package func setVolume(_ volume: Float, rampSeconds: Double = 0) {
    sound.withLock { sound in
      sound.volume = volume
      engine.set(gain: volume, rampSeconds: rampSeconds)
    }
  }

  /// The balance of two channels: -1 for left alone, 1 for right alone.
  package var balance: Float { sound.withLock { $0.balance } }

  /// Sets the balance.
  package func setBalance(_ balance: Float) {
    sound.withLock { sound in
      sound.balance = balance
      engine.set(PlaybackChange(.balance, balance))
    }
  }

  /// Turns the level meters on or off.
  package func setMetering(_ isOn: Bool) { engine.setMetering(isOn) }

  /// The level of each channel at the played frame.
  package var levels: [Level] {
    let levels = engine.levels
    return isPlaying ? levels : levels.map { _ in .silence }
  }
}

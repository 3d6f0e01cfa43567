/// A recording that a sampler plays on some keys.
package struct SampledZone: Sendable {
  /// The samples of each channel, one or two.
  package var channels: [[Int16]]
  /// The rate in hertz.
  package var sampleRate: Int
  /// The key at which the recording has its own pitch.
  package var rootKey: Int
  /// The difference of the recording from the pitch of this key, in cents.
  package var cents: Int
  package var keys: ClosedRange<Int>
  /// The velocities that play the recording.
  package var velocities = 0...127
  /// The frames that repeat while the key is down.
  package var loop: Range<Int>?

  package init(
    _ channels: [[Int16]], sampleRate: Int, rootKey: Int, keys: ClosedRange<Int>,
    loop: Range<Int>? = nil
  ) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.rootKey = rootKey
    self.keys = keys
    self.loop = loop
    cents = 0
  }
}

extension SoundBank {
  /// An instrument of recordings, as the preset 0 of bank 0.
  package static func recordings(_ zones: [SampledZone]) -> SoundBank {
    .bytes(SoundFontWriter(zones).bytes)
  }

  /// A sine of the pitch of each key: the sound of a sampler without an instrument.
  package static let sine: SoundBank = {
    let (period, periods) = (100, 20)
    let samples = (0..<period * periods).map { index in
      Int16((8_192 * sineOfTurns(Double(index % period) / Double(period))).rounded())
    }
    return .recordings([
      SampledZone(
        [samples], sampleRate: 440 * period, rootKey: 69, keys: 0...127,
        loop: period..<period * (periods - 1))
    ])
  }()
}

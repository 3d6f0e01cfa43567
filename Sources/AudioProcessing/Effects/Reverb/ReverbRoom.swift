/// The properties of a room, from which a reverb is made.
package struct ReverbRoom: Equatable, Sendable {
  /// The time in which the sound falls by 60 dB, in seconds.
  package var decaySeconds: Double
  /// The time until the first reflection, in seconds.
  package var delaySeconds: Double
  /// The size, as the mean distance between walls, in meters.
  package var size: Double
  /// How slowly high frequencies decay, from 0 to 1.
  ///
  /// At 1, they decay as slowly as low frequencies.
  package var brightness: Double
  /// The level of the early reflections, from 0 to 1.
  package var earlyLevel: Double
  /// The set of times of early reflections: 1 for the usual times, another number for a variation.
  package var reflections = 1

  package init(
    decaySeconds: Double, delaySeconds: Double, size: Double, brightness: Double,
    earlyLevel: Double
  ) {
    (self.decaySeconds, self.delaySeconds, self.size) = (decaySeconds, delaySeconds, size)
    (self.brightness, self.earlyLevel) = (brightness, earlyLevel)
  }

  /// The room of no reverb.
  package static let none = ReverbRoom(
    decaySeconds: 0.1, delaySeconds: 0, size: 1, brightness: 1, earlyLevel: 0)
  /// The longest decay and delay of all rooms, in seconds, and the largest size, in meters.
  package static let mostDecaySeconds = 20.0
  package static let mostDelaySeconds = 0.25
  package static let mostSize = 40.0

  /// The room within the limits of a reverb.
  var limited: ReverbRoom {
    func limit(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      value.isFinite ? max(range.lowerBound, min(value, range.upperBound)) : range.lowerBound
    }
    var room = ReverbRoom(
      decaySeconds: limit(decaySeconds, 0.05...Self.mostDecaySeconds),
      delaySeconds: limit(delaySeconds, 0...Self.mostDelaySeconds),
      size: limit(size, 1...Self.mostSize), brightness: limit(brightness, 0.05...1),
      earlyLevel: limit(earlyLevel, 0...1))
    room.reflections = max(1, min(reflections, 1_000))
    return room
  }
}

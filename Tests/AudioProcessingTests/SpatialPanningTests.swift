import AudioProcessing
import Testing

@Suite struct SpatialPanningTests {
  private static let distances: [Float] = [0, 0.5, 1, 2, 5, 10, 50, 1_000]

  @Test("the level follows the formula of each model")
  func distance() {
    var law = DistanceAttenuation()
    (law.reference, law.maximum, law.rolloff) = (2, 20, 0.5)
    for distance in Self.distances {
      let clamped = max(2, min(distance, 20))
      law.model = .inverse
      #expect(abs(law.level(at: distance) - 2 / (2 + 0.5 * (clamped - 2))) < 2.3e-6)
      law.model = .linear
      #expect(abs(law.level(at: distance) - (1 - 0.5 * (clamped - 2) / 18)) < 2.3e-6)
      law.model = .exponential
      #expect(abs(law.level(at: distance) - 1 / (clamped / 2).squareRoot()) < 2.3e-6)
    }
  }

  @Test("settings without a meaning give a finite level")
  func limits() {
    var law = DistanceAttenuation()
    for model in [DistanceAttenuation.Model.inverse, .linear, .exponential] {
      (law.model, law.reference, law.maximum) = (model, 0, 0)
      for distance in Self.distances { #expect(law.level(at: distance).isFinite) }
    }
  }

  @Test(
    "a sound comes from its side, with equal power",
    arguments: [
      (SpatialVector(0, 0, -1), 0.707_107, 0.707_107), ([1, 0, 0], 0, 1), ([-3, 0, 0], 1, 0),
      ([0, 0, 5], 0.707_107, 0.707_107), ([1, 0, -1], 0.382_683, 0.923_880),
      ([1, 0, 1], 0.382_683, 0.923_880), ([-1, 0, 1], 0.923_880, 0.382_683),
      ([0, 9, 0], 0.707_107, 0.707_107), ([0, 0, 0], 0.707_107, 0.707_107),
    ] as [(SpatialVector, Float, Float)])
  func sides(_ place: SpatialVector, _ left: Float, _ right: Float) {
    let levels = SpatialListener().levels(of: place)
    #expect(abs(levels.left - left) < 1.2e-6)
    #expect(abs(levels.right - right) < 1.2e-6)
  }

  @Test("a listener who turns hears the sound on the other side")
  func turn() {
    var listener = SpatialListener()
    listener.turn(yaw: 90, pitch: 0, roll: 0)
    #expect(abs(listener.levels(of: [0, 0, -1]).left - 1) < 1e-6)
    listener.turn(yaw: 0, pitch: 0, roll: 180)
    #expect(abs(listener.levels(of: [1, 0, 0]).left - 1) < 1e-6)
    listener.position = [5, 0, 0]
    listener.turn(yaw: 0, pitch: 0, roll: 0)
    #expect(abs(listener.levels(of: [1, 0, 0]).left - 1) < 1e-6)
    #expect(listener.distance(to: [1, 0, 0]) == 4)
  }

  @Test("angles and vectors describe the same direction")
  func angles() {
    for yaw in stride(from: Float(-170), through: 170, by: 34) {
      for pitch in stride(from: Float(-80), through: 80, by: 32) {
        for roll in stride(from: Float(-150), through: 150, by: 50) {
          var listener = SpatialListener()
          listener.turn(yaw: yaw, pitch: pitch, roll: roll)
          let angles = listener.angles
          #expect(abs(angles.yaw - yaw) < 0.01)
          #expect(abs(angles.pitch - pitch) < 0.01)
          #expect(abs(angles.roll - roll) < 0.01)
        }
      }
    }
  }
}

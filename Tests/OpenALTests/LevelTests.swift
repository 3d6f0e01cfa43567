import Foundation
import OpenAL
import Testing

#if OpenAL
  /// A distance model with its settings, and the level by its formula.
  struct DistanceCase: CustomTestStringConvertible {
    var model: ALenum
    var distance: Float
    var reference: Float = 1
    var rolloff: Float = 1
    var most: Float = 100

    var testDescription: String { "\(String(model, radix: 16)) at \(distance)" }

    /// The level at the distance (OpenAL 1.1, section 3.4).
    var gain: Double {
      var distance = distance
      if [AL_INVERSE_DISTANCE_CLAMPED, AL_LINEAR_DISTANCE_CLAMPED, AL_EXPONENT_DISTANCE_CLAMPED]
        .contains(model)
      {
        distance = min(max(distance, reference), most)
      }
      return switch model {
      case AL_INVERSE_DISTANCE, AL_INVERSE_DISTANCE_CLAMPED:
        Double(reference / (reference + rolloff * (distance - reference)))
      case AL_LINEAR_DISTANCE, AL_LINEAR_DISTANCE_CLAMPED:
        Double(1 - rolloff * (min(distance, most) - reference) / (most - reference))
      case AL_EXPONENT_DISTANCE, AL_EXPONENT_DISTANCE_CLAMPED:
        pow(Double(distance / reference), Double(-rolloff))
      default: 1
      }
    }
  }

  extension OpenALTests {
    /// The levels of both channels for a source at a place.
    private func levels(
      _ place: (Float, Float, Float), _ prepare: (ALuint) -> Void = { _ in }
    ) throws -> (left: Double, right: Double) {
      let samples = try play {
        let context = try TestContext()
        let source = context.makeSine()
        alSource3f(source, AL_POSITION, place.0, place.1, place.2)
        prepare(source)
        alSourcePlay(source)
        milliseconds(400)
        context.close()
      }
      return (level(samples[0]), level(samples[1]))
    }

    @Test(
      "the level follows the formula of each distance model",
      arguments: [
        DistanceCase(model: AL_INVERSE_DISTANCE_CLAMPED, distance: 0.5),
        DistanceCase(model: AL_INVERSE_DISTANCE_CLAMPED, distance: 2),
        DistanceCase(model: AL_INVERSE_DISTANCE_CLAMPED, distance: 9, rolloff: 2, most: 5),
        DistanceCase(model: AL_INVERSE_DISTANCE, distance: 8, reference: 2, rolloff: 0.5),
        DistanceCase(model: AL_LINEAR_DISTANCE, distance: 4, most: 10),
        DistanceCase(model: AL_LINEAR_DISTANCE_CLAMPED, distance: 0.25, most: 10),
        DistanceCase(model: AL_LINEAR_DISTANCE_CLAMPED, distance: 7, rolloff: 0.5, most: 10),
        DistanceCase(model: AL_EXPONENT_DISTANCE, distance: 3, rolloff: 2),
        DistanceCase(model: AL_EXPONENT_DISTANCE_CLAMPED, distance: 30, rolloff: 0.5, most: 4),
        DistanceCase(model: AL_NONE, distance: 50),
      ])
    func distances(_ entry: DistanceCase) throws {
      let near = try levels((0, 0, -1)) { _ in alDistanceModel(AL_NONE) }
      let measured = try levels((0, 0, -entry.distance)) { source in
        alDistanceModel(entry.model)
        alSourcef(source, AL_REFERENCE_DISTANCE, entry.reference)
        alSourcef(source, AL_ROLLOFF_FACTOR, entry.rolloff)
        alSourcef(source, AL_MAX_DISTANCE, entry.most)
      }
      #expect(near.left > 0.1)
      for (far, close) in [(measured.left, near.left), (measured.right, near.right)] {
        #expect(abs(far / close / entry.gain - 1) < 0.001, "\(far / close), not \(entry.gain)")
      }
    }

    @Test("gains of the source and the listener multiply")
    func gains() throws {
      let full = try levels((0, 0, -1))
      let half = try levels((0, 0, -1)) { source in
        alSourcef(source, AL_GAIN, 0.5)
        alListenerf(AL_GAIN, 0.25)
      }
      #expect(abs(half.left / full.left - 0.125) < 0.0005)
    }

    @Test("a position moves the sound to its side, and both sides are alike")
    func positions() throws {
      let angles = stride(from: -90.0, through: 90, by: 30)
      let found = try angles.map { angle in
        let radians = angle * .pi / 180
        return try levels((Float(sin(radians)), 0, Float(-cos(radians))))
      }
      for (one, mirrored) in zip(found, found.reversed()) {
        #expect(abs(one.left - mirrored.right) < 0.001)
      }
      // From 60 degrees on, the source is at its side.
      let balances = found.dropFirst().dropLast().map {
        ($0.right - $0.left) / ($0.right + $0.left)
      }
      for (one, next) in zip(balances, balances.dropFirst()) { #expect(next > one + 0.2) }
      // A source beside the listener is in one channel.
      #expect(found[0].left > 0.3 && found[0].right < 0.01)
    }

    @Test("the listener's orientation turns the sides")
    func orientation() throws {
      let behind = try levels((1, 0, 0)) { _ in alListenerfv(AL_ORIENTATION, [0, 0, 1, 0, 1, 0]) }
      #expect(behind.left > 0.3 && behind.right < 0.01)
      let relative = try levels((1, 0, 0)) { source in
        alListenerfv(AL_ORIENTATION, [0, 0, 1, 0, 1, 0])
        alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE)
      }
      #expect(relative.right > 0.3 && relative.left < 0.01)
    }

    @Test("thirty-two sources that move are all heard, without gaps or clicks")
    func movingSources() throws {
      let frequencies = (0..<32).map { 200 + 50 * $0 }
      let samples = try play {
        let context = try TestContext()
        let sources = frequencies.map { context.makeSine($0, amplitude: 0.02) }
        alDistanceModel(AL_NONE)
        alSourcePlayv(ALsizei(sources.count), sources)
        for step in 0..<50 {
          for (index, source) in sources.enumerated() {
            let angle = Float(step + 4 * index) / 20
            alSource3f(source, AL_POSITION, sin(angle), 0, -cos(angle))
          }
          milliseconds(10)
        }
        // At rest, each source stays at its side.
        for (index, source) in sources.enumerated() {
          alSource3f(source, AL_POSITION, index % 2 == 0 ? -1 : 1, 0, 0)
        }
        milliseconds(300)
        context.close()
      }
      for (index, frequency) in frequencies.enumerated() {
        let (own, other) = index % 2 == 0 ? (0, 1) : (1, 0)
        #expect(level(samples[own], frequency) > 0.015)
        #expect(level(samples[other], frequency) < 0.001)
      }
      // The steepest step of 32 sines: 2 π f ÷ rate × amplitude, all at once.
      let most = frequencies.reduce(0) { $0 + 2 * .pi * Float($1) / 48_000 * 0.02 } * 1.2
      for channel in samples {
        let steps = zip(channel, channel.dropFirst()).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < most)
      }
    }
  }
#endif

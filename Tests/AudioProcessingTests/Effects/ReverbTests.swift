import AudioProcessing
import Glibc
import Testing

@Suite struct ReverbTests {
  private static let rate = 16_000.0

  private static func room(
    _ decay: Double, delay: Double = 0, brightness: Double = 1, early: Double = 0
  ) -> ReverbRoom {
    ReverbRoom(
      decaySeconds: decay, delaySeconds: delay, size: 8, brightness: brightness,
      earlyLevel: early)
  }

  /// The response to an impulse on the left.
  private static func response(_ room: ReverbRoom, seconds: Double) -> [(Float, Float)] {
    var network = FeedbackDelayNetwork(sampleRate: rate)
    network.set(room)
    return (0..<Int(seconds * rate)).map { network.next($0 == 0 ? 1 : 0, 0) }
  }

  private static func level(_ frames: ArraySlice<(Float, Float)>) -> Double {
    10 * log10(frames.reduce(1e-30) { $0 + Double($1.0 * $1.0 + $1.1 * $1.1) })
  }

  @Test("the sound falls by 60 dB in the decay time", arguments: [0.5, 1, 2])
  func decay(_ seconds: Double) {
    let response = Self.response(Self.room(seconds), seconds: seconds * 1.2)
    let (early, late) = (Int(0.2 * seconds * Self.rate), Int(0.9 * seconds * Self.rate))
    let window = Int(0.1 * seconds * Self.rate)
    let fall =
      Self.level(response[early..<early + window]) - Self.level(response[late..<late + window])
    #expect(abs(fall - 60 * 0.7) < 3)
  }

  @Test("a dark room lets high frequencies decay faster")
  func brightness() {
    func edges(_ brightness: Double) -> Double {
      let response = Self.response(Self.room(1, brightness: brightness), seconds: 0.6)
      let late = response[6_000...].map(\.0)
      let change = zip(late, late.dropFirst()).reduce(0.0) { $0 + Double(abs($1.1 - $1.0)) }
      return change / late.reduce(0.0) { $0 + Double(abs($1)) }
    }
    #expect(edges(0.3) < 0.5 * edges(1))
  }

  @Test("the first reflection comes after the delay, and both sides differ")
  func delay() {
    let response = Self.response(Self.room(1, delay: 0.05, early: 1), seconds: 0.5)
    let first = response.firstIndex { $0.0 != 0 || $0.1 != 0 } ?? 0
    #expect(first >= 800 && first < 1_200)
    #expect(response.contains { abs($0.0 - $0.1) > 1e-3 })
  }

  @Test("a reset ends the sound, and any room stays stable")
  func reset() {
    var network = FeedbackDelayNetwork(sampleRate: Self.rate)
    network.set(
      ReverbRoom(
        decaySeconds: .infinity, delaySeconds: .nan, size: 1e9, brightness: -1, earlyLevel: 7))
    var loudest: Float = 0
    for frame in 0..<40_000 {
      let next = network.next(frame < 100 ? 1 : 0, frame < 100 ? -1 : 0)
      loudest = max(loudest, abs(next.left), abs(next.right))
    }
    #expect(loudest.isFinite && loudest < 100)
    network.reset()
    #expect(network.next(0, 0) == (0, 0))
  }

  @Test("a plain distortion only limits, and each stage has its stated effect")
  func distortion() {
    func process(_ shape: DistortionShape, _ samples: [Float]) -> [Float] {
      var distortion = Distortion(sampleRate: 8_000, channelCount: 1)
      distortion.set(shape)
      var samples = samples
      var span = samples.mutableSpan
      distortion.process(0, &span)
      return samples
    }
    let ramp = (0..<200).map { Float($0) / 1_000 }
    #expect(process(.plain, ramp) == ramp.map { tanhf($0) })
    var held = DistortionShape.plain
    (held.decimation, held.decimationMix) = (0.5, 1)
    #expect(process(held, ramp) == ramp.indices.map { tanhf(ramp[$0 / 8 * 8]) })
    var rounded = DistortionShape.plain
    (rounded.decimation, rounded.rounding, rounded.decimationMix) = (0, 1, 1)
    #expect(Set(process(rounded, ramp)).count == 1)
    var echo = DistortionShape.plain
    (echo.delaySeconds, echo.decay, echo.delayMix) = (0.01, 1, 1)
    let impulse = (0..<200).map { $0 == 0 ? Float(0.1) : 0 }
    let echoes = process(echo, impulse)
    #expect(abs(echoes[80] - tanhf(0.1 * expf(-0.1))) < 1e-6)
    #expect(echoes[1..<80].allSatisfy { $0 == 0 })
    var squared = DistortionShape.plain
    (squared.linearTerm, squared.squaredTerm, squared.polynomialMix) = (0, 1, 1)
    #expect(abs(process(squared, [0.5])[0] - tanhf(0.25)) < 1e-3)
    var ring = DistortionShape.plain
    (ring.ringFrequencies, ring.ringMix) = ((1_000, 1_000), 1)
    #expect(abs(process(ring, [0.1, 0.1, 0.1])[2] - tanhf(0.1)) < 1e-6)
  }

  @Test("settings of a distortion outside of their ranges are limited")
  func ranges() {
    var shape = DistortionShape()
    for index in 0..<DistortionShape.valueCount {
      shape.take(.infinity, at: index)
      shape.take(1e9, at: index)
      #expect(shape.values[index] <= 8_000)
      shape.take(.nan, at: index)
      #expect(shape.values[index].isFinite)
    }
    #expect(DistortionShape().values.count == DistortionShape.valueCount)
  }
}

import Testing

@testable import MediaTimeline

/// Rules of the volume over time, against a plain loop over all frames.
@Suite struct VolumeCurveTests {
  private static let sampleRate = 44_100.0

  private static func curve(_ ramps: [VolumeCurve.Ramp]) -> VolumeCurve {
    var curve = VolumeCurve()
    for ramp in ramps { curve.add(ramp) }
    return curve
  }

  /// The volumes of frames by the curve, in pieces of random lengths.
  private func volumes(_ curve: VolumeCurve, frames: Int, channelCount: Int = 1) -> [Float] {
    var random = SplitMix(state: 7)
    var all: [Float] = []
    while all.count < frames * channelCount {
      let count = min(1 + random.next(upTo: 3000), frames - all.count / channelCount)
      var samples = [Float](repeating: 1, count: count * channelCount)
      curve.apply(
        to: &samples, channelCount: channelCount, frame: all.count / channelCount,
        sampleRate: Self.sampleRate)
      all += samples
    }
    return all
  }

  @Test("a ramp changes the volume by the same amount from frame to frame, and then holds")
  func ramp() {
    let curve = Self.curve([.init(start: 0.1, end: 0.3, from: 0.5, to: 0.2)])
    let volumes = volumes(curve, frames: 20_000)
    let (start, end) = (4410, 13_230)
    for (frame, volume) in volumes.enumerated() {
      let passed = Float(frame - start) / Float(end - start)
      let expected: Float =
        frame < start ? 1 : frame < end ? 0.5 + (0.2 - 0.5) * passed : 0.2
      #expect(abs(volume - expected) < 1e-6, "frame \(frame)")
    }
  }

  @Test("a step applies from the first frame at its time, in all channels")
  func step() {
    let curve = Self.curve([
      .init(start: 0, end: 0, from: 0.5, to: 0.5),
      .init(start: 100.5 / Self.sampleRate, end: 100.5 / Self.sampleRate, from: 2, to: 2),
    ])
    let volumes = volumes(curve, frames: 300, channelCount: 2)
    #expect(volumes == (0..<600).map { $0 < 202 ? 0.5 : 2 })
  }

  @Test("a ramp ends where the next one starts, and one with the same start replaces it")
  func overlap() {
    let curve = Self.curve([
      .init(start: 0, end: 1, from: 0, to: 0),
      .init(start: 0.02, end: 0.02, from: 0.25, to: 0.25),
      .init(start: 0, end: 0.04, from: 0, to: 1),
    ])
    #expect(curve.ramps.count == 2)
    let volumes = volumes(curve, frames: 2000)
    #expect(abs(volumes[881] - 0.4994) < 0.001 && volumes[882] == 0.25 && volumes[1999] == 0.25)
  }

  @Test("the volume before the first start is 1, and a curve of ones changes nothing")
  func unity() {
    let curve = Self.curve([.init(start: -1, end: 5, from: 1, to: 1)])
    #expect(curve.isUnity && VolumeCurve().isUnity)
    #expect(curve.index(at: -2) == nil && curve.index(at: -1) == 0 && curve.index(at: 9) == 0)
    #expect(volumes(curve, frames: 100).allSatisfy { $0 == 1 })
  }

  @Test("times and volumes that are not numbers are refused")
  func invalid() {
    var curve = VolumeCurve()
    let ramps: [VolumeCurve.Ramp] = [
      .init(start: .nan, end: 1, from: 1, to: 1),
      .init(start: 0, end: .infinity, from: 1, to: 1),
      .init(start: 1, end: 0, from: 1, to: 1),
      .init(start: 0, end: 1, from: .nan, to: 1),
    ]
    for ramp in ramps {
      let isAdded = curve.add(ramp)
      #expect(!isAdded)
    }
    #expect(curve.ramps.isEmpty)
  }

  @Test("very large times trap nowhere")
  func largeTimes() {
    let curve = Self.curve([.init(start: -1e308, end: 1e308, from: 0, to: 1)])
    #expect(volumes(curve, frames: 10).allSatisfy { $0.isFinite })
  }
}

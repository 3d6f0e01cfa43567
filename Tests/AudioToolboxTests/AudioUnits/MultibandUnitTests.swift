import AudioToolbox
import Foundation
import Testing

/// The multiband compressor, compared with plain loops.
struct MultibandUnitTests {
  private func unit(
    _ parameters: [(AudioUnitParameterID, Float)], _ source: UnitSourceFixture
  ) throws -> TestUnit {
    try TestUnit.effect(kAudioUnitSubType_MultiBandCompressor, parameters, source)
  }

  private func tone(_ frequency: Double, _ level: Float) -> UnitSourceFixture {
    let amplitude = pow(10, Double(level) / 20)
    return UnitSourceFixture(samples: { frame, _ in
      Float(amplitude * sin(2 * .pi * frequency * Double(frame) / 44_100))
    })
  }

  /// The peak of the last frames of a second, in decibels.
  private func steadyLevel(_ unit: TestUnit) -> Float {
    let samples = unit.render(blocks: Array(repeating: 1_000, count: 44))[0]
    return 20 * log10f(samples.suffix(4_410).map { abs($0) }.max() ?? 0)
  }

  private static let openThresholds = (0..<4).map {
    (kMultibandCompressorParam_Threshold1 + $0, Float(0))
  }

  @Test("without compression, only the phase of the three crossovers remains")
  func crossovers() throws {
    let source = UnitSourceFixture(samples: { frame, channel in
      UnitSourceFixture.noiseSample(0, frame, channel) * 0.01
    })
    let unit = try unit(Self.openThresholds, source)
    let samples = unit.render(blocks: Array(repeating: 1_000, count: 4))
    for channel in 0..<2 {
      var expected = (0..<4_000).map { UnitSourceFixture.noiseSample(0, $0, channel) * 0.01 }
      for frequency in [120, 700, 3_000] as [Double] { expected = turned(expected, frequency) }
      #expect(zip(samples[channel], expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  /// Samples with the phase of a crossover, by a loop: the all-pass of the W3C's cookbook.
  private func turned(_ input: [Float], _ frequency: Double) -> [Float] {
    let angle = 2 * Double.pi * frequency / 44_100
    let alpha = sin(angle) / 2.squareRoot()
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return input.map { sample in
      let x = Double(sample)
      let y =
        ((1 - alpha) * x - 2 * cos(angle) * x1 + (1 + alpha) * x2 + 2 * cos(angle) * y1
          - (1 - alpha) * y2) / (1 + alpha)
      (x2, x1, y2, y1) = (x1, x, y1, y)
      return Float(y)
    }
  }

  @Test(
    "each band follows its own curve",
    arguments: zip(0..., [30, 316, 3_000, 17_000] as [Double]).map { ($0, $1) })
  func curves(_ band: Int, _ frequency: Double) throws {
    let number = AudioUnitParameterID(band)
    let unit = try unit(
      Self.openThresholds + [
        (kMultibandCompressorParam_Threshold1 + number, -30),
        (kMultibandCompressorParam_Headroom1 + number, 6),
        (kMultibandCompressorParam_EQ1 + number, 3),
        (kMultibandCompressorParam_Pregain, 2), (kMultibandCompressorParam_Postgain, 5),
        (kMultibandCompressorParam_Crossover1, 100), (kMultibandCompressorParam_Crossover2, 1_000),
        (kMultibandCompressorParam_Crossover3, 9_000),
        (kMultibandCompressorParam_AttackTime, 0.001), (kMultibandCompressorParam_ReleaseTime, 3),
      ], tone(frequency, -20))
    let level = steadyLevel(unit)
    // 12 dB above the threshold with the gain before the bands.
    let compressed = -30 + 6 * (1 - expf(-12 / 6))
    #expect(abs(level - (compressed + 3 + 5)) < 0.5)
    let step = 1_000 * number
    let amount = unit.value(kMultibandCompressorParam_CompressionAmount1 + step)
    #expect(abs(amount - (-18 - compressed)) < 0.5)
    #expect(abs(unit.value(kMultibandCompressorParam_InputAmplitude1 + step) + 18) < 0.5)
    #expect(
      abs(unit.value(kMultibandCompressorParam_OutputAmplitude1 + step) - compressed - 3) < 0.5)
    for other in 0..<4 where other != band {
      let step = 1_000 * AudioUnitParameterID(other)
      #expect(unit.value(kMultibandCompressorParam_CompressionAmount1 + step) == 0)
      #expect(unit.value(kMultibandCompressorParam_InputAmplitude1 + step) < -25)
    }
  }

  @Test("the crossovers determine the band of a tone")
  func movedCrossovers() throws {
    let unit = try unit(
      Self.openThresholds + [
        (kMultibandCompressorParam_Crossover1, 2_000),
        (kMultibandCompressorParam_Crossover2, 4_000),
        (kMultibandCompressorParam_Crossover3, 8_000), (kMultibandCompressorParam_EQ1, -12),
      ], tone(500, -20))
    #expect(abs(steadyLevel(unit) + 32) < 0.5)
  }

  @Test("a bypass passes frames unchanged")
  func bypass() throws {
    let unit = try unit([(kMultibandCompressorParam_Pregain, 20)], .noise())
    #expect(unit.set(kAudioUnitProperty_BypassEffect, UInt32(1)) == noErr)
    let expected = (0..<1_000).map { UnitSourceFixture.noiseSample(0, $0, 0) }
    #expect(unit.render(1_000).samples[0] == expected)
  }

  @Test("any division into blocks gives the same bits, even with scheduled changes")
  func division() throws {
    func render(_ blocks: [Int]) throws -> [[Float]] {
      let unit = try unit([], .noise())
      var (frame, samples): (Int, [[Float]]) = (0, [[], []])
      for count in blocks {
        if (frame..<frame + count).contains(700) {
          for (parameter, value) in [
            (kMultibandCompressorParam_Crossover2, 1_500), (kMultibandCompressorParam_EQ3, -6),
            (kMultibandCompressorParam_Pregain, 6),
          ] as [(AudioUnitParameterID, Float)] {
            let offset = UInt32(700 - frame)
            #expect(AudioUnitSetParameter(unit.unit, parameter, 0, 0, value, offset) == noErr)
          }
        }
        let result = unit.render(count, at: Double(frame))
        for channel in 0..<2 { samples[channel] += result.samples[channel] }
        frame += count
      }
      return samples
    }
    let whole = try render([1_100, 1_100])
    #expect(try render([1, 699, 1, 1_000, 499]) == whole)
    #expect(try render([64, 512, 512, 512, 512, 88]) == whole)
  }
}

import AudioToolbox
import Foundation
import Testing

/// The graphic equalizer, compared with a plain loop.
struct GraphicEQTests {
  private func unit(
    _ parameters: [(AudioUnitParameterID, Float)], _ source: UnitSourceFixture,
    rate: Double = 44_100
  ) throws -> TestUnit {
    let unit = try TestUnit(kAudioUnitSubType_GraphicEQ, type: kAudioUnitType_Effect)
    #expect(unit.setFormat(UnitFormats.float(rate, 1)) == noErr)
    for (parameter, value) in parameters {
      #expect(AudioUnitSetParameter(unit.unit, parameter, 0, 0, value, 0) == noErr)
    }
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    return unit
  }

  /// Samples with a peak of the W3C's cookbook, by a loop.
  private func peaked(
    _ input: [Float], _ frequency: Double, octaves: Double, _ gain: Double,
    rate: Double = 44_100
  ) -> [Float] {
    let angle = 2 * Double.pi * frequency / rate
    let amplitude = pow(10, gain / 40)
    let alpha = sin(angle) * sinh(log(2) / 2 * octaves * angle / sin(angle))
    let b = [1 + alpha * amplitude, -2 * cos(angle), 1 - alpha * amplitude]
    let a = [1 + alpha / amplitude, -2 * cos(angle), 1 - alpha / amplitude]
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return input.map { sample in
      let x = Double(sample)
      let y = (b[0] * x + b[1] * x1 + b[2] * x2 - a[1] * y1 - a[2] * y2) / a[0]
      (x2, x1, y2, y1) = (x1, x, y1, y)
      return Float(y)
    }
  }

  private static let noise = (0..<4_000).map { UnitSourceFixture.noiseSample(0, $0, 0) }

  @Test(
    "a new unit has 31 bands of a third of an octave, from 20 hertz to 20 kilohertz",
    arguments: [nil, 1, 31] as [Float?])
  func thirds(_ count: Float?) throws {
    let unit = try unit(
      [(4, 9), (17, -12), (29, 6)] + (count.map { [(kGraphicEQParam_NumberOfBands, $0)] } ?? []),
      .noise())
    let samples = unit.render(blocks: Array(repeating: 1_000, count: 4), channels: 1)[0]
    var expected = peaked(Self.noise, 1_000 * pow(2, -13.0 / 3), octaves: 1 / 3, 9)
    expected = peaked(expected, 1_000, octaves: 1 / 3, -12)
    expected = peaked(expected, 16_000, octaves: 1 / 3, 6)
    #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test(
    "with 10 bands, each is an octave, and further gains do nothing", arguments: [0, 10] as [Float])
  func octaves(_ count: Float) throws {
    // A rate at which the bands after the tenth would count.
    let rate = 192_000.0
    let unit = try unit(
      [(kGraphicEQParam_NumberOfBands, count), (0, 6), (5, 12), (9, -6), (10, 20), (30, 20)],
      .noise(), rate: rate)
    let samples = unit.render(blocks: Array(repeating: 1_000, count: 4), channels: 1)[0]
    var expected = peaked(Self.noise, 31.25, octaves: 1, 6, rate: rate)
    expected = peaked(expected, 1_000, octaves: 1, 12, rate: rate)
    expected = peaked(expected, 16_000, octaves: 1, -6, rate: rate)
    #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test("a new unit changes nothing, and gains end at 20 decibels")
  func flat() throws {
    let unit = try unit([(0, 100)], .noise())
    var value: Float = 0
    #expect(AudioUnitGetParameter(unit.unit, 0, 0, 0, &value) == noErr)
    #expect(value == 20)
    #expect(AudioUnitSetParameter(unit.unit, 31, 0, 0, 1, 0) == kAudioUnitErr_InvalidParameter)
    let flat = try self.unit([], .noise())
    let samples = flat.render(1_000, channels: 1).samples[0]
    #expect(zip(samples, Self.noise).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test("any division into blocks gives the same bits, even with scheduled changes")
  func division() throws {
    func render(_ blocks: [Int]) throws -> [Float] {
      let unit = try unit([(17, 12)], .noise())
      var (frame, samples): (Int, [Float]) = (0, [])
      for count in blocks {
        if (frame..<frame + count).contains(700) {
          let changes: [(UInt32, Float)] = [(20, 12), (kGraphicEQParam_NumberOfBands, 0)]
          for (parameter, value) in changes {
            #expect(
              AudioUnitSetParameter(unit.unit, parameter, 0, 0, value, UInt32(700 - frame))
                == noErr)
          }
        }
        samples += unit.render(count, at: Double(frame), channels: 1).samples[0]
        frame += count
      }
      return samples
    }
    let whole = try render([1_100, 1_100])
    #expect(try render([1, 699, 1, 1_000, 499]) == whole)
    #expect(try render([64, 512, 512, 512, 512, 88]) == whole)
  }
}

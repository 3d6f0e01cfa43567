#if Sonic
  import AudioProcessing
  import Foundation
  import TestSupport
  import Testing

  @Suite(.enabled(if: TimePitch.isAvailable)) struct TimePitchTests {
    private static let rate = 44100.0

    /// Processes samples in pieces, and returns the output to the last frame.
    private func process(
      _ samples: [Float], channelCount: Int = 1, _ change: (inout TimePitchSettings) -> Void
    ) -> [Float] {
      var settings = TimePitchSettings()
      settings.isEnabled = true
      change(&settings)
      var pitch = TimePitch(sampleRate: Self.rate, channelCount: channelCount)
      var output: [Float] = []
      for start in stride(from: 0, to: samples.count, by: 4096 * channelCount) {
        var piece = Array(samples[start..<min(samples.count, start + 4096 * channelCount)])
        pitch.process(&piece, settings)
        output += piece
        #expect(pitch.heldFrames >= 0 && pitch.heldFrames < 2048)
        let frames = Double(min(samples.count, start + 4096 * channelCount) / channelCount)
        let expected = frames - pitch.heldFrames
        #expect(abs(expected - Double(output.count / channelCount) * settings.effectiveRate) < 1600)
      }
      pitch.finish(&output)
      #expect(pitch.heldFrames == 0)
      return output
    }

    @Test(arguments: [0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2] as [Float], [110, 440, 3000])
    func aRateKeepsThePitchAndScalesTheLength(rate: Float, hertz: Double) {
      let tone = Tone.samples(hertz: hertz, seconds: 1)
      let output = process(tone) { $0.rate = rate }
      #expect(abs(Double(output.count) - Double(tone.count) / Double(rate)) < 2048)
      #expect(abs(Tone.hertz(output) / hertz - 1) < 0.005)
    }

    @Test(arguments: [-2400, -1200, -700, -100, 50, 700, 1200, 2400] as [Float])
    func thePitchChangesWithoutTheRate(cents: Float) {
      let tone = Tone.samples(hertz: 400, seconds: 1)
      let output = process(tone) { $0.cents = cents }
      #expect(abs(output.count - tone.count) < 2048)
      let expected = 400 * exp2(Double(cents) / 1200)
      #expect(abs(Tone.hertz(output) / expected - 1) < (cents < 0 ? 0.001 : 0.005))
    }

    @Test(arguments: [0.5, 2] as [Float]) func varispeedChangesRateAndPitch(rate: Float) {
      let tone = Tone.samples(hertz: 400, seconds: 1)
      let output = process(tone) {
        $0.algorithm = .varispeed
        $0.rate = rate
        $0.cents = 700
      }
      #expect(abs(Double(output.count) - Double(tone.count) / Double(rate)) < 2048)
      #expect(abs(Tone.hertz(output) / (400 * Double(rate)) - 1) < 0.005)
    }

    @Test func neutralSettingsAreExact() {
      let samples = [1.5, -3, 0.123_456_7, .nan, 0] as [Float]
      for change in [
        { $0.rate = 1 },
        {
          $0.isBypassed = true; $0.rate = 2
        },
        {
          $0.isEnabled = false; $0.cents = 9
        },
      ] as [(inout TimePitchSettings) -> Void] {
        let output = process(samples, change)
        #expect(zip(output, samples).allSatisfy { $0.bitPattern == $1.bitPattern })
        #expect(output.count == samples.count)
      }
    }

    @Test func channelsStaySeparateAndDoNotOverflow() {
      let tone = Tone.samples(hertz: 300, seconds: 0.5)
      let pairs: [Float] = tone.flatMap { sample -> [Float] in [sample * 4, 0] }
      let output = process(pairs, channelCount: 2) { $0.rate = 1.5 }
      let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
      #expect(abs(Tone.hertz(left) / 300 - 1) < 0.005)
      #expect(left.max() ?? 0 > 0.99 && output.allSatisfy { abs($0) <= 1.001 })
      #expect(stride(from: 1, to: output.count, by: 2).allSatisfy { output[$0] == 0 })
    }

    @Test func theRateMayChangeAtAnyTime() {
      let tone = Tone.samples(hertz: 440, seconds: 2)
      var pitch = TimePitch(sampleRate: Self.rate, channelCount: 1)
      var settings = TimePitchSettings()
      settings.isEnabled = true
      var output: [Float] = []
      var expected = 0.0
      for (index, start) in stride(from: 0, to: tone.count - 2205, by: 2205).enumerated() {
        settings.rate = [1, 0.5, 1.3, 2][index / 5 % 4]
        var piece = Array(tone[start..<start + 2205])
        pitch.process(&piece, settings)
        output += piece
        expected += 2205 / Double(settings.rate)
      }
      pitch.finish(&output)
      #expect(abs(Double(output.count) - expected) < 8 * 2048)
      #expect(abs(Tone.hertz(output) / 440 - 1) < 0.01)
    }
  }
#endif

#if Sonivox
  import AudioGraph
  import MIDISynthesis
  import Testing

  /// The sounds of Sonivox, which need no sound bank.
  struct SonivoxTests {
    @Test("a note of a flute has its pitch", arguments: [44_100.0, 48_000, 96_000])
    func pitch(sampleRate: Double) throws {
      let synthesizer = Synthesizer(SynthesizerSetup(bank: .builtIn))
      let processor = try synthesizer.makeProcessor(
        GraphFormat(sampleRate: sampleRate, channelCount: 2))
      #expect(synthesizer.send(SynthesizerMessage(0xC0, 80)))
      #expect(synthesizer.send(SynthesizerMessage(0x90, 69, 110)))
      let samples = processor.render(blocks: Array(repeating: 480, count: 100))[0]
      #expect(samples.contains { abs($0) > 0.01 })
      #expect(abs(samples[24_000...].period(440, sampleRate) - 440) < 4)
    }
  }

  extension ArraySlice<Float> {
    /// The frequency near a given one, by the best correlation of the samples with later ones.
    fileprivate func period(_ near: Double, _ sampleRate: Double) -> Double {
      let samples = Array(self)
      let count = samples.count / 2
      let lags = Int(sampleRate / near * 0.8)...Int(sampleRate / near * 1.2)
      let scores = lags.map { lag in
        (0..<count).reduce(Float(0)) { $0 + samples[$1] * samples[$1 + lag] }
      }
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return 0 }
      return sampleRate / Double(lags.lowerBound + best)
    }
  }
#endif

#if VoiceProcessing
  import AudioProcessing
  import TestSupport
  import Testing

  @Suite(.enabled(if: VoiceProcessor.isAvailable)) struct VoiceProcessorTests {
    /// The settings with which only echoes are removed.
    private static let echoOnly = VoiceSettings(
      suppressesNoise: false, controlsGain: false, removesLowFrequencies: false)

    /// Processes frames in calls of different lengths.
    private func process(
      _ near: [Float], far: [Float], rate: Double, farRate: Double? = nil,
      _ settings: VoiceSettings
    ) throws -> [Float] {
      let farRate = farRate ?? rate
      let processor = try #require(
        VoiceProcessor(
          sampleRate: rate, farRate: farRate, settings: settings, delaySeconds: 0.03))
      let lengths = [441, 64, 1_000, 7, 512]
      var (output, start, farStart) = ([Float](), 0, 0)
      while start < near.count {
        let end = min(near.count, start + lengths[output.count % lengths.count])
        let farEnd = min(far.count, Int(Double(end) * farRate / rate))
        if farEnd > farStart { processor.addFarEnd(far[farStart..<farEnd].span) }
        var frames = Array(near[start..<end])
        processor.process(&frames)
        #expect(frames.count == end - start)
        output += frames
        (start, farStart) = (end, max(farStart, farEnd))
      }
      return output
    }

    @Test(
      "the echo of the far end becomes 15 dB quieter",
      arguments: [(16_000.0, 16_000.0), (44_100, 44_100), (48_000, 44_100), (22_050, 48_000)])
    func echo(_ rate: Double, _ farRate: Double) throws {
      let played = Babble.samples(seconds: 5, sampleRate: rate)
      let near = Babble.echo(played, delay: Int(0.04 * rate))
      // The far end has the same sound at its own rate.
      let far = (0..<Int(5 * farRate)).map { frame -> Float in
        let place = Double(frame) * rate / farRate
        let index = min(Int(place), played.count - 2)
        let share = Float(place - Double(index))
        return played[index] * (1 - share) + played[index + 1] * share
      }
      // Rates differ only with all parts, because the test's interpolation is not exact.
      let settings = rate == farRate ? Self.echoOnly : VoiceSettings()
      let output = try process(near, far: far, rate: rate, farRate: farRate, settings)
      let last = Int(3 * rate)...
      #expect(Babble.decibels(near[last]) - Babble.decibels(output[last]) > 15)
    }

    @Test("a voice without a far end keeps its level")
    func voice() throws {
      let near = Babble.samples(seconds: 3, sampleRate: 48_000)
      let far = [Float](repeating: 0, count: near.count)
      let output = try process(near, far: far, rate: 48_000, Self.echoOnly)
      let last = 48_000...
      #expect(abs(Babble.decibels(near[last]) - Babble.decibels(output[last])) < 3)
    }

    @Test("a voice passes while the far end speaks, and its echo does not")
    func bothSpeak() throws {
      let played = Babble.samples(seconds: 6, sampleRate: 16_000)
      let voice = Babble.samples(seconds: 6, sampleRate: 16_000, seed: 2)
      let echo = Babble.echo(played, delay: 640)
      // The voice speaks only in the last two seconds.
      let near = echo.indices.map { $0 < 64_000 ? echo[$0] : echo[$0] + voice[$0] }
      let output = try process(near, far: played, rate: 16_000, Self.echoOnly)
      let before = Babble.decibels(output[48_000..<64_000])
      let during = Babble.decibels(output[64_000...])
      #expect(during - before > 15)
      #expect(abs(during - Babble.decibels(voice[64_000...])) < 12)
    }

    @Test("with all parts off, frames pass one block later")
    func passes() throws {
      let near = Babble.samples(seconds: 0.5, sampleRate: 48_000)
      let settings = VoiceSettings(
        cancelsEcho: false, suppressesNoise: false, controlsGain: false,
        removesLowFrequencies: false)
      let output = try process(near, far: [], rate: 48_000, settings)
      #expect(output.prefix(480).allSatisfy { $0 == 0 })
      let differences = zip(near, output[480...]).map { abs($0 - $1) }
      #expect(differences.allSatisfy { $0 < 1e-4 })
    }

    @Test("steady noise becomes quieter, once this part is on")
    func noise() throws {
      let near = TestSupport.noise(96_000).map { (Float($0) - 127.5) / 1_280 }
      let processor = try #require(
        VoiceProcessor(
          sampleRate: 16_000, farRate: 16_000,
          settings: VoiceSettings(cancelsEcho: false, suppressesNoise: false, controlsGain: false)))
      var first = Array(near[..<48_000])
      processor.process(&first)
      processor.set(VoiceSettings(cancelsEcho: false, controlsGain: false))
      var second = Array(near[48_000...])
      processor.process(&second)
      #expect(Babble.decibels(first[32_000...]) - Babble.decibels(second[32_000...]) > 6)
    }

    @Test("rates below 8,000 Hz are not supported", arguments: [0, 7_999, .nan, 1e9])
    func rates(_ rate: Double) {
      #expect(VoiceProcessor(sampleRate: rate, farRate: 48_000) == nil)
      #expect(VoiceProcessor(sampleRate: 48_000, farRate: rate) == nil)
    }

    @Test("after a clear, the output begins with silence")
    func clear() throws {
      let settings = VoiceSettings(
        cancelsEcho: false, suppressesNoise: false, controlsGain: false,
        removesLowFrequencies: false)
      let processor = try #require(
        VoiceProcessor(sampleRate: 16_000, farRate: 16_000, settings: settings))
      var frames = [Float](repeating: 0.5, count: 250)
      processor.process(&frames)
      processor.clear()
      frames = [Float](repeating: 0.25, count: 400)
      processor.process(&frames)
      #expect(frames.prefix(160).allSatisfy { $0 == 0 })
      #expect(!frames[160...].contains { abs($0 - 0.25) > 1e-3 })
    }
  }
#endif

#if FluidSynth
  import AudioGraph
  import MIDISynthesis
  import Testing

  /// Messages at their frames, through FluidSynth.
  struct SynthesizerTests {
    @Test("a note has its pitch", arguments: [(45, 110.0), (69, 440), (81, 880)])
    func pitch(key: UInt8, frequency: Double) throws {
      let synthesizer = SynthesisFixture.sine()
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      #expect(synthesizer.send(SynthesizerMessage(0x90, key, 100)))
      let samples = processor.render(blocks: [24_000])[0]
      #expect(abs(samples.frequency(sampleRate: 48_000) - frequency) < frequency * 0.0005)
    }

    @Test(
      "a note of a silent synthesiser begins at its frame", arguments: [0, 1, 63, 64, 100, 511])
    func onset(offset: Int) throws {
      let first = try samples([SynthesizerMessage(0x90, 69, 100)])
      let synthesizer = SynthesisFixture.sine()
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      #expect(synthesizer.send(SynthesizerMessage(0x90, 69, 100, at: offset)))
      let later = processor.render(blocks: [512, 512])[0]
      #expect(later[..<offset].allSatisfy { $0 == 0 })
      #expect(later[offset...].elementsEqual(first[..<(1_024 - offset)]))
    }

    @Test("any division into slices gives the same samples")
    func division() throws {
      let messages = [
        SynthesizerMessage(0x90, 60, 100, at: 10), SynthesizerMessage(0x90, 64, 90, at: 700),
        SynthesizerMessage(0xE0, 0, 80, at: 1_000), SynthesizerMessage(0x80, 60, 0, at: 1_777),
      ]
      let whole = try samples(messages, blocks: [4_096])
      for blocks in [[1_000, 1_000, 1_000, 1_096], Array(repeating: 64, count: 64), [1, 4_095]] {
        #expect(try samples(messages, blocks: blocks) == whole)
      }
    }

    @Test("messages take effect in the order of their frames")
    func order() throws {
      let sorted = [
        SynthesizerMessage(0x90, 60, 100, at: 128), SynthesizerMessage(0x80, 60, 0, at: 640),
      ]
      #expect(try samples(sorted) == samples(sorted.reversed()))
    }

    @Test("a fraction of a key changes the pitch")
    func cents() throws {
      let samples = try samples(
        [SynthesizerMessage(0x90, 69, 100, cents: 50)], blocks: [24_000])
      #expect(abs(samples.frequency(sampleRate: 48_000) - 452.893) < 0.3)
    }

    @Test("tuning changes the pitch of all channels")
    func tuning() throws {
      let synthesizer = SynthesisFixture.sine()
      synthesizer.cents = 1_150
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      #expect(synthesizer.send(SynthesizerMessage(0x95, 57, 100)))
      let samples = processor.render(blocks: [24_000])[0]
      #expect(abs(samples.frequency(sampleRate: 48_000) - 427.474) < 0.3)
    }

    @Test(
      "tuning and place stay after a reset",
      arguments: [
        [], [0xB5, 121, 0], [0xFF], [0xF0, 0x7E, 0x7F, 9, 1, 0xF7], [0xF0, 0x7E, 0x7F, 9, 3, 0xF7],
      ] as [[UInt8]])
    func reset(message: [UInt8]) throws {
      let synthesizer = SynthesisFixture.sine()
      synthesizer.cents = 1_150
      synthesizer.pan = -1
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      // The settings take effect before the reset.
      _ = processor.render(blocks: [64])
      if message.first == 0xF0 {
        let isSent = synthesizer.send(systemExclusive: message.span)
        #expect(isSent)
      } else if let status = message.first {
        let data = message + [0, 0]
        #expect(synthesizer.send(SynthesizerMessage(status, data[1], data[2])))
      }
      #expect(synthesizer.send(SynthesizerMessage(0x95, 57, 100)))
      let samples = processor.render(blocks: [24_000])
      #expect(abs(samples[0].frequency(sampleRate: 48_000) - 427.474) < 0.3)
      let (left, right) = (samples[0].max() ?? 0, samples[1].max() ?? 0)
      #expect(left > 0.01 && right < left / 10)
    }

    @Test("settings out of range count as the nearest ones")
    func extremeSettings() throws {
      let synthesizer = SynthesisFixture.sine()
      for value in [-.infinity, -1e30, 1e30, .infinity, .nan] as [Float] {
        (synthesizer.cents, synthesizer.pan) = (value, value)
        #expect(abs(synthesizer.cents) == (value.isNaN ? 0 : 12_800))
        #expect(abs(synthesizer.pan) == (value.isNaN ? 0 : 1))
      }
    }

    @Test("the programs of channels follow messages, and a reset forgets them")
    func programs() throws {
      let synthesizer = SynthesisFixture.sine()
      #expect(synthesizer.programs.isEmpty)
      for (status, data1, data2) in [
        (0xB2, 0, 121), (0xB2, 32, 3), (0xC2, 7, 0), (0xB2, 0, 0), (0xCF, 127, 0),
      ] as [(UInt8, UInt8, UInt8)] {
        #expect(synthesizer.send(SynthesizerMessage(status, data1, data2)))
      }
      let expected = [
        ChannelProgram(channel: 2, bankMSB: 121, bankLSB: 3, program: 7),
        ChannelProgram(channel: 15, bankMSB: 0, bankLSB: 0, program: 127),
      ]
      #expect(synthesizer.programs == expected)
      #expect(expected[0].messages.map(\.status) == [0xB2, 0xB2, 0xC2])
      let bytes: [UInt8] = [0xF0, 0x7E, 0x7F, 9, 1, 0xF7]
      let isSent = synthesizer.send(systemExclusive: bytes.span)
      #expect(isSent && synthesizer.programs.isEmpty)
    }

    /// Whether a sound bank with several presets is installed.
    private static var hasBank: Bool {
      if case .file = try? SoundBank.standard() { return true }
      return false
    }

    @Test("a program stays if the rate changes", .enabled(if: hasBank))
    func programAtOtherRate() throws {
      let other = GraphFormat(sampleRate: 44_100, channelCount: 2)
      func samples(_ program: UInt8, changesRate: Bool) throws -> [[Float]] {
        let synthesizer = Synthesizer(SynthesizerSetup(hasEffects: false))
        if changesRate {
          let first = try synthesizer.makeProcessor(SynthesisFixture.format)
          #expect(synthesizer.send(SynthesizerMessage(0xC0, program)))
          _ = first.render(blocks: [64])
        }
        let processor = try synthesizer.makeProcessor(other)
        if !changesRate { #expect(synthesizer.send(SynthesizerMessage(0xC0, program))) }
        #expect(synthesizer.send(SynthesizerMessage(0x90, 60, 100)))
        return processor.render(blocks: [4_096])
      }
      let violin = try samples(40, changesRate: false)
      #expect(try samples(40, changesRate: true) == violin)
      #expect(try samples(0, changesRate: false) != violin)
    }

    @Test("a note ends, and the synthesiser becomes silent")
    func ending() throws {
      let samples = try samples(
        [SynthesizerMessage(0x90, 69, 100), SynthesizerMessage(0x80, 69, 0, at: 4_800)],
        blocks: [48_000])
      #expect(samples[4_000..<4_800].contains { abs($0) > 0.01 })
      #expect(samples[24_000...].allSatisfy { $0 == 0 })
    }

    @Test("silence ends all sound at once")
    func silence() throws {
      let synthesizer = SynthesisFixture.sine()
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      #expect(synthesizer.send(SynthesizerMessage(0x90, 69, 100)))
      #expect(processor.render(blocks: [1_000])[0].onset != nil)
      synthesizer.silence()
      #expect(processor.render(blocks: [1_000])[0].allSatisfy { $0 == 0 })
    }

    @Test("a missing preset is an error, and the former sounds stay")
    func missingPreset() throws {
      let synthesizer = SynthesisFixture.sine()
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      let preset = SoundPreset(bank: 3, program: 7)
      #expect(throws: SynthesisError(.presetMissing(preset))) {
        try synthesizer.load(SynthesizerSetup(bank: .sine, preset: preset))
      }
      #expect(synthesizer.send(SynthesizerMessage(0x90, 69, 100)))
      #expect(processor.render(blocks: [1_000])[0].onset != nil)
    }

    @Test("a file that does not exist, or is no sound bank, is an error")
    func wrongFiles() throws {
      #expect(throws: SynthesisError(.bankMissing("/nowhere.sf2"))) {
        try Synthesizer.presets(SynthesizerSetup(bank: .file("/nowhere.sf2")))
      }
      #expect(throws: SynthesisError(.bankInvalid)) {
        try Synthesizer.presets(SynthesizerSetup(bank: .file("/etc/passwd")))
      }
      #expect(throws: SynthesisError(.bankInvalid)) {
        try Synthesizer.presets(SynthesizerSetup(bank: .bytes([1, 2, 3])))
      }
    }

    @Test("a truncated sound bank is an error or plays")
    func truncatedBanks() throws {
      guard case .bytes(let bytes) = SoundBank.sine else { return }
      for count in stride(from: 0, to: bytes.count, by: 97) {
        let setup = SynthesizerSetup(bank: .bytes(Array(bytes[..<count])))
        #expect(throws: SynthesisError.self) { try Synthesizer.presets(setup) }
      }
    }

    @Test("a system-exclusive message of any length is taken, or refused without room")
    func systemExclusive() throws {
      let synthesizer = SynthesisFixture.sine()
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      for count in [0, 1, 15, 16, 17, 1_000, 32_768] {
        let bytes = [0xF0] + [UInt8](repeating: 0x7D, count: count) + [0xF7]
        let isSent = synthesizer.send(systemExclusive: bytes.span)
        #expect(isSent, "\(count) bytes")
        _ = processor.render(blocks: [64])
      }
      let long = [UInt8](repeating: 0x7D, count: 32_769)
      let isSent = synthesizer.send(systemExclusive: long.span)
      #expect(!isSent)
    }

    @Test("a full queue refuses messages, and loses none")
    func fullQueue() throws {
      let synthesizer = SynthesisFixture.sine()
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      var count = 0
      while synthesizer.send(SynthesizerMessage(0xB0, 1, 0)) { count += 1 }
      #expect(count == 4_096)
      _ = processor.render(blocks: [1])
      #expect(synthesizer.send(SynthesizerMessage(0x90, 69, 100)))
      #expect(processor.render(blocks: [1_000])[0].onset != nil)
    }

    private func samples(
      _ messages: [SynthesizerMessage], blocks: [Int] = [2_048]
    ) throws -> [Float] {
      let synthesizer = SynthesisFixture.sine()
      let processor = try synthesizer.makeProcessor(SynthesisFixture.format)
      for message in messages { #expect(synthesizer.send(message)) }
      return processor.render(blocks: blocks)[0]
    }
  }
#endif

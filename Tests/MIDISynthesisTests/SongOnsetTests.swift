#if FluidSynth
  import AudioGraph
  import MIDISequencing
  import MIDISynthesis
  import Testing

  /// The frames at which the notes of a song are heard.
  struct SongOnsetTests {
    /// Notes that overlap, at times without a relation to the blocks of the synthesizer.
    private static let beats = (0..<14).map { Double($0) * 0.1583 + Double($0 % 3) * 0.0071 }

    private static func song(
      _ count: Int, sampleRate: Double, firstBeat: Double = 0
    ) throws -> SongRenderer {
      let notes = beats[..<count].enumerated().map { index, beat in
        SequencePumpTests.note(firstBeat + beat, UInt8(40 + index), 0.9)
      }
      let setup = SynthesizerSetup(
        bank: .sine, preset: SoundPreset(bank: 0, program: 0), hasEffects: false)
      return try SongRenderer(
        SequencePumpTests.sequence(notes, tempo: [(0, 113)]), setup,
        GraphFormat(sampleRate: sampleRate, channelCount: 2))
    }

    private static func samples(_ song: SongRenderer, _ blocks: [Int]) -> [Float] {
      var samples: [Float] = []
      for count in blocks {
        let planes = Planes(channelCount: 2, capacity: count)
        song.render(into: planes, count: count)
        samples += (0..<count).map { planes[0, $0] }
      }
      return samples
    }

    @Test(
      "each note is heard within half a block of the tempo map",
      arguments: [(44_100.0, 0.0), (48_000, 0.37)])
    func onsets(sampleRate: Double, firstBeat: Double) throws {
      let frames = Self.beats.map { Int(((firstBeat + $0) * 60 / 113 * sampleRate).rounded()) }
      let count = (frames.last ?? 0) + 100
      var former = [Float](repeating: 0, count: count)
      var errors: [Int] = []
      for (index, expected) in frames.enumerated() {
        let song = try Self.song(index + 1, sampleRate: sampleRate, firstBeat: firstBeat)
        song.pump.start()
        let samples = Self.samples(song, [count])
        // The first sample of a sine is 0. All samples before it are those of the earlier notes.
        let onset = (0..<count).first { samples[$0] != former[$0] }
        errors.append((onset ?? 0) - 1 - expected)
        former = samples
      }
      // The first note is exact.
      #expect(errors[0] == 0 && errors.allSatisfy { abs($0) <= 32 }, "\(errors)")
      // Notes are late as often as early.
      #expect(errors.min() ?? 0 < -16 && errors.max() ?? 0 > 16)
    }

    @Test("any division into slices gives the same samples")
    func division() throws {
      func samples(_ blocks: [Int]) throws -> [Float] {
        let song = try Self.song(Self.beats.count, sampleRate: 44_100, firstBeat: 0.11)
        song.pump.start()
        return Self.samples(song, blocks)
      }
      let whole = try samples([22_050])
      #expect(whole.onset != nil)
      for length in [1, 31, 64, 441, 512] {
        let blocks = Array(repeating: length, count: 22_050 / length)
        let rest = 22_050 % length
        #expect(try samples(rest > 0 ? blocks + [rest] : blocks) == whole, "\(length)")
      }
    }

    // The end of the first note is at the frame 22,938, and the start of the sixth one at 20,535.
    @Test(
      "a stop ends all notes, also near the frame of an event",
      arguments: [20_504, 20_520, 20_534, 20_540, 22_907, 22_920, 22_937, 22_940])
    func stop(count: Int) throws {
      let song = try Self.song(10, sampleRate: 48_000)
      song.pump.start()
      _ = Self.samples(song, [count])
      song.pump.stop()
      #expect(Self.samples(song, [12_000]).suffix(100).allSatisfy { $0 == 0 })
      // The start after it is heard from its position.
      song.pump.start()
      #expect(Self.samples(song, [12_000]).onset != nil)
    }

    @Test("the start of a note after a stop is not heard")
    func earlyStop() throws {
      let song = try Self.song(1, sampleRate: 48_000, firstBeat: 1)
      song.pump.start()
      _ = Self.samples(song, [25_487 - 16])
      song.pump.stop()
      #expect(Self.samples(song, [2_000]).allSatisfy { $0 == 0 })
    }

    @Test("a move takes effect at once, in place of the notes that follow")
    func move() throws {
      let song = try Self.song(1, sampleRate: 48_000, firstBeat: 1)
      song.pump.start()
      // The note begins at the frame 25,487.
      #expect(Self.samples(song, [25_487 - 16]).allSatisfy { $0 == 0 })
      #expect(abs(song.pump.position - 25_471.0 / 48_000) < 1e-9)
      song.pump.position = 0.5
      let samples = Self.samples(song, [2_400])
      #expect(samples.firstIndex { $0 != 0 } == 25_487 - 24_000 + 1)
      #expect(abs(song.pump.position - 0.55) < 1e-9)
    }
  }
#endif

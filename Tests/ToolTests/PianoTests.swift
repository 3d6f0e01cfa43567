#if FluidSynth
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// The example that plays keys with a sampler.
  @Suite struct PianoTests {
    @Test("keys are rendered as their notes, also after a move by an octave")
    func renders() throws {
      let folder = try TemporaryFolder()
      let url = folder.url("keys.wav")
      let run = try ChildProcess(
        "sh", ["-c", "printf 'hxh' | '\(Programs.path("Piano"))' -o '\(url.path)'"])
      #expect(run.wait() == .exit(0))
      let frames = LittleEndian.float(Array(try Tool.read(url).suffix(28_800 * 8)))
      let left = stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
      #expect(left.count == 28_800)
      // The middle of each note: A4, and A5.
      #expect(abs(Tone.hertz(Array(left[2000..<12_000]), sampleRate: 48_000) / 440 - 1) < 0.01)
      #expect(abs(Tone.hertz(Array(left[18_000..<28_000]), sampleRate: 48_000) / 880 - 1) < 0.01)
    }

    @Test("a file that is no instrument is reported")
    func refusal() throws {
      let run = try Programs.run("Piano", ["/nonexistent.sf2"])
      #expect(run.ending == .exit(1) && run.errors.hasPrefix("Piano: "))
    }
  }
#endif

#if MPG123 && Soxr
  import Foundation
  import TestSupport
  import Testing

  /// The example that reads files for speech recognition.
  @Suite struct SpeechSamplesTests {
    @Test(arguments: [("mp3", 44100, 2), ("wav", 48000, 2), ("wav", 8000, 1)])
    func samplesMatchFFmpegs(_ kind: String, _ rate: Int, _ channels: Int) throws {
      let folder = try TemporaryFolder()
      let url = folder.url("a.\(kind)")
      try Tool.write(
        FFmpeg.encode(["-f", kind], sampleRate: rate, channelCount: channels, seconds: 3), to: url)
      let run = try Tool.run(Programs.path("SpeechSamples"), [url.path])
      let samples = LittleEndian.float(run)
      #expect(samples.count == 48000)
      // FFmpeg mixes stereo to mono in equal parts, with the same library.
      let mix = channels == 2 ? "pan=mono|c0=0.5*c0+0.5*c1," : ""
      let reference = LittleEndian.float(
        try Tool.run(
          "ffmpeg",
          [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-i", url.path, "-af",
            mix + "aformat=sample_fmts=flt,aresample=16000:resampler=soxr", "-f", "f32le", "-",
          ]))
      let count = min(samples.count, reference.count)
      let difference = SampleDifference(
        Array(samples.prefix(count)), reference: Array(reference.prefix(count)))
      #expect(abs(samples.count - reference.count) <= 2)
      #expect(difference.signalToNoise > 60)
    }

    @Test func reportsErrors() throws {
      let run = try Programs.run("SpeechSamples", ["/none.mp3"])
      #expect(run.ending == .exit(1))
      #expect(run.errors.hasPrefix("SpeechSamples: "))
    }
  }
#endif

#if LibAV && FLAC
  import Foundation
  import TestSupport
  import Testing

  /// Six channels with different levels.
  ///
  /// Each must play on its own speaker.
  @Suite struct SurroundTests {
    /// The amplitude of each channel in WAVE order.
    private static let levels: [Float] = [0.05, 0.1, 0.2, 0.6, 0.4, 0.8]

    @Test(
      "every channel of a surround file plays on its speaker",
      arguments: [
        ("wav", "pcm_s16le"), ("flac", "flac"), ("ogg", "libvorbis"), ("opus", "libopus"),
        ("m4a", "aac"), ("adts", "aac"), ("ac3", "ac3"), ("m4a", "alac"), ("mov", "alac"),
        ("matroska", "aac"), ("caf", "alac"),
      ])
    func speakers(container: String, codec: String) throws {
      let folder = try TemporaryFolder()
      let (file, output) = (folder.url("sound"), folder.url("heard.wav"))
      // A low tone for the low-frequency channel.
      let tones = Self.levels.enumerated().map { index, level in
        "\(level)*sin(2*PI*\(index == 3 ? 60 : 440)*t)"
      }.joined(separator: "|")
      let format = container == "m4a" ? "ipod" : container
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
          "aevalsrc=\(tones):c=5.1:s=48000:d=1", "-c:a", codec, "-b:a", "448k", "-f", format,
          file.path,
        ])
      let run = try Programs.run(
        "afplay", [file.path], environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
      #expect(run.ending == .exit(0))
      let samples = LittleEndian.float(
        try Tool.run(
          "ffmpeg", ["-nostdin", "-loglevel", "error", "-i", output.path, "-f", "f32le", "-"]))
      for (index, level) in Self.levels.enumerated() {
        let peak = stride(from: index, to: samples.count, by: 6).reduce(Float(0)) {
          max($0, abs(samples[$1]))
        }
        #expect(abs(peak / level - 1) < 0.3, "channel \(index): \(peak) for \(level)")
      }
    }
  }
#endif

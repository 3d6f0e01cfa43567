#if LibAV
  import Foundation
  import TestSupport
  import Testing

  /// FLAC with other speakers than the default ones for its channel count.
  @Suite struct AfconvertFLACLayoutTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      "the layout and the samples match the input's",
      arguments: [
        ("2.1", 3, 0xB), ("quad", 4, 0x33), ("quad(side)", 4, 0x603), ("5.1", 6, 0x3F),
        ("5.1(side)", 6, 0x60F), ("hexagonal", 6, 0x137), ("7.1(wide)", 8, 0xFF),
      ], ["flac", "Oggf"])
    func storesItsLayout(layout: (String, Int, Int), type: String) throws {
      let (name, count, mask) = layout
      let expressions = (0..<count).map { "0.\($0 + 1)*sin(\(500 + 300 * $0)*t)" }
      let (input, output) = (folder.url("a.wav").path, folder.url("b").path)
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc=\(expressions.joined(separator: "|")):c=\(name):s=48000:d=0.5", input,
        ])
      let run = try Programs.run("afconvert", ["-f", type, "-d", "flac", input, "-o", output])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let info = try Programs.run("afinfo", [output]).output
      let digits = String(mask, radix: 16, uppercase: true)
      #expect(info.contains(" 0x" + String(repeating: "0", count: 8 - digits.count) + digits))
      let samples = try [input, output].map {
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", $0, "-f", "s16le", "-"])
      }
      #expect(samples[0] == samples[1])
      guard type == "flac", mask != 0x3F else { return }
      let comments = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=channel_layout", "-of", "csv=p=0", output])
      #expect(String(decoding: comments, as: UTF8.self) == name + "\n")
    }
  }
#endif

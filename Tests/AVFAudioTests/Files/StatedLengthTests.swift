#if LibAV
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// Files whose containers and packets have different lengths: the length is the number of
  /// readable frames.
  @Suite struct StatedLengthTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// The length of a file before and after a read, and the number of frames read.
    private func lengths(_ bytes: [UInt8], _ name: String) throws -> [Int] {
      try Tool.write(bytes, to: folder.url(name))
      let file = try AVAudioFile(forReading: folder.url(name))
      let stated = Int(file.length)
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4096))
      var count = 0
      while file.framePosition < file.length {
        try file.read(into: buffer)
        try #require(buffer.frameLength > 0)
        count += Int(buffer.frameLength)
      }
      return [stated, count, Int(file.length)]
    }

    @Test("a 3GP sample has one AMR frame or several", arguments: [1, 5])
    func severalFramesInOneSample(framesPerSample: Int) throws {
      let movie = AMRMovie(frameCount: 250, framesPerSample: framesPerSample)
      #expect(try lengths(movie.bytes, "a.3gp") == [40_000, 40_000, 40_000])
    }

    @Test("Opus packets in CAF state their frames, whatever the description says")
    func opusInCAF() throws {
      let ogg = try FFmpeg.encode(
        ["-c:a", "libopus", "-b:a", "32k", "-f", "ogg"], sampleRate: 48_000, channelCount: 1,
        seconds: 2)
      try Tool.write(ogg, to: folder.url("a.ogg"))
      let copy = folder.url("copy.caf").path
      // FFmpeg's own average: a few frames per packet too many.
      _ = try Tool.run(
        "ffmpeg", ["-v", "error", "-y", "-i", folder.url("a.ogg").path, "-c", "copy", copy])
      let bytes = try Tool.read(folder.url("copy.caf"))
      let found = try lengths(bytes, "b.caf")
      #expect(Set(found).count == 1 && found[0] % 960 == 0, "\(found)")
    }

    @Test("a fragment's last Opus packet has its frames, though its duration is 0")
    func durationOfZero() throws {
      var bytes = try FFmpeg.encode(
        [
          "-c:a", "libopus", "-b:a", "64k", "-strict", "-2", "-movflags",
          "empty_moov+default_base_moof+frag_keyframe", "-frag_duration", "10000000", "-f", "mp4",
        ], sampleRate: 48_000, channelCount: 1)
      let run = try #require(Data(bytes).range(of: Data("trun".utf8))).upperBound
      func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      let flags = number(run)
      try #require(flags & 0x100 != 0)
      let entries = run + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
      let width = 4 * (flags & 0xF00).nonzeroBitCount
      let last = entries + width * (number(run + 4) - 1)
      bytes.replaceSubrange(last..<last + 4, with: [0, 0, 0, 0])
      let found = try lengths(bytes, "a.mp4")
      // 312 frames of priming; the last packet is complete.
      #expect(Set(found).count == 1 && (found[0] + 312) % 960 == 0, "\(found)")
    }

    @Test(
      "Matroska counts Opus padding at 48 kHz, whatever rate it states",
      arguments: [44_100, 16_000])
    func paddingInMatroska(rate: Double) throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "libopus", "-b:a", "32k", "-f", "webm"], sampleRate: 48_000, channelCount: 1)
      func element(_ rate: Double) -> Data {
        let pattern = rate.bitPattern
        return Data(
          [0xB5, 0x88] + (0..<8).map { UInt8(truncatingIfNeeded: pattern >> (56 - 8 * $0)) })
      }
      var changed = Data(bytes)
      let place = try #require(changed.range(of: element(48_000)))
      changed.replaceSubrange(place, with: element(rate))
      #expect(try lengths(Array(changed), "a.webm") == [48_000, 48_000, 48_000])
    }

    @Test("AAC may depend on a core coder without stating its delay")
    func coreCoderDelay() throws {
      var bytes = try FFmpeg.encode(
        ["-c:a", "aac", "-f", "ipod"], sampleRate: 44_100, channelCount: 2)
      let expected = try lengths(bytes, "right.m4a")
      // ISO/IEC 14496-3, 4.4.1: the flag after the frame length is dependsOnCoreCoder.
      let old = Data([0x12, 0x10, 0x56, 0xE5, 0])
      let place = try #require(Data(bytes).range(of: old))
      bytes.replaceSubrange(place, with: [0x12, 0x12, 0x56, 0xE5, 0])
      #expect(try lengths(bytes, "changed.m4a") == expected)
    }
  }

  /// A 3GP file of AMR-NB at 12.2 kbit/s, as from a telephone.
  private struct AMRMovie {
    var frameCount: Int
    var framesPerSample: Int

    var bytes: [UInt8] {
      var brand = Array("3gp5".utf8)
      brand += big(0x200)
      brand += Array("3gp53gp4".utf8)
      let type = box("ftyp", brand)
      var media: [UInt8] = []
      for frame in 0..<frameCount {
        media.append(0x3C)
        for index in 0..<31 {
          media.append(UInt8(truncatingIfNeeded: (frame + 7) * (index + 3)) & 0xF0)
        }
      }
      return type + box("mdat", media) + movie(mediaOffset: type.count + 8)
    }

    private var duration: Int { frameCount * 160 }
    private var sampleCount: Int { frameCount / framesPerSample }

    private func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
      big(8 + body.count) + Array(type.utf8) + body
    }

    private func full(_ type: String, _ body: [UInt8]) -> [UInt8] { box(type, zeros(4) + body) }

    private var matrix: [UInt8] {
      joined([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].map { big($0) })
    }

    private func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined()) }

    private func movie(mediaOffset: Int) -> [UInt8] {
      let header = full(
        "mvhd",
        joined([
          zeros(8), big(8000), big(duration), big(0x10000), big(0x100, 2), zeros(10), matrix,
          zeros(24), big(2),
        ]))
      let track = box(
        "tkhd",
        joined([
          big(7), zeros(8), big(1), zeros(4), big(duration), zeros(12), big(0x100, 2), zeros(2),
          matrix, zeros(8),
        ]))
      let mediaHeader = full(
        "mdhd", joined([zeros(8), big(8000), big(duration), big(0x55C4, 2), zeros(2)]))
      let handler = full("hdlr", joined([zeros(4), Array("soun".utf8), zeros(13)]))
      let information = box(
        "minf", joined([full("smhd", zeros(4)), dataInformation, table(mediaOffset)]))
      let media = box("mdia", joined([mediaHeader, handler, information]))
      return box("moov", header + box("trak", track + media))
    }

    private var dataInformation: [UInt8] {
      box("dinf", full("dref", big(1) + box("url ", big(1))))
    }

    private func table(_ mediaOffset: Int) -> [UInt8] {
      let configuration = box(
        "damr", joined([Array("test".utf8), [1], big(0x80, 2), [0, UInt8(framesPerSample)]]))
      let entry = box(
        "samr",
        joined([
          zeros(6), big(1, 2), zeros(8), big(2, 2), big(16, 2), zeros(4), big(8000 << 16),
          configuration,
        ]))
      return box(
        "stbl",
        joined([
          full("stsd", big(1) + entry),
          full("stts", joined([big(1), big(sampleCount), big(160 * framesPerSample)])),
          full("stsc", joined([big(1), big(1), big(sampleCount), big(1)])),
          full("stsz", joined([big(32 * framesPerSample), big(sampleCount)])),
          full("stco", joined([big(1), big(mediaOffset)])),
        ]))
    }
  }
#endif

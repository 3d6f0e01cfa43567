#if FLAC && HTTP && LibAV && MPG123
  import AudioFiles
  import AudioModel
  import AudioRealtime
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioPlayback

  /// The frames of a composition, compared with the same edit of decoded sources.
  @Suite struct CompositionFramesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(
      _ name: String, _ options: [String], sampleRate: Int = 44_100, channelCount: Int = 2,
      seconds: Double = 2
    ) throws -> MediaBytes {
      let bytes = try FFmpeg.encode(
        options, sampleRate: sampleRate, channelCount: channelCount, seconds: seconds)
      try Tool.write(bytes, to: folder.url(name))
      return MediaBytes(.file(path: folder.url(name).path))
    }

    private func samples(_ bytes: MediaBytes) throws -> [Float] {
      try VirtualClock().run {
        let reading = ItemSamples(bytes)
        try reading.read()
        return reading.samples
      }
    }

    private func samples(_ composition: Composition) throws -> [Float] {
      try samples(MediaBytes(.composition(composition)))
    }

    private func piece(
      _ source: Int, _ range: Range<Int>, at frame: Int, rate: Double = 44_100
    ) -> Composition.Piece {
      Composition.Piece(
        source: source, from: Double(range.lowerBound) / rate, for: Double(range.count) / rate,
        start: Double(frame) / rate, end: Double(frame + range.count) / rate)
    }

    static let codecs: [[String]] = [
      ["-c:a", "pcm_s16le", "-f", "wav"], ["-c:a", "aac", "-f", "ipod"],
      ["-c:a", "libmp3lame", "-f", "mp3"], ["-c:a", "flac", "-f", "flac"],
      ["-c:a", "libvorbis", "-f", "ogg"], ["-c:a", "alac", "-f", "ipod"],
    ]

    @Test("joined ranges have exactly the frames of their sources", arguments: codecs)
    func joined(codec: [String]) throws {
      let first = try make("first", codec)
      let second = try make("second", ["-c:a", "flac", "-f", "flac"], seconds: 1)
      var composition = Composition()
      composition.sources = [.init(first, format: nil), .init(second, format: nil)]
      composition.tracks = [
        .init(
          trackID: 1,
          pieces: [
            piece(0, 10_001..<40_003, at: 0), piece(1, 5..<20_000, at: 30_002),
            piece(0, 3_333..<9_999, at: 60_000),
          ])
      ]
      let one = try samples(first)
      let other = try samples(second)
      let gap = [Float](repeating: 0, count: (60_000 - 30_002 - 19_995) * 2)
      let expected =
        Array(one[20_002..<80_006]) + other[10..<40_000] + gap + one[6_666..<19_998]
      let difference = SampleDifference(try samples(composition), reference: expected)
      // The first samples after a seek may differ in their last bits.
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
    }

    @Test("tracks are mixed, a single channel plays on both sides, and volumes apply")
    func mixed() throws {
      let stereo = try make("stereo", ["-c:a", "pcm_s16le", "-f", "wav"])
      let mono = try make("mono", ["-c:a", "pcm_s16le", "-f", "wav"], channelCount: 1)
      var composition = Composition()
      composition.sources = [.init(stereo, format: nil), .init(mono, format: nil)]
      composition.tracks = [
        .init(trackID: 1, pieces: [piece(0, 0..<44_100, at: 0)], volume: 0.5),
        .init(trackID: 2, pieces: [piece(1, 0..<44_100, at: 22_050)]),
      ]
      let (one, other) = (try samples(stereo), try samples(mono))
      let expected = (0..<66_150 * 2).map { index -> Float in
        let frame = index / 2
        return (frame < 44_100 ? one[index] * 0.5 : 0)
          + (frame >= 22_050 ? other[frame - 22_050] : 0)
      }
      let difference = SampleDifference(try samples(composition), reference: expected)
      #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
    }

    @Test("any sequence of seeks gives the frames of the whole")
    func seeks() throws {
      let source = try make("source", ["-c:a", "aac", "-f", "ipod"])
      var composition = Composition()
      composition.sources = [.init(source, format: nil)]
      composition.tracks = [
        .init(
          trackID: 1,
          pieces: [piece(0, 44_100..<60_000, at: 1_000), piece(0, 0..<30_000, at: 16_900)])
      ]
      let whole = try samples(composition)
      try VirtualClock().run {
        let reading = ItemSamples(MediaBytes(.composition(composition)))
        for frame in [20_000, 0, 999, 1_000, 16_899, 16_900, 46_000] {
          _ = try reading.open()
          reading.seek(to: Double(frame) / 44_100)
          try reading.read(frames: 600)
          let count = min(600, 46_900 - frame) * 2
          let difference = SampleDifference(
            Array(reading.samples[..<count]), reference: Array(whole[frame * 2..<frame * 2 + count])
          )
          // The first samples after a seek may differ in their last bits.
          #expect(difference.missing == 0 && difference.peak < 1e-5, "\(frame): \(difference)")
        }
      }
    }

    @Test("a scaled piece has its stated length, and keeps its pitch", arguments: [0.5, 2])
    func scaled(speed: Double) throws {
      let tone = folder.url("tone.wav")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=440:r=44100:d=2", "-y",
          tone.path,
        ])
      var composition = Composition()
      composition.sources = [.init(MediaBytes(.file(path: tone.path)), format: nil)]
      composition.tracks = [
        .init(
          trackID: 1,
          pieces: [
            .init(source: 0, from: 0.25, for: 1.5, start: 0, end: 1.5 / speed)
          ])
      ]
      let found = try samples(composition)
      #expect(found.count == Int((1.5 / speed * 44_100).rounded()))
      #expect(abs(Tone.hertz(found) - 440) < 5)
    }

    @Test("compositions are sources of compositions")
    func nested() throws {
      let source = try make("source", ["-c:a", "flac", "-f", "flac"])
      var inner = Composition()
      inner.sources = [.init(source, format: nil)]
      inner.tracks = [.init(trackID: 1, pieces: [piece(0, 10_000..<50_000, at: 0)])]
      var outer = Composition()
      outer.sources = [.init(MediaBytes(.composition(inner)), format: inner.format)]
      outer.tracks = [.init(trackID: 1, pieces: [piece(0, 1_000..<20_000, at: 0)])]
      let expected = Array(try samples(source)[22_000..<60_000])
      let difference = SampleDifference(try samples(outer), reference: expected)
      #expect(difference.missing == 0 && difference.peak == 0, "\(difference)")
    }

    @Test("a source that cannot be opened fails the composition with its reason")
    func missing() throws {
      var composition = Composition()
      composition.sources = [
        .init(MediaBytes(.file(path: folder.url("none.wav").path)), format: nil)
      ]
      composition.tracks = [.init(trackID: 1, pieces: [piece(0, 0..<100, at: 0)])]
      #expect(throws: MediaFailure.transport(.init(.system(2)))) { try samples(composition) }
    }

    @Test("a composition without pieces is silent and ends at once")
    func empty() throws {
      #expect(try samples(Composition()).isEmpty)
    }
  }
#endif

#if FLAC && HTTP && LibAV && MPG123
  import AudioFiles
  import AudioModel
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioPlayback

  /// Streams of HTTP Live Streaming, from files.
  @Suite struct HLSPlaybackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var list: MediaBytes { MediaBytes(.file(path: folder.url("list.m3u8").path)) }

    @Test("a stream has the samples of its segments", arguments: SegmentedSound.Kind.allCases)
    func wholeStream(kind: SegmentedSound.Kind) throws {
      let sound = try SegmentedSound(kind, seconds: 9)
      try sound.write(to: folder)
      let reading = ItemSamples(list)
      let info = try reading.open()
      let stated = sound.durations.reduce(0, +)
      #expect(info.length.map { abs($0.seconds - stated) < 1e-6 } == true)
      #expect(info.isSeekable && !info.isLive)
      try reading.read()
      let difference = SampleDifference(reading.samples, reference: try sound.decoded())
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
      #expect(reading.times.map(\.time) == [0])
      let found = try #require(reading.item.info?.length)
      #expect(found.isExact)
      #expect(found.seconds == Double(reading.samples.count / 2) / info.format.sampleRate)
    }

    @Test("a seek continues with the same samples", arguments: SegmentedSound.Kind.allCases)
    func seeks(kind: SegmentedSound.Kind) throws {
      let sound = try SegmentedSound(kind, seconds: 9)
      try sound.write(to: folder)
      let reading = ItemSamples(list)
      try reading.read()
      let whole = reading.samples
      for seconds in [6.5, 0.5, 4.04, 2.02, 7.9, 0] {
        reading.seek(to: seconds)
        try reading.read(frames: 20_000)
        let start = Int((seconds * 44_100).rounded()) * 2
        let expected = Array(whole[start..<min(start + 40_000, whole.count)])
        let difference = SampleDifference(reading.samples, reference: expected)
        #expect(difference.missing == 0 && difference.peak < 1e-4, "\(seconds): \(difference)")
        #expect(reading.times.map(\.time) == [seconds])
      }
      reading.seek(to: 100)
      try reading.read()
      #expect(reading.samples.isEmpty)
    }

    @Test("a list of variants leads to the first one that can be decoded")
    func variants() throws {
      let sound = try SegmentedSound(.adts, seconds: 3)
      try sound.write(to: folder)
      let variants = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360
        video.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="zzzz"
        unknown.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
        list.m3u8
        """
      try Tool.write(Array(variants.utf8), to: folder.url("variants.m3u8"))
      let reading = ItemSamples(MediaBytes(.file(path: folder.url("variants.m3u8").path)))
      try reading.read()
      let difference = SampleDifference(reading.samples, reference: try sound.decoded())
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
    }
  }
#endif

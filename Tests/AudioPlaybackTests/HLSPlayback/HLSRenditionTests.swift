#if FLAC && HTTP && LibAV && MPG123
  import AudioContainers
  import AudioRealtime
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioPlayback

  /// Audio renditions that a client chooses.
  @Suite struct HLSRenditionTests {
    private let folder: TemporaryFolder
    private let english: SegmentedSound
    private let german: SegmentedSound

    init() throws {
      folder = try TemporaryFolder()
      english = try SegmentedSound(.adts, seconds: 9)
      german = try SegmentedSound(.adts, seconds: 9, options: ["-af", "volume=0.25"])
      for (name, sound) in [("en", english), ("de", german)] {
        let sub = folder.url(name)
        try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
        for (name, bytes) in sound.files {
          try Tool.write(bytes, to: sub.appendingPathComponent(name))
        }
      }
      let media = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\","
      let list = """
        #EXTM3U
        \(media)NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en/list.m3u8"
        \(media)NAME="Deutsch",LANGUAGE="de",URI="de/list.m3u8"
        \(media)NAME="Missing",LANGUAGE="fr",URI="fr/list.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=200000,AUDIO="a"
        en/list.m3u8

        """
      try Tool.write(Array(list.utf8), to: folder.url("list.m3u8"))
    }

    private var bytes: MediaBytes { MediaBytes(.file(path: folder.url("list.m3u8").path)) }

    private func expect(_ samples: some Sequence<Float>, _ expected: some Sequence<Float>) {
      let difference = SampleDifference(Array(samples), reference: Array(expected))
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
    }

    @Test("a rendition that is chosen first is played from the start")
    func first() throws {
      try VirtualClock().run {
        let reading = ItemSamples(bytes)
        reading.item.selectRendition("Deutsch")
        try reading.read()
        #expect(try reading.open().renditions.map(\.name) == ["English", "Deutsch", "Missing"])
        expect(reading.samples, try german.decoded())
      }
    }

    @Test("another rendition is played after a seek, and the default again after the next one")
    func change() throws {
      try VirtualClock().run {
        let reading = ItemSamples(bytes)
        try reading.read(frames: 44_100)
        expect(reading.samples, try english.decoded().prefix(2 * 44_100))
        reading.item.selectRendition("Deutsch")
        reading.seek(to: 3)
        try reading.read(frames: 44_100)
        expect(reading.samples, try german.decoded()[(6 * 44_100)...].prefix(2 * 44_100))
        reading.item.selectRendition(nil)
        reading.seek(to: 5)
        try reading.read()
        expect(reading.samples, try english.decoded()[(10 * 44_100)...])
      }
    }

    @Test(
      "an unknown rendition, or one that cannot be read, has no effect",
      arguments: ["Esperanto", "Missing"])
    func refused(name: String) throws {
      try VirtualClock().run {
        let reading = ItemSamples(bytes)
        reading.item.selectRendition(name)
        try reading.read()
        expect(reading.samples, try english.decoded())
      }
    }
  }
#endif

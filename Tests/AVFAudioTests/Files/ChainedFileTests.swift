#if LibAV && Soxr
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// Chained Ogg files, including links of different rates and channel counts.
  @Suite struct ChainedFileTests {
    private let files: PlayerFolder
    private let listener = PlayerListener()

    init() throws { files = try PlayerFolder() }

    private static let chains: [(codec: String, links: [(rate: Int, channels: Int)], length: Int)] =
      [
        ("libopus", [(48_000, 1), (48_000, 1), (48_000, 1)], 144_000),
        ("libopus", [(48_000, 1), (48_000, 2)], 96_000),
        ("libvorbis", [(44_100, 2), (48_000, 1), (32_000, 2)], 132_300),
        ("flac", [(44_100, 2), (44_100, 2)], 88_200),
      ]

    private func url(_ index: Int) throws -> URL {
      let chain = Self.chains[index]
      let bytes = try chain.links.flatMap {
        try FFmpeg.encode(
          ["-c:a", chain.codec, "-f", "ogg"], sampleRate: $0.rate, channelCount: $0.channels)
      }
      let url = files.folder.file("chain\(index).ogg")
      try Tool.write(bytes, to: url)
      return url
    }

    @Test("the length equals the readable frames", arguments: chains.indices)
    func length(index: Int) throws {
      let file = try AVAudioFile(forReading: try url(index))
      #expect(file.length == AVAudioFramePosition(Self.chains[index].length))
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4096))
      var count = 0
      while file.framePosition < file.length {
        try file.read(into: buffer)
        try #require(buffer.frameLength > 0)
        count += Int(buffer.frameLength)
      }
      #expect(count == Self.chains[index].length)
    }

    @Test("a player plays the whole chain", arguments: chains.indices)
    func playing(index: Int) throws {
      let player = try files.offlinePlayer(try url(index), listener)
      #expect(player.duration == Double(Self.chains[index].length) / player.format.sampleRate)
      #expect(player.play())
      try listener.waitForEnd(1)
      #expect(try files.played().first?.count == Self.chains[index].length)
    }
  }
#endif

#if HTTP && LibAV && MPG123
  import AVFoundation
  import AudioDevices
  import Foundation
  import TestSupport
  import Testing

  /// Sound with a cover of about 300 KB in front, on a server.
  @Suite struct LargeCoverTests {
    private let folder: TemporaryFolder
    private let cover: [UInt8]

    init() throws {
      folder = try TemporaryFolder()
      let file = folder.url("cover.png")
      try Self.ffmpeg(
        [
          "-f", "lavfi", "-i", "nullsrc=s=560x560,geq=random(1)*255:128:128", "-frames:v", "1",
          "-pix_fmt", "gray",
        ], file)
      cover = try Tool.read(file)
    }

    private static func ffmpeg(_ arguments: [String], _ file: URL) throws {
      _ = try Tool.run(
        "ffmpeg", ["-nostdin", "-loglevel", "error"] + arguments + ["-y", file.path])
    }

    /// Makes four seconds of sound after the cover.
    private func song(_ name: String) throws -> [UInt8] {
      let options =
        name.hasSuffix("mp3")
        ? ["-c:a", "libmp3lame", "-id3v2_version", "3"]
        : ["-c:a", "aac", "-disposition:v", "attached_pic", "-movflags", "+faststart"]
      try Self.ffmpeg(
        [
          "-f", "lavfi", "-i", "sine=r=44100:d=4", "-i", folder.url("cover.png").path, "-map", "0",
          "-map", "1", "-c:v", "copy", "-b:a", "128k",
        ] + options, folder.url(name))
      return try Tool.read(folder.url(name))
    }

    @Test(
      "sound plays without its cover, which can be read later", arguments: ["a.mp3", "a.m4a"])
    func playsWithoutCover(name: String) async throws {
      let bytes = try song(name)
      #expect(cover.count > 250_000 && bytes.count > cover.count)
      // The server stops in the middle of the cover, as a slow link seems to.
      let server = try FileServer(.init(bytes: bytes, cut: 48 << 10))
      let url = try #require(URL(string: server.url))
      let item = AVPlayerItem(url: url)
      try AudioQueueDevices.$choice.withValue(
        DeviceChoice([.offline(path: folder.url("out.wav").path)])
      ) {
        let player = AVPlayer(playerItem: item)
        player.play()
        try waitUntil("the sound plays") { player.currentTime().seconds > 0.5 }
        player.pause()
        let received = try #require(item.accessLog()?.events.first?.numberOfBytesTransferred)
        #expect(received < cover.count)
      }
      server.change { $0.cut = .max }
      let items = try await AVURLAsset(url: url).load(.commonMetadata)
      let artwork = AVMetadataItem.metadataItems(
        from: items, filteredByIdentifier: .commonIdentifierArtwork)
      #expect(try await artwork.first?.load(.dataValue) == Data(cover))
    }
  }
#endif

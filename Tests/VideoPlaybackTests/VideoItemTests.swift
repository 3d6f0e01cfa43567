#if LibAV && Video
  import AVFoundation
  import AudioDevices
  import Foundation
  import TestSupport
  import Testing

  /// Items with pictures: their size, and films on servers.
  @Suite struct VideoItemTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ready(_ url: URL) throws -> AVPlayer {
      let player = AVPlayer(url: url)
      try waitUntil("the item is ready") { player.currentItem?.status != .unknown }
      return player
    }

    @Test("an item has the size of its upright pictures")
    func hasSize() throws {
      let wide = try TestFilm.makeReordered(in: folder, options: ["-vf", "setsar=2"])
      let player = try ready(try TestFilm.turn(wide, in: folder))
      let item = try #require(player.currentItem)
      #expect(item.presentationSize == CGSize(width: 64, height: 192))
      let track = try #require(item.tracks.first { $0.assetTrack?.mediaType == .video })
      #expect(track.currentVideoFrameRate == 25)
    }

    @Test("sound has no size")
    func hasNoSize() throws {
      let song = folder.url("song.m4a")
      _ = try Tool.run(
        "ffmpeg", ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=d=1", song.path])
      #expect(try ready(song).currentItem?.presentationSize == .zero)
    }
  }

  #if HTTP
    /// Films on a private nginx, in real time.
    @Suite struct RemoteFilmTests {
      private let folder: TemporaryFolder
      private let server: PrivateNginx
      private let url: URL

      init() throws {
        folder = try TemporaryFolder()
        server = try PrivateNginx()
        try server.put(try Tool.read(try TestFilm.make(in: folder)), as: "film.mkv")
        url = try #require(URL(string: server.url("/film.mkv")))
      }

      @Test("a film on a server has pictures and a size")
      func givesPictures() async throws {
        let item = AVPlayerItem(url: url)
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        let time = CMTime(value: 61, timescale: 50)
        var buffer: CVPixelBuffer?
        try waitUntil("a picture is decoded") {
          buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
          return buffer != nil
        }
        #expect(buffer.map { CVPixelBufferGetWidth($0) } == 64)
        let tracks = try await item.asset.load(.tracks)
        #expect(tracks.map(\.mediaType) == [.audio, .video])
        #expect(tracks.last?.naturalSize == CGSize(width: 64, height: 32))
      }

      @Test("the access log counts the pictures that a layer does not show")
      func countsDroppedFrames() throws {
        try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
          let player = AVPlayer(url: url)
          let item = try #require(player.currentItem)
          let layer = AVPlayerLayer(player: player)
          func dropped() throws -> Int {
            try #require(item.accessLog()?.events.first).numberOfDroppedVideoFrames
          }
          player.play()
          try waitUntil("the first picture is shown") {
            layer.displayedPixelBuffer() != nil && item.accessLog() != nil
          }
          let (first, start) = (try dropped(), item.currentTime().seconds)
          try waitUntil("a second has passed") { item.currentTime().seconds > start + 1 }
          // All frames of this second but one have not been shown.
          try waitUntil("the current picture is shown") {
            _ = layer.displayedPixelBuffer()
            return try dropped() >= first + 20
          }
          player.replaceCurrentItem(with: nil)
        }
      }

      @Test("a film on a server has thumbnails")
      func givesThumbnails() throws {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        generator.requestedTimeToleranceBefore = .zero
        var actual = CMTime.invalid
        _ = try generator.copyCGImage(at: CMTime(value: 3, timescale: 2), actualTime: &actual)
        #expect(abs(actual.seconds - 1.48) < 0.03)
      }
    }
  #endif
#endif

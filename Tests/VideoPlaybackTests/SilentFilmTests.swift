#if LibAV && Video
  import AVFoundation
  import AudioDevices
  import AudioRealtime
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Films without sound, whose time is that of a device that plays silence.
  @Suite struct SilentFilmTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a film without sound of 100 frames in 4 seconds.
    ///
    /// The gray level grows by 2 with each frame.
    private func film(_ name: String) throws -> URL {
      let codec = name.hasSuffix(".mkv") ? ["-c:v", "ffv1"] : ["-c:v", "mpeg4", "-q:v", "1"]
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
          "color=black:s=64x32:r=25:d=4,format=yuv420p,geq=lum='16+2*N':cb=128:cr=128", "-an",
        ] + codec + ["-y", folder.url(name).path])
      return folder.url(name)
    }

    private func run(_ body: () throws -> Void) throws {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        try VirtualClock().run { try body() }
      }
    }

    private func sleep(_ seconds: Double) { VirtualClock.sleep(nanoseconds: Int(seconds * 1e9)) }

    /// The gray level of a picture, in frames of the film.
    private func frame(_ buffer: CVPixelBuffer?) -> Double? {
      guard let buffer else { return nil }
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let level = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)?.load(as: UInt8.self)
      return level.map { (Double($0) - 16) / 2 }
    }

    @Test(
      "a film without sound has a length and only a video track",
      arguments: ["film.mp4", "film.mkv", "film.avi", "film.mov"])
    func hasTracks(name: String) throws {
      let asset = AVURLAsset(url: try film(name))
      #expect(asset.isPlayable)
      #expect(abs(asset.duration.seconds - 4) < 0.001)
      #expect(asset.tracks.map(\.mediaType) == [.video])
      #expect(asset.tracks.map(\.trackID) == [1])
    }

    @Test("a film without a stated length lasts as long as its pictures")
    func countsPictures() throws {
      let film = try film("film.mkv")
      let stream = folder.url("stream.mkv")
      // A writer that cannot go back states no length.
      let bytes = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-i", film.path, "-c", "copy", "-f", "matroska",
          "-live", "1", "-",
        ])
      try Tool.write(bytes, to: stream)
      #expect(abs(AVURLAsset(url: stream).duration.seconds - 4) < 0.001)
    }

    @Test(
      "a film without sound plays, jumps, changes its rate and ends", arguments: ["mp4", "mkv"])
    func plays(type: String) throws {
      let film = try film("film.\(type)")
      let ends = Mutex(0)
      try run {
        let item = AVPlayerItem(url: film)
        let observer = NotificationCenter.default.addObserver(
          forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { _ in ends.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        let player = AVPlayer(playerItem: item)
        player.play()
        sleep(1.5)
        #expect(item.status == .readyToPlay && item.duration == CMTime(value: 4, timescale: 1))
        #expect(player.timeControlStatus == .playing)
        #expect(abs(player.currentTime().seconds - 1.5) < 0.1)
        let isDone = Mutex(false)
        player.seek(to: CMTime(value: 3, timescale: 1)) { done in isDone.withLock { $0 = done } }
        sleep(0.5)
        #expect(isDone.withLock { $0 })
        #expect(abs(player.currentTime().seconds - 3.5) < 0.1)
        player.seek(to: CMTime(value: 1, timescale: 1))
        player.rate = 2
        sleep(1)
        if player.rate == 2 { #expect(abs(player.currentTime().seconds - 3) < 0.2) }
        #expect(ends.withLock { $0 } == 0)
        sleep(4)
        #expect(ends.withLock { $0 } == 1 && player.rate == 0)
        #expect(player.currentTime() == item.duration)
      }
    }

    @Test("pictures follow the time of a film without sound")
    func showsPictures() throws {
      let film = try film("film.mp4")
      try run {
        let player = AVPlayer(url: film)
        let layer = AVPlayerLayer(player: player)
        let output = AVPlayerItemVideoOutput()
        player.currentItem?.add(output)
        player.play()
        var shown = 0
        for _ in 0..<30 {
          sleep(0.1)
          let time = player.currentTime()
          let expected = (time.seconds * 25).rounded(.down)
          let copied = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
          for found in [frame(copied), frame(layer.displayedPixelBuffer())].compactMap(\.self) {
            #expect(abs(found - expected) <= 1.5, "\(found), not \(expected)")
            shown += 1
          }
        }
        #expect(shown > 30)
      }
    }

    @Test("text with the name of a film stays unplayable")
    func refusesOthers() throws {
      let text = folder.url("film.mp4")
      try Tool.write(Array("This is not a film.".utf8), to: text)
      #expect(!AVURLAsset(url: text).isPlayable)
    }
  }
#endif

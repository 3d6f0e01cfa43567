#if LibAV && Video && HTTP
  import AVFoundation
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Movies on a private nginx whose tracks play together, in real time.
  @Suite struct RemoteTracksTests {
    private static let sampleRate = 44_100
    private let folder: TemporaryFolder
    private let server: PrivateNginx

    init() throws {
      folder = try TemporaryFolder()
      server = try PrivateNginx()
    }

    /// Makes a film with two sounds of one channel, which play together.
    private func film(_ options: [String]) throws -> [UInt8] {
      let path = folder.url("film.mp4")
      let sound = "aevalsrc='0.3*sin(2*PI*t*(%d+100*t))':s=\(Self.sampleRate):d=3"
      let sounds = [300, 700].flatMap {
        ["-f", "lavfi", "-i", sound.replacingOccurrences(of: "%d", with: "\($0)")]
      }
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error"] + sounds + [
          "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3", "-map", "0:a", "-map", "1:a", "-map",
          "2:v", "-c:a", "alac", "-sample_fmt", "s16p", "-c:v", "mpeg4",
        ] + options + ["-y", path.path])
      var bytes = try Tool.read(path)
      let type = Array("tkhd".utf8)
      for index in bytes.indices.dropLast(40) where bytes[index..<index + 4].elementsEqual(type) {
        // ISO/IEC 14496-12, 8.3.2: the flag "enabled", and no alternate group.
        bytes[index + 7] |= 1
        (bytes[index + 38], bytes[index + 39]) = (0, 0)
      }
      return bytes
    }

    /// The sound of a track, as FFmpeg decodes it.
    private func sound(_ track: Int, of film: [UInt8]) throws -> [Float] {
      try Tool.write(film, to: folder.url("whole.mp4"))
      return LittleEndian.float(
        try Tool.run(
          "ffmpeg",
          [
            "-nostdin", "-loglevel", "error", "-i", folder.url("whole.mp4").path, "-map",
            "0:a:\(track)", "-f", "f32le", "-",
          ]))
    }

    /// Plays an item to its end, and returns the first channel of the device.
    private func play(_ item: AVPlayerItem) throws -> [Float] {
      let output = folder.url("played.wav")
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.offline(path: output.path)])) {
        let ends = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
          forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { _ in ends.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        let player = AVPlayer(playerItem: item)
        player.play()
        try waitUntil("the film has ended") { ends.withLock { $0 } > 0 || item.status == .failed }
        #expect(item.error == nil)
        player.replaceCurrentItem(with: nil)
      }
      let samples = try FFmpeg.decodeFloat(try Tool.read(output), ["-f", "wav"])
      return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    @Test("the tracks of a movie on a server play together, from one transfer")
    func mixes() throws {
      let film = try film(["-movflags", "+faststart"])
      try server.put(film, as: "film.mp4")
      let heard = try play(
        AVPlayerItem(url: try #require(URL(string: server.url("/film.mp4")))))
      let (first, second) = (try sound(0, of: film), try sound(1, of: film))
      let difference = SampleDifference(heard, reference: zip(first, second).map { $0 + $1 })
      #expect(difference.missing == 0 && difference.peak < 1e-3, "\(difference)")
      #expect(try server.requestCount(of: "/film.mp4") == 1)
    }

    @Test("of a fragmented movie on a server, the first track plays alone")
    func playsFragments() throws {
      let film = try film(["-movflags", "frag_keyframe+empty_moov"])
      try server.put(film, as: "film.mp4")
      let heard = try play(
        AVPlayerItem(url: try #require(URL(string: server.url("/film.mp4")))))
      let difference = SampleDifference(heard, reference: try sound(0, of: film))
      #expect(difference.missing == 0 && difference.peak < 1e-3, "\(difference)")
    }

    @Test("a film without sound on a server has a length, and ends")
    func playsSilentFilms() throws {
      let path = folder.url("silent.mp4")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2",
          "-c:v", "mpeg4", "-y", path.path,
        ])
      try server.put(try Tool.read(path), as: "silent.mp4")
      let item = AVPlayerItem(url: try #require(URL(string: server.url("/silent.mp4"))))
      let heard = try play(item)
      #expect(heard.count == 2 * 48_000 && heard.allSatisfy { $0 == 0 })
      #expect(item.duration.seconds == 2 && item.tracks.count == 1)
    }
  }
#endif

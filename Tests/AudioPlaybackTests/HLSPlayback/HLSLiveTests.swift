#if FLAC && HTTP && LibAV && MPG123
  import AudioFiles
  import AudioRealtime
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import AudioPlayback

  /// Playlists that change while they play, on a virtual clock.
  @Suite struct HLSLiveTests {
    private static let sound = Result { try SegmentedSound(.adts, seconds: 80) }

    /// A playlist in a folder that a thread of the clock keeps up to date.
    private final class Server: Sendable {
      let folder: TemporaryFolder
      private let isStopped = Atomic(false)
      private let stop = Signal()
      private let thread = Mutex<AudioThread?>(nil)

      /// Writes the playlist each second.
      ///
      /// - Parameters:
      ///   - sound: The segments.
      ///   - header: Lines before the first segment.
      ///   - window: The segments at a number of seconds, and whether no more follow.
      /// - Throws: An error of the file system.
      init(
        _ sound: SegmentedSound, header: String = "",
        window: @escaping @Sendable (Int) -> (segments: Range<Int>, isWhole: Bool)
      ) throws {
        folder = try TemporaryFolder()
        try sound.write(to: folder)
        let url = folder.url("list.m3u8")
        let update: @Sendable (Int) -> Void = { seconds in
          let (segments, isWhole) = window(seconds)
          let list = sound.list(of: segments, header: header, isWhole: isWhole)
          try? Data(list.utf8).write(to: url, options: .atomic)
        }
        update(0)
        thread.withLock { thread in
          thread = AudioThread(name: "server") { [reference = WeakServer(self)] in
            var seconds = 0
            while let server = reference.server, !server.isStopped.load(ordering: .acquiring) {
              seconds += 1
              server.stop.wait(until: seconds * 1_000_000_000)
              update(seconds)
            }
          }
        }
      }

      private struct WeakServer: Sendable {
        private(set) weak var server: Server?
        init(_ server: Server) { self.server = server }
      }

      func end() {
        isStopped.store(true, ordering: .releasing)
        stop.post()
      }

      var bytes: MediaBytes { MediaBytes(.file(path: folder.url("list.m3u8").path)) }
    }

    @Test("a live stream starts three target durations before its end, and continues")
    func live() throws {
      let sound = try Self.sound.get()
      try VirtualClock().run {
        let server = try Server(sound) { seconds in (seconds / 2..<seconds / 2 + 5, false) }
        let test = try ItemPlayerTest()
        let item = MediaItem(server.bytes)
        test.insert(item)
        test.player.setRate(1)
        test.sleep(1)
        let info = try #require(item.info)
        #expect(info.isLive && info.length == nil && info.isSeekable)
        // Five segments of almost two seconds, and three target durations of two seconds.
        #expect(abs(test.player.time - (sound.durations[0] + 1)) < 0.1)
        test.sleep(40)
        #expect(test.events.isEmpty && test.player.control == .playing)
        #expect(abs(test.player.time - (sound.durations[0] + 41)) < 0.1)
        let range = try #require(item.seekableRange)
        #expect(range.contains(test.player.time - 1) && range.lowerBound > 30)
        test.player.seek(to: 0) { test.add("seek \($0)") }
        test.sleep(3)
        #expect(test.events.contains { $0.hasSuffix("seek true") }, "\(test.events)")
        #expect(abs(test.player.time - (range.lowerBound + 3)) < 2.1)
        test.player.shutDown()
        server.end()
      }
    }

    @Test("playback that is later than the window jumps once")
    func fallsBehind() throws {
      let sound = try Self.sound.get()
      try VirtualClock().run {
        let server = try Server(sound) { seconds in (seconds / 2..<seconds / 2 + 5, false) }
        let test = try ItemPlayerTest()
        let item = MediaItem(server.bytes)
        test.insert(item)
        test.player.setRate(1)
        test.sleep(3)
        test.player.setRate(0)
        test.sleep(30)
        // The window moves on during a pause.
        #expect(try #require(item.seekableRange).lowerBound > 20)
        test.player.setRate(1)
        test.sleep(10)
        #expect(test.events.filter { $0.contains("jumped") }.count == 1, "\(test.events)")
        #expect(!test.events.contains { $0.contains("failed") || $0.contains("ended") })
        let range = try #require(item.seekableRange)
        #expect(test.player.time > 32 && test.player.time <= range.upperBound + 8)
        test.player.shutDown()
        server.end()
      }
    }

    @Test(
      "a live stream starts at the wanted distance from its end, within its window",
      arguments: [(8.0, 8.0), (0, 6), (60, 10)])
    func offset(wanted: Double, expected: Double) throws {
      let sound = try Self.sound.get()
      try VirtualClock().run {
        let server = try Server(sound) { seconds in (seconds / 2..<seconds / 2 + 5, false) }
        let test = try ItemPlayerTest()
        let item = MediaItem(server.bytes)
        item.liveOffset = wanted
        test.insert(item)
        test.player.setRate(1)
        test.sleep(1)
        #expect(item.liveHoldBack == 6 && item.info?.liveHoldBack == 6)
        let end = sound.durations[..<5].reduce(0, +)
        #expect(abs(test.player.time - 1 - max(0, end - expected)) < 0.15)
        test.player.shutDown()
        server.end()
      }
    }

    @Test("a live stream returns to its distance after a pause, if that is wanted")
    func preserved() throws {
      let sound = try Self.sound.get()
      try VirtualClock().run {
        let server = try Server(sound) { seconds in (seconds / 2..<seconds / 2 + 15, false) }
        let test = try ItemPlayerTest()
        let item = MediaItem(server.bytes)
        test.insert(item)
        test.player.setRate(1)
        test.sleep(3)
        for isPreserved in [false, true] {
          item.preservesLiveOffset = isPreserved
          let before = test.player.time
          test.player.setRate(0)
          test.sleep(8)
          test.player.setRate(1)
          test.sleep(3)
          let passed = test.player.time - before
          #expect(isPreserved ? passed > 8 : abs(passed - 3) < 0.2, "\(passed)")
          #expect(test.player.control == .playing)
        }
        #expect(test.events.filter { $0.contains("jumped") }.count == 1, "\(test.events)")
        test.player.shutDown()
        server.end()
      }
    }

    @Test("a wait may have any end", arguments: [1e300, .infinity, -.infinity, .nan])
    func longWaits(time: Double) {
      let wake = Signal()
      wake.post()
      MediaClock(wake).wait(until: time)
    }

    @Test("an event starts at its first segment, grows, and ends")
    func event() throws {
      let sound = try Self.sound.get()
      try VirtualClock().run {
        let server = try Server(sound, header: "#EXT-X-PLAYLIST-TYPE:EVENT\n") { seconds in
          (0..<min(3 + seconds / 2, 10), seconds >= 14)
        }
        let test = try ItemPlayerTest()
        let item = MediaItem(server.bytes)
        let id = test.insert(item)
        test.player.setRate(1)
        test.sleep(2)
        #expect(abs(test.player.time - 2) < 0.05 && item.info?.length == nil)
        test.sleep(60)
        #expect(test.events.count == 1 && test.events.first?.hasSuffix("\(id) ended") == true)
        let total = sound.durations[..<10].reduce(0, +)
        #expect(abs(test.player.time - total) < 0.05)
        test.player.shutDown()
        server.end()
      }
    }
  }
#endif

#if HTTP
  import AVFoundation
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The logs of items from servers.
  @Suite struct AVPlayerItemLogTests {
    /// Half a second of 16-bit sound at 8 kHz.
    private let bytes: [UInt8]
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      let file = folder.url("a.wav")
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
        AVLinearPCMBitDepthKey: 16,
      ]
      do {
        let sound = try AVAudioFile(forWriting: file, settings: settings)
        let buffer = try #require(
          AVAudioPCMBuffer(pcmFormat: sound.processingFormat, frameCapacity: 4000))
        buffer.frameLength = 4000
        try sound.write(from: buffer)
      }
      bytes = try Tool.read(file)
    }

    /// Plays an item to its end or failure, and counts its notifications.
    private func play(_ url: URL) throws -> (item: AVPlayerItem, access: Int, errors: Int) {
      let counts = Mutex([0, 0])
      let isDone = Mutex(false)
      let item = AVPlayerItem(url: url)
      #expect(item.accessLog() == nil && item.errorLog() == nil)
      let center = NotificationCenter.default
      let tokens = [
        center.addObserver(
          forName: AVPlayerItem.newAccessLogEntryNotification, object: item, queue: nil
        ) { _ in counts.withLock { $0[0] += 1 } },
        center.addObserver(forName: .AVPlayerItemNewErrorLogEntry, object: item, queue: nil) { _ in
          counts.withLock { $0[1] += 1 }
        },
        center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { _ in
          isDone.withLock { $0 = true }
        },
      ]
      defer { tokens.forEach { center.removeObserver($0) } }
      return try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        let player = AVPlayer(playerItem: item)
        player.play()
        try waitUntil("the item ends") { isDone.withLock { $0 } || item.status == .failed }
        return withExtendedLifetime(player) {
          counts.withLock { (item, $0[0], $0[1]) }
        }
      }
    }

    @Test("the access log has the figures of the transfer")
    func access() throws {
      let server = try FileServer(.init(bytes: bytes))
      let played = try play(try #require(URL(string: server.url)))
      #expect(played.access == 1 && played.errors == 0)
      let log = try #require(played.item.accessLog())
      let event = try #require(log.events.first)
      #expect(log.events.count == 1)
      let asset = try #require(played.item.asset as? AVURLAsset)
      let session = asset.httpSessionIdentifier.uuidString
      #expect(event.playbackSessionID == session)
      for request in server.requests {
        #expect(request.text.contains("\r\nX-Playback-Session-Id: \(session)\r\n"))
      }
      #expect(event.numberOfBytesTransferred == Int64(bytes.count))
      #expect(event.numberOfMediaRequests == server.requests.count)
      #expect(event.uri == server.url && event.serverAddress == "127.0.0.1")
      #expect(event.numberOfServerAddressChanges == 0 && event.numberOfStalls == 0)
      #expect(UUID(uuidString: event.playbackSessionID ?? "") != nil)
      #expect(event.playbackStartOffset == 0 && abs(event.durationWatched - 0.5) < 1e-6)
      #expect(abs(event.segmentsDownloadedDuration - 0.5) < 1e-6)
      #expect(event.transferDuration > 0 && event.startupTime > 0)
      let rate = Double(bytes.count) * 8 / event.transferDuration
      #expect(abs(event.observedBitrate - rate) < 1)
      #expect(event.indicatedBitrate == 128_000 && event.averageAudioBitrate == 128_000)
      #expect(event.playbackType == "FILE" && event.observedMaxBitrate == -1)
      let date = try #require(event.playbackStartDate)
      #expect(abs(date.timeIntervalSinceNow) < 600)
      let text = String(decoding: try #require(log.extendedLogData()), as: UTF8.self)
      let lines = text.split(separator: "\n")
      #expect(lines.count == 3 && lines[0] == "#Version: 1.0")
      #expect(lines[2].split(separator: "\t").count == lines[1].split(separator: " ").count - 1)
      #expect(lines[2].contains("\t\(bytes.count)\t0.500\t0\t"))
    }

    @Test("a local file has no logs")
    func local() throws {
      let played = try play(folder.url("a.wav"))
      #expect(played.access == 0 && played.errors == 0)
      #expect(played.item.accessLog() == nil && played.item.errorLog() == nil)
    }

    @Test("an error that did not end playback is in the error log")
    func recovered() throws {
      let server = try FileServer(.init(bytes: bytes)) { request in
        request.index == 0
          ? [FileServer.head(["HTTP/1.1 503 Busy", "Content-Length: 0"])] : nil
      }
      let played = try play(try #require(URL(string: server.url)))
      #expect(played.errors == 1 && played.item.status == .readyToPlay)
      let log = try #require(played.item.errorLog())
      let event = try #require(log.events.first)
      #expect(log.events.count == 1 && event.uri == server.url)
      #expect(event.errorDomain == NSURLErrorDomain)
      #expect(event.errorStatusCode == URLError.Code.badServerResponse.rawValue)
      #expect(event.errorComment == "the server answered with HTTP status 503")
      #expect(event.serverAddress == "127.0.0.1")
      #expect(
        event.playbackSessionID == played.item.accessLog()?.events.first?.playbackSessionID)
      let text = String(decoding: try #require(log.extendedLogData()), as: UTF8.self)
      #expect(text.contains("\"the server answered with HTTP status 503\""))
    }

    @Test("an item that fails has an error log, and no access log")
    func failed() throws {
      let server = try FileServer(.init(bytes: bytes))
      server.change { $0.refusal = ["HTTP/1.1 404 Gone"] }
      let played = try play(try #require(URL(string: server.url)))
      #expect(played.item.status == .failed && played.access == 0 && played.errors == 1)
      #expect(played.item.accessLog() == nil)
      let event = try #require(played.item.errorLog()?.events.first)
      #expect(event.errorStatusCode == URLError.Code.fileDoesNotExist.rawValue)
    }

    @Test("an asset with a cache plays from the disk without a request for bytes")
    func cache() throws {
      let server = try FileServer(.init(bytes: bytes))
      let url = try #require(URL(string: server.url))
      let option = AVURLAssetOpenCoreAudioCache(folder: folder.url("cache"), byteLimit: 100_000)
      for count in [1, 2] {
        let asset = AVURLAsset(url: url, options: [AVURLAssetOpenCoreAudioCacheKey: option])
        #expect(asset.duration == CMTime(value: 4000, timescale: 8000))
        // The second asset may share the confirmation of the first one, if that is still open.
        #expect(server.requests.count <= count)
        let later = server.requests.dropFirst()
        #expect(later.allSatisfy { $0.field("If-None-Match") == "\"1\"" })
        try waitUntil("the file is on disk") {
          let files = try? FileManager.default.contentsOfDirectory(atPath: option.folder.path)
          return files?.contains { $0.hasSuffix(".map") } ?? false
        }
      }
    }
  }
#endif

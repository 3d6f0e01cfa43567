#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// `load(_:)` and the older calls with names of properties.
  @Suite struct AssetLoadingTests {
    @Test("load returns values, one by one and as a tuple")
    func load() async throws {
      let asset = AVURLAsset(url: fixture("media/tags.wav"))
      #expect(asset.status(of: .duration) == .notYetLoaded)
      let duration = try await asset.load(.duration)
      #expect(duration == CMTime(value: 2400, timescale: 8000))
      #expect(asset.status(of: .duration) == .loaded(duration))
      let (isPlayable, isExact, rate) = try await asset.load(
        .isPlayable, .providesPreciseDurationAndTiming, .preferredRate)
      #expect(isPlayable && isExact && rate == 1)
      let all = try await asset.load(
        .duration, .isPlayable, .tracks, .metadata, .commonMetadata, .hasProtectedContent,
        .preferredVolume, .preferredRate)
      #expect(all.0 == duration && all.1 && all.2.count == 1 && !all.5 && all.7 == 1)
    }

    @Test("a property key of the base class can be stored")
    func property() async throws {
      let property: AVAsyncProperty<AVAsset, CMTime> = .duration
      let asset: AVAsset = AVAsset(url: fixture("audio/wav8.wav"))
      #expect(try await asset.load(property) == asset.duration)
      #expect(property == .duration && property != .isPlayable)
      #expect("\(property)" == "duration")
    }

    @Test("a handler is called when the names are loaded")
    func handler() async {
      let asset = AVURLAsset(url: fixture("media/tags.wav"))
      #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
      await withCheckedContinuation { continuation in
        asset.loadValuesAsynchronously(forKeys: ["duration", "tracks"]) { continuation.resume() }
      }
      #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
      #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
      await asset.loadValues(forKeys: ["duration"])
    }

    @Test("unreadable media fail with an AVError that names them")
    func failure() async throws {
      let folder = try TemporaryFolder()
      let url = folder.url("page.html")
      try Data("<html>no sound</html>".utf8).write(to: url)
      let asset = AVURLAsset(url: url)
      let error = await #expect(throws: AVError.self) { try await asset.load(.tracks) }
      #expect(error?.code == .fileFormatNotRecognized)
      #expect(error?.localizedDescription.contains("page.html") == true)
      var found: NSError?
      #expect(asset.statusOfValue(forKey: "tracks", error: &found) == .failed)
      #expect(found?.domain == AVFoundationErrorDomain)
      #expect(found?.code == AVError.Code.fileFormatNotRecognized.rawValue)
      #expect(asset.tracks.isEmpty && !asset.isPlayable)
    }

    @Test("a silent server does not block the caller, and cancelling ends the load")
    func cancel() async throws {
      let server = try RawServer { _ in [.stall] }
      let asset = AVURLAsset(url: try #require(URL(string: server.url())))
      await cancelledLoad(of: asset)
      var found: NSError?
      #expect(asset.statusOfValue(forKey: "duration", error: &found) == .cancelled)
      #expect(found?.code == AVError.Code.operationCancelled.rawValue)
      guard case .failed = asset.status(of: .duration) else {
        Issue.record("a cancelled load succeeded")
        return
      }
    }

    @Test("a cancelled load can start again")
    func retry() async throws {
      let bytes = [UInt8](try Data(contentsOf: fixture("audio/wav8.wav")))
      let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
      let answers = Mutex(false)
      let server = try RawServer { _ in answers.withLock { $0 } ? [.send(answer)] : [.stall] }
      let asset = AVURLAsset(url: try #require(URL(string: server.url())))
      await cancelledLoad(of: asset)
      answers.withLock { $0 = true }
      let expected = try await AVURLAsset(url: fixture("audio/wav8.wav")).load(.duration)
      #expect(try await asset.load(.duration) == expected)
    }

    /// Starts a load, which returns at once, and cancels it.
    private func cancelledLoad(of asset: AVAsset) async {
      await withCheckedContinuation { continuation in
        asset.loadValuesAsynchronously(forKeys: ["duration"]) { continuation.resume() }
        #expect(asset.status(of: .duration) == .loading)
        asset.cancelLoading()
      }
    }
  }
#endif

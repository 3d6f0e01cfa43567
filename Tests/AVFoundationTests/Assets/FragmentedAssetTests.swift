import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Assets whose file grows.
@Suite struct FragmentedAssetTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.url("growing.mp4")
  }

  /// Makes a movie of 4 seconds with a fragment for each second.
  private func movie() throws -> [UInt8] {
    try FFmpeg.encode(
      [
        "-c:a", "alac", "-movflags", "frag_custom+empty_moov+default_base_moof", "-frag_duration",
        "1000000", "-f", "mp4",
      ], sampleRate: 44_100, channelCount: 1, seconds: 4)
  }

  /// The offsets of the fragments, and the end of the last one.
  private func fragments(_ movie: [UInt8]) -> [Int] {
    var (offset, starts) = (0, [Int]())
    while offset + 8 <= movie.count {
      let type = String(decoding: movie[offset + 4..<offset + 8], as: UTF8.self)
      if type == "moof" || type == "mfra" { starts.append(offset) }
      offset += movie[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return starts
  }

  private func isPosted(
    _ name: Notification.Name, by asset: AVAsset, _ change: () throws -> Void
  ) throws -> Bool {
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: asset, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try change()
    return waitUntil(seconds: 10) { count.withLock { $0 } > 0 }
  }

  @Test("an asset and its tracks grow while a minder watches")
  func grows() throws {
    let movie = try movie()
    let starts = fragments(movie)
    try #require(starts.count >= 4)
    try Tool.write(Array(movie[..<starts[1]]), to: url)
    let asset = AVFragmentedAsset(url: url)
    let track = try #require(asset.tracks.first)
    let first = asset.duration.seconds
    #expect(abs(first - 1) < 0.2 && asset.containsFragments)
    #expect(!asset.isAssociatedWithFragmentMinder)
    let minder = AVFragmentedAssetMinder(asset: asset, mindingInterval: 0.02)
    #expect(asset.isAssociatedWithFragmentMinder && minder.assets.count == 1)
    let isPosted = try isPosted(.AVAssetDurationDidChange, by: asset) {
      try Tool.write(Array(movie[..<starts[3]]), to: url)
    }
    #expect(isPosted && abs(asset.duration.seconds - 3 * first) < 0.2)
    #expect(asset.tracks.first === track)
    #expect(track.timeRange.duration == asset.duration)
    minder.removeFragmentedAsset(asset)
    #expect(!asset.isAssociatedWithFragmentMinder && minder.assets.isEmpty)
    withExtendedLifetime(minder) {}
  }

  @Test("a file that becomes whole is announced")
  func becomesWhole() throws {
    let movie = try movie()
    try Tool.write(Array(movie[..<fragments(movie)[1]]), to: url)
    let asset = AVFragmentedAsset(url: url)
    #expect(asset.canContainFragments)
    var minder: AVFragmentedAssetMinder? = AVFragmentedAssetMinder(
      asset: asset, mindingInterval: 100)
    minder?.mindingInterval = 0.02
    let whole = try FFmpeg.encode(
      ["-c:a", "alac", "-f", "mp4"], sampleRate: 44_100, channelCount: 1, seconds: 4)
    let isPosted = try isPosted(.AVAssetWasDefragmented, by: asset) {
      try Tool.write(whole, to: url)
    }
    #expect(isPosted && !asset.canContainFragments && !asset.containsFragments)
    #expect(abs(asset.duration.seconds - 4) < 0.001)
    minder = nil
    #expect(!asset.isAssociatedWithFragmentMinder)
  }

  @Test("tracks of a fragmented asset load by number, type and quality")
  func loadsTracks() async throws {
    try Tool.write(try movie(), to: url)
    let asset = AVFragmentedAsset(url: url)
    #expect(try await asset.loadTrack(withTrackID: 1)?.trackID == 1)
    #expect(try await asset.loadTracks(withMediaType: .audio).count == 1)
    #expect(try await asset.loadTracks(withMediaCharacteristic: .visual).isEmpty)
    #expect(asset.track(withTrackID: 9) == nil && asset.tracks(withMediaType: .video).isEmpty)
  }
}

internal import AudioContainers
internal import AudioFiles
internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// An asset of a movie to which a program adds fragments.
///
/// While an ``AVFragmentedAssetMinder`` watches the asset, its duration and its tracks grow with
/// the file. A player continues with the fragments that the file had when the player opened it.
open class AVFragmentedAsset: AVURLAsset, AVFragmentMinding, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the state.

  private struct State {
    var minderCount = 0
    /// Whether the media are being read again.
    var isChecking = false
  }

  private let state = Mutex(State())

  /// Whether a minder watches the asset.
  open var isAssociatedWithFragmentMinder: Bool { state.withLock { $0.minderCount > 0 } }

  override func makeSoundTrack(_ info: MediaItem.Info, _ track: MediaTrack?) -> AVAssetTrack {
    if let track { return AVFragmentedAssetTrack(asset: self, track) }
    return AVFragmentedAssetTrack(asset: self, trackID: Self.audioTrackID, info: info)
  }

  // MARK: Growth

  /// Counts the minders.
  func addMinder(_ change: Int) { state.withLock { $0.minderCount += change } }

  /// Reads the media again, and announces their changes.
  ///
  /// Does nothing before their first read, which sees all fragments.
  func checkForFragments() {
    guard let old = header.info else { return }
    let isFirst = state.withLock { state in
      defer { state.isChecking = true }
      return !state.isChecking
    }
    guard isFirst else { return }
    let item = MediaItem(bytes)
    item.whenOpened { [weak self, item] result in
      item.close()
      guard let self else { return }
      state.withLock { $0.isChecking = false }
      // A file that is being written may be unreadable for a moment.
      if case .success(let info) = result { take(info, after: old) }
    }
  }

  private func take(_ info: MediaItem.Info, after old: MediaItem.Info) {
    let (was, now) = (old.container.fragments, info.container.fragments)
    let hasGrown = info.length != old.length
    guard hasGrown || was != now else { return }
    take(info)
    growTracks(info)
    let center = NotificationCenter.default
    if hasGrown { center.post(name: .AVAssetDurationDidChange, object: self) }
    if (was == .present) != (now == .present) {
      center.post(name: .AVAssetContainsFragmentsDidChange, object: self)
    }
    if was != .impossible, now == .impossible {
      center.post(name: .AVAssetWasDefragmented, object: self)
    }
  }

  private func growTracks(_ info: MediaItem.Info) {
    let old = madeTracks.withLock { $0 } ?? []
    let grown = AVURLAsset(url: url, options: options)
    grown.take(info)
    let new = info.tracks.map { grown.makeSoundTrack(info, $0) }
    for track in old.compactMap({ $0 as? AVFragmentedAssetTrack }) {
      let same = new.first { $0.trackID == track.trackID }
      track.grow(to: same ?? grown.makeSoundTrack(info, nil))
    }
  }

  // MARK: Tracks

  /// The tracks of sound; waits for the header of the media.
  public var tracks: [AVFragmentedAssetTrack] {
    guard let info = try? info().get() else { return [] }
    return makeTracks(info).compactMap { $0 as? AVFragmentedAssetTrack }
  }

  /// The track with a number; waits for the header of the media.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVFragmentedAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Loads the track with a number.
  ///
  /// The handler is called once, on any thread.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVFragmentedAssetTrack?, (any Error)?) -> Void
  ) {
    loadTracks { tracks, error in
      completionHandler(tracks?.first { $0.trackID == trackID }, error)
    }
  }

  /// Loads the track with a number; throws an ``AVError``.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID
  ) async throws -> AVFragmentedAssetTrack? {
    try await loadedTracks().first { $0.trackID == trackID }
  }

  /// The tracks of a media type; waits for the header of the media.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVFragmentedAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Loads the tracks of a media type.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVFragmentedAssetTrack]?, (any Error)?) -> Void
  ) {
    loadTracks { tracks, error in
      completionHandler(tracks?.filter { $0.mediaType == mediaType }, error)
    }
  }

  /// Loads the tracks of a media type; throws an ``AVError``.
  public func loadTracks(
    withMediaType mediaType: AVMediaType
  ) async throws -> [AVFragmentedAssetTrack] {
    try await loadedTracks().filter { $0.mediaType == mediaType }
  }

  /// The tracks with a quality; waits for the header of the media.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVFragmentedAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Loads the tracks with a quality.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVFragmentedAssetTrack]?, (any Error)?) -> Void
  ) {
    loadTracks { tracks, error in
      completionHandler(tracks?.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }, error)
    }
  }

  /// Loads the tracks with a quality; throws an ``AVError``.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVFragmentedAssetTrack] {
    try await loadedTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  private func loadTracks(
    _ handler: @escaping @Sendable ([AVFragmentedAssetTrack]?, (any Error)?) -> Void
  ) {
    load({ ($0 as? AVFragmentedAsset)?.tracks ?? [] }, handler)
  }

  private func loadedTracks() async throws -> [AVFragmentedAssetTrack] {
    try await loading { ($0 as? AVFragmentedAsset)?.tracks ?? [] }
  }
}

extension NSNotification.Name {
  /// The duration of an asset has changed, because a minder has found fragments.
  public static let AVAssetDurationDidChange = Self("AVAssetDurationDidChangeNotification")
  /// An asset has received its first fragments, or no longer has any.
  public static let AVAssetContainsFragmentsDidChange = Self(
    "AVAssetContainsFragmentsDidChangeNotification")
  /// The file of an asset can no longer have fragments.
  public static let AVAssetWasDefragmented = Self("AVAssetWasDefragmentedNotification")
}

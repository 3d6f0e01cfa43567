internal import AudioContainers
internal import AudioTransport

/// A playlist of segments that is loaded again while it changes.
struct HLSMediaList {
  private let source: HLSSource
  private let location: String
  /// Resolves the URIs of the playlist.
  private(set) var address: HLSAddress
  private(set) var timeline: HLSTimeline
  private var reload: HLSReload

  var playlist: HLSMediaPlaylist { timeline.playlist }

  /// - Parameters:
  ///   - loaded: The first version.
  ///   - media: The playlist in it.
  ///   - source: The variables that the playlist may import.
  init(_ loaded: HLSLoadedList, media: HLSMediaPlaylist, source: HLSSource) {
    location = loaded.location
    self.source = source
    address = HLSAddress(loaded.place)
    timeline = HLSTimeline(media)
    reload = HLSReload(media, loadedAt: loaded.time)
  }

  /// The time of the next load, or `nil` if the playlist does not change any more.
  var nextLoad: Double? { reload.next }

  /// The address of a resource in the playlist.
  func resolve(_ uri: String) throws(HLSFailure) -> String {
    guard let address = address.resolve(uri) else { throw .transport(.init(.unsupportedURL)) }
    return address
  }

  /// Loads the playlist again.
  ///
  /// - Returns: The previous version; `nil` if loading failed, which is repeated later.
  mutating func refresh(_ loader: HLSLoader, _ clock: any HLSClock) -> HLSMediaPlaylist? {
    let time = clock.now
    do throws(HLSFailure) {
      let loaded = try HLSLoadedList(location, source.variables, loader, clock)
      guard case .media(let next) = loaded.playlist else { throw .notMedia }
      let previous = playlist
      address = HLSAddress(loaded.place)
      timeline.update(next)
      reload.take(next, after: previous, loadedAt: time)
      return previous
    } catch {
      reload.fail(loadedAt: time)
      return nil
    }
  }
}

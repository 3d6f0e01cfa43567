/// The list of items of a player, with the current one first.
struct TrackList {
  private let queue: [NowPlayingContent.Entry]

  init(_ content: NowPlayingContent) { queue = content.queue }

  /// The paths of the items.
  var paths: [String] { queue.map { TrackPath.path(ofEntry: $0.id) } }

  /// Returns the descriptions of the paths that are in the list.
  func descriptions(of paths: [String]) -> [[MPRISValue.Entry]] {
    // A request may repeat a path, which has one description.
    let wanted = Set(paths)
    return queue.filter { wanted.contains(TrackPath.path(ofEntry: $0.id)) }
      .map { description(of: $0) }
  }

  /// Returns the paths of items that an earlier list describes in another way.
  func changes(since earlier: TrackList) -> [String] {
    let old = Dictionary(
      earlier.queue.map { ($0.id, earlier.description(of: $0)) }, uniquingKeysWith: { $1 })
    return queue.filter { entry in
      old[entry.id].map { $0 != description(of: entry) } ?? false
    }.map { TrackPath.path(ofEntry: $0.id) }
  }

  /// The artwork of items that do not play is not drawn.
  private func description(of entry: NowPlayingContent.Entry) -> [MPRISValue.Entry] {
    TrackMetadata.entries(
      of: entry.track, path: TrackPath.path(ofEntry: entry.id),
      artworkURL: entry.track.artwork?.url)
  }
}

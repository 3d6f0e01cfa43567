/// The result of taking frames from an item.
enum MediaTaking: Equatable {
  /// Frames, the first at this media time in seconds.
  case frames(at: Double)
  case pending
  case end
}

/// A weak reference to an item.
struct WeakItem: Sendable {
  private(set) weak var item: MediaItem?

  init(_ item: MediaItem) {
    self.item = item
  }
}

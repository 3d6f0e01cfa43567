internal import Synchronization

extension AVPlayerItem {
  /// Values that another module stores in the item.
  package protocol Attachment: AnyObject, Sendable {}

  /// An object of another module; a change is announced like that of a property.
  package var attachment: (any Attachment)? {
    get {
      properties.access(self, \.attachment)
      return state.withLock { $0.attachment }
    }
    set {
      let old = state.withLock { $0.attachment }
      properties.change(self, \.attachment) { state.withLock { $0.attachment = newValue } }
      withExtendedLifetime(old) {}
    }
  }
}

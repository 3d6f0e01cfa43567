internal import Foundation
internal import Synchronization

// Unchecked: values are immutable objects by contract, and a lock guards the dictionary.
/// The attachments of an object, by key.
final class AttachmentStore: @unchecked Sendable {
  /// A value with its mode.
  struct Attachment {
    var value: Any
    var mode: CMAttachmentMode
  }

  private let lock = Mutex(())
  private var attachments: [String: Attachment] = [:]

  subscript(key: String) -> Attachment? {
    get { lock.withLock { _ in attachments[key] } }
    set { lock.withLock { _ in attachments[key] = newValue } }
  }

  /// All attachments.
  var all: [String: Attachment] { lock.withLock { _ in attachments } }

  func removeAll() { lock.withLock { _ in attachments = [:] } }

  /// The values with a mode.
  func values(_ mode: CMAttachmentMode) -> [String: Any] {
    all.filter { $0.value.mode == mode }.mapValues(\.value)
  }

  /// Adds values with a mode.
  func merge(_ values: [String: Any], _ mode: CMAttachmentMode) {
    lock.withLock { _ in
      for (key, value) in values { attachments[key] = Attachment(value: value, mode: mode) }
    }
  }

  /// Takes the attachments of another store instead of its own.
  func replace(by other: AttachmentStore) {
    guard other !== self else { return }
    let new = other.all
    lock.withLock { _ in attachments = new }
  }

  /// Adds the attachments that propagate to another store.
  func propagate(to other: AttachmentStore) {
    other.merge(values(kCMAttachmentMode_ShouldPropagate), kCMAttachmentMode_ShouldPropagate)
  }
}

/// An object of this module with attachments.
protocol AttachmentBearer: AnyObject {
  var attachmentStore: AttachmentStore { get }
}

public import CoreFoundation
internal import Foundation

/// An object with attachments: a sample buffer or a block buffer.
public typealias CMAttachmentBearer = AnyObject
/// Whether an attachment propagates.
public typealias CMAttachmentMode = UInt32

/// The attachment stays with its object.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The attachment is copied to objects that are made from its object.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// Adds an attachment, or replaces the one with the same key.
///
/// - Parameters:
///   - target: A sample buffer or a block buffer; other objects are ignored.
///   - key: The key.
///   - value: The value; `nil` removes the attachment.
///   - attachmentMode: Whether the attachment propagates.
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: AnyObject?, attachmentMode: CMAttachmentMode
) {
  (target as? any AttachmentBearer)?.attachmentStore[String(describing: key)] = value.map {
    AttachmentStore.Attachment(value: $0, mode: attachmentMode)
  }
}

/// Returns an attachment.
///
/// - Parameters:
///   - target: The object.
///   - key: The key.
///   - attachmentModeOut: Receives the mode, or `nil`.
/// - Returns: The value; `nil` if there is none.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString,
  attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> AnyObject? {
  guard let bearer = target as? any AttachmentBearer,
    let found = bearer.attachmentStore[String(describing: key)]
  else { return nil }
  // Safe: the pointer is nil or valid.
  unsafe attachmentModeOut?.pointee = found.mode
  return found.value as AnyObject
}

/// Removes an attachment.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
  (target as? any AttachmentBearer)?.attachmentStore[String(describing: key)] = nil
}

/// Removes all attachments.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
  (target as? any AttachmentBearer)?.attachmentStore.removeAll()
}

/// Returns the attachments with a mode; `nil` if there are none.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  let values = (target as? any AttachmentBearer)?.attachmentStore.values(attachmentMode) ?? [:]
  return values.isEmpty ? nil : NSDictionary(dictionary: values)
}

/// Adds attachments with string keys.
public func CMSetAttachments(
  _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary,
  attachmentMode: CMAttachmentMode
) {
  var values: [String: Any] = [:]
  for (key, value) in theAttachments {
    if let key = key as? String { values[key] = value }
  }
  (target as? any AttachmentBearer)?.attachmentStore.merge(values, attachmentMode)
}

/// Copies the attachments that propagate to another object.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
  guard let source = source as? any AttachmentBearer,
    let destination = destination as? any AttachmentBearer
  else { return }
  source.attachmentStore.propagate(to: destination.attachmentStore)
}

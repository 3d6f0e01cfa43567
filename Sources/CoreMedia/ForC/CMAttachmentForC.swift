internal import CoreFoundation
internal import Foundation

// The C entry points, which take references. Null for an object does nothing.

private func bearer(_ reference: UnsafeRawPointer?) -> CMAttachmentBearer? {
  unsafe CoreFoundationReference.object(reference, as: AnyObject.self)
}

private func text(_ reference: UnsafeRawPointer?) -> CFString? {
  unsafe CoreFoundationReference.object(reference, as: NSString.self)
}

@c(CMSetAttachment)
package func CMSetAttachmentForC(
  _ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?, _ value: UnsafeRawPointer?,
  _ mode: UInt32
) {
  guard let target = unsafe bearer(target), let key = unsafe text(key) else { return }
  let value = unsafe CoreFoundationReference.object(value, as: AnyObject.self)
  CMSetAttachment(target, key: key, value: value, attachmentMode: mode)
}

@c(CMGetAttachment)
package func CMGetAttachmentForC(
  _ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?, _ mode: UnsafeMutablePointer<UInt32>?
) -> UnsafeRawPointer? {
  guard let target = unsafe bearer(target), let key = unsafe text(key) else { return nil }
  return unsafe CoreFoundationReference.borrowed(
    CMGetAttachment(target, key: key, attachmentModeOut: mode))
}

@c(CMRemoveAttachment)
package func CMRemoveAttachmentForC(_ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?) {
  guard let target = unsafe bearer(target), let key = unsafe text(key) else { return }
  CMRemoveAttachment(target, key: key)
}

@c(CMRemoveAllAttachments)
package func CMRemoveAllAttachmentsForC(_ target: UnsafeRawPointer?) {
  if let target = unsafe bearer(target) { CMRemoveAllAttachments(target) }
}

@c(CMCopyDictionaryOfAttachments)
package func CMCopyDictionaryOfAttachmentsForC(
  _ allocator: UnsafeRawPointer?, _ target: UnsafeRawPointer?, _ mode: UInt32
) -> UnsafeRawPointer? {
  guard let target = unsafe bearer(target) else { return nil }
  return unsafe CMCopyDictionaryOfAttachments(
    allocator: nil, target: target, attachmentMode: mode
  ).flatMap { unsafe CoreFoundationReference.copy($0) }
}

@c(CMSetAttachments)
package func CMSetAttachmentsForC(
  _ target: UnsafeRawPointer?, _ attachments: UnsafeRawPointer?, _ mode: UInt32
) {
  guard let target = unsafe bearer(target),
    let attachments = unsafe CoreFoundationReference.dictionary(attachments)
  else { return }
  CMSetAttachments(target, attachments: attachments, attachmentMode: mode)
}

@c(CMPropagateAttachments)
package func CMPropagateAttachmentsForC(
  _ source: UnsafeRawPointer?, _ destination: UnsafeRawPointer?
) {
  guard let source = unsafe bearer(source), let destination = unsafe bearer(destination) else {
    return
  }
  CMPropagateAttachments(source, destination: destination)
}

internal import CCoreMedia
internal import CoreFoundation

// The C entry points, which take references. Null for an object returns 0 or an error.

@c(CMFormatDescriptionCreate)
package func CMFormatDescriptionCreateForC(
  _ allocator: UnsafeRawPointer?, _ type: UInt32, _ subType: UInt32,
  _ extensions: UnsafeRawPointer?, _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let output = unsafe output else { return kCMFormatDescriptionError_InvalidParameter }
  let description = CMFormatDescription(
    type: type, subType: subType,
    extensions: unsafe CoreFoundationReference.dictionary(extensions))
  unsafe output.pointee = unsafe CoreFoundationReference.retained(description)
  return noErr
}

@c(CMFormatDescriptionEqual)
package func CMFormatDescriptionEqualForC(
  _ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?
) -> Bool {
  unsafe CoreFoundationReference.description(first)
    == CoreFoundationReference.description(second)
}

@c(CMFormatDescriptionGetMediaType)
package func CMFormatDescriptionGetMediaTypeForC(_ reference: UnsafeRawPointer?) -> UInt32 {
  unsafe CoreFoundationReference.description(reference)?.type ?? 0
}

@c(CMFormatDescriptionGetMediaSubType)
package func CMFormatDescriptionGetMediaSubTypeForC(_ reference: UnsafeRawPointer?) -> UInt32 {
  unsafe CoreFoundationReference.description(reference)?.subType ?? 0
}

@c(CMAudioFormatDescriptionCreate)
package func CMAudioFormatDescriptionCreateForC(
  _ allocator: UnsafeRawPointer?, _ asbd: UnsafePointer<AudioStreamBasicDescription>?,
  _ layoutSize: Int, _ layout: UnsafePointer<AudioChannelLayout>?, _ magicCookieSize: Int,
  _ magicCookie: UnsafeRawPointer?, _ extensions: UnsafeRawPointer?,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let asbd = unsafe asbd, let output = unsafe output else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  var description: CMAudioFormatDescription?
  let status = unsafe CMAudioFormatDescriptionCreate(
    allocator: nil, asbd: asbd, layoutSize: layoutSize, layout: layout,
    magicCookieSize: magicCookieSize, magicCookie: magicCookie,
    extensions: CoreFoundationReference.dictionary(extensions),
    formatDescriptionOut: &description)
  if let description {
    unsafe output.pointee = unsafe CoreFoundationReference.retained(description)
  }
  return status
}

@c(CMAudioFormatDescriptionGetStreamBasicDescription)
package func CMAudioFormatDescriptionGetStreamBasicDescriptionForC(
  _ reference: UnsafeRawPointer?
) -> UnsafePointer<AudioStreamBasicDescription>? {
  unsafe CoreFoundationReference.description(reference).flatMap {
    unsafe CMAudioFormatDescriptionGetStreamBasicDescription($0)
  }
}

@c(CMAudioFormatDescriptionGetMagicCookie)
package func CMAudioFormatDescriptionGetMagicCookieForC(
  _ reference: UnsafeRawPointer?, _ size: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.description(reference).flatMap {
    unsafe CMAudioFormatDescriptionGetMagicCookie($0, sizeOut: size)
  }
}

@c(CMAudioFormatDescriptionGetChannelLayout)
package func CMAudioFormatDescriptionGetChannelLayoutForC(
  _ reference: UnsafeRawPointer?, _ size: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  unsafe CoreFoundationReference.description(reference).flatMap {
    unsafe CMAudioFormatDescriptionGetChannelLayout($0, sizeOut: size)
  }
}

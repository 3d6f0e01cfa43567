public import CCoreMedia
public import CoreFoundation
internal import CoreAudioTypes

/// Creates a description of audio.
///
/// - Parameters:
///   - allocator: Not used.
///   - asbd: The stream description.
///   - layoutSize: The size of the layout in bytes; 0 if unknown.
///   - layout: The layout, which is copied.
///   - magicCookieSize: The size of the codec's configuration in bytes; 0 if the codec needs none.
///   - magicCookie: The codec's configuration, which is copied.
///   - extensions: Any other properties, which are copied.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0; `kCMFormatDescriptionError_InvalidParameter` if a size is negative or too small
///   for the layout, or if a size has no pointer.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  guard layoutSize >= 0, magicCookieSize >= 0 else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  var layoutBytes: [UInt8] = []
  if layoutSize > 0 {
    guard let layout = unsafe layout,
      let bytes = unsafe AudioDescription.bytes(of: layout, size: layoutSize)
    else { return kCMFormatDescriptionError_InvalidParameter }
    layoutBytes = bytes
  }
  var cookie: [UInt8] = []
  if magicCookieSize > 0 {
    guard let magicCookie = unsafe magicCookie else {
      return kCMFormatDescriptionError_InvalidParameter
    }
    // Safe: the caller guarantees that the bytes are valid; they are copied.
    cookie = unsafe Array(UnsafeRawBufferPointer(start: magicCookie, count: magicCookieSize))
  }
  // Safe: the caller guarantees that both pointers are valid.
  unsafe formatDescriptionOut.pointee = unsafe CMFormatDescription(
    asbd.pointee, layout: layoutBytes, cookie: cookie, extensions: extensions)
  return noErr
}

/// Returns the stream description of audio.
///
/// - Parameter desc: The description.
/// - Returns: A pointer that is valid for the lifetime of the object and a while longer; nil if
///   the media is not audio.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  unsafe desc.audio?.formatMemory.pointer(to: AudioStreamBasicDescription.self)
}

/// Returns the codec's configuration.
///
/// - Parameters:
///   - desc: The description.
///   - sizeOut: Receives the size in bytes, or nil.
/// - Returns: A pointer that is valid for the lifetime of the object and a while longer; nil if
///   the description has no configuration.
public func CMAudioFormatDescriptionGetMagicCookie(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  let audio = desc.audio
  // Safe: the pointer is nil or valid.
  unsafe sizeOut?.pointee = audio?.cookie.count ?? 0
  guard let audio, !audio.cookie.isEmpty else { return nil }
  return unsafe UnsafeRawPointer(audio.cookieMemory.pointer(to: UInt8.self))
}

/// Returns the channel layout.
///
/// - Parameters:
///   - desc: The description.
///   - sizeOut: Receives the size in bytes, or nil.
/// - Returns: A pointer that is valid for the lifetime of the object and a while longer; nil if
///   the layout is unknown.
public func CMAudioFormatDescriptionGetChannelLayout(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  let audio = desc.audio
  // Safe: the pointer is nil or valid.
  unsafe sizeOut?.pointee = audio?.layout.count ?? 0
  guard let audio, !audio.layout.isEmpty else { return nil }
  return unsafe audio.layoutMemory.pointer(to: AudioChannelLayout.self)
}

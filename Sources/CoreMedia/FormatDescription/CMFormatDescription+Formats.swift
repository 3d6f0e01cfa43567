public import CoreAudioTypes

extension CMFormatDescription {
  /// The formats of the packets, from the richest to the most compatible; empty for other media.
  ///
  /// A decoder without spectral band replication plays HE-AAC at half the rate, and one without
  /// parametric stereo plays one channel. Other formats have one item.
  public var audioFormatList: [AudioFormatListItem] { audio?.formats ?? [] }

  /// The first item of ``audioFormatList``; nil for other media than audio.
  ///
  /// Difference from Apple's: the property assumes that a decoder for the format exists.
  public var richestDecodableFormat: AudioFormatListItem? { audioFormatList.first }

  /// The last item of ``audioFormatList``; nil for other media than audio.
  public var mostCompatibleFormat: AudioFormatListItem? { audioFormatList.last }
}

/// Returns the formats of the packets, from the richest to the most compatible.
///
/// - Parameters:
///   - desc: The description.
///   - sizeOut: Receives the size in bytes, or nil.
/// - Returns: A pointer that is valid for the lifetime of the object and a while longer; nil if
///   the media is not audio.
public func CMAudioFormatDescriptionGetFormatList(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
  let count = desc.audioFormatList.count
  // Safe: the pointer is nil or valid.
  unsafe sizeOut?.pointee = count * MemoryLayout<AudioFormatListItem>.stride
  return unsafe desc.audio?.formatsMemory.pointer(to: AudioFormatListItem.self)
}

/// Returns the first format of the list.
///
/// Difference from Apple's: the function assumes that a decoder for the format exists.
///
/// - Parameter desc: The description.
/// - Returns: A pointer that is valid for the lifetime of the object and a while longer; nil if
///   the media is not audio.
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
  unsafe CMAudioFormatDescriptionGetFormatList(desc, sizeOut: nil)
}

/// Returns the last format of the list.
///
/// - Parameter desc: The description.
/// - Returns: A pointer that is valid for the lifetime of the object and a while longer; nil if
///   the media is not audio.
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
  // Safe: the list has as many items.
  unsafe CMAudioFormatDescriptionGetFormatList(desc, sizeOut: nil).map {
    unsafe $0 + (desc.audioFormatList.count - 1)
  }
}

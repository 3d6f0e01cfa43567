public import CCoreMedia
public import CoreFoundation
public import Foundation

/// The description of an audio format.
public typealias CMAudioFormatDescription = CMFormatDescription

// Unchecked: the extensions are a deep copy of a property list, and no property changes.
/// The description of a media format, which never changes.
@safe public final class CMFormatDescription: @unchecked Sendable {
  let type: CMMediaType
  let subType: FourCharCode
  let audio: AudioDescription?
  /// The size of pictures; `nil` for other media.
  let storedDimensions: CMVideoDimensions?
  /// The parts of a description of time codes; `nil` for other media.
  let timeCode: TimeCodeDescription?
  let dictionary: CFDictionary?

  /// Creates a description of any media.
  init(
    type: CMMediaType, subType: FourCharCode, extensions: CFDictionary?,
    dimensions: CMVideoDimensions? = nil, timeCode: TimeCodeDescription? = nil
  ) {
    self.type = type
    self.subType = subType
    storedDimensions = dimensions
    self.timeCode = timeCode
    audio = nil
    dictionary = extensions.map(Self.deepCopy)
  }

  /// Creates a description of audio.
  ///
  /// - Parameters:
  ///   - format: The stream description.
  ///   - layout: The bytes of an `AudioChannelLayout`; empty if unknown.
  ///   - cookie: The codec's configuration; empty if the codec needs none.
  ///   - extensions: Any other properties.
  package init(
    _ format: AudioStreamBasicDescription, layout: [UInt8], cookie: [UInt8],
    extensions: CFDictionary?
  ) {
    type = kCMMediaType_Audio
    storedDimensions = nil
    timeCode = nil
    subType = format.mFormatID
    audio = AudioDescription(format, layout: layout, cookie: cookie)
    dictionary = extensions.map(Self.deepCopy)
  }

  deinit {
    audio?.release()
  }

  private static func deepCopy(_ dictionary: CFDictionary) -> CFDictionary {
    var copy: [NSObject: Any] = [:]
    for (key, value) in dictionary {
      guard let key = key as AnyObject as? NSObject else { continue }
      copy[key] = deepCopy(of: value)
    }
    return CFDictionary(dictionary: copy)
  }

  private static func deepCopy(of value: Any) -> Any {
    switch value as AnyObject {
    case let dictionary as NSDictionary: deepCopy(dictionary)
    case let array as NSArray: NSArray(array: array.map(deepCopy(of:)))
    case let object as any NSCopying: object.copy(with: nil)
    default: value
    }
  }
}

// MARK: - Functions

/// Creates a description of any media.
///
/// - Parameters:
///   - allocator: Not used.
///   - mediaType: The type of the media.
///   - mediaSubType: The subtype, such as a codec.
///   - extensions: Any other properties, which are copied.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0.
@discardableResult
public func CMFormatDescriptionCreate(
  allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = CMFormatDescription(
    type: mediaType, subType: mediaSubType, extensions: extensions)
  return noErr
}

/// Returns whether two descriptions are equal.
///
/// - Parameters:
///   - formatDescription: A description.
///   - otherFormatDescription: Another description.
/// - Returns: Whether all parts are equal, or both descriptions are nil.
public func CMFormatDescriptionEqual(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
  formatDescription == otherFormatDescription
}

/// Returns the type of the media.
///
/// - Parameter desc: The description.
/// - Returns: The type, such as `kCMMediaType_Audio`.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.type
}

/// Returns the subtype of the media.
///
/// - Parameter desc: The description.
/// - Returns: The subtype; the format ID for audio.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.subType
}

/// Returns the extensions of a description.
///
/// - Parameter desc: The description.
/// - Returns: The extensions; nil if the description was created without extensions.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
  desc.dictionary
}

/// Returns an extension of a description.
///
/// - Parameters:
///   - desc: The description.
///   - extensionKey: The key.
/// - Returns: The extension; nil if the key is missing.
public func CMFormatDescriptionGetExtension(
  _ desc: CMFormatDescription, extensionKey: CFString
) -> CFPropertyList? {
  desc.dictionary?.object(forKey: extensionKey).map { $0 as AnyObject }
}

internal import AudioContainers
internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// A piece of information about media: a title, a picture, and so on.
///
/// Pictures are read from the media on their first use.
open class AVMetadataItem: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values are immutable objects.

  /// The names of an item.
  struct Names {
    var key: any NSObject & NSCopying
    var keySpace: AVMetadataKeySpace
    var identifier: AVMetadataIdentifier
    var commonKey: AVMetadataKey?
  }

  private let names: Names
  let content: MetadataContent

  private let ownTime: CMTime
  private let ownDuration: CMTime

  init(
    _ names: Names, _ content: MetadataContent, time: CMTime = .invalid,
    duration: CMTime = .indefinite
  ) {
    self.names = names
    self.content = content
    ownTime = time
    ownDuration = duration
  }

  /// Returns the item itself, because it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Names

  /// The key and its key space as one name.
  open var identifier: AVMetadataIdentifier? { names.identifier }
  /// The key: a string, or a number for an item of iTunes.
  open var key: (any NSCopying & NSObjectProtocol)? { names.key }
  /// The key that all formats share, if there is one.
  open var commonKey: AVMetadataKey? { names.commonKey }
  /// The key space.
  open var keySpace: AVMetadataKeySpace? { names.keySpace }

  // MARK: Time

  /// The time in the media; invalid for an item that describes all of the media.
  open var time: CMTime { ownTime }
  /// The duration in the media.
  ///
  /// Invalid for an item that describes all of the media; indefinite for an item that applies until
  /// the next one.
  open var duration: CMTime { ownTime.isValid ? ownDuration : .invalid }

  // MARK: Value

  /// The value; waits for a picture.
  open var value: (any NSCopying & NSObjectProtocol)? { content.value }
  /// The value as text, if it is text or a number.
  open var stringValue: String? {
    let value = content.knownValue
    return (value as? NSString).map { String(describing: $0) } ?? (value as? NSNumber)?.stringValue
  }
  /// The value as a number, if it is a number or the text of one.
  open var numberValue: NSNumber? {
    let value = content.knownValue
    return value as? NSNumber ?? stringValue.flatMap(Double.init).map { NSNumber(value: $0) }
  }
  /// The value as bytes: a picture or other binary data, or the text as a radio station sent it.
  ///
  /// Waits for a picture.
  open var dataValue: Data? {
    content.bytes ?? (content.value as? NSData).map { Data(referencing: $0) }
  }

  // MARK: Filters

  /// The items with an identifier.
  open class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    metadataItems.filter { item in
      item.identifier == identifier
        || item.commonKey.map { "common/" + $0.rawValue } == identifier.rawValue
    }
  }

  /// The items with a key and a key space.
  ///
  /// - Parameters:
  ///   - metadataItems: The items.
  ///   - key: The key, an ``AVMetadataKey``, a string or a number; `nil` for any.
  ///   - keySpace: The key space; `nil` for any.
  /// - Returns: The items, in their order.
  open class func metadataItems(
    from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    let names = key.map(MetadataNames.texts)
    return metadataItems.filter { item in
      if keySpace == .common {
        guard let common = item.commonKey else { return false }
        return names?.contains(common.rawValue) ?? true
      }
      guard keySpace == nil || item.keySpace == keySpace else { return false }
      guard let names else { return true }
      return item.key.map { !MetadataNames.texts($0).isDisjoint(with: names) } ?? false
    }
  }
}

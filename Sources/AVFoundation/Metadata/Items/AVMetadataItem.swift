internal import AudioContainers
internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// A piece of information about media: a title, a picture, and so on.
///
/// Pictures are read from the media on their first use.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values are immutable objects.

  /// The names of an item.
  struct Names {
    var key: (any NSCopying & NSObjectProtocol)?
    var keySpace: AVMetadataKeySpace?
    var identifier: AVMetadataIdentifier?
    var commonKey: AVMetadataKey?
  }

  /// Everything but the value.
  struct Properties {
    var names = Names()
    var time = CMTime.invalid
    /// Ignored if the time is invalid.
    var duration = CMTime.indefinite
    /// The language, by RFC 5646.
    var language: String?
    /// The type of the value; `nil` for the usual type.
    var dataType: String?
    var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
    var startDate: Date?
  }

  private let ownProperties: Properties
  private let ownContent: MetadataContent

  /// Everything but the value.
  var properties: Properties { ownProperties }
  /// The value.
  var content: MetadataContent { ownContent }

  /// Makes an item without a value; only ``AVMutableMetadataItem`` can get one.
  public override convenience init() { self.init(Properties(), MetadataContent(nil)) }

  convenience init(
    _ names: Names, _ content: MetadataContent, time: CMTime = .invalid,
    duration: CMTime = .indefinite
  ) {
    self.init(Properties(names: names, time: time, duration: duration), content)
  }

  init(_ properties: Properties, _ content: MetadataContent) {
    ownProperties = properties
    ownContent = content
  }

  /// Returns an item that never changes: this one, or a copy of a mutable item.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable item with the same properties.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableMetadataItem(properties, content)
  }

  // MARK: Names

  /// The key and its key space as one name.
  open var identifier: AVMetadataIdentifier? { properties.names.identifier }
  /// The key: a string, or a number for an item of iTunes.
  open var key: (any NSCopying & NSObjectProtocol)? { properties.names.key }
  /// The key that all formats share, if there is one.
  open var commonKey: AVMetadataKey? { properties.names.commonKey }
  /// The key space.
  open var keySpace: AVMetadataKeySpace? { properties.names.keySpace }
  /// The language, by RFC 5646: `nil` for an item of media, because it is not read from them.
  open var extendedLanguageTag: String? { properties.language }
  /// The language: `nil` for an item of media, because it is not read from them.
  open var locale: Locale? { properties.language.map { Locale(identifier: $0) } }

  // MARK: Time

  /// The time in the media; invalid for an item that describes all of the media.
  open var time: CMTime { properties.time }
  /// The duration in the media.
  ///
  /// Invalid for an item that describes all of the media; indefinite for an item that applies until
  /// the next one.
  open var duration: CMTime {
    let properties = properties
    return properties.time.isValid ? properties.duration : .invalid
  }
  /// The date from which the item applies: `nil` for an item of media.
  open var startDate: Date? { properties.startDate }

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
  /// The value as a date, if it is a date or the text of one.
  ///
  /// A text is a timestamp of ID3 or ISO 8601. Without a time zone, it is in UTC.
  open var dateValue: Date? {
    if let date = content.knownValue as? NSDate {
      return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    }
    return stringValue.flatMap { MetadataDate($0)?.date }
  }
  /// The value as bytes: a picture or other binary data, or the text as a radio station sent it.
  ///
  /// Waits for a picture.
  open var dataValue: Data? {
    content.bytes ?? (content.value as? NSData).map { Data(referencing: $0) }
  }
  /// The type of the value, such as `com.apple.metadata.datatype.UTF-8`; `nil` without a value.
  open var dataType: String? { properties.dataType ?? content.dataType }
  /// Further information about the value: `nil` for an item of media.
  open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { properties.extraAttributes }
}

/// Filters and names.
extension AVMetadataItem {
  // MARK: Filters

  /// The items with an identifier.
  public class func metadataItems(
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
  public class func metadataItems(
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

  /// The items in the preferred languages, sorted by preference.
  ///
  /// - Parameters:
  ///   - metadataItems: The items.
  ///   - preferredLanguages: Languages by RFC 5646, best first.
  /// - Returns: The items whose primary language is a preferred one.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMetadataItem] {
    var left = metadataItems
    var found: [AVMetadataItem] = []
    for language in preferredLanguages {
      // An exact match comes before other forms of the language.
      for isMatch in [{ $0 == language }, { LanguageTag($0).matches(language) }] {
        let matching = left.filter { $0.extendedLanguageTag.map(isMatch) ?? false }
        found += matching
        left.removeAll { item in matching.contains { $0 === item } }
      }
    }
    return found
  }

  /// The items in the language of a locale.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], with locale: Locale
  ) -> [AVMetadataItem] {
    metadataItems.filter { item in
      item.extendedLanguageTag.map { LanguageTag($0).matches(locale.identifier) } ?? false
    }
  }

  /// The items that pass a filter.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
  ) -> [AVMetadataItem] {
    metadataItems.filter(metadataItemFilter.passes)
  }

  // MARK: Names

  /// The identifier of a key in a key space.
  ///
  /// - Parameters:
  ///   - key: A string, an ``AVMetadataKey``, or the number of four characters.
  ///   - keySpace: The key space.
  /// - Returns: The identifier; `nil` for a key of another type.
  public class func identifier(
    forKey key: Any, keySpace: AVMetadataKeySpace
  ) -> AVMetadataIdentifier? {
    MetadataIdentifier(key: key, space: keySpace)?.identifier
  }

  /// The key of an identifier; `nil` if the identifier has no key space.
  public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
    MetadataIdentifier(identifier)?.key
  }

  /// The key space of an identifier; `nil` if it has none.
  public class func keySpace(
    forIdentifier identifier: AVMetadataIdentifier
  ) -> AVMetadataKeySpace? {
    MetadataIdentifier(identifier)?.space
  }
}

/// A language by RFC 5646, or a locale.
struct LanguageTag {
  private let primary: Substring

  init(_ text: String) {
    primary = text.split(maxSplits: 1, whereSeparator: { "-_".contains($0) }).first ?? ""
  }

  /// Whether the primary languages are equal.
  func matches(_ other: String) -> Bool {
    !primary.isEmpty && primary.lowercased() == LanguageTag(other).primary.lowercased()
  }
}

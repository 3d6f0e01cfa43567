package import AudioModel
import AudioSyntax

/// The keys and the samples of a track of metadata.
///
/// Each sample is a list of boxes. The type of a box is the number of a key in the sample entry.
///
/// Source: *QuickTime File Format*, "Timed Metadata Media".
package enum BoxedMetadata {
  /// A kind of metadata in a track.
  package struct Key: Equatable, Sendable {
    /// The number of the key in the samples.
    package var localID: UInt32
    /// The key space, such as `mdta`.
    package var namespace: FourCC
    package var value: [UInt8]
    /// 0 for a number of a well-known type, 1 for a reverse domain name.
    package var dataTypeNamespace: UInt32 = 0
    package var dataType: [UInt8] = []
    /// The language as a tag of RFC 5646, or empty.
    package var language = ""

    package init(localID: UInt32, namespace: FourCC, value: [UInt8]) {
      self.localID = localID
      self.namespace = namespace
      self.value = value
    }
  }

  /// A value in a sample.
  package struct Item: Equatable, Sendable {
    /// The number of the key.
    package var localID: UInt32
    package var value: [UInt8]

    package init(localID: UInt32, value: [UInt8]) {
      self.localID = localID
      self.value = value
    }
  }

  /// Maximum number of keys or values that are read.
  private static let most = 4096

  /// A sample without values: an unused box.
  package static let null: [UInt8] = .box(FourCC(rawValue: 0), [])

  // MARK: - Writing

  /// Creates the sample entry.
  package static func entry(_ keys: [Key]) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 6)
    body.append(big: UInt16(1))
    return .box(.boxedMetadata, body + .box(.keys, keys.flatMap(box)))
  }

  private static func box(_ key: Key) -> [UInt8] {
    var declaration: [UInt8] = []
    declaration.append(key.namespace)
    var boxes: [UInt8] = .box(.keyDeclaration, declaration + key.value)
    boxes += .box(.dataType, .big(key.dataTypeNamespace) + key.dataType)
    if !key.language.isEmpty { boxes += .box(.locale, Array(key.language.utf8) + [0]) }
    return .box(FourCC(rawValue: key.localID), boxes)
  }

  /// Creates a sample.
  package static func sample(_ items: [Item]) -> [UInt8] {
    guard !items.isEmpty else { return null }
    return items.flatMap { [UInt8].box(FourCC(rawValue: $0.localID), $0.value) }
  }

  // MARK: - Reading

  /// The keys of a sample entry; empty for another kind of entry.
  package static func keys(_ entry: Span<UInt8>) -> [Key] {
    guard entry.count >= 16, entry.fourCC(at: 4) == .boxedMetadata else { return [] }
    var boxes = BoxCursor(16..<entry.count)
    while let box = boxes.next(entry) {
      guard box.type == .keys else { continue }
      var keys: [Key] = []
      var cursor = BoxCursor(box.body)
      while keys.count < most, let found = cursor.next(entry) {
        if let key = key(found.type, entry, found.body) { keys.append(key) }
      }
      return keys
    }
    return []
  }

  private static func key(_ number: FourCC, _ entry: Span<UInt8>, _ range: Range<Int>) -> Key? {
    var key: Key?
    var (namespace, type, language): (UInt32, [UInt8], String) = (0, [], "")
    var boxes = BoxCursor(range)
    while let box = boxes.next(entry) {
      switch box.type {
      case .keyDeclaration where box.body.count >= 4:
        key = Key(
          localID: number.rawValue, namespace: entry.fourCC(at: box.body.lowerBound),
          value: copy(entry, box.body.dropFirst(4)))
      case .dataType where box.body.count >= 4:
        namespace = entry.bigEndian32(at: box.body.lowerBound)
        type = copy(entry, box.body.dropFirst(4))
      case .locale: language = MP4Text.utf8(entry.extracting(box.body))
      default: break
      }
    }
    key?.dataTypeNamespace = namespace
    key?.dataType = type
    key?.language = language
    return key
  }

  /// The values of a sample.
  package static func items(_ sample: Span<UInt8>) -> [Item] {
    var items: [Item] = []
    var cursor = BoxCursor(0..<sample.count)
    while items.count < most, let box = cursor.next(sample) {
      guard box.type.rawValue != 0 else { continue }
      items.append(Item(localID: box.type.rawValue, value: copy(sample, box.body)))
    }
    return items
  }

  private static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.append(bytes.extracting(range))
    return copy
  }
}

extension FourCC {
  fileprivate static let boxedMetadata = FourCC("m", "e", "b", "x")
  fileprivate static let keyDeclaration = FourCC("k", "e", "y", "d")
  fileprivate static let dataType = FourCC("d", "t", "y", "p")
  fileprivate static let locale = FourCC("l", "o", "c", "a")
}

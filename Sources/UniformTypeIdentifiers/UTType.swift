/// A type of data, such as a file format, named by a uniform type identifier.
///
/// Difference from Apple's: only types of sound, movies, pictures and playlists, and their parents,
/// exist.
public struct UTType: Hashable, Sendable {
  /// The identifier, such as `public.mp3`.
  public let identifier: String

  init(known identifier: String) { self.identifier = identifier }

  /// Makes a type from its identifier; `nil` if no such type exists.
  public init?(_ identifier: String) {
    guard TypeTable.entries[identifier] != nil else { return nil }
    self.identifier = identifier
  }

  /// Makes a type from the extension of a file's name; `nil` if no such type exists.
  ///
  /// - Parameters:
  ///   - filenameExtension: The extension, without the dot, in any case.
  ///   - supertype: A type to which the result conforms.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let name = filenameExtension.lowercased()
    self.init(supertype) { $0.extensions.contains(name) }
  }

  /// Makes a type from a MIME type; `nil` if no such type exists.
  ///
  /// - Parameters:
  ///   - mimeType: The MIME type, in any case.
  ///   - supertype: A type to which the result conforms.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    let name = mimeType.lowercased()
    self.init(supertype) { $0.mimeTypes.contains(name) }
  }

  private init?(_ supertype: UTType, _ isMatch: (TypeTable.Entry) -> Bool) {
    let found = TypeTable.order.first { identifier in
      TypeTable.entries[identifier].map(isMatch) ?? false
        && UTType(known: identifier).conforms(to: supertype)
    }
    guard let found else { return nil }
    identifier = found
  }

  /// The usual extension of a file's name, without the dot.
  public var preferredFilenameExtension: String? {
    TypeTable.entries[identifier]?.extensions.first
  }

  /// The usual MIME type.
  public var preferredMIMEType: String? { TypeTable.entries[identifier]?.mimeTypes.first }

  /// The types that this type is a kind of, also indirectly.
  public var supertypes: Set<UTType> {
    var (found, waiting) = (Set<UTType>(), TypeTable.entries[identifier]?.parents ?? [])
    while let next = waiting.popLast() {
      guard found.insert(UTType(known: next)).inserted else { continue }
      waiting += TypeTable.entries[next]?.parents ?? []
    }
    return found
  }

  /// Whether the type is another type or a kind of it.
  public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

  /// Whether the type is a kind of another type.
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

  /// Whether another type is a kind of this type.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }
}

extension UTType: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}

internal import CCoreMedia
public import CoreFoundation
internal import Foundation

/// The key of a mapping's source in a dictionary.
public var kCMTimeMappingSourceKey: CFString { "source" }
/// The key of a mapping's target in a dictionary.
public var kCMTimeMappingTargetKey: CFString { "target" }

/// Creates a dictionary with the members of a mapping.
///
/// - Parameters:
///   - mapping: The mapping.
///   - allocator: Not used.
/// - Returns: The dictionary, which holds the dictionaries of two ranges.
public func CMTimeMappingCopyAsDictionary(
  _ mapping: CMTimeMapping, allocator: CFAllocator?
) -> CFDictionary? {
  mapping.dictionary
}

/// The C entry point, which returns a Core Foundation reference.
@c(CMTimeMappingCopyAsDictionary)
package func CMTimeMappingCopyAsDictionaryForC(
  _ mapping: CMTimeMapping, _ allocator: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.copy(mapping.dictionary)
}

/// Returns the mapping of a dictionary.
///
/// - Parameter dictionaryRepresentation: A dictionary from `CMTimeMappingCopyAsDictionary`.
/// - Returns: The mapping; an invalid mapping if the dictionary lacks a member.
public func CMTimeMappingMakeFromDictionary(
  _ dictionaryRepresentation: CFDictionary
) -> CMTimeMapping {
  CMTimeMapping(dictionary: dictionaryRepresentation) ?? .invalid
}

/// The C entry point, which takes a Core Foundation reference.
@c(CMTimeMappingMakeFromDictionary)
package func CMTimeMappingMakeFromDictionaryForC(_ dictionary: UnsafeRawPointer?) -> CMTimeMapping {
  unsafe CoreFoundationReference.dictionary(dictionary).flatMap(CMTimeMapping.init(dictionary:))
    ?? .invalid
}

/// Creates a description of a mapping.
///
/// - Parameters:
///   - allocator: Not used.
///   - mapping: The mapping.
/// - Returns: The descriptions of the source and the target.
public func CMTimeMappingCopyDescription(
  allocator: CFAllocator?, mapping: CMTimeMapping
) -> CFString? {
  CFString(string: mapping.text)
}

/// The C entry point, which returns a Core Foundation reference.
@c(CMTimeMappingCopyDescription)
package func CMTimeMappingCopyDescriptionForC(
  _ allocator: UnsafeRawPointer?, _ mapping: CMTimeMapping
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.retained(CFString(string: mapping.text))
}

extension CMTimeMapping {
  var dictionary: CFDictionary {
    CFDictionary(dictionary: [
      kCMTimeMappingSourceKey: source.dictionary, kCMTimeMappingTargetKey: target.dictionary,
    ])
  }

  init?(dictionary: CFDictionary) {
    func range(_ key: CFString) -> CMTimeRange? {
      (dictionary.object(forKey: key) as? CFDictionary).flatMap(CMTimeRange.init(dictionary:))
    }
    guard let source = range(kCMTimeMappingSourceKey), let target = range(kCMTimeMappingTargetKey)
    else { return nil }
    self.init(source: source, target: target)
  }
}

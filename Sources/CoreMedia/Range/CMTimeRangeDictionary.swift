internal import CCoreMedia
public import CoreFoundation
internal import Foundation

/// The key of a range's start in a dictionary.
public var kCMTimeRangeStartKey: CFString { "start" }
/// The key of a range's duration in a dictionary.
public var kCMTimeRangeDurationKey: CFString { "duration" }

/// Creates a dictionary with the members of a range.
///
/// - Parameters:
///   - range: The range.
///   - allocator: Not used.
/// - Returns: The dictionary, which holds the dictionaries of two times.
public func CMTimeRangeCopyAsDictionary(
  _ range: CMTimeRange, allocator: CFAllocator?
) -> CFDictionary? {
  range.dictionary
}

/// The C entry point, which returns a Core Foundation reference.
@c(CMTimeRangeCopyAsDictionary)
package func CMTimeRangeCopyAsDictionaryForC(
  _ range: CMTimeRange, _ allocator: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.copy(range.dictionary)
}

/// Returns the range of a dictionary.
///
/// - Parameter dictionaryRepresentation: A dictionary from `CMTimeRangeCopyAsDictionary`.
/// - Returns: The range; an invalid range if the dictionary lacks a member.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
  CMTimeRange(dictionary: dictionaryRepresentation) ?? .invalid
}

/// The C entry point, which takes a Core Foundation reference.
@c(CMTimeRangeMakeFromDictionary)
package func CMTimeRangeMakeFromDictionaryForC(_ dictionary: UnsafeRawPointer?) -> CMTimeRange {
  unsafe CoreFoundationReference.dictionary(dictionary).flatMap(CMTimeRange.init(dictionary:))
    ?? .invalid
}

/// Creates a description of a range.
///
/// - Parameters:
///   - allocator: Not used.
///   - range: The range.
/// - Returns: The description, such as `{{0/1 = 0.000}, {3000/600 = 5.000}}`.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
  CFString(string: range.text)
}

/// The C entry point, which returns a Core Foundation reference.
@c(CMTimeRangeCopyDescription)
package func CMTimeRangeCopyDescriptionForC(
  _ allocator: UnsafeRawPointer?, _ range: CMTimeRange
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.retained(CFString(string: range.text))
}

extension CMTimeRange {
  var dictionary: CFDictionary {
    CFDictionary(dictionary: [
      kCMTimeRangeStartKey: start.dictionary, kCMTimeRangeDurationKey: duration.dictionary,
    ])
  }

  init?(dictionary: CFDictionary) {
    func time(_ key: CFString) -> CMTime? {
      (dictionary.object(forKey: key) as? CFDictionary).flatMap(CMTime.init(dictionary:))
    }
    guard let start = time(kCMTimeRangeStartKey), let duration = time(kCMTimeRangeDurationKey)
    else { return nil }
    self.init(start: start, duration: duration)
  }
}

internal import CCoreMedia
public import CoreFoundation
internal import Foundation

/// The key of a time's value in a dictionary.
public var kCMTimeValueKey: CFString { "value" }
/// The key of a time's timescale in a dictionary.
public var kCMTimeScaleKey: CFString { "timescale" }
/// The key of a time's epoch in a dictionary.
public var kCMTimeEpochKey: CFString { "epoch" }
/// The key of a time's flags in a dictionary.
public var kCMTimeFlagsKey: CFString { "flags" }

/// Creates a dictionary with the members of a time.
///
/// - Parameters:
///   - time: The time.
///   - allocator: Not used.
/// - Returns: The dictionary, which holds numbers.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  time.dictionary
}

/// The C entry point, which returns a Core Foundation reference.
@c(CMTimeCopyAsDictionary)
package func CMTimeCopyAsDictionaryForC(
  _ time: CMTime, _ allocator: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.copy(time.dictionary)
}

/// Returns the time of a dictionary.
///
/// - Parameter dictionaryRepresentation: A dictionary from `CMTimeCopyAsDictionary`.
/// - Returns: The time; an invalid time if the dictionary is nil or lacks a member.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  dictionaryRepresentation.flatMap(CMTime.init(dictionary:)) ?? .invalid
}

/// The C entry point, which takes a Core Foundation reference.
@c(CMTimeMakeFromDictionary)
package func CMTimeMakeFromDictionaryForC(_ dictionary: UnsafeRawPointer?) -> CMTime {
  CMTimeMakeFromDictionary(unsafe CoreFoundationReference.dictionary(dictionary))
}

/// Creates a description of a time.
///
/// - Parameters:
///   - allocator: Not used.
///   - time: The time.
/// - Returns: The description, such as `{3000/600 = 5.000}`.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  CFString(string: time.text)
}

/// The C entry point, which returns a Core Foundation reference.
@c(CMTimeCopyDescription)
package func CMTimeCopyDescriptionForC(
  _ allocator: UnsafeRawPointer?, _ time: CMTime
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.retained(CFString(string: time.text))
}

extension CMTime {
  var dictionary: CFDictionary {
    CFDictionary(dictionary: [
      kCMTimeValueKey: NSNumber(value: value), kCMTimeScaleKey: NSNumber(value: timescale),
      kCMTimeEpochKey: NSNumber(value: epoch), kCMTimeFlagsKey: NSNumber(value: flags.rawValue),
    ])
  }

  init?(dictionary: CFDictionary) {
    func number(_ key: CFString) -> NSNumber? { dictionary.object(forKey: key) as? NSNumber }
    guard
      let value = number(kCMTimeValueKey), let timescale = number(kCMTimeScaleKey),
      let epoch = number(kCMTimeEpochKey), let flags = number(kCMTimeFlagsKey)
    else { return nil }
    self.init(
      value: value.int64Value, timescale: timescale.int32Value,
      flags: CMTimeFlags(rawValue: flags.uint32Value), epoch: epoch.int64Value)
  }
}

public import CoreMedia
public import Foundation

extension NSCoder {
  /// Encodes a time as a dictionary.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - key: The key.
  public func encode(_ time: CMTime, forKey key: String) {
    encode(CMTimeCopyAsDictionary(time, allocator: nil), forKey: key)
  }

  /// Decodes a time.
  ///
  /// - Parameter key: The key.
  /// - Returns: The time; an invalid time if the key is missing.
  public func decodeTime(forKey key: String) -> CMTime {
    CMTimeMakeFromDictionary(decodeDictionary(forKey: key))
  }

  /// Encodes a time range as a dictionary.
  ///
  /// - Parameters:
  ///   - timeRange: The range.
  ///   - key: The key.
  public func encode(_ timeRange: CMTimeRange, forKey key: String) {
    encode(CMTimeRangeCopyAsDictionary(timeRange, allocator: nil), forKey: key)
  }

  /// Decodes a time range.
  ///
  /// - Parameter key: The key.
  /// - Returns: The range; an invalid range if the key is missing.
  public func decodeTimeRange(forKey key: String) -> CMTimeRange {
    decodeDictionary(forKey: key).map(CMTimeRangeMakeFromDictionary) ?? .invalid
  }

  /// Encodes a time mapping as a dictionary.
  ///
  /// - Parameters:
  ///   - timeMapping: The mapping.
  ///   - key: The key.
  public func encode(_ timeMapping: CMTimeMapping, forKey key: String) {
    encode(CMTimeMappingCopyAsDictionary(timeMapping, allocator: nil), forKey: key)
  }

  /// Decodes a time mapping.
  ///
  /// - Parameter key: The key.
  /// - Returns: The mapping; an invalid mapping if the key is missing.
  public func decodeTimeMapping(forKey key: String) -> CMTimeMapping {
    decodeDictionary(forKey: key).map(CMTimeMappingMakeFromDictionary) ?? .invalid
  }

  private func decodeDictionary(forKey key: String) -> NSDictionary? {
    // On Linux, decoding a missing key would end the process.
    guard containsValue(forKey: key) else { return nil }
    let classes = [NSDictionary.self, NSString.self, NSNumber.self]
    return decodeObject(of: classes, forKey: key) as? NSDictionary
  }
}

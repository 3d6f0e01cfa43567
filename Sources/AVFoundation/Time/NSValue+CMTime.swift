public import CoreMedia
public import Foundation

// Foundation on Linux stores no structures in values, except its own. It does store arrays of
// bytes, so a value that holds a time has the type of such an array.

extension NSValue {
  /// Creates a value that holds a time.
  ///
  /// Unlike on Apple's systems, `objCType` is that of an array of bytes.
  ///
  /// - Parameter time: The time.
  public convenience init(time: CMTime) {
    var time = time
    // Safe: the call copies as many bytes as the type has.
    unsafe self.init(bytes: &time, objCType: timeType)
  }

  /// Creates a value that holds a time.
  ///
  /// - Parameter time: The time.
  public convenience init(CMTime time: CMTime) {
    self.init(time: time)
  }

  /// The time; an invalid time if the value holds something else.
  public var timeValue: CMTime {
    var time = CMTime.invalid
    guard holds(timeType) else { return time }
    // Safe: the call copies as many bytes as the type has.
    unsafe getValue(&time)
    return time
  }

  /// Creates a value that holds a time range.
  ///
  /// - Parameter timeRange: The range.
  public convenience init(timeRange: CMTimeRange) {
    var timeRange = timeRange
    // Safe: the call copies as many bytes as the type has.
    unsafe self.init(bytes: &timeRange, objCType: timeRangeType)
  }

  /// Creates a value that holds a time range.
  ///
  /// - Parameter timeRange: The range.
  public convenience init(CMTimeRange timeRange: CMTimeRange) {
    self.init(timeRange: timeRange)
  }

  /// The time range; an invalid range if the value holds something else.
  public var timeRangeValue: CMTimeRange {
    var range = CMTimeRange.invalid
    guard holds(timeRangeType) else { return range }
    // Safe: the call copies as many bytes as the type has.
    unsafe getValue(&range)
    return range
  }

  /// Creates a value that holds a time mapping.
  ///
  /// - Parameter timeMapping: The mapping.
  public convenience init(timeMapping: CMTimeMapping) {
    var timeMapping = timeMapping
    // Safe: the call copies as many bytes as the type has.
    unsafe self.init(bytes: &timeMapping, objCType: timeMappingType)
  }

  /// Creates a value that holds a time mapping.
  ///
  /// - Parameter timeMapping: The mapping.
  public convenience init(CMTimeMapping timeMapping: CMTimeMapping) {
    self.init(timeMapping: timeMapping)
  }

  /// The time mapping; an invalid mapping if the value holds something else.
  public var timeMappingValue: CMTimeMapping {
    var mapping = CMTimeMapping.invalid
    guard holds(timeMappingType) else { return mapping }
    // Safe: the call copies as many bytes as the type has.
    unsafe getValue(&mapping)
    return mapping
  }

  private func holds(_ type: String) -> Bool {
    // Safe: the type is a string that lives as long as the value.
    unsafe String(cString: objCType) == type
  }
}

private let timeType = "[24C]"
private let timeRangeType = "[48C]"
private let timeMappingType = "[96C]"

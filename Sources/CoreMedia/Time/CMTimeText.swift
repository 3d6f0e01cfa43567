internal import CCoreMedia
internal import Foundation

extension CMTime {
  /// The description of a time, such as `{3000/600 = 5.000}`.
  var text: String {
    switch kind {
    case .invalid: return "{INVALID}"
    case .indefinite: return "{INDEFINITE}"
    case .positiveInfinity: return "{+INFINITY}"
    case .negativeInfinity: return "{-INFINITY}"
    case .number:
      let epoch = epoch == 0 ? "" : ":\(epoch)"
      let seconds = String(format: "%.3f", seconds)
      let rounding = hasBeenRounded ? ", rounded" : ""
      return "{\(value)/\(timescale)\(epoch) = \(seconds)\(rounding)}"
    }
  }
}

extension CMTimeRange {
  /// The description of a range, with the descriptions of its start and its duration.
  var text: String { "{\(start.text), \(duration.text)}" }
}

extension CMTimeMapping {
  /// The description of a mapping, with the descriptions of its source and its target.
  var text: String { "{\(source.text), \(target.text)}" }
}

/// Writes the description of a time as a line to standard error.
///
/// - Parameter time: The time.
@c @implementation
public func CMTimeShow(_ time: CMTime) {
  show(time.text)
}

/// Writes the description of a range as a line to standard error.
///
/// - Parameter range: The range.
@c @implementation
public func CMTimeRangeShow(_ range: CMTimeRange) {
  show(range.text)
}

/// Writes the description of a mapping as a line to standard error.
///
/// - Parameter mapping: The mapping.
@c @implementation
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
  show(mapping.text)
}

private func show(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
}

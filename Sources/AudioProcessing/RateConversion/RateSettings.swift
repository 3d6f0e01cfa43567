/// The settings of a sample rate conversion.
package struct RateSettings: Equatable, Sendable {
  /// The kind of filter.
  package enum Complexity: Sendable {
    /// Linear interpolation between samples, which is fast but adds aliasing.
    case linear
    /// Linear phase.
    case normal
    /// Linear phase, with higher quality in all respects.
    case mastering
    /// Minimum phase, without ringing before a sound.
    case minimumPhase
  }

  /// The filter's input before the first frame and after the last one.
  package enum Priming: Sendable {
    /// Input frames before the first frame, and silence after the last one.
    case pre
    /// Silence before the first frame and after the last one.
    case normal
    /// Silence before the first frame. The filter's remaining output at the end is not requested.
    case none
  }

  package var complexity = Complexity.normal
  /// The quality, 0 to 127.
  package var quality = 0x40
  package var priming = Priming.normal

  package init() {}

  /// The filter, from 0 (fastest) to 5 (best), and whether it is steeper than usual.
  var filter: (step: Int, isSteep: Bool) {
    let quality =
      quality < 0x20 ? 0 : quality < 0x40 ? 1 : quality < 0x60 ? 2 : quality < 0x7F ? 3 : 4
    return complexity == .mastering ? (min(quality + 1, 5), quality == 4) : (quality, false)
  }

  /// Approximate input frames that the filter uses on either side of a sample.
  ///
  /// If the rate decreases, the filter uses more.
  var reach: Int {
    switch complexity {
    case .linear, .minimumPhase: 0
    case .normal, .mastering: [32, 64, 128, 160, 192, 256][filter.step] * (filter.isSteep ? 4 : 1)
    }
  }
}

/// Why a sample rate cannot be converted.
package enum RateError: Error, Equatable, Sendable {
  /// The library is not installed, or this build excludes it.
  case libraryMissing
  /// The library failed for lack of memory.
  case failed
}

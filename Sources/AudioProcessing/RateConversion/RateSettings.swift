/// How a sample rate is to be converted.
package struct RateSettings: Equatable, Sendable {
  /// The kind of filter.
  package enum Complexity: Sendable {
    /// A straight line from sample to sample: little work, and much that was not there before.
    case linear
    /// Linear phase.
    case normal
    /// Linear phase, with one step more of everything.
    case mastering
    /// Minimum phase: nothing rings ahead of a sound.
    case minimumPhase
  }

  /// What a filter has around the first and the last frame.
  package enum Priming: Sendable {
    /// Frames of the input before the first frame, and silence after the last one.
    case pre
    /// Silence before the first frame and after the last one.
    case normal
    /// Silence before the first frame; what the filter holds back at the end is not asked for.
    case none
  }

  package var complexity = Complexity.normal
  /// 0 to 127.
  package var quality = 0x40
  package var priming = Priming.normal

  package init() {}

  /// The filter, counted from the fastest, 0, to the best, 5; steeper than usual or not.
  var filter: (step: Int, isSteep: Bool) {
    let quality =
      quality < 0x20 ? 0 : quality < 0x40 ? 1 : quality < 0x60 ? 2 : quality < 0x7F ? 3 : 4
    return complexity == .mastering ? (min(quality + 1, 5), quality == 4) : (quality, false)
  }

  /// Input frames on either side of a sample that a filter looks at, or nearly so, where the rate is not lowered.
  var reach: Int {
    switch complexity {
    case .linear, .minimumPhase: 0
    case .normal, .mastering: [32, 64, 128, 160, 192, 256][filter.step] * (filter.isSteep ? 4 : 1)
    }
  }
}

/// Why a sample rate cannot be converted.
package enum RateError: Error, Equatable, Sendable {
  /// The library is not on this machine, or this build does without.
  case libraryMissing
  /// The library refused, for want of memory.
  case failed
}

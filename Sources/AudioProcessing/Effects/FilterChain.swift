internal import CSampleKernels

/// Filters of the second order, one after the other, for several channels.
///
/// The filters keep Float64 between them. Any division into blocks gives the same samples, until a
/// decaying sound is below 1e-30.
package struct FilterChain: Sendable {
  private let filterCount: Int
  /// The filters of each pair of channels.
  private var filters: [OCAFilter]

  /// Makes filters that change nothing.
  package init(filterCount: Int, channelCount: Int) {
    self.filterCount = filterCount
    let unchanged = OCAFilter(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0, first: (0, 0), second: (0, 0))
    filters = Array(repeating: unchanged, count: filterCount * ((channelCount + 1) / 2))
  }

  /// Sets the coefficients of a filter for all channels.
  package mutating func set(_ index: Int, _ coefficients: BiquadCoefficients) {
    precondition(index < filterCount, "no such filter")
    var place = index
    while place < filters.count {
      filters[place].b0 = coefficients.b0
      filters[place].b1 = coefficients.b1
      filters[place].b2 = coefficients.b2
      filters[place].a1 = coefficients.a1
      filters[place].a2 = coefficients.a2
      place += filterCount
    }
  }

  /// Filters samples of a pair of channels in place.
  ///
  /// - Precondition: Both channels have the same number of samples.
  package mutating func process(
    _ pair: Int, _ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>
  ) {
    precondition(left.count == right.count, "channels of different lengths")
    let count = left.count
    // Safe: both channels have `count` samples, and the pair has the filters.
    unsafe left.withUnsafeMutableBufferPointer { left in
      unsafe right.withUnsafeMutableBufferPointer { right in
        unsafe process(pair, left.baseAddress, right.baseAddress, count)
      }
    }
  }

  /// Filters samples of the last channel, if it has no second one, in place.
  package mutating func process(_ pair: Int, _ samples: inout MutableSpan<Float>) {
    let count = samples.count
    // Safe: the channel has `count` samples, and the pair has the filters.
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe process(pair, samples.baseAddress, samples.baseAddress, count)
    }
  }

  private mutating func process(
    _ pair: Int, _ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?,
    _ count: Int
  ) {
    precondition(pair >= 0 && (pair + 1) * filterCount <= filters.count, "no such channels")
    guard let left = unsafe left, let right = unsafe right else { return }
    // Safe: the caller states the number of samples.
    unsafe filters.withUnsafeMutableBufferPointer { filters in
      guard let first = filters.baseAddress else { return }
      unsafe OCAFilterPlanes(first + pair * filterCount, filterCount, left, right, count)
    }
  }

  /// Clears the state.
  package mutating func reset() {
    var index = 0
    while index < filters.count {
      filters[index].first = (0, 0)
      filters[index].second = (0, 0)
      index += 1
    }
  }
}

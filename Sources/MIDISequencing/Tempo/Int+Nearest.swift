extension Int {
  /// The nearest integer of a number, at most 10¹⁸ from 0; 0 for NaN.
  ///
  /// The sum of several such integers does not overflow.
  package init(nearest number: Double) {
    self = number.isNaN ? 0 : Int(Swift.max(-1e18, Swift.min(number.rounded(), 1e18)))
  }
}

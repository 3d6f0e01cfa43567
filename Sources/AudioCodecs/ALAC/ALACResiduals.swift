/// The coding parameters of one channel's residuals.
///
/// Golomb codes have a parameter that follows the mean of the previous residuals. If the mean is
/// small, runs of zeros are coded.
///
/// Source: the Apple Lossless format specification, "Adaptive Golomb-Rice coding".
struct ALACResiduals {
  /// The decay rate of the mean, in 512ths.
  var historyMultiplier: UInt32
  var initialHistory: UInt32
  /// Maximum bits of a remainder.
  var limit: Int
}

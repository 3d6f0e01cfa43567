/// The residuals of one channel: Golomb codes whose parameter follows the mean of what came before, with runs of
/// zeros where that mean is small.
///
/// Source: the Apple Lossless format specification, "Adaptive Golomb-Rice coding".
struct ALACResiduals {
  /// How quickly the mean is forgotten, in 512ths.
  var historyMultiplier: UInt32
  var initialHistory: UInt32
  /// Bits of a remainder at most.
  var limit: Int
}

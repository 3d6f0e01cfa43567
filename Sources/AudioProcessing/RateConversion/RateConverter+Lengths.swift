/// Conversion of frame counts between rates.
extension RateConverter {
  /// Returns the number of frames that `count` frames become.
  package static func length(
    of count: Int, from inputRate: Double, to outputRate: Double
  ) -> Int {
    if let into = Int(exactly: inputRate), let out = Int(exactly: outputRate) {
      let (product, overflow) = count.multipliedReportingOverflow(by: out)
      if !overflow { return product / into + (product % into * 2 >= into ? 1 : 0) }
    }
    return Int((Double(count) * outputRate / inputRate + 0.5).rounded(.down))
  }

  /// Returns the minimum number of input frames that yields a whole number of output frames.
  ///
  /// Returns 1 if the rates are not integers.
  package static func unit(_ inputRate: Double, _ outputRate: Double) -> Int {
    guard var a = Int(exactly: inputRate), var b = Int(exactly: outputRate), a > 0, b > 0 else {
      return 1
    }
    let input = a
    while b != 0 { (a, b) = (b, a % b) }
    return input / a
  }
}

/// How many frames of one rate are how many of another.
extension RateConverter {
  /// The frames that `count` frames become.
  package static func length(
    of count: Int, from inputRate: Double, to outputRate: Double
  ) -> Int {
    if let into = Int(exactly: inputRate), let out = Int(exactly: outputRate) {
      let (product, overflow) = count.multipliedReportingOverflow(by: out)
      if !overflow { return product / into + (product % into * 2 >= into ? 1 : 0) }
    }
    return Int((Double(count) * outputRate / inputRate + 0.5).rounded(.down))
  }

  /// The fewest frames in that are a whole number of frames out; 1 where the rates are no whole numbers.
  package static func unit(_ inputRate: Double, _ outputRate: Double) -> Int {
    guard var a = Int(exactly: inputRate), var b = Int(exactly: outputRate), a > 0, b > 0 else {
      return 1
    }
    let input = a
    while b != 0 { (a, b) = (b, a % b) }
    return input / a
  }
}

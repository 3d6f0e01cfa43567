/// The bandwidth of recent transfers.
///
/// Two weighted means forget at different paces. The smaller mean counts, so that a drop has effect
/// sooner than a rise.
package struct HLSBandwidthMeter: Equatable, Sendable {
  /// A mean whose older values lose about half of their weight in each half-life.
  private struct Mean: Equatable {
    /// Seconds of transfer.
    let halfLife: Double
    var seconds = 0.0
    var bits = 0.0

    mutating func add(bits added: Double, seconds duration: Double) {
      let kept = halfLife / (halfLife + duration)
      seconds = seconds * kept + duration
      bits = bits * kept + added
    }
  }

  /// Smaller transfers measure the latency rather than the bandwidth.
  private static let leastByteCount = 4096

  private var fast = Mean(halfLife: 2)
  private var slow = Mean(halfLife: 5)

  package init() {}

  /// Bits per second, or `nil` before the first measurement.
  package var bandwidth: Double? {
    guard fast.seconds > 0 else { return nil }
    return min(fast.bits / fast.seconds, slow.bits / slow.seconds)
  }

  /// Takes a transfer of `byteCount` bytes in `seconds`.
  package mutating func add(byteCount: Int, seconds: Double) {
    guard byteCount >= Self.leastByteCount, seconds >= 0 else { return }
    // A transfer from a cache takes no measurable time.
    let seconds = max(seconds, 0.001)
    fast.add(bits: Double(byteCount) * 8, seconds: seconds)
    slow.add(bits: Double(byteCount) * 8, seconds: seconds)
  }
}

/// The doubt whether a stream has the stated format, as long as all of its packets fail.
struct FormatDoubt {
  /// Failed packets at the start of a stream after which its format is considered wrong.
  static let refusedPackets = 16
  /// Frames of silence after which the format is considered wrong.
  private static let mostSilence = 16384

  private var hasDecoded = false
  /// Failed packets before the first decoded one.
  private var refusedAtStart = 0

  /// Whether all packets so far have failed, but too few for a conclusion.
  var isOpen: Bool { !hasDecoded && (1..<Self.refusedPackets).contains(refusedAtStart) }

  /// Records that a packet was decoded.
  mutating func settle() { hasDecoded = true }

  /// Records a failed packet.
  ///
  /// - Parameter silence: Frames of silence that replace the failed packets and are withheld.
  /// - Returns: Whether the format is wrong.
  mutating func concludes(afterRefusalWithSilence silence: Int) -> Bool {
    guard !hasDecoded else { return false }
    refusedAtStart += 1
    if silence >= Self.mostSilence { refusedAtStart = Self.refusedPackets }
    return !isOpen
  }

  /// Records the end of the stream.
  ///
  /// - Returns: Whether the format is wrong.
  mutating func conclude() -> Bool {
    guard isOpen else { return false }
    refusedAtStart = Self.refusedPackets
    return true
  }
}

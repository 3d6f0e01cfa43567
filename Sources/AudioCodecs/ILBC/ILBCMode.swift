import AudioModel

/// The two block lengths of iLBC.
///
/// A stream uses only one.
///
/// Source: RFC 3951, 2.1 and 3.8.
enum ILBCMode: Int, CaseIterable {
  /// The raw value is the length in milliseconds.
  case short = 20
  case long = 30

  /// Finds the mode that matches a format's packets.
  ///
  /// Fails if the format is ambiguous or matches no mode.
  init?(_ format: StreamFormat) {
    let modes = Self.allCases.filter {
      [0, $0.byteCount].contains(format.bytesPerPacket)
        && [0, $0.frameCount].contains(format.framesPerPacket)
    }
    guard let mode = modes.first, modes.count == 1 else { return nil }
    self = mode
  }

  /// Bytes of a block.
  var byteCount: Int { self == .short ? 38 : 50 }
  var frameCount: Int { 8 * rawValue }
}

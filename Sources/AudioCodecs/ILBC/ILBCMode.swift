import AudioModel

/// The two lengths that blocks of iLBC have; a stream keeps to one.
///
/// Source: RFC 3951, 2.1 and 3.8.
enum ILBCMode: CaseIterable {
  case twentyMilliseconds
  case thirtyMilliseconds

  /// Samples in a sub-block, the piece that has a predictor of its own.
  static let subBlockLength = 40
  static let mostSubBlocks = 6
  static let mostFrames = mostSubBlocks * subBlockLength
  /// Samples of the two sub-blocks that are decoded first.
  static let startLength = 2 * subBlockLength

  /// Finds the mode whose packets are as a format says.
  ///
  /// Fails where the format says nothing, or what no mode has.
  init?(_ format: StreamFormat) {
    let modes = Self.allCases.filter {
      [0, $0.byteCount].contains(format.bytesPerPacket)
        && [0, $0.frameCount].contains(format.framesPerPacket)
    }
    guard let mode = modes.first, modes.count == 1 else { return nil }
    self = mode
  }

  /// Bytes of a block.
  var byteCount: Int { self == .twentyMilliseconds ? 38 : 50 }
  var subBlockCount: Int { self == .twentyMilliseconds ? 4 : Self.mostSubBlocks }
  var frameCount: Int { subBlockCount * Self.subBlockLength }
  /// Samples of the start that come as they are, not from the codebook.
  var stateLength: Int { self == .twentyMilliseconds ? 57 : 58 }
  /// Sets of line spectral frequencies in a block.
  var lineSetCount: Int { self == .twentyMilliseconds ? 1 : 2 }
  /// Sub-blocks by which the enhancer is late, since it looks ahead.
  var delayedSubBlocks: Int { self == .twentyMilliseconds ? 1 : 2 }
  var delay: Int { delayedSubBlocks * Self.subBlockLength }
}

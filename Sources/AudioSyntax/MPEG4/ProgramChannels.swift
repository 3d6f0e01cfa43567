package import AudioModel

/// The channels of a program_config_element, which lists channels if no standard configuration
/// number covers them.
///
/// Source: ISO/IEC 14496-3:2009, 4.4.1.1 program_config_element, 4.5.1.2.
package struct ProgramChannels: Equatable, Sendable {
  private let front: [Bool]
  private let side: [Bool]
  private let back: [Bool]
  private let lowCount: Int
  /// The bits of the element up to its comment, with zeros at the end.
  let bytes: [UInt8]
  let bitCount: Int

  /// Number of channels.
  package var count: Int {
    (front + side + back).reduce(lowCount) { $0 + ($1 ? 2 : 1) }
  }

  /// Reads an element up to its comment.
  ///
  /// - Returns: `nil` if it ends too soon.
  package init?(_ bits: inout BitCursor) {
    let start = bits.position
    guard bits.skip(4 + 2 + 4), let frontCount = bits.read(4), let sideCount = bits.read(4),
      let backCount = bits.read(4), let low = bits.read(2), let associated = bits.read(3),
      let coupled = bits.read(4)
    else { return nil }
    for width in [4, 4, 3] {
      guard let isThere = bits.flag() else { return nil }
      if isThere, !bits.skip(width) { return nil }
    }
    guard let front = Self.elements(frontCount, &bits), let side = Self.elements(sideCount, &bits),
      let back = Self.elements(backCount, &bits),
      bits.skip(Int(low) * 4 + Int(associated) * 4 + Int(coupled) * 5)
    else { return nil }
    (self.front, self.side, self.back, lowCount) = (front, side, back, Int(low))
    bytes = bits.copy(from: start)
    bitCount = bits.position - start
  }

  /// Returns whether each element is a pair of channels.
  private static func elements(_ count: UInt32, _ bits: inout BitCursor) -> [Bool]? {
    var arePairs: [Bool] = []
    for _ in 0..<count {
      guard let isPair = bits.flag(), bits.skip(4) else { return nil }
      arePairs.append(isPair)
    }
    return arePairs
  }

  /// The loudspeakers in the order of decoded AAC, or `nil` for an uncommon arrangement.
  ///
  /// A single pair behind or beside the listener carries the surrounds. A single front channel is
  /// the center, and a single back channel is the center surround.
  package var layout: ChannelLayout? {
    guard lowCount < 2 else { return nil }
    let low: [ChannelLabel] = lowCount == 1 ? [.lowFrequency] : []
    let fronts: [ChannelLabel]
    switch front {
    case [false]: fronts = [.center]
    case [true]: fronts = [.left, .right]
    case [false, true]: fronts = [.center, .left, .right]
    case [false, true, true]: fronts = [.center, .leftCenter, .rightCenter, .left, .right]
    default: return nil
    }
    guard side == [] || side == [true] else { return nil }
    let sides: [ChannelLabel] = side.isEmpty ? [] : [.leftSurround, .rightSurround]
    let pair: [ChannelLabel] =
      side.isEmpty ? [.leftSurround, .rightSurround] : [.leftRear, .rightRear]
    let backs: [ChannelLabel]
    switch back {
    case []: backs = []
    case [false]: backs = [.centerSurround]
    case [true]: backs = pair
    case [true, false]: backs = pair + [.centerSurround]
    default: return nil
    }
    return ChannelLayout(labels: fronts + sides + backs + low)
  }
}

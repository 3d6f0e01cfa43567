/// Maps frames of a graph to frames of another rate.
///
/// The map depends only on the frame, so any division into slices gives the same frames.
package struct FrameClock: Hashable, Sendable {
  /// The rates in sixteenths of a hertz.
  private let rate: UInt
  private let base: UInt

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate of the clock, in hertz.
  ///   - graphRate: The rate of the graph, in hertz.
  package init(_ sampleRate: Double, graphRate: Double) {
    rate = Self.sixteenths(sampleRate)
    base = Self.sixteenths(graphRate)
  }

  private static func sixteenths(_ rate: Double) -> UInt {
    rate.isFinite ? UInt(max(1, min((rate * 16).rounded(), 1e9))) : 1
  }

  /// Returns the last frame of the clock that is not after a frame of the graph.
  package func frame(at graphFrame: Int) -> Int {
    if rate == base { return graphFrame }
    let product = UInt(max(0, graphFrame)).multipliedFullWidth(by: rate)
    guard product.high < base else { return Int.max }
    return Int(clamping: base.dividingFullWidth(product).quotient)
  }

  /// Returns the last frame of the graph that is not after a frame of the clock.
  package func graphFrame(at frame: Int) -> Int {
    FrameClock(swapping: self).frame(at: frame)
  }

  /// Returns the place of a frame of the graph: a frame of the clock, and the part of the next one.
  func place(at graphFrame: Int) -> (frame: Int, part: Double) {
    if rate == base { return (graphFrame, 0) }
    let product = UInt(max(0, graphFrame)).multipliedFullWidth(by: rate)
    guard product.high < base else { return (Int.max / 2, 0) }
    let (quotient, remainder) = base.dividingFullWidth(product)
    return (Int(clamping: quotient), Double(remainder) / Double(base))
  }

  private init(swapping other: FrameClock) {
    (rate, base) = (other.base, other.rate)
  }

  /// The maximum number of frames of the clock during `count` frames of the graph.
  package func mostFrames(for count: Int) -> Int { frame(at: count) + 1 }
}

/// The position in an input that plays faster or slower than the output.
///
/// Places are counted in units of 2⁻³² frames. So any division into blocks gives the same places,
/// without drift.
package struct WarpedTime: Equatable, Sendable {
  private static let one = 1 << 32

  /// The input frame of the next output frame.
  package private(set) var frame = 0
  /// The part of the next input frame, in units.
  private var fraction = 0
  private var step = WarpedTime.one

  package init() {}

  /// Whether the input plays as it is.
  package var isOriginal: Bool { step == Self.one }

  /// Input frames for each output frame.
  package var rate: Double { Double(step) / Double(Self.one) }

  /// Changes the rate, from the next output frame on.
  ///
  /// - Parameter rate: Input frames for each output frame, from 0 to 1,024. A rate of 1 continues
  ///   with a whole frame, so frames can be copied.
  package mutating func setRate(_ rate: Double) {
    step = Int((max(0, min(rate, 1_024)) * Double(Self.one)).rounded())
    if step == Self.one { fraction = 0 }
  }

  /// Continues with an input frame.
  package mutating func move(to frame: Int) { (self.frame, fraction) = (frame, 0) }

  /// Advances by output frames.
  package mutating func advance(_ count: Int) {
    let units = fraction + count * step
    frame += units >> 32
    fraction = units & (Self.one - 1)
  }

  /// The place after a number of output frames: an input frame, and the part of the next one.
  package func place(after count: Int) -> (frame: Int, part: Double) {
    let units = fraction + count * step
    return (frame + (units >> 32), Double(units & (Self.one - 1)) / Double(Self.one))
  }
}

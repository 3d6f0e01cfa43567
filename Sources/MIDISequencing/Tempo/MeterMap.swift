/// The bars of a sequence, by its time signatures.
package struct MeterMap: Equatable, Sendable {
  /// A place in a bar.
  package struct Place: Equatable, Sendable {
    /// The first bar is 1.
    package var bar: Int
    /// The first beat of a bar is 1.
    package var beat: Int
    /// Parts of a beat: ``divisor`` parts make one beat.
    package var part: Int
    package var divisor: Int

    package init(bar: Int, beat: Int, part: Int, divisor: Int) {
      self.bar = bar
      self.beat = beat
      self.part = part
      self.divisor = divisor
    }
  }

  /// A stretch of bars of one kind.
  private struct Segment: Equatable, Sendable {
    /// Quarter notes from the start of the sequence.
    var start: Double
    var bar: Int
    /// Beats of a bar.
    var count: Int
    /// Quarter notes of a beat.
    var length: Double
  }

  private var segments = [Segment(start: 0, bar: 1, count: 4, length: 1)]

  /// Creates the map of 4/4 and the time signatures in events, in their order.
  ///
  /// A time signature starts a bar.
  ///
  /// Source: *Standard MIDI Files 1.0*, RP-001, "Time Signature": the numerator, and the power of
  /// two of the denominator.
  package init(_ events: [TimedEvent]) {
    self.init(
      events.compactMap { event in
        guard case .meta(let meta) = event.content, meta.type == MetaEvent.timeSignature,
          meta.bytes.count >= 2, meta.bytes[0] > 0, meta.bytes[1] < 16
        else { return nil }
        return (event.beat, Int(meta.bytes[0]), 1 << Int(meta.bytes[1]))
      })
  }

  /// Creates the map of 4/4 and time signatures, in the order of their beats.
  ///
  /// - Parameter signatures: The beat that starts a bar, the beats of a bar, and their note value.
  /// - Precondition: The numbers of beats and the note values are positive.
  package init(_ signatures: [(beat: Double, count: Int, unit: Int)]) {
    for signature in signatures {
      let last = segments[segments.count - 1]
      let bars = ((signature.beat - last.start) / (Double(last.count) * last.length)).rounded(.up)
      let segment = Segment(
        start: signature.beat, bar: min(last.bar + Self.count(bars), Self.lastBar),
        count: signature.count, length: 4 / Double(signature.unit))
      if signature.beat <= last.start { segments.removeLast() }
      segments.append(segment)
    }
  }

  /// The bar and beat at a time, rounded to the nearest part.
  ///
  /// - Returns: `nil` if the number is too large for an integer.
  package func place(atBeat beat: Double, divisor: Int) -> Place? {
    let segment = segments.last { $0.start <= beat } ?? segments[0]
    let parts = ((beat - segment.start) / segment.length * Double(divisor)).rounded()
    guard parts.magnitude < 1e15 else { return nil }
    let total = Int(nearest: parts)
    let perBar = segment.count * divisor
    let bar = Self.floorDivide(total, perBar)
    let rest = total - bar * perBar
    return Place(
      bar: segment.bar + bar, beat: rest / divisor + 1, part: rest % divisor, divisor: divisor)
  }

  /// The time of a place.
  package func beat(at place: Place) -> Double {
    let segment = segments.last { $0.bar <= place.bar } ?? segments[0]
    let part = place.divisor > 0 ? Double(place.part) / Double(place.divisor) : 0
    let beats = Double(place.bar - segment.bar) * Double(segment.count) + Double(place.beat - 1)
    return segment.start + (beats + part) * segment.length
  }

  /// The bar at which counting stops, so that no sum overflows.
  private static let lastBar = Int.max / 4

  private static func count(_ bars: Double) -> Int { max(0, min(Int(nearest: bars), 1 << 50)) }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    let quotient = number / divisor
    return number < 0 && number % divisor != 0 ? quotient - 1 : quotient
  }
}

internal import AudioProcessing
internal import Synchronization

/// The settings of an effect that changes the time of its input, which any thread changes.
package final class TimeSettings: EffectSettings {
  private let rateBits = Atomic<UInt32>(Float(1).bitPattern)
  private let centsBits = Atomic<UInt32>(0)
  private let overlapBits = Atomic<UInt32>(Float(8).bitPattern)
  private let delay = Atomic<Int>(0)
  private let isOff = Atomic<Bool>(false)
  private let resets = Atomic<Int>(0)
  private let rates: ClosedRange<Float>

  /// Makes settings without a change.
  ///
  /// - Parameter rates: The lowest and the highest rate.
  package init(rates: ClosedRange<Float>) {
    self.rates = rates
  }

  /// Frames of the input for each frame of the output.
  package var rate: Float {
    get { Float(bitPattern: rateBits.load(ordering: .relaxed)) }
    set { rateBits.store(Self.limited(newValue, rates, or: 1).bitPattern, ordering: .relaxed) }
  }

  /// The pitch in cents.
  package var cents: Float {
    get { Float(bitPattern: centsBits.load(ordering: .relaxed)) }
    set {
      let cents = Self.limited(newValue, PitchedStretch.pitches, or: 0)
      centsBits.store(cents.bitPattern, ordering: .relaxed)
    }
  }

  /// The overlap of segments.
  package var overlap: Float {
    get { Float(bitPattern: overlapBits.load(ordering: .relaxed)) }
    set {
      let overlap = Self.limited(newValue, TimeStretch.overlaps, or: 8)
      overlapBits.store(overlap.bitPattern, ordering: .relaxed)
    }
  }

  package var isBypassed: Bool {
    get { isOff.load(ordering: .relaxed) }
    set { isOff.store(newValue, ordering: .relaxed) }
  }

  private static func limited(
    _ value: Float, _ range: ClosedRange<Float>, or usual: Float
  ) -> Float {
    value.isNaN ? usual : max(range.lowerBound, min(value, range.upperBound))
  }

  /// Drops the frames that the effect keeps.
  package func reset() { resets.wrappingAdd(1, ordering: .releasing) }
  var resetCount: Int { resets.load(ordering: .acquiring) }

  /// The frames between input and output in the last slice.
  package var delayFrames: Int { delay.load(ordering: .relaxed) }

  /// Notes the frames between input and output.
  func noteDelay(_ frames: Int) { delay.store(frames, ordering: .relaxed) }

  /// The rate that applies now.
  package var currentRate: Float { isBypassed ? 1 : rate }
  var currentCents: Float { isBypassed ? 0 : cents }
}

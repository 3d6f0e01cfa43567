package import AudioProcessing
internal import Synchronization

/// The settings of an equalizer, which any thread changes.
package final class EqualizerSettings: EffectSettings {
  /// The settings of a band.
  package struct Band: Equatable, Sendable {
    package var kind = BiquadKind.peaking
    /// Whether the kind takes the bandwidth into account.
    package var hasBandwidth = true
    /// The frequency in hertz.
    package var frequency: Float = 1_000
    /// The bandwidth in octaves.
    package var bandwidth: Float = 0.5
    /// The gain in decibels.
    package var gain: Float = 0
    package var isBypassed = true

    package init() {}
  }

  /// The bands are read by the render thread, so that each field is atomic.
  private final class Fields: Sendable {
    let kind = Atomic<Int>(0)
    let flags = Atomic<Int>(0)
    let frequency = Atomic<UInt32>(0)
    let bandwidth = Atomic<UInt32>(0)
    let gain = Atomic<UInt32>(0)
  }

  private let fields: [Fields]
  private let bands: Mutex<[Band]>
  private let changes = Atomic<Int>(0)
  private let resets = Atomic<Int>(0)
  private let isOff = Atomic<Bool>(false)
  /// The gain after all bands.
  package let gain = GainRamp()

  package init(bandCount: Int) {
    fields = (0..<bandCount).map { _ in Fields() }
    bands = Mutex(Array(repeating: Band(), count: bandCount))
    for index in 0..<bandCount { self[index] = Band() }
  }

  package var bandCount: Int { fields.count }

  /// Whether frames pass unchanged.
  package var isBypassed: Bool {
    get { isOff.load(ordering: .relaxed) }
    set {
      isOff.store(newValue, ordering: .relaxed)
      changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  package subscript(index: Int) -> Band {
    get { bands.withLock { $0[index] } }
    set { update(index) { $0 = newValue } }
  }

  /// Changes some settings of a band, while other threads may change its other ones.
  package func update(_ index: Int, _ change: (inout Band) -> Void) {
    bands.withLock { bands in
      change(&bands[index])
      let band = bands[index]
      let fields = fields[index]
      fields.kind.store(band.kind.rawValue, ordering: .relaxed)
      fields.flags.store(
        (band.isBypassed ? 1 : 0) + (band.hasBandwidth ? 2 : 0), ordering: .relaxed)
      fields.frequency.store(band.frequency.bitPattern, ordering: .relaxed)
      fields.bandwidth.store(band.bandwidth.bitPattern, ordering: .relaxed)
      fields.gain.store(band.gain.bitPattern, ordering: .relaxed)
      changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// Clears the state of the filters.
  package func reset() { resets.wrappingAdd(1, ordering: .releasing) }

  // MARK: The render thread

  var changeCount: Int { changes.load(ordering: .acquiring) }
  var resetCount: Int { resets.load(ordering: .acquiring) }

  /// The coefficients of a band.
  func coefficients(_ index: Int, sampleRate: Double) -> BiquadCoefficients {
    let fields = fields[index]
    let flags = fields.flags.load(ordering: .relaxed)
    guard !isBypassed, flags & 1 == 0,
      let kind = BiquadKind(rawValue: fields.kind.load(ordering: .relaxed))
    else { return BiquadCoefficients() }
    func value(_ bits: UInt32) -> Double {
      let value = Double(Float(bitPattern: bits))
      return value.isFinite ? value : 0
    }
    let frequency = value(fields.frequency.load(ordering: .relaxed))
    // A peak or a notch that lies beyond the spectrum.
    if kind == .peaking || kind == .notch, frequency >= sampleRate / 2 {
      return BiquadCoefficients()
    }
    let bandwidth = value(fields.bandwidth.load(ordering: .relaxed))
    let isShelf = kind == .lowShelf || kind == .highShelf
    let plain: BiquadCoefficients.Width = isShelf ? .slope(1) : .quality(0.5.squareRoot())
    return BiquadCoefficients(
      kind, frequency: frequency / sampleRate,
      width: flags & 2 != 0 ? .octaves(max(0.05, min(bandwidth, 5))) : plain,
      gain: max(-96, min(value(fields.gain.load(ordering: .relaxed)), 24)))
  }
}

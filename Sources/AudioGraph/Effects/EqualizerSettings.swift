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
    /// The quality, which replaces the bandwidth; `nil` if the bandwidth applies.
    package var quality: Float?
    package var isBypassed = true

    package init() {}
  }

  /// A number of a band that a render thread may change.
  package enum Field: Sendable {
    case frequency, bandwidth, gain, quality
  }

  /// The render thread reads the bands, so each field is atomic.
  private final class Fields: Sendable {
    let kind = Atomic<Int>(0)
    let flags = Atomic<Int>(0)
    let frequency = Atomic<UInt32>(0)
    let bandwidth = Atomic<UInt32>(0)
    let gain = Atomic<UInt32>(0)
    /// NaN if the band has no quality.
    let quality = Atomic<UInt32>(Float.nan.bitPattern)
  }

  private let fields: [Fields]
  /// Held while several fields of a band change.
  private let changing = Mutex(())
  private let changes = Atomic<Int>(0)
  private let resets = Atomic<Int>(0)
  private let isOff = Atomic<Bool>(false)
  /// The gain after all bands.
  package let gain = GainRamp()

  package init(bandCount: Int) {
    fields = (0..<bandCount).map { _ in Fields() }
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
    get { band(index) }
    set { update(index) { $0 = newValue } }
  }

  private func band(_ index: Int) -> Band {
    let fields = fields[index]
    var band = Band()
    band.kind = BiquadKind(rawValue: fields.kind.load(ordering: .relaxed)) ?? .peaking
    let flags = fields.flags.load(ordering: .relaxed)
    band.isBypassed = flags & 1 != 0
    band.hasBandwidth = flags & 2 != 0
    band.frequency = Float(bitPattern: fields.frequency.load(ordering: .relaxed))
    band.bandwidth = Float(bitPattern: fields.bandwidth.load(ordering: .relaxed))
    band.gain = Float(bitPattern: fields.gain.load(ordering: .relaxed))
    let quality = Float(bitPattern: fields.quality.load(ordering: .relaxed))
    band.quality = quality.isNaN ? nil : quality
    return band
  }

  /// Changes some settings of a band, while other threads may change its other settings.
  package func update(_ index: Int, _ change: (inout Band) -> Void) {
    changing.withLock { _ in
      var band = band(index)
      change(&band)
      let fields = fields[index]
      fields.kind.store(band.kind.rawValue, ordering: .relaxed)
      fields.flags.store(
        (band.isBypassed ? 1 : 0) + (band.hasBandwidth ? 2 : 0), ordering: .relaxed)
      fields.frequency.store(band.frequency.bitPattern, ordering: .relaxed)
      fields.bandwidth.store(band.bandwidth.bitPattern, ordering: .relaxed)
      fields.gain.store(band.gain.bitPattern, ordering: .relaxed)
      fields.quality.store((band.quality ?? .nan).bitPattern, ordering: .relaxed)
      changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// Changes one number of a band, without a lock.
  package func set(_ index: Int, _ field: Field, to value: Float) {
    let fields = fields[index]
    switch field {
    case .frequency: fields.frequency.store(value.bitPattern, ordering: .relaxed)
    case .bandwidth: fields.bandwidth.store(value.bitPattern, ordering: .relaxed)
    case .gain: fields.gain.store(value.bitPattern, ordering: .relaxed)
    case .quality: fields.quality.store(value.bitPattern, ordering: .relaxed)
    }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Changes the kind of a band, and whether it takes the bandwidth into account, without a lock.
  package func set(
    _ index: Int, _ kind: BiquadKind, hasBandwidth: Bool, isBypassed: Bool
  ) {
    let fields = fields[index]
    fields.kind.store(kind.rawValue, ordering: .relaxed)
    fields.flags.store((isBypassed ? 1 : 0) + (hasBandwidth ? 2 : 0), ordering: .relaxed)
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Whether a band passes frames unchanged.
  package func isBypassed(_ index: Int) -> Bool {
    fields[index].flags.load(ordering: .relaxed) & 1 != 0
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
    // A peak or notch at half of the sample rate or above has no effect.
    if kind == .peaking || kind == .notch, frequency >= sampleRate / 2 {
      return BiquadCoefficients()
    }
    return BiquadCoefficients(
      kind, frequency: frequency / sampleRate, width: width(kind, flags, fields),
      gain: max(-96, min(value(fields.gain.load(ordering: .relaxed)), 40)))
  }

  private func width(
    _ kind: BiquadKind, _ flags: Int, _ fields: Fields
  ) -> BiquadCoefficients.Width {
    let quality = Float(bitPattern: fields.quality.load(ordering: .relaxed))
    if quality.isFinite { return .quality(Double(quality)) }
    let bandwidth = Float(bitPattern: fields.bandwidth.load(ordering: .relaxed))
    if flags & 2 != 0 {
      return .octaves(bandwidth.isFinite ? Double(max(0.05, min(bandwidth, 10))) : 0.05)
    }
    let isShelf = kind == .lowShelf || kind == .highShelf
    return isShelf ? .slope(1) : .quality(0.5.squareRoot())
  }
}

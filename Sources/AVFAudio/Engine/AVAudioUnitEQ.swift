internal import AudioGraph
internal import AudioToolbox
internal import AudioProcessing
public import Foundation

/// The kind of a band of an equalizer.
public enum AVAudioUnitEQFilterType: Int, Sendable {
  /// A peak or a dip, with a bandwidth and a gain.
  case parametric = 0
  /// A low-pass of the second order without a peak.
  case lowPass = 1
  /// A high-pass of the second order without a peak.
  case highPass = 2
  /// A low-pass whose peak depends on the bandwidth.
  case resonantLowPass = 3
  /// A high-pass whose peak depends on the bandwidth.
  case resonantHighPass = 4
  /// A band-pass with a bandwidth.
  case bandPass = 5
  /// A notch with a bandwidth.
  case bandStop = 6
  /// A shelf below the frequency, with a gain.
  case lowShelf = 7
  /// A shelf above the frequency, with a gain.
  case highShelf = 8
  /// A shelf below the frequency, with a gain and a bandwidth.
  case resonantLowShelf = 9
  /// A shelf above the frequency, with a gain and a bandwidth.
  case resonantHighShelf = 10

  fileprivate var kind: BiquadKind {
    switch self {
    case .parametric: .peaking
    case .lowPass, .resonantLowPass: .lowPass
    case .highPass, .resonantHighPass: .highPass
    case .bandPass: .bandPass
    case .bandStop: .notch
    case .lowShelf, .resonantLowShelf: .lowShelf
    case .highShelf, .resonantHighShelf: .highShelf
    }
  }

  fileprivate var hasBandwidth: Bool {
    switch self {
    case .lowPass, .highPass, .lowShelf, .highShelf: false
    default: true
    }
  }

  fileprivate init(_ band: EqualizerSettings.Band) {
    switch (band.kind, band.hasBandwidth) {
    // No filter type is an all-pass.
    case (.peaking, _), (.allPass, _): self = .parametric
    case (.lowPass, let isResonant): self = isResonant ? .resonantLowPass : .lowPass
    case (.highPass, let isResonant): self = isResonant ? .resonantHighPass : .highPass
    case (.bandPass, _): self = .bandPass
    case (.notch, _): self = .bandStop
    case (.lowShelf, let isResonant): self = isResonant ? .resonantLowShelf : .lowShelf
    case (.highShelf, let isResonant): self = isResonant ? .resonantHighShelf : .highShelf
    }
  }
}

/// A band of an equalizer.
///
/// The filters are those of the W3C Audio EQ Cookbook.
// Unchecked: the settings are atomic or guarded by a lock.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
  private let settings: EqualizerSettings
  private let index: Int

  init(_ settings: EqualizerSettings, _ index: Int) {
    self.settings = settings
    self.index = index
    super.init()
  }

  /// The kind of the filter; parametric by default.
  open var filterType: AVAudioUnitEQFilterType {
    get { AVAudioUnitEQFilterType(settings[index]) }
    set {
      settings.update(index) { ($0.kind, $0.hasBandwidth) = (newValue.kind, newValue.hasBandwidth) }
    }
  }

  /// The frequency, from 20 hertz to half of the sample rate; 1,000 by default.
  open var frequency: Float {
    get { settings[index].frequency }
    set { settings.update(index) { $0.frequency = newValue } }
  }

  /// The bandwidth, from 0.05 to 5 octaves; 0.5 by default.
  open var bandwidth: Float {
    get { settings[index].bandwidth }
    set { settings.update(index) { $0.bandwidth = max(0.05, min(newValue, 5)) } }
  }

  /// The gain, from -96 to 24 decibels; 0 by default.
  open var gain: Float {
    get { settings[index].gain }
    set { settings.update(index) { $0.gain = max(-96, min(newValue, 24)) } }
  }

  /// Whether the band has no effect; `true` by default.
  open var bypass: Bool {
    get { settings[index].isBypassed }
    set { settings.update(index) { $0.isBypassed = newValue } }
  }
}

/// An equalizer with any number of bands.
// Unchecked, like its superclass.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ)
  }

  private let settings: EqualizerSettings
  /// The bands.
  public let bands: [AVAudioUnitEQFilterParameters]

  /// Makes an equalizer of one band.
  public convenience init() { self.init(numberOfBands: 1) }

  /// Makes an equalizer.
  public init(numberOfBands: Int) {
    let settings = EqualizerSettings(bandCount: max(0, numberOfBands))
    self.settings = settings
    bands = (0..<settings.bandCount).map { AVAudioUnitEQFilterParameters(settings, $0) }
    super.init(GraphNode { Equalizer(settings, $0) }, settings)
  }

  override var unitSettings: NodeBindings? {
    var all = [
      kAUNBandEQParam_GlobalGain: NodeBindings.setting(
        self, { $0.globalGain }, { $0.globalGain = $1 })
    ]
    for (index, band) in bands.enumerated() {
      let number = AudioUnitParameterID(index)
      all[kAUNBandEQParam_BypassBand + number] = NodeBindings.setting(
        band, { $0.bypass ? 1 : 0 }, { $0.bypass = $1 >= 0.5 })
      all[kAUNBandEQParam_FilterType + number] = NodeBindings.setting(
        band, { Float($0.filterType.rawValue) },
        { $0.filterType = AVAudioUnitEQFilterType(rawValue: Int($1)) ?? .parametric })
      all[kAUNBandEQParam_Frequency + number] = NodeBindings.setting(
        band, { $0.frequency }, { $0.frequency = $1 })
      all[kAUNBandEQParam_Gain + number] = NodeBindings.setting(
        band, { $0.gain }, { $0.gain = $1 })
      all[kAUNBandEQParam_Bandwidth + number] = NodeBindings.setting(
        band, { $0.bandwidth }, { $0.bandwidth = $1 })
    }
    return NodeBindings(all)
  }

  /// The gain of all bands together, from -96 to 24 decibels; 0 by default.
  open var globalGain: Float {
    get { 20 * log10(max(settings.gain.value, 1e-9)) }
    set { settings.gain.value = pow(10, max(-96, min(newValue, 24)) / 20) }
  }
}

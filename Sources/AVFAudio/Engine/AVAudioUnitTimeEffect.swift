internal import AudioGraph
internal import AudioProcessing
internal import AudioToolbox
public import Foundation

/// A node that changes the time of the sound before it.
///
/// The nodes before the effect render exactly as many frames as it needs, so their times follow its
/// rate. If the node before the effect also feeds other nodes, the effect plays at rate 1.
// Unchecked, like its superclass.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
  let settings: TimeSettings
  private let subType: OSType
  private let isKnown: Bool

  init(_ subType: OSType) {
    (self.subType, isKnown) = (subType, true)
    settings = Self.settings(subType)
    super.init(Self.node(subType, settings))
  }

  /// Makes a node from a component that changes the time.
  ///
  /// The engine throws at its start if the component is not one of this library: only
  /// `kAudioUnitSubType_Varispeed`, `kAudioUnitSubType_NewTimePitch`, and
  /// `kAudioUnitSubType_TimePitch` exist. Set their rate and pitch through `auAudioUnit`.
  ///
  /// - Parameter audioComponentDescription: The unit, of type `kAudioUnitType_FormatConverter`.
  public init(audioComponentDescription: AudioComponentDescription) {
    subType = audioComponentDescription.componentSubType
    let known = [
      kAudioUnitSubType_Varispeed, kAudioUnitSubType_NewTimePitch, kAudioUnitSubType_TimePitch,
    ]
    isKnown =
      audioComponentDescription.componentType == kAudioUnitType_FormatConverter
      && known.contains(subType)
    settings = Self.settings(subType)
    super.init(Self.node(subType, settings))
  }

  private static func settings(_ subType: OSType) -> TimeSettings {
    guard subType == kAudioUnitSubType_Varispeed else {
      return TimeSettings(rates: PitchedStretch.rates)
    }
    let rates = Varispeed.rates
    return TimeSettings(rates: Float(rates.lowerBound)...Float(rates.upperBound))
  }

  private static func node(_ subType: OSType, _ settings: TimeSettings) -> GraphNode {
    subType == kAudioUnitSubType_Varispeed
      ? SpeedChanger.node(settings) : PitchChanger.node(settings)
  }

  override var failure: OSStatus { isKnown ? noErr : kAudioUnitErr_InvalidElement }

  override var kind: (type: OSType, subType: OSType) { (kAudioUnitType_FormatConverter, subType) }

  override var unitSettings: NodeBindings? {
    let rate = NodeBindings.setting(settings, { $0.rate }, { $0.rate = $1 })
    guard subType != kAudioUnitSubType_Varispeed else {
      return NodeBindings([kVarispeedParam_PlaybackRate: rate])
    }
    return NodeBindings([
      kNewTimePitchParam_Rate: rate,
      kNewTimePitchParam_Pitch: NodeBindings.setting(settings, { $0.cents }, { $0.cents = $1 }),
      kNewTimePitchParam_Overlap: NodeBindings.setting(
        settings, { $0.overlap }, { $0.overlap = $1 }),
    ])
  }

  /// Whether frames pass unchanged, at rate 1.
  open var bypass: Bool {
    get { settings.isBypassed }
    set { settings.isBypassed = newValue }
  }

  override var bypassesUnit: Bool? {
    get { settings.isBypassed }
    set { if let newValue { settings.isBypassed = newValue } }
  }

  /// Drops the frames that the effect holds.
  open override func reset() { settings.reset() }

  /// The delay between input and output, in seconds.
  ///
  /// It is 0, unless the node before the effect also feeds other nodes.
  open override var latency: TimeInterval {
    let rate = outputFormat(forBus: 0).sampleRate
    return rate > 0 ? Double(settings.delayFrames) / rate : 0
  }

  /// Input frames for each output frame.
  var inputRate: Double { Double(settings.currentRate) }
}

/// A node that plays faster or slower, and thereby changes the pitch.
///
/// It interpolates with a windowed sinc, and has no delay.
// Unchecked, like its superclass.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
  /// Makes a node of rate 1.
  public init() { super.init(kAudioUnitSubType_Varispeed) }

  /// The rate, from 0.25 to 4; 1 by default.
  open var rate: Float {
    get { settings.rate }
    set { settings.rate = newValue }
  }
}

/// A node that changes the rate and the pitch, each by its own amount.
///
/// It joins segments of the input where they fit (WSOLA), while Apple's joins spectra. It has no
/// delay. At rate 1 and pitch 0, frames pass bit for bit.
// Unchecked, like its superclass.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
  /// Makes a node of rate 1 and pitch 0.
  public init() { super.init(kAudioUnitSubType_NewTimePitch) }

  /// The rate, from 1/32 to 32; 1 by default.
  open var rate: Float {
    get { settings.rate }
    set { settings.rate = newValue }
  }

  /// The pitch, from -2,400 to 2,400 cents; 0 by default.
  open var pitch: Float {
    get { settings.cents }
    set { settings.cents = newValue }
  }

  /// The overlap of segments, from 3 to 32; 8 by default.
  ///
  /// Segments are longer with a larger overlap, which suits music. A smaller one suits speech.
  open var overlap: Float {
    get { settings.overlap }
    set { settings.overlap = newValue }
  }
}

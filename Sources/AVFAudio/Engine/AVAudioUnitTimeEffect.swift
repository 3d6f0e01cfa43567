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

  init(_ core: GraphNode, _ settings: TimeSettings) {
    self.settings = settings
    super.init(core)
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
  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed)
  }

  override var unitSettings: NodeBindings? {
    NodeBindings([
      kVarispeedParam_PlaybackRate: NodeBindings.setting(settings, { $0.rate }, { $0.rate = $1 })
    ])
  }

  /// Makes a node of rate 1.
  public init() {
    let rates = Varispeed.rates
    let settings = TimeSettings(rates: Float(rates.lowerBound)...Float(rates.upperBound))
    super.init(SpeedChanger.node(settings), settings)
  }

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
  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch)
  }

  override var unitSettings: NodeBindings? {
    NodeBindings([
      kNewTimePitchParam_Rate: NodeBindings.setting(settings, { $0.rate }, { $0.rate = $1 }),
      kNewTimePitchParam_Pitch: NodeBindings.setting(settings, { $0.cents }, { $0.cents = $1 }),
    ])
  }

  /// Makes a node of rate 1 and pitch 0.
  public init() {
    let settings = TimeSettings(rates: PitchedStretch.rates)
    super.init(PitchChanger.node(settings), settings)
  }

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

internal import AudioGraph
internal import AudioToolbox
public import Foundation

/// A delay with feedback.
///
/// The cutoff applies to the feedback, so the first echo is exact.
// Unchecked, like its superclass.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_Effect, kAudioUnitSubType_Delay)
  }

  private let settings: DelaySettings

  /// Makes a delay of one second.
  public init() {
    let settings = DelaySettings()
    self.settings = settings
    super.init(GraphNode { Delay(settings, $0) }, settings)
  }

  override var unitSettings: NodeBindings? {
    NodeBindings([
      kDelayParam_WetDryMix: NodeBindings.setting(
        settings, { $0.wet * 100 }, { $0.wet = $1 / 100 }),
      kDelayParam_DelayTime: NodeBindings.setting(
        settings, { Float($0.seconds) }, { $0.seconds = Double($1) }),
      kDelayParam_Feedback: NodeBindings.setting(
        settings, { $0.feedback * 100 }, { $0.feedback = $1 / 100 }),
      kDelayParam_LopassCutoff: NodeBindings.setting(
        settings, { $0.cutoff }, { $0.cutoff = $1 }),
    ])
  }

  /// The delay, from 0 to 2 seconds; 1 by default.
  open var delayTime: TimeInterval {
    get { settings.seconds }
    set { settings.seconds = newValue }
  }

  /// The part of the output that is delayed again, from -100 to 100 percent; 50 by default.
  open var feedback: Float {
    get { settings.feedback * 100 }
    set { settings.feedback = newValue / 100 }
  }

  /// The highest frequency of the feedback, from 10 hertz to half of the sample rate; 15,000 by
  /// default.
  open var lowPassCutoff: Float {
    get { settings.cutoff }
    set { settings.cutoff = newValue }
  }

  /// The part of the delayed sound, from 0 to 100 percent; 100 by default.
  open var wetDryMix: Float {
    get { settings.wet * 100 }
    set { settings.wet = newValue / 100 }
  }
}

internal import AudioGraph
internal import AudioToolbox
internal import Foundation

/// A distortion in stages: tones that modulate the sound, echoes, a lower rate and resolution, a
/// curve, and a limit.
// Unchecked, like its superclass.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_Effect, kAudioUnitSubType_Distortion)
  }

  private let settings: DistortionSettings

  /// Makes a distortion of the usual shape.
  public init() {
    let settings = DistortionSettings()
    self.settings = settings
    super.init(GraphNode { Distorter(settings, $0) }, settings)
  }

  override var unitSettings: NodeBindings? {
    NodeBindings([
      kDistortionParam_FinalMix: NodeBindings.setting(
        settings, { $0.wet * 100 }, { $0.wet = $1 / 100 })
    ])
  }

  /// Changes the shape.
  open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {
    settings.shape = preset.shape
  }

  /// The gain before the stages, from -80 to 20 decibels; -6 by default.
  open var preGain: Float {
    get { settings.preGain }
    set { settings.preGain = newValue }
  }

  /// The part of the distorted sound, from 0 to 100 percent; 50 by default.
  open var wetDryMix: Float {
    get { settings.wet * 100 }
    set { settings.wet = newValue / 100 }
  }
}

internal import AudioGraph
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// A distortion in stages: tones that modulate the sound, echoes, a lower rate and resolution, a
/// curve, and a limit.
// Unchecked, like its superclass.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_Effect, kAudioUnitSubType_Distortion)
  }

  private let settings: DistortionSettings
  private let preset = Atomic<Int>(-1)

  /// Makes a distortion of the usual shape.
  public init() {
    let settings = DistortionSettings()
    self.settings = settings
    super.init(GraphNode { Distorter(settings, $0) }, settings)
  }

  override var unitSettings: NodeBindings? {
    NodeBindings([
      kDistortionParam_FinalMix: NodeBindings.setting(
        settings, { $0.wet * 100 }, { $0.wet = $1 / 100 }),
      kDistortionParam_SoftClipGain: NodeBindings.setting(
        settings, { $0.preGain }, { $0.preGain = $1 }),
    ])
  }

  /// Changes the shape.
  open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {
    self.preset.store(preset.rawValue, ordering: .relaxed)
    settings.shape = preset.shape
  }

  override var presetNumber: Int? {
    get { preset.load(ordering: .relaxed) }
    set {
      if let preset = newValue.flatMap({ AVAudioUnitDistortionPreset(rawValue: $0) }) {
        loadFactoryPreset(preset)
      }
    }
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

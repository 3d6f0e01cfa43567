internal import AudioGraph
internal import AudioToolbox
internal import AudioProcessing
internal import Foundation
internal import Synchronization

/// A room of a reverb.
///
/// The comments state our decay times, in which the sound falls by 60 dB. Apple does not publish
/// its own.
public enum AVAudioUnitReverbPreset: Int, Sendable {
  /// A small room, 0.4 seconds.
  case smallRoom = 0
  /// A room of medium size, 0.7 seconds.
  case mediumRoom = 1
  /// A large room, 1.1 seconds.
  case largeRoom = 2
  /// A hall of medium size, 1.8 seconds.
  case mediumHall = 3
  /// A large hall, 2.6 seconds.
  case largeHall = 4
  /// A plate, 1.6 seconds, dense and bright.
  case plate = 5
  /// A chamber of medium size, 1.2 seconds.
  case mediumChamber = 6
  /// A large chamber, 1.7 seconds.
  case largeChamber = 7
  /// A cathedral, 5 seconds.
  case cathedral = 8
  /// A large room with fewer reflections, 0.9 seconds.
  case largeRoom2 = 9
  /// A darker hall of medium size, 1.5 seconds.
  case mediumHall2 = 10
  /// A brighter hall of medium size, 2.1 seconds.
  case mediumHall3 = 11
  /// A darker large hall, 3.2 seconds.
  case largeHall2 = 12

  /// The properties of the room.
  var room: ReverbRoom { ReverbRoom.presets[rawValue] }
}

/// A reverb: the reflections of a room.
///
/// The reverb is a feedback delay network, with a tail for each side. It is our own, so it
/// sounds different from Apple's, which is not documented.
// Unchecked, like its superclass.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
  override var kind: (type: OSType, subType: OSType) {
    (kAudioUnitType_Effect, kAudioUnitSubType_Reverb2)
  }

  private let settings: ReverbSettings
  private let preset = Atomic<Int>(AVAudioUnitReverbPreset.mediumHall.rawValue)

  /// Makes a reverb of ``AVAudioUnitReverbPreset/mediumHall``.
  public init() {
    let settings = ReverbSettings(AVAudioUnitReverbPreset.mediumHall.room, wet: 1)
    self.settings = settings
    super.init(GraphNode { Reverb(settings, $0) }, settings)
  }

  override var unitSettings: NodeBindings? {
    NodeBindings([
      kReverb2Param_DryWetMix: NodeBindings.setting(
        settings, { $0.wet * 100 }, { $0.wet = $1 / 100 })
    ])
  }

  /// Changes the room.
  open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {
    self.preset.store(preset.rawValue, ordering: .relaxed)
    settings.room = preset.room
  }

  override var presetNumber: Int? {
    get { preset.load(ordering: .relaxed) }
    set {
      if let preset = newValue.flatMap({ AVAudioUnitReverbPreset(rawValue: $0) }) {
        loadFactoryPreset(preset)
      }
    }
  }

  /// The part of the reverb, from 0 to 100 percent; 100 by default.
  open var wetDryMix: Float {
    get { settings.wet * 100 }
    set { settings.wet = newValue / 100 }
  }
}

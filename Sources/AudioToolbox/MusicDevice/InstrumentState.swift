internal import CoreAudioTypes
internal import Foundation
internal import MIDISynthesis

/// The sounds of an instrument in its saved settings.
///
/// A sampler with audio files has the keys of Apple's preset files. Other instruments have keys of
/// their own, and the path of their sound bank among the references to files.
enum InstrumentState {
  private enum Key {
    static let sounds = "sounds"
    static let bank = "bank"
    static let program = "program"
    static let effects = "effects"
    static let channels = "channels"
    /// The reference to the sound bank.
    static let file = "SoundBank"
  }

  /// The settings of an instrument.
  static func settings(_ synthesizer: Synthesizer) -> [String: Any] {
    let setup = synthesizer.setup
    if let preset = SamplerPreset(origin: setup.origin) { return preset.settings }
    if setup == SamplerInstrument.initial { return SamplerPreset.empty }
    var sounds: [String: Any] = [Key.effects: setup.hasEffects]
    if let preset = setup.preset {
      (sounds[Key.bank], sounds[Key.program]) = (preset.bank, preset.program)
    }
    let channels = synthesizer.programs.map {
      [Int($0.channel), Int($0.bankMSB), Int($0.bankLSB), Int($0.program)]
    }
    if !channels.isEmpty { sounds[Key.channels] = channels }
    var settings: [String: Any] = [Key.sounds: sounds]
    if case .file(let path) = setup.bank { settings[SamplerPreset.Key.files] = [Key.file: path] }
    return settings
  }

  /// The sounds that settings state.
  struct Sounds {
    var setup: SynthesizerSetup
    var programs: [ChannelProgram] = []
  }

  /// Reads settings.
  ///
  /// - Returns: The sounds; `nil` if the settings state none.
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if they are damaged; otherwise an error of the
  ///   audio files.
  static func sounds(
    _ settings: [String: Any], isSampler: Bool
  ) throws(StatusError) -> Sounds? {
    if isSampler, settings[SamplerPreset.Key.instrument] != nil {
      guard let preset = SamplerPreset(settings) else {
        throw StatusError(kAudioUnitErr_InvalidPropertyValue)
      }
      return Sounds(setup: preset.isEmpty ? SamplerInstrument.initial : try preset.setup())
    }
    guard let value = settings[Key.sounds] else { return nil }
    guard let sounds = value as? [String: Any],
      let hasEffects = (sounds[Key.effects] as? NSNumber)?.boolValue
    else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
    var setup = SynthesizerSetup(hasEffects: hasEffects)
    if let files = settings[SamplerPreset.Key.files] as? [String: String],
      let stated = files[Key.file]
    {
      setup.bank = .file(try SamplerPreset.path(stated))
    }
    setup.preset = try preset(sounds)
    return Sounds(setup: setup, programs: try programs(sounds))
  }

  private static func preset(_ sounds: [String: Any]) throws(StatusError) -> SoundPreset? {
    guard sounds[Key.bank] != nil else { return nil }
    guard let bank = (sounds[Key.bank] as? NSNumber)?.intValue, (0..<16_384).contains(bank),
      let program = (sounds[Key.program] as? NSNumber)?.intValue, (0..<128).contains(program)
    else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
    return SoundPreset(bank: bank, program: program)
  }

  private static func programs(_ sounds: [String: Any]) throws(StatusError) -> [ChannelProgram] {
    guard let value = sounds[Key.channels] else { return [] }
    let lists = (value as? [[NSNumber]])?.map { $0.compactMap { UInt8(exactly: $0.intValue) } }
    guard let lists, lists.allSatisfy({ $0.count == 4 && $0[0] < 16 && $0.max() ?? 0 < 128 }) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    return lists.map {
      ChannelProgram(channel: $0[0], bankMSB: $0[1], bankLSB: $0[2], program: $0[3])
    }
  }
}

extension InstrumentUnit: SettingsUnit {
  var ownSettings: [String: Any] { InstrumentState.settings(synthesizer) }

  func restoreOwnSettings(_ settings: [String: Any]) throws(StatusError) {
    let isSampler = kind.subType == kAudioUnitSubType_Sampler
    guard let sounds = try InstrumentState.sounds(settings, isSampler: isSampler) else { return }
    // An instrument that plays forgets the programs of its channels when it loads sounds.
    if sounds.setup != synthesizer.setup || !synthesizer.programs.isEmpty {
      try load(sounds.setup)
      synthesizer.forgetEarlyMessages()
    }
    for message in sounds.programs.flatMap(\.messages) {
      guard synthesizer.send(message) else {
        throw StatusError(kAudioUnitErr_CannotDoInCurrentContext)
      }
    }
  }
}

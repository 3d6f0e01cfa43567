internal import CoreAudioTypes
internal import Foundation
internal import MIDISynthesis
internal import Synchronization

/// The properties of instruments.
enum InstrumentProperties {
  private typealias Table = UnitPropertyTable

  static let synthesizer = UnitPropertyTable(common, reverb)
  static let sampler = UnitPropertyTable(common, samples)

  // MARK: All instruments

  private static let common: [AudioUnitPropertyID: Table.Property] = [
    kMusicDeviceProperty_InstrumentCount: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      return PropertyValue(UInt32(try place.instrument().presets().count))
    },
    kMusicDeviceProperty_InstrumentNumber: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      let presets = try place.instrument().presets()
      guard presets.indices.contains(place.part.element) else {
        throw StatusError(kAudioUnitErr_InvalidElement)
      }
      return PropertyValue(InstrumentNumber.number(presets[place.part.element].preset))
    },
    kMusicDeviceProperty_InstrumentName: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      let wanted = InstrumentNumber(UInt32(truncatingIfNeeded: place.part.element)).preset
      guard let found = try place.instrument().presets().first(where: { $0.preset == wanted })
      else { throw StatusError(kAudioUnitErr_InvalidElement) }
      return .bytes(Array(found.name.utf8) + [0])
    },
    kMusicDeviceProperty_BankName: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      guard let path = try place.instrument().bankPath else { return nil }
      let name = NSURL(fileURLWithPath: path).deletingPathExtension?.lastPathComponent
      return .object((name ?? "") as NSString)
    },
    kMusicDeviceProperty_SoundBankURL: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return try place.instrument().bankPath.map { .object(NSURL(fileURLWithPath: $0)) }
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let path = try InstrumentFile.path(value.url())
        let instrument = try place.instrument()
        var setup = instrument.synthesizer.setup
        (setup.bank, setup.preset, setup.origin) = (.file(path), nil, [])
        try instrument.load(setup)
      }),
    kMusicDeviceProperty_SupportsStartStopNote: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      return PropertyValue(1 as UInt32)
    },
    kAUMIDISynthProperty_EnablePreload: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        try place.instrument().isPreloading
          .store(value.unitValue(UInt32.self) != 0, ordering: .relaxed)
      }),
  ]

  private static let reverb: [AudioUnitPropertyID: Table.Property] = [
    kMusicDeviceProperty_UsesInternalReverb: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(try place.instrument().synthesizer.setup.hasEffects ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let instrument = try place.instrument()
        var setup = instrument.synthesizer.setup
        setup.hasEffects = try value.unitValue(UInt32.self) != 0
        guard setup != instrument.synthesizer.setup else { return }
        try instrument.load(setup)
      })
  ]

  // MARK: Samplers

  private static let samples: [AudioUnitPropertyID: Table.Property] = [
    kAUSamplerProperty_LoadInstrument: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let data = try unsafe value.unitValue(AUSamplerInstrumentData.self)
        let preset = unsafe SoundPreset(
          bankMSB: data.bankMSB, bankLSB: data.bankLSB, program: data.presetID)
        // Safe: the client keeps the URL alive during the call.
        let url = unsafe data.fileURL.takeUnretainedValue()
        try unsafe place.instrument().load(
          SamplerInstrument.setup(url, type: Int(data.instrumentType), preset))
      }),
    kAUSamplerProperty_LoadPresetFromBank: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let data = try unsafe value.unitValue(AUSamplerBankPresetData.self)
        let preset = unsafe SoundPreset(
          bankMSB: data.bankMSB, bankLSB: data.bankLSB, program: data.presetID)
        // Safe: the client keeps the URL alive during the call.
        let url = unsafe data.bankURL.takeUnretainedValue()
        try place.instrument().load(
          SamplerInstrument.setup(url, type: kInstrumentType_SF2Preset, preset))
      }),
    kAUSamplerProperty_LoadAudioFiles: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        try place.instrument().load(SamplerInstrument.setup(audioFiles: value.urls()))
      }),
  ]
}

extension UnitPlace {
  fileprivate func instrument() throws(StatusError) -> InstrumentUnit {
    guard let instrument = unit as? InstrumentUnit else {
      throw StatusError(kAudioUnitErr_InvalidProperty)
    }
    return instrument
  }
}

extension InstrumentUnit {
  /// The file of the sound bank; `nil` for sounds without a file.
  fileprivate var bankPath: String? {
    let bank = synthesizer.setup.bank ?? (try? SoundBank.standard())
    if case .file(let path) = bank { return path }
    return nil
  }
}

extension SettingValue {
  /// The value as a URL.
  fileprivate func url() throws(StatusError) -> NSURL {
    guard let url = try object() as? NSURL else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    return url
  }

  /// The value as a list of URLs.
  fileprivate func urls() throws(StatusError) -> [NSURL] {
    guard let list = try object() as? NSArray else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    let urls = list.compactMap { $0 as? NSURL ?? ($0 as? URL).map { $0 as NSURL } }
    guard urls.count == list.count, !urls.isEmpty else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    return urls
  }

  /// The value as an object that the client keeps alive during the call.
  private func object() throws(StatusError) -> AnyObject {
    guard let reference = try unsafe unitValue(UnsafeRawPointer?.self) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    // Safe: the value is a reference, which the client keeps alive during the call.
    return unsafe Unmanaged<AnyObject>.fromOpaque(reference).takeUnretainedValue()
  }
}

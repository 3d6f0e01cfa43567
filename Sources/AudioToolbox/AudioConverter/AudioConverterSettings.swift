internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

// The encoder settings as a property list.
extension AudioConverterObject {
  /// A setting: its key, property, unit, and possible values.
  private struct Setting {
    var key: String
    var property: AudioConverterPropertyID
    var unit: String?
    var values: [UInt32]?
  }

  private func settings(_ abilities: EncoderAbilities) -> [Setting] {
    let output = converter.output
    var settings: [Setting] = []
    let bitRates = abilities.bitRates(
      sampleRate: output.sampleRate, channelCount: output.channelCount)
    if !abilities.strategies.isEmpty {
      settings.append(
        Setting(
          key: "Bit Rate Control Mode", property: kAudioCodecPropertyBitRateControlMode,
          values: abilities.strategies.compactMap { Self.strategies[$0] }))
    }
    if !bitRates.isEmpty {
      let isList = bitRates.allSatisfy { $0.count == 1 }
      settings.append(
        Setting(
          key: "Bit Rate", property: kAudioConverterEncodeBitRate, unit: "bps",
          values: isList ? bitRates.map { UInt32(clamping: $0.lowerBound) } : nil))
    }
    if abilities.strategies.contains(.variable) {
      settings.append(
        Setting(key: "VBR Quality", property: kAudioCodecPropertySoundQualityForVBR))
    }
    settings.append(Setting(key: "Quality", property: kAudioConverterCodecQuality))
    return settings
  }

  /// The settings as a list with one dictionary, for the encoder.
  func settingsValue(_ abilities: EncoderAbilities) -> PropertyValue {
    let parameters = settings(abilities).compactMap { setting -> [String: Any]? in
      guard case .bytes(let bytes)? = try? value(of: setting.property, nil),
        let current = Self.words(bytes)?.first
      else { return nil }
      var parameter: [String: Any] = [
        kAudioSettings_SettingKey: setting.key, kAudioSettings_SettingName: setting.key,
        kAudioSettings_ValueType: 1, kAudioSettings_CurrentValue: Int(current),
      ]
      if let unit = setting.unit { parameter[kAudioSettings_Unit] = unit }
      if let values = setting.values {
        parameter[kAudioSettings_AvailableValues] = values.map { Int($0) }
        parameter[kAudioSettings_LimitedValues] = values.map { Int($0) }
      }
      return parameter
    }
    let encoder: [String: Any] = [
      kAudioSettings_TopLevelKey: AudioFormatNames.name(of: converter.output.formatID.rawValue),
      kAudioSettings_Version: 1, kAudioSettings_Parameters: parameters,
    ]
    return .object([encoder] as NSArray)
  }

  /// Applies the current values in a list that has the form of ``settingsValue(_:)``.
  ///
  /// - Parameter value: A reference to the list.
  /// - Throws: `kAudio_ParamError` if the list is invalid or the encoder rejects a value. Earlier
  ///   values in the list stay set.
  func set(settings value: SettingValue) throws(StatusError) {
    guard converter.isEncoding else {
      throw StatusError(kAudioConverterErr_PropertyNotSupported)
    }
    guard let list = try Self.list(value) else { throw StatusError(kAudio_ParamError) }
    let known = settings(
      EncoderFactory.abilities(of: converter.output.formatID) ?? EncoderAbilities())
    for encoder in list {
      guard let encoder = encoder as? [String: Any],
        let parameters = encoder[kAudioSettings_Parameters] as? [[String: Any]]
      else { throw StatusError(kAudio_ParamError) }
      for parameter in parameters {
        guard let key = parameter[kAudioSettings_SettingKey] as? String,
          let setting = known.first(where: { $0.key == key }),
          let number = parameter[kAudioSettings_CurrentValue] as? Int, number >= 0
        else { throw StatusError(kAudio_ParamError) }
        try setEncoder(setting.property, to: number)
      }
    }
  }

  private static func list(_ value: SettingValue) throws(StatusError) -> NSArray? {
    guard unsafe value.byteCount == MemoryLayout<UnsafeRawPointer>.size else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    guard let reference = try unsafe value.load(UnsafeRawPointer?.self) else { return nil }
    // Safe: the value is a CFPropertyListRef, which the client keeps alive during the call.
    return unsafe Unmanaged<NSObject>.fromOpaque(reference).takeUnretainedValue() as? NSArray
  }
}

internal import AudioGraph
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A unit that changes the sound of its input.
final class EffectUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: the model is thread-safe.

  let model: any EffectModel

  init(kind: UnitKind, component: UInt, model: any EffectModel) {
    self.model = model
    super.init(kind: kind, component: component)
    for index in parameters.all.indices {
      model.set(parameters.all[index].identifier, to: parameters.all[index].initial)
    }
  }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    let formats = (settings.inputs[0].format, settings.outputs[0].format)
    guard formats.0.mSampleRate == formats.1.mSampleRate,
      formats.0.mChannelsPerFrame == formats.1.mChannelsPerFrame
    else { throw StatusError(kAudioUnitErr_FormatNotSupported) }
    return model.makeRenderer(UnitFormat.graphFormat(formats.1), mostFrames: settings.mostFrames)
  }

  override var rendersWithoutInput: Bool { false }
  override var latency: Double { model.latency }
  override var tail: Double { model.tail }
  override var channelInfo: [AUChannelInfo]? { [AUChannelInfo(inChannels: -1, outChannels: -1)] }

  override func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {
    model.set(parameter.identifier, to: value)
    guard let (other, value) = model.linked(parameter.identifier, value),
      let index = parameters.index(other, parameter.scope)
    else { return }
    parameters[index, element] = value
  }

  override func measurement(_ parameter: UnitParameter, _ element: Int) -> Float? {
    parameter.isMeter ? model.measurement(parameter.identifier) : nil
  }

  override func presetDidChange(_ number: Int) { model.choose(number) }

  override func clearSound() { model.settings.reset() }

  override var ownProperties: UnitPropertyTable? { Self.table }

  private static let table = UnitPropertyTable([
    kAudioUnitProperty_BypassEffect: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(place.effect?.settings.isBypassed == true ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let isOn = try value.unitValue(UInt32.self) != 0
        guard let effect = place.effect, effect.settings.isBypassed != isOn else { return }
        effect.settings.isBypassed = isOn
        place.unit.notify(kAudioUnitProperty_BypassEffect, .global)
      })
  ])
}

extension EffectUnit: SettingsUnit {
  /// The key of the preset whose sound no parameters describe.
  private static let curve = "curve"

  var ownSettings: [String: Any] { model.preset.map { [Self.curve: $0] } ?? [:] }

  /// Chooses the preset; settings of Apple's unit only have its number.
  func restoreOwnSettings(_ settings: [String: Any]) throws(StatusError) {
    let number = settings[Self.curve] ?? settings[UnitStateKey.number]
    guard model.preset != nil, let preset = (number as? NSNumber)?.intValue,
      kind.presets.indices.contains(preset)
    else { return }
    model.choose(preset)
  }
}

extension UnitPlace {
  fileprivate var effect: (any EffectModel)? { (unit as? EffectUnit)?.model }
}

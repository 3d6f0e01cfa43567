internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes

/// The properties of the mixers that place their inputs.
extension SpatialUnit {
  private typealias Property = UnitPropertyTable.Property

  static let table = UnitPropertyTable(inputs, reverbs)
  static let meteredTable = UnitPropertyTable(
    inputs, reverbs, [kAudioUnitProperty_MeteringMode: MixerMeters.property])

  private static let inputs: [AudioUnitPropertyID: Property] = [
    kAudioUnitProperty_SpatializationAlgorithm: number(.algorithm),
    kAudioUnitProperty_SpatialMixerAttenuationCurve: number(.curve),
    kAudioUnitProperty_SpatialMixerRenderingFlags: number(.flags),
    kAudioUnitProperty_SpatialMixerSourceMode: number(.mode),
    kAudioUnitProperty_SpatialMixerDistanceParams: .init(
      { (place) throws(StatusError) in
        let input = try place.spatialInput()
        return PropertyValue(
          MixerDistanceParams(
            mReferenceDistance: input[.reference], mMaxDistance: input[.maximum],
            mMaxAttenuation: input[.attenuation]))
      },
      set: { (place, value) throws(StatusError) in
        let input = try place.spatialInput()
        let curve = try value.unitValue(MixerDistanceParams.self)
        let numbers = [curve.mReferenceDistance, curve.mMaxDistance, curve.mMaxAttenuation]
        guard numbers.allSatisfy(SpatialInput.isDistance) else {
          throw StatusError(kAudioUnitErr_InvalidPropertyValue)
        }
        (input[.reference], input[.maximum]) = (numbers[0], numbers[1])
        input[.attenuation] = numbers[2]
        place.didSet(kAudioUnitProperty_SpatialMixerDistanceParams)
      }),
  ]

  /// A number of an input.
  private static func number(_ number: SpatialInput.Number) -> Property {
    .init(
      { (place) throws(StatusError) in PropertyValue(UInt32(try place.spatialInput()[number])) },
      set: { (place, value) throws(StatusError) in
        let input = try place.spatialInput()
        let new = try value.unitValue(UInt32.self)
        guard number.accepts(new) else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
        input[number] = Float(new)
        // Render threads need the responses that this loads.
        input.levels.head?.prepare(input.headKind)
        place.didSet(property(number))
      })
  }

  private static func property(_ number: SpatialInput.Number) -> AudioUnitPropertyID {
    switch number {
    case .algorithm: kAudioUnitProperty_SpatializationAlgorithm
    case .curve: kAudioUnitProperty_SpatialMixerAttenuationCurve
    case .flags: kAudioUnitProperty_SpatialMixerRenderingFlags
    case .mode: kAudioUnitProperty_SpatialMixerSourceMode
    default: kAudioUnitProperty_SpatialMixerDistanceParams
    }
  }

  private static let reverbs: [AudioUnitPropertyID: Property] = [
    kAudioUnitProperty_UsesInternalReverb: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(place.spatial?.isReverbUsed == true ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        place.spatial?.isReverbUsed = try value.unitValue(UInt32.self) != 0
        place.unit.notify(kAudioUnitProperty_UsesInternalReverb, .global)
      }),
    kAudioUnitProperty_ReverbRoomType: room(kAudioUnitProperty_ReverbRoomType),
    kAudioUnitProperty_ReverbPreset: room(kAudioUnitProperty_ReverbPreset),
  ]

  private static func room(_ property: AudioUnitPropertyID) -> Property {
    .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(UInt32(place.spatial?.room ?? 0))
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let number = Int(try value.unitValue(UInt32.self))
        guard ReverbRoom.presets.indices.contains(number) else {
          throw StatusError(kAudioUnitErr_InvalidPropertyValue)
        }
        place.spatial?.room = number
        place.unit.notify(property, .global)
      })
  }
}

extension UnitPlace {
  fileprivate var spatial: SpatialUnit? { unit as? SpatialUnit }

  /// The input of a spatial mixer.
  fileprivate func spatialInput() throws(StatusError) -> SpatialInput {
    try require(kAudioUnitScope_Input)
    guard let spatial, part.element < unit.elementCount(kAudioUnitScope_Input) else {
      throw StatusError(kAudioUnitErr_InvalidElement)
    }
    return spatial.inputs[part.element]
  }

  /// Applies a new setting of an input.
  fileprivate func didSet(_ property: AudioUnitPropertyID) {
    spatial?.update(part.element)
    unit.notify(property, part)
  }
}

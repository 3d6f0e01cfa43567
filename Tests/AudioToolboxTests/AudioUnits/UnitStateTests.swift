import AudioToolbox
import Foundation
import Testing

/// Saved settings: another instance with them has the same sound.
struct UnitStateTests {
  @Test("all settings of a unit are those of an instance that restores them")
  func all() throws {
    #expect(UnitComponent.all.count > 30)
    for component in UnitComponent.all {
      let (first, second) = (try component.make(), try component.make())
      first.varyParameters()
      let state = try first.state()
      let keys = ["version", "type", "subtype", "manufacturer", "name", "data"]
      #expect(keys.allSatisfy { state[$0] != nil }, "\(component.name)")
      // Also as a file would have it.
      let file = try PropertyListSerialization.data(
        fromPropertyList: state, format: .xml, options: 0)
      let list = try PropertyListSerialization.propertyList(from: file, format: nil)
      #expect(second.restore(try #require(list as? [String: Any])) == noErr, "\(component.name)")
      #expect(try second.state() as NSDictionary == state as NSDictionary, "\(component.name)")
    }
  }

  @Test("settings of another unit are refused")
  func others() throws {
    for component in UnitComponent.all {
      let unit = try component.make()
      for key in ["type", "subtype", "manufacturer"] {
        var state = try unit.state()
        state[key] = 1
        #expect(unit.restore(state) == kAudioUnitErr_InvalidPropertyValue, "\(component.name)")
        state[key] = nil
        #expect(unit.restore(state) == kAudioUnitErr_InvalidPropertyValue, "\(component.name)")
      }
    }
  }

  @Test("damaged settings are an error or ignored, and never trap")
  func damaged() throws {
    let values: [Any] = [
      "text", -1, Double.infinity, 1 << 40, [Any](), [[1, 2]], [String: Any](), Data([1]), true,
    ]
    for component in UnitComponent.all {
      let unit = try component.make()
      let state = try unit.state()
      for key in Set(state.keys).union(["Instrument", "file-references", "sounds", "inputs"]) {
        for value in values {
          var damaged = state
          damaged[key] = value
          _ = unit.restore(damaged)
          if let part = state[key] as? [String: Any] {
            for inner in part.keys {
              var part = part
              part[inner] = value
              damaged[key] = part
              _ = unit.restore(damaged)
            }
          }
          _ = unit.get(kAudioUnitProperty_PresentPreset, AUPreset()).value.presetName?.release()
        }
      }
      // The unit still works.
      #expect(unit.restore(state) == noErr, "\(component.name)")
    }
  }

  @Test("an effect sounds as the effect whose settings it restores")
  func effects() throws {
    for component in UnitComponent.all where component.type == kAudioUnitType_Effect {
      func render(_ change: (TestUnit) throws -> Void) throws -> [[Float]] {
        let unit = try component.make()
        #expect(unit.setFormat(UnitFormats.float()) == noErr)
        let source = UnitSourceFixture.noise()
        #expect(unit.setSource(source) == noErr)
        try change(unit)
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        return unit.render(blocks: [512, 512, 512, 512])
      }
      var state: [String: Any] = [:]
      let first = try render { unit in
        unit.varyParameters()
        state = try unit.state()
      }
      let second = try render { #expect($0.restore(state) == noErr) }
      #expect(second == first, "\(component.name)")
    }
  }

  @Test("an equalizer without parameters restores the curve, also below a user's name")
  func curve() throws {
    let unit = try TestUnit(kAudioUnitSubType_AUiPodEQ, type: kAudioUnitType_Effect)
    let property = kAudioUnitProperty_PresentPreset
    #expect(unit.set(property, AUPreset(presetNumber: 19, presetName: nil)) == noErr)
    let factory = try unit.state()
    let name = "Mine" as NSString
    let mine = AUPreset(presetNumber: -5, presetName: Unmanaged.passUnretained(name))
    #expect(unit.set(property, mine) == noErr)
    var rendered: [[[Float]]] = []
    for state in [nil, factory, try unit.state()] as [[String: Any]?] {
      let other = try TestUnit(kAudioUnitSubType_AUiPodEQ, type: kAudioUnitType_Effect)
      let source = UnitSourceFixture.noise()
      #expect(other.setSource(source) == noErr)
      if let state { #expect(other.restore(state) == noErr) }
      let preset = other.get(property, AUPreset())
      let expected = state == nil ? "Untitled" : rendered.count == 1 ? "Treble Booster" : "Mine"
      #expect(preset.value.presetName?.takeRetainedValue() as String? == expected)
      #expect(AudioUnitInitialize(other.unit) == noErr)
      rendered.append(other.render(blocks: [512]))
    }
    #expect(rendered[1] == rendered[2] && rendered[0] != rendered[1])
  }

  @Test(
    "a linked pair of parameters is restored to the bit",
    arguments: [
      (kVarispeedParam_PlaybackRate, Float(1.3)), (kVarispeedParam_PlaybackCents, 123.4),
    ] as [(AudioUnitParameterID, Float)])
  func linked(_ parameter: AudioUnitParameterID, _ value: Float) throws {
    func unit() throws -> TestUnit {
      try TestUnit(kAudioUnitSubType_Varispeed, type: kAudioUnitType_FormatConverter)
    }
    let (first, second) = (try unit(), try unit())
    #expect(AudioUnitSetParameter(first.unit, parameter, 0, 0, value, 0) == noErr)
    #expect(second.restore(try first.state()) == noErr)
    for parameter in [kVarispeedParam_PlaybackRate, kVarispeedParam_PlaybackCents] {
      #expect(first.value(parameter).bitPattern == second.value(parameter).bitPattern)
    }
  }

  @Test("a matrix mixer restores the volumes of channels and pairs")
  func matrix() throws {
    func render(_ change: (TestUnit) throws -> Void) throws -> [[Float]] {
      let unit = try TestUnit(kAudioUnitSubType_MatrixMixer, type: kAudioUnitType_Mixer)
      #expect(unit.setFormat(UnitFormats.float()) == noErr)
      let source = UnitSourceFixture.noise()
      #expect(unit.setSource(source) == noErr)
      try change(unit)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      return unit.render(blocks: [512])
    }
    var state: [String: Any] = [:]
    let first = try render { unit in
      let volume = kMatrixMixerParam_Volume
      for (scope, element) in [(0, 0xFFFF_FFFF), (1, 0), (1, 1), (2, 0), (2, 1)]
        as [(UInt32, UInt32)]
      {
        #expect(AudioUnitSetParameter(unit.unit, volume, scope, element, 0.75, 0) == noErr)
      }
      for (pair, level) in [(0 as UInt32, Float(0.5)), (1, 0.25), (1 << 16, 0), (1 << 16 | 1, 1)] {
        #expect(AudioUnitSetParameter(unit.unit, volume, 0, pair, level, 0) == noErr)
      }
      state = try unit.state()
    }
    #expect(first.allSatisfy { $0.contains { abs($0) > 0.1 } })
    let second = try render { #expect($0.restore(state) == noErr) }
    #expect(second == first)
  }

  @Test(
    "a spatial mixer restores the settings that are properties",
    arguments: [kAudioUnitSubType_3DMixer, kAudioUnitSubType_SpatialMixer])
  func spatial(_ subType: OSType) throws {
    func mixer() throws -> TestUnit {
      let unit = try TestUnit(subType, type: kAudioUnitType_Mixer)
      #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
      return unit
    }
    let first = try mixer()
    let curve = MixerDistanceParams(mReferenceDistance: 2, mMaxDistance: 9, mMaxAttenuation: 30)
    let input = kAudioUnitScope_Input
    #expect(first.set(kAudioUnitProperty_SpatialMixerDistanceParams, curve, input) == noErr)
    #expect(first.set(kAudioUnitProperty_SpatialMixerAttenuationCurve, UInt32(3), input) == noErr)
    #expect(first.set(kAudioUnitProperty_SpatializationAlgorithm, UInt32(1), input) == noErr)
    #expect(first.set(kAudioUnitProperty_ReverbRoomType, UInt32(4)) == noErr)
    for (parameter, value) in [
      (kSpatialMixerParam_Azimuth, Float(40)), (kSpatialMixerParam_Distance, 5),
    ] {
      #expect(AudioUnitSetParameter(first.unit, parameter, input, 0, value, 0) == noErr)
    }
    let second = try mixer()
    #expect(second.restore(try first.state()) == noErr)
    #expect(second.get(kAudioUnitProperty_ReverbRoomType, UInt32(0)).value == 4)
    let other = try mixer()
    let rendered = [first, second, other].map { unit in
      let source = UnitSourceFixture.noise()
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      return withExtendedLifetime(source) { unit.render(blocks: [512, 512]) }
    }
    #expect(rendered[0] == rendered[1] && rendered[0] != rendered[2])
  }
}

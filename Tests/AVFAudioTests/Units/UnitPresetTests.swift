import AVFAudio
import Foundation
import Testing

/// Presets and settings of units.
@Suite struct UnitPresetTests {
  private static func unit(_ subType: OSType) throws -> AUAudioUnitV2Bridge {
    try AUAudioUnitV2Bridge(
      componentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: subType,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0))
  }

  /// A preset with its gains at 40 and 14,000 hertz.
  struct Curve: Sendable {
    var preset: Int
    var low: Double
    var high: Double
  }

  @Test("a reverb has a preset for each room of the engine's reverb, which sets its parameters")
  func reverb() throws {
    let unit = try Self.unit(kAudioUnitSubType_Reverb2)
    let presets = try #require(unit.factoryPresets)
    #expect(presets.count == 13)
    #expect(presets.map(\.number) == Array(0..<13))
    #expect(presets[8].name == "Cathedral")
    unit.currentPreset = presets[8]
    let decay = try #require(
      unit.parameterTree?.parameter(withAddress: UInt64(kReverb2Param_DecayTimeAt0Hz)))
    #expect(decay.value == 5)
    unit.currentPreset = presets[0]
    #expect(abs(decay.value - 0.4) < 1e-6)
    #expect(unit.currentPreset?.name == "Small Room")
  }

  @Test("the functions of version 2 list and choose presets, and refuse unknown ones")
  func version2() throws {
    let unit = try Self.unit(kAudioUnitSubType_AUiPodEQ)
    var array: Unmanaged<CFArray>?
    var size = UInt32(MemoryLayout<Unmanaged<CFArray>?>.size)
    #expect(
      AudioUnitGetProperty(
        unit.audioUnit, kAudioUnitProperty_FactoryPresets, 0, 0, &array, &size) == noErr)
    let presets = try #require(array?.takeRetainedValue())
    #expect(CFArrayGetCount(presets) == 22)
    let first = try #require(CFArrayGetValueAtIndex(presets, 1)).load(as: AUPreset.self)
    #expect(first.presetName?.takeUnretainedValue() as String? == "Bass Booster")
    var preset = AUPreset(presetNumber: 99, presetName: nil)
    size = UInt32(MemoryLayout<AUPreset>.size)
    #expect(
      AudioUnitSetProperty(
        unit.audioUnit, kAudioUnitProperty_PresentPreset, 0, 0, &preset, size)
        == kAudioUnitErr_InvalidPropertyValue)
    let delay = try Self.unit(kAudioUnitSubType_Delay)
    #expect(delay.factoryPresets == nil)
    #expect(delay.currentPreset == nil)
  }

  @Test(
    "a preset of the equalizer lifts its own frequencies only",
    arguments: [
      Curve(preset: 0, low: 1, high: 1), Curve(preset: 1, low: 1.9, high: 1),
      Curve(preset: 2, low: 1 / 1.9, high: 1), Curve(preset: 7, low: 1, high: 1),
      Curve(preset: 19, low: 1, high: 1.9),
    ])
  func equalizer(_ curve: Curve) throws {
    let unit = try Self.unit(kAudioUnitSubType_AUiPodEQ)
    unit.currentPreset = try #require(unit.factoryPresets?[curve.preset])
    let format = try EngineFixture.format(48_000, 1)
    for (frequency, expected) in [(40.0, curve.low), (14_000, curve.high)] {
      try unit.inputBusses[0].setFormat(format)
      try unit.outputBusses[0].setFormat(format)
      unit.maximumFramesToRender = 24_000
      try unit.allocateRenderResources()
      defer { unit.deallocateRenderResources() }
      let gain = try gain(unit, format, frequency)
      #expect(abs(gain / expected - 1) < 0.15, "\(frequency) Hz: \(gain)")
    }
  }

  /// The gain of a unit at a frequency, after half a second.
  private func gain(
    _ unit: AUAudioUnit, _ format: AVAudioFormat, _ frequency: Double
  ) throws -> Double {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 24_000))
    buffer.frameLength = 24_000
    var flags: AudioUnitRenderActionFlags = []
    var stamp = AudioTimeStamp()
    stamp.mFlags = .sampleTimeValid
    let step = 2 * Double.pi * frequency / 48_000
    let status = unit.renderBlock(
      &flags, &stamp, 24_000, 0, buffer.mutableAudioBufferList
    ) { _, _, count, _, list in
      for buffer in UnsafeMutableAudioBufferListPointer(list) {
        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(count) { samples?[frame] = Float(sin(step * Double(frame))) }
      }
      return noErr
    }
    #expect(status == noErr)
    let samples = try #require(buffer.floatChannelData?[0])
    return (12_000..<24_000).reduce(0.0) { max($0, Double(abs(samples[$1]))) }
  }

  @Test("class info has the form of Apple's presets, and restores all parameters")
  func classInfo() throws {
    let unit = try Self.unit(kAudioUnitSubType_Delay)
    let tree = try #require(unit.parameterTree)
    for parameter in tree.allParameters { parameter.value = parameter.maxValue / 4 }
    let values = tree.allParameters.map(\.value)
    let state = try #require(unit.fullState)
    #expect((state["type"] as? NSNumber)?.uint32Value == kAudioUnitType_Effect)
    #expect((state["manufacturer"] as? NSNumber)?.uint32Value == kAudioUnitManufacturer_Apple)
    #expect(state["name"] as? String == "Untitled")
    let data = try #require(state["data"] as? Data)
    // Scope, element, and number; the first parameter, and 25 as a big-endian float.
    let start: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0x41, 0xC8, 0, 0]
    #expect(Array(data.prefix(20)) == start)
    for parameter in tree.allParameters { parameter.value = parameter.minValue }
    unit.fullState = state
    #expect(tree.allParameters.map(\.value) == values)
  }

  @Test("damaged settings and those of another unit change nothing")
  func damaged() throws {
    let unit = try Self.unit(kAudioUnitSubType_Delay)
    let other = try Self.unit(kAudioUnitSubType_Reverb2)
    let mix = try #require(unit.parameterTree?.parameter(withAddress: 0))
    mix.value = 12
    var damaged = try #require(unit.fullState)
    let data = try #require(damaged["data"] as? Data)
    mix.value = 34
    for count in stride(from: 0, to: data.count, by: 1) where count % 4 != 0 || count > 0 {
      damaged["data"] = data.prefix(count)
      let list = damaged as NSDictionary
      var reference: UnsafeRawPointer? = UnsafeRawPointer(
        Unmanaged.passUnretained(list).toOpaque())
      let status = AudioUnitSetProperty(
        unit.audioUnit, kAudioUnitProperty_ClassInfo, 0, 0, &reference, 8)
      #expect(status == kAudioUnitErr_InvalidPropertyValue)
    }
    #expect(mix.value == 34)
    unit.fullState = other.fullState
    #expect(mix.value == 34)
  }

  @Test("a node reads a preset file of its unit")
  func file() throws {
    let unit = try Self.unit(kAudioUnitSubType_Delay)
    unit.parameterTree?.parameter(withAddress: 0)?.value = 77
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).aupreset")
    defer { try? FileManager.default.removeItem(at: url) }
    let state = try #require(unit.fullState)
    try PropertyListSerialization.data(fromPropertyList: state, format: .xml, options: 0)
      .write(to: url)
    let node = AVAudioUnitEffect(audioComponentDescription: unit.componentDescription)
    try node.loadPreset(at: url)
    #expect(node.auAudioUnit.parameterTree?.parameter(withAddress: 0)?.value == 77)
    let gain = AVAudioUnitEffect(audioComponentDescription: GainUnit.register())
    #expect(throws: (any Error).self) { try gain.loadPreset(at: url) }
    #expect(throws: (any Error).self) { try AVAudioUnitReverb().loadPreset(at: url) }
  }
}

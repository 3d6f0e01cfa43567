import AVFAudio
import Foundation
import Testing

/// The settings of nodes and of their objects.
@Suite struct NodeStateTests {
  /// An effect, and its settings.
  struct Effect: Sendable {
    var make: @Sendable () -> AVAudioUnitEffect
    var change: @Sendable (AVAudioUnitEffect) -> Void

    static let all = [
      Effect(make: { AVAudioUnitReverb() }) {
        guard let reverb = $0 as? AVAudioUnitReverb else { return }
        reverb.loadFactoryPreset(.cathedral)
        reverb.wetDryMix = 33
      },
      Effect(make: { AVAudioUnitDistortion() }) {
        guard let distortion = $0 as? AVAudioUnitDistortion else { return }
        distortion.loadFactoryPreset(.multiBrokenSpeaker)
        (distortion.preGain, distortion.wetDryMix) = (3, 80)
      },
      Effect(make: { AVAudioUnitDelay() }) {
        guard let delay = $0 as? AVAudioUnitDelay else { return }
        (delay.delayTime, delay.feedback, delay.wetDryMix) = (0.01, -30, 60)
      },
    ]
  }

  @Test("a node sounds as the node whose settings it restores", arguments: Effect.all.indices)
  func effects(_ index: Int) throws {
    let effect = Effect.all[index]
    let (first, second, third) = (effect.make(), effect.make(), effect.make())
    effect.change(first)
    let state = try #require(first.auAudioUnit.fullState)
    #expect(state["data"] is Data)
    second.auAudioUnit.fullState = state
    let sounds = try [first, second, third].map(Self.sound)
    #expect(sounds[0] == sounds[1] && sounds[0] != sounds[2])
    // The file of such settings.
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).aupreset")
    defer { try? FileManager.default.removeItem(at: url) }
    try PropertyListSerialization.data(fromPropertyList: state, format: .binary, options: 0)
      .write(to: url)
    let fourth = effect.make()
    try fourth.loadPreset(at: url)
    #expect(try Self.sound(fourth) == sounds[0])
    #expect(throws: NSError.self) { try AVAudioUnitEQ(numberOfBands: 2).loadPreset(at: url) }
  }

  /// Renders a sine through a node.
  private static func sound(_ node: AVAudioUnit) throws -> [[Float]] {
    let format = try EngineFixture.format()
    let engine = try EngineFixture.offline(format)
    let source = EngineFixture.counter(format)
    for node in [source, node] { engine.attach(node) }
    engine.connect(source, to: node, format: format)
    engine.connect(node, to: engine.mainMixerNode, format: format)
    try engine.start()
    return try engine.render(blocks: [1_000, 1_000])
  }

  @Test("the object of a reverb lists its presets, and chooses one")
  func presets() throws {
    let reverb = AVAudioUnitReverb()
    let object = reverb.auAudioUnit
    #expect(object.factoryPresets?.count == 13)
    #expect(object.currentPreset?.number == AVAudioUnitReverbPreset.mediumHall.rawValue)
    object.currentPreset = object.factoryPresets?[AVAudioUnitReverbPreset.plate.rawValue]
    #expect(object.currentPreset?.name == "Plate")
    #expect(AVAudioUnitDelay().auAudioUnit.factoryPresets == nil)
  }

  @Test("class info of a client's object is its full state")
  func clientObject() throws {
    let description = GainUnit.register()
    let node = AVAudioUnitEffect(audioComponentDescription: description)
    node.auAudioUnit.parameterTree?.allParameters.first?.value = 3
    var reference: UnsafeRawPointer?
    var size = UInt32(8)
    let property = kAudioUnitProperty_ClassInfo
    #expect(AudioUnitGetProperty(node.audioUnit, property, 0, 0, &reference, &size) == noErr)
    let state = Unmanaged<NSDictionary>.fromOpaque(try #require(reference)).takeRetainedValue()
    #expect(state == node.auAudioUnit.fullState as NSDictionary?)
    node.auAudioUnit.parameterTree?.allParameters.first?.value = 1
    #expect(Self.restore(state, node.audioUnit) == noErr)
    #expect(node.auAudioUnit.parameterTree?.allParameters.first?.value == 3)
    let other = try #require(AVAudioUnitReverb().auAudioUnit.fullState as NSDictionary?)
    #expect(Self.restore(other, node.audioUnit) == kAudioUnitErr_InvalidPropertyValue)
  }

  private static func restore(_ state: NSDictionary, _ unit: AudioUnit) -> OSStatus {
    withExtendedLifetime(state) {
      var pointer: UnsafeRawPointer? = UnsafeRawPointer(Unmanaged.passUnretained(state).toOpaque())
      return AudioUnitSetProperty(unit, kAudioUnitProperty_ClassInfo, 0, 0, &pointer, 8)
    }
  }
}

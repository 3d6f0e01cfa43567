@testable import AVFAudio
import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

/// Random calls from every callback of an engine, on the virtual clock.
///
/// A deadlock keeps the test from ending: `Scripts/check` ends the process, and prints its threads.
@Suite struct EngineSequenceTests {
  private static let count =
    ProcessInfo.processInfo.environment["OCA_SEQUENCES"].flatMap { Int($0) } ?? 100

  @Test("calls from any callback in any order never deadlock")
  func sequences() throws {
    // The session watches real devices, so it begins before the virtual clock does.
    _ = AVAudioEngine().outputNode
    for seed in 0..<Self.count {
      try VirtualClock().run {
        try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
          try AudioQueueDevices.$input.withValue(InputChoice([.null])) {
            try EngineSequence(seed: UInt64(seed)).run()
          }
        }
      }
    }
  }
}

/// One engine with nodes of each kind, whose callbacks call it back.
private final class EngineSequence: Sendable {
  private struct State {
    var engine: AVAudioEngine?
    var seed: UInt64
  }

  private let state: Mutex<State>
  private let players = [AVAudioPlayerNode(), AVAudioPlayerNode()]
  private let effects: [AVAudioNode] = [
    AVAudioUnitTimePitch(), AVAudioUnitVarispeed(), AVAudioUnitReverb(), AVAudioUnitDelay(),
  ]
  /// Units that the engine hosts: a splitter, the effects after it, and the mixer of these.
  private let splitter = hosted(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter)
  private let hostedEffects = [
    hosted(kAudioUnitType_Effect, kAudioUnitSubType_NewTimePitch),
    hosted(kAudioUnitType_Effect, kAudioUnitSubType_PeakLimiter),
  ]
  private let mixer = hosted(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
  private let environment = AVAudioEnvironmentNode()
  /// Nodes after one another, which callbacks detach.
  private let detached: [AVAudioNode]
  private let hasInput: Bool

  private static func hosted(_ type: OSType, _ subType: OSType) -> AVAudioUnit {
    let hosted = HostedUnit(
      AudioComponentDescription(
        componentType: type, componentSubType: subType,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0), types: [type])
    return AVAudioUnit(hosted.makeNode(), hosted: hosted)
  }

  init(seed: UInt64) {
    state = Mutex(State(engine: AVAudioEngine(), seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1))
    hasInput = seed % 3 == 0
    detached = Self.detachedNodes(Int(seed))
  }

  /// A generator, two effects of the engine, and two hosted units, which differ by the number.
  private static func detachedNodes(_ number: Int) -> [AVAudioNode] {
    let effects: [AVAudioNode] = [
      AVAudioUnitEQ(numberOfBands: 3), AVAudioUnitDistortion(), AVAudioMixerNode(),
    ]
    let units = [
      (kAudioUnitType_Effect, kAudioUnitSubType_DynamicsProcessor),
      (kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer),
      (kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay),
      (kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed),
      (kAudioUnitType_Effect, kAudioUnitSubType_MatrixReverb),
      (kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer),
      (kAudioUnitType_Effect, kAudioUnitSubType_MultiBandCompressor),
      (kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter),
      (kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ),
      (kAudioUnitType_Effect, kAudioUnitSubType_GraphicEQ),
    ]
    let chosen = [number % units.count, (number / units.count + 1) % units.count]
    #if FluidSynth
      let generator = number % 16 == 0 ? AVAudioUnitSampler() : AVAudioPlayerNode()
    #else
      let generator = AVAudioPlayerNode()
    #endif
    return [generator, effects[number % 3]] + chosen.map { hosted(units[$0].0, units[$0].1) }
      + [effects[(number + 1) % 3]]
  }

  private func random(_ limit: Int) -> Int {
    state.withLock { state in
      state.seed ^= state.seed << 13
      state.seed ^= state.seed >> 7
      state.seed ^= state.seed << 17
      return Int(state.seed % UInt64(limit))
    }
  }

  /// A call from a callback.
  private func act() {
    guard let engine = state.withLock({ $0.engine }) else { return }
    let player = players[random(players.count)]
    switch random(28) {
    case 0: engine.stop()
    case 1: engine.reset()
    case 2: engine.mainMixerNode.removeTap(onBus: 0)
    case 3: engine.disconnectNodeOutput(player)
    case 4: engine.disconnectNodeInput(engine.mainMixerNode)
    case 5: engine.pause()
    case 6: player.stop()
    case 7: player.pause()
    case 8: player.removeTap(onBus: 0)
    case 9: state.withLock { $0.engine = nil }
    case 10: try? engine.start()
    case 11: (effects[0] as? AVAudioUnitTimePitch)?.rate = [0.5, 1, 4][random(3)]
    case 12: player.reset()
    case 13: engine.disconnectNodeInput(mixer, bus: random(2))
    case 14: engine.disconnectNodeOutput(splitter)
    case 15: AudioUnitReset(hostedEffects[random(2)].audioUnit, kAudioUnitScope_Global, 0)
    case 16: hostedEffects[1].auAudioUnit.shouldBypassEffect.toggle()
    case 17: environment.listenerPosition.x = Float(random(10))
    case 18: _ = try? engine.outputNode.auAudioUnit.setDeviceID(0)
    case 19: engine.detach(detached[random(detached.count)])
    case 20: engine.disconnectNodeInput(detached[random(detached.count)])
    case 21: engine.disconnectNodeOutput(detached[random(detached.count)], bus: 0)
    case 22: detached[random(detached.count)].reset()
    case 23: detached[random(detached.count)].removeTap(onBus: 0)
    case 24: engine.connect(players[0], to: effects[0], format: nil)
    case 25: change()
    case 26: _ = engine.attachedNodes.map(\.latency)
    default: _ = player.lastRenderTime
    }
  }

  /// Changes settings of nodes.
  private func change() {
    for node in detached + effects {
      switch node {
      case let equalizer as AVAudioUnitEQ: equalizer.bands[random(3)].gain = Float(random(20))
      case let distortion as AVAudioUnitDistortion: distortion.loadFactoryPreset(.speechWaves)
      case let reverb as AVAudioUnitReverb: reverb.loadFactoryPreset(.cathedral)
      case let delay as AVAudioUnitDelay: delay.delayTime = Double(random(10)) / 10
      case let instrument as AVAudioUnitMIDIInstrument:
        instrument.startNote(UInt8(random(128)), withVelocity: 100, onChannel: 0)
      case let player as AVAudioPlayerNode: player.volume = Float(random(10)) / 10
      default: break
      }
    }
  }

  func run() throws {
    let observer = NotificationCenter.default.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: nil, queue: nil
    ) { [self] notification in
      let engine = state.withLock { $0.engine }
      if let engine, notification.object as? AVAudioEngine === engine { act() }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try build()
    for _ in 0..<4 {
      try schedule()
      VirtualClock.sleep(nanoseconds: 30_000_000)
      act()
    }
    if random(4) == 0 { state.withLock { $0.engine }?.deviceWasLost() }
    state.withLock { $0.engine }?.stop()
    state.withLock { $0.engine = nil }
    // The closures of the taps refer to this object, which refers to the players.
    for node in players + detached { node.removeTap(onBus: 0) }
  }

  /// Connects all nodes, and starts the engine.
  ///
  /// No other reference to the engine outlives the call, so a callback can release the last one.
  private func build() throws {
    guard let engine = state.withLock({ $0.engine }) else { return }
    try connectNodes(of: engine)
    let tapped = [engine.mainMixerNode, players[0], players[1], detached[1], detached[3]]
    for node in tapped {
      node.installTap(onBus: 0, bufferSize: 256, format: nil) { [self] _, _ in
        if random(4) == 0 { act() }
      }
    }
    try engine.start()
  }

  private func connectNodes(of engine: AVAudioEngine) throws {
    let format = try EngineFixture.format(44_100, 1)
    let source = AVAudioSourceNode { [self] _, _, _, _ in
      if random(20) == 0 { act() }
      return noErr
    }
    let sink = AVAudioSinkNode { [self] _, _, _ in
      if random(20) == 0 { act() }
      return noErr
    }
    let hosted: [AVAudioNode] = [splitter, mixer, environment] + hostedEffects
    for node in players + effects + [source, sink] + hosted + detached { engine.attach(node) }
    for (node, next) in zip(detached, detached.dropFirst() + [engine.mainMixerNode]) {
      engine.connect(node, to: next, format: nil)
    }
    for (index, player) in players.enumerated() {
      engine.connect(player, to: effects[2 * index], format: format)
      engine.connect(effects[2 * index], to: effects[2 * index + 1], format: format)
      engine.connect(effects[2 * index + 1], to: engine.mainMixerNode, format: format)
    }
    engine.connect(source, to: splitter, format: format)
    for (bus, effect) in hostedEffects.enumerated() {
      engine.connect(splitter, to: effect, fromBus: bus, toBus: 0, format: format)
      engine.connect(effect, to: mixer, fromBus: 0, toBus: bus, format: format)
    }
    engine.connect(mixer, to: environment, format: format)
    engine.connect(environment, to: engine.mainMixerNode, format: nil)
    if hasInput { engine.connect(engine.inputNode, to: sink, format: nil) }
  }

  /// Plays a buffer whose handlers call back.
  private func schedule() throws {
    guard let engine = state.withLock({ $0.engine }) else { return }
    if random(3) == 0 { try? engine.start() }
    let buffer = try EngineFixture.buffer(
      Array(repeating: 0.1, count: 300), EngineFixture.format(44_100, 1))
    for player in players + detached.compactMap({ $0 as? AVAudioPlayerNode }) {
      for raw in 0..<3 {
        let type = AVAudioPlayerNodeCompletionCallbackType(rawValue: raw) ?? .dataConsumed
        player.scheduleBuffer(buffer, completionCallbackType: type) { [self] _ in act() }
      }
      // Unlike `play()`, this is allowed while another thread stops the engine.
      player.parts.voice.play()
    }
  }
}

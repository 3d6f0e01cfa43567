@testable import AVFAudio
import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct EngineDeviceTests {
  /// Runs on a virtual clock, with the given devices.
  private func run(
    _ choice: DeviceChoice = DeviceChoice([.null]), _ body: () throws -> Void
  ) throws {
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(choice) { try body() }
    }
  }

  private func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

  @Test("an engine plays into a file at the pace of the clock")
  func offlineFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.url("engine.wav").path
    try run(DeviceChoice([.offline(path: path)])) {
      let engine = AVAudioEngine()
      let node = EngineFixture.counter()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      try engine.start()
      #expect(engine.isRunning)
      milliseconds(500)
      engine.pause()
      milliseconds(300)
      try engine.start()
      milliseconds(200)
      engine.stop()
    }
    let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
    let rate = file.processingFormat.sampleRate
    #expect(abs(Double(file.length) - 0.7 * rate) < 0.02 * rate)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: UInt32(file.length)))
    try file.read(into: buffer)
    var samples: [[Float]] = [[], []]
    samples.append(buffer)
    #expect(isSame(samples[0], samples[0].indices.map { Float($0) / 65_536 }))
  }

  @Test("a restart appends to the file")
  func restart() throws {
    let folder = try TemporaryFolder()
    let path = folder.url("engine.wav").path
    try run(DeviceChoice([.offline(path: path)])) {
      let engine = AVAudioEngine()
      _ = engine.mainMixerNode
      for _ in 0..<2 {
        try engine.start()
        milliseconds(100)
        engine.stop()
      }
    }
    let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
    #expect(abs(Double(file.length) / file.processingFormat.sampleRate - 0.2) < 0.03)
  }

  @Test("handlers come when frames are rendered and heard, even on a device")
  func heard() throws {
    try run {
      let engine = AVAudioEngine()
      let player = AVAudioPlayerNode()
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
      try engine.start()
      let format = player.outputFormat(forBus: 0)
      let frames = Int(format.sampleRate / 10)
      let buffer = try EngineFixture.buffer(Array(repeating: 0.5, count: frames), format)
      let times = Mutex<[String: Int]>([:])
      let start = MonotonicClock.nanoseconds
      let types: [AVAudioPlayerNodeCompletionCallbackType] = [.dataConsumed, .dataPlayedBack]
      for type in types {
        player.scheduleBuffer(buffer, at: nil, completionCallbackType: type) { type in
          let time = MonotonicClock.nanoseconds - start
          times.withLock { $0["\(type)"] = time / 1_000_000 }
        }
      }
      player.play()
      milliseconds(400)
      let seen = times.withLock { $0 }
      #expect((60...110).contains(seen["dataConsumed"] ?? 0))
      #expect((200...250).contains(seen["dataPlayedBack"] ?? 0))
      #expect(player.isPlaying)
      engine.stop()
      #expect(!player.isPlaying)
    }
  }

  @Test("a player starts at a time of the machine's clock")
  func hostTime() throws {
    try run {
      let engine = AVAudioEngine()
      let player = AVAudioPlayerNode()
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
      try engine.start()
      milliseconds(100)
      let time = try #require(player.lastRenderTime)
      #expect(time.isHostTimeValid)
      let later = AVAudioTime(
        hostTime: time.hostTime + AVAudioTime.hostTime(forSeconds: 0.25))
      player.play(at: later)
      milliseconds(400)
      let now = try #require(player.lastRenderTime)
      let origin = try #require(
        player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: now.sampleRate)))
      let wanted = Double(time.sampleTime) + 0.25 * time.sampleRate
      #expect(abs(Double(origin.sampleTime) - wanted) <= 2)
      let begin = player.playerTime(forNodeTime: AVAudioTime(hostTime: later.hostTime))
      #expect(abs(try #require(begin).sampleTime) <= 2)
      engine.stop()
    }
  }

  @Test("the object and the unit of the output node choose the device of the engine")
  func chosenDevice() throws {
    try run {
      let engine = AVAudioEngine()
      let node = EngineFixture.counter()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      let object = engine.outputNode.auAudioUnit
      let number = object.deviceID
      #expect(number != 0 && object.canPerformOutput && !object.canPerformInput)
      let unit = try #require(engine.outputNode.audioUnit)
      var value: AudioObjectID = 0
      var size: UInt32 = 4
      #expect(
        AudioUnitGetProperty(
          unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &value, &size)
          == noErr)
      #expect(value == number)
      try engine.start()
      milliseconds(100)
      let before = try #require(engine.outputNode.lastRenderTime?.sampleTime)
      #expect(
        AudioUnitSetProperty(
          unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &value, size)
          == noErr)
      try object.setDeviceID(number)
      #expect(engine.isRunning)
      milliseconds(100)
      let after = try #require(engine.outputNode.lastRenderTime)
      #expect(after.sampleTime > before && after.isHostTimeValid)
      #expect(throws: (any Error).self) { try object.setDeviceID(123_456) }
      value = 123_456
      #expect(
        AudioUnitSetProperty(
          unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &value, size)
          == kAudioUnitErr_InvalidPropertyValue)
      #expect(object.deviceID == number && engine.isRunning)
      engine.stop()
    }
  }

  @Test("a tap on a device gets all frames from its own thread")
  func tap() throws {
    try run {
      let engine = AVAudioEngine()
      let node = EngineFixture.counter()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      let seen = Mutex<[Float]>([])
      node.installTap(onBus: 0, bufferSize: 1_024, format: nil) { buffer, _ in
        var samples: [[Float]] = [[]]
        samples.append(buffer)
        seen.withLock { $0 += samples[0] }
      }
      try engine.start()
      milliseconds(300)
      engine.stop()
      milliseconds(10)
      node.removeTap(onBus: 0)
      let samples = seen.withLock { $0 }
      let rate = engine.outputNode.outputFormat(forBus: 0).sampleRate
      #expect(Double(samples.count) >= 0.3 * rate)
      #expect(isSame(samples, samples.indices.map { Float($0) / 65_536 }))
    }
  }

  @Test("an engine without a device reports an error and stays stopped")
  func noDevice() throws {
    try run(DeviceChoice([.offline(path: "/nowhere/engine.wav")])) {
      let engine = AVAudioEngine()
      _ = engine.mainMixerNode
      #expect(throws: NSError.self) { try engine.start() }
      #expect(!engine.isRunning)
    }
  }

  @Test("a lost device stops the engine, then one notification comes, and a start plays again")
  func loss() throws {
    try run {
      let engine = AVAudioEngine()
      let node = EngineFixture.counter()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      let seen = Mutex<[Bool]>([])
      let token = NotificationCenter.default.addObserver(
        forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
      ) { note in
        let engine = note.object as? AVAudioEngine
        seen.withLock { $0.append(engine?.isRunning ?? true) }
        engine?.disconnectNodeInput(engine?.outputNode ?? AVAudioMixerNode())
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try engine.start()
      milliseconds(50)
      engine.keeper.loss.note()
      milliseconds(50)
      #expect(seen.withLock { $0 } == [false])
      #expect(!engine.isRunning)
      engine.connect(engine.mainMixerNode, to: engine.outputNode, format: nil)
      try engine.start()
      milliseconds(50)
      #expect(engine.isRunning)
      #expect(node.lastRenderTime != nil)
      engine.stop()
      #expect(node.lastRenderTime == nil)
    }
  }

  @Test("an idle engine stops its device, and the next buffer starts it again")
  func autoShutdown() throws {
    try run {
      let engine = AVAudioEngine()
      let player = AVAudioPlayerNode()
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
      #expect(!engine.isAutoShutdownEnabled)
      engine.isAutoShutdownEnabled = true
      #expect(engine.isAutoShutdownEnabled)
      try engine.start()
      player.play()
      milliseconds(4_000)
      #expect(engine.keeper.playback.isOpen)
      milliseconds(3_000)
      #expect(!engine.keeper.playback.isOpen)
      #expect(engine.isRunning && player.isPlaying)
      let stopped = engine.keeper.graph.frame
      let format = player.outputFormat(forBus: 0)
      let samples = [Float](repeating: 0.5, count: Int(format.sampleRate))
      let heard = Mutex<Int?>(nil)
      let start = MonotonicClock.nanoseconds
      player.scheduleBuffer(
        try EngineFixture.buffer(samples, format), completionCallbackType: .dataPlayedBack
      ) { _ in
        let now = MonotonicClock.nanoseconds
        heard.withLock { $0 = (now - start) / 1_000_000 }
      }
      #expect(engine.keeper.playback.isOpen)
      milliseconds(2_000)
      #expect((1_000...1_200).contains(heard.withLock { $0 } ?? 0))
      #expect(engine.keeper.graph.frame > stopped + samples.count)
      milliseconds(6_000)
      #expect(!engine.keeper.playback.isOpen)
      engine.isAutoShutdownEnabled = false
      milliseconds(100)
      #expect(engine.keeper.playback.isOpen)
      engine.stop()
      #expect(!engine.isRunning)
    }
  }

  @Test("nodes that make sound and taps keep the device, and a pause outlasts a shutdown")
  func noAutoShutdown() throws {
    try run {
      let engine = AVAudioEngine()
      let node = EngineFixture.counter()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      engine.isAutoShutdownEnabled = true
      try engine.start()
      milliseconds(8_000)
      #expect(engine.keeper.playback.isOpen)
      engine.detach(node)
      engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1_024, format: nil) { _, _ in }
      milliseconds(8_000)
      #expect(engine.keeper.playback.isOpen)
      engine.mainMixerNode.removeTap(onBus: 0)
      milliseconds(8_000)
      #expect(!engine.keeper.playback.isOpen)
      engine.pause()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      milliseconds(1_000)
      #expect(!engine.keeper.playback.isOpen)
      try engine.start()
      milliseconds(1_000)
      #expect(engine.keeper.playback.isOpen)
      #expect(node.lastRenderTime != nil)
      engine.stop()
    }
  }

  @Test("a stop on the render thread takes effect soon")
  func stopInRender() throws {
    try run {
      let engine = AVAudioEngine()
      let node = AVAudioSourceNode { [weak engine] _, time, _, _ in
        if time.pointee.mSampleTime > 5_000 { engine?.stop() }
        return noErr
      }
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      try engine.start()
      milliseconds(500)
      #expect(!engine.isRunning)
    }
  }

  @Test("edits from four threads while a device renders")
  func threads() throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      let engine = AVAudioEngine()
      let mixer = engine.mainMixerNode
      try engine.start()
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        for round in 0..<50 {
          let player = AVAudioPlayerNode()
          let source = EngineFixture.counter()
          engine.attach(player)
          engine.attach(source)
          engine.connect(player, to: mixer, fromBus: 0, toBus: 2 * number, format: nil)
          engine.connect(source, to: mixer, fromBus: 0, toBus: 2 * number + 1, format: nil)
          player.pan = Float(round % 3) - 1
          if let buffer = AVAudioPCMBuffer(
            pcmFormat: player.outputFormat(forBus: 0), frameCapacity: 700)
          {
            buffer.frameLength = 700
            player.scheduleBuffer(buffer) { player.stop() }
            player.scheduleBuffer(buffer, at: nil, options: .loops)
          }
          player.play()
          source.installTap(onBus: 0, bufferSize: 256, format: nil) { _, _ in player.pause() }
          if round % 2 == 0 { engine.disconnectNodeOutput(source) }
          source.removeTap(onBus: 0)
          engine.detach(player)
          engine.detach(source)
        }
      }
      #expect(engine.attachedNodes.isEmpty)
      engine.stop()
    }
  }
}

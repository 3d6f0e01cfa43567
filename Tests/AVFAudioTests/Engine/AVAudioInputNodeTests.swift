import AVFAudio
import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct AVAudioInputNodeTests {
  /// Samples that a closure has received.
  private final class Samples: Sendable {
    let all = Mutex<[Float]>([])
    /// Their rate, in hertz.
    let rate = Mutex(0.0)
  }

  /// Frames that a client gives while it renders by hand.
  private final class Feed: @unchecked Sendable {
    let buffer: AVAudioPCMBuffer
    var next = 0
    var isEmpty = false

    init(_ format: AVAudioFormat) throws {
      buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 65_536))
    }

    func give(_ count: AVAudioFrameCount) -> UnsafePointer<AudioBufferList>? {
      guard !isEmpty else { return nil }
      buffer.frameLength = count
      for index in 0..<Int(count) {
        let value = (next + index) % 30_000
        buffer.int16ChannelData?[0][index * buffer.stride] = Int16(value)
        buffer.floatChannelData?[0][index * buffer.stride] = Float(value) / 32_768
      }
      next += Int(count)
      return buffer.audioBufferList
    }
  }

  @Test(
    "a client gives the frames of the input node when it renders by hand",
    arguments: [AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatInt16])
  func manual(_ sample: AVAudioCommonFormat) throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    let format = try #require(
      AVAudioFormat(commonFormat: sample, sampleRate: 48_000, channels: 1, interleaved: true))
    let feed = try Feed(format)
    let input = engine.inputNode
    #expect(input.setManualRenderingInputPCMFormat(format) { feed.give($0) })
    #expect(input.outputFormat(forBus: 0).sampleRate == 48_000)
    engine.connect(input, to: engine.mainMixerNode, format: nil)
    try engine.start()
    #expect(!input.setManualRenderingInputPCMFormat(format) { feed.give($0) })
    let samples = try engine.render(blocks: [1_000, 24, 976])[0]
    #expect(isSame(samples, (0..<2_000).map { Float($0) / 32_768 }))
    feed.isEmpty = true
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 100))
    #expect(try engine.renderOffline(100, to: buffer) == .insufficientDataFromInputNode)
    feed.isEmpty = false
    #expect(try engine.renderOffline(100, to: buffer) == .success)
  }

  @Test("an input format needs manual rendering")
  func noManual() throws {
    let engine = AVAudioEngine()
    let format = try EngineFixture.format()
    #expect(!engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in nil })
  }

  @Test("a sink node gets the frames of its connection, at their time")
  func sink() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    let node = EngineFixture.counter()
    let taken = Samples()
    let sink = AVAudioSinkNode { time, count, list in
      let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
      let samples = list[0].mData?.assumingMemoryBound(to: Float.self)
      taken.all.withLock { all in
        #expect(Int(time.pointee.mSampleTime) == all.count)
        for index in 0..<Int(count) { all.append(samples?[index] ?? 0) }
      }
      return noErr
    }
    #expect((sink.numberOfInputs, sink.numberOfOutputs) == (1, 0))
    engine.attach(node)
    engine.attach(sink)
    let points = [
      AVAudioConnectionPoint(node: sink, bus: 0),
      AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 0),
    ]
    let format = try EngineFixture.format(24_000, 1)
    engine.connect(node, to: points, fromBus: 0, format: format)
    try engine.start()
    _ = try engine.render(blocks: [1_000, 3_000])
    let wanted = (0..<2_000).map { Float($0) / 65_536 }
    #expect(isSame(taken.all.withLock { $0 }, wanted))
  }

  // MARK: Devices

  /// A file whose sample at frame n is n / 65,536.
  private static func file(_ folder: TemporaryFolder, frames: Int) throws -> String {
    let url = folder.url("input.wav")
    let format = try EngineFixture.format(44_100, 1)
    let file = try AVAudioFile(forWriting: url, settings: format.settings)
    let samples = (0..<frames).map { Float($0) / 65_536 }
    try file.write(from: EngineFixture.buffer(samples, format))
    file.close()
    return url.path
  }

  private func run(
    _ input: InputChoice, _ body: () throws -> Void
  ) throws {
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        try AudioQueueDevices.$input.withValue(input) { try body() }
      }
    }
  }

  private func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

  @Test("a tap of the input node gets the recorded frames, without an output node")
  func tap() throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder, frames: 20_000)
    let taken = Samples()
    try run(InputChoice([.file(path: path)])) {
      let engine = AVAudioEngine()
      let format = engine.inputNode.outputFormat(forBus: 0)
      #expect((format.sampleRate, format.channelCount) == (44_100, 1))
      engine.inputNode.installTap(onBus: 0, bufferSize: 1_000, format: nil) { buffer, time in
        #expect(time.isHostTimeValid)
        taken.all.withLock { all in
          #expect(Int(time.sampleTime) == all.count)
          all += UnsafeBufferPointer(
            start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
        }
      }
      try engine.start()
      milliseconds(1_000)
      engine.pause()
      #expect(!engine.isRunning)
      try engine.start()
      milliseconds(100)
      engine.stop()
      #expect(!engine.isRunning)
    }
    let samples = taken.all.withLock { $0 }
    #expect(samples.count >= 40_000)
    #expect(isSame(Array(samples.prefix(20_000)), (0..<20_000).map { Float($0) / 65_536 }))
    #expect(samples[20_000...].allSatisfy { $0 == 0 })
  }

  @Test("the input node feeds a mixer that a device plays")
  func mixed() throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder, frames: 20_000)
    let taken = Samples()
    try run(InputChoice([.file(path: path)])) {
      let engine = AVAudioEngine()
      let mixer = engine.mainMixerNode
      engine.connect(engine.inputNode, to: mixer, format: nil)
      mixer.installTap(onBus: 0, bufferSize: 1_000, format: nil) { buffer, _ in
        taken.rate.withLock { $0 = buffer.format.sampleRate }
        taken.all.withLock { all in
          all += UnsafeBufferPointer(
            start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
        }
      }
      try engine.start()
      milliseconds(1_500)
      engine.stop()
    }
    let samples = taken.all.withLock { $0 }
    let first = try #require(samples.firstIndex { $0 != 0 })
    try #require(samples.count > first + 20_000)
    // The mixer has the rate that the session of the process has at the time, so the slope is
    // compared.
    let slope = (samples[first + 8_000] - samples[first + 4_000]) * 65_536 / 4_000
    let expected = Float(44_100 / taken.rate.withLock { $0 })
    #expect(abs(slope - expected) < 0.01)
  }

  @Test("a running engine stops if neither the chosen nor the former device can be opened")
  func lostChoice() throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder, frames: 20_000)
    try run(InputChoice([.file(path: path)])) {
      let engine = AVAudioEngine()
      engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
      try engine.start()
      let object = engine.inputNode.auAudioUnit
      try object.setDeviceID(object.deviceID)
      #expect(engine.isRunning)
      try FileManager.default.removeItem(atPath: path)
      #expect(throws: NSError.self) { try object.setDeviceID(object.deviceID) }
      #expect(!engine.isRunning)
      #expect(throws: NSError.self) { try engine.start() }
    }
  }

  @Test("without a recording device, the format is empty and a start throws")
  func absent() throws {
    try run(InputChoice([])) {
      let engine = AVAudioEngine()
      let input = engine.inputNode
      #expect(input.outputFormat(forBus: 0).sampleRate == 0)
      #expect(input.inputFormat(forBus: 0).channelCount == 0)
      engine.connect(input, to: engine.mainMixerNode, format: nil)
      #expect(throws: NSError.self) { try engine.start() }
      #expect(!engine.isRunning)
      engine.disconnectNodeOutput(input)
      try engine.start()
      engine.stop()
    }
  }
}

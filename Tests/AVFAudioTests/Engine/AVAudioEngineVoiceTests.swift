import AVFAudio
import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

/// Voice processing of engines, on a recording of the echo of what the engine plays.
@Suite struct AVAudioEngineVoiceTests {
  /// Samples that a closure has received.
  private final class Samples: Sendable {
    let all = Mutex<[Float]>([])
  }

  private static let rate = 16_000.0

  /// Whether the library that cancels echoes is installed.
  private static var isAvailable: Bool {
    let engine = AVAudioEngine()
    return (try? engine.inputNode.setVoiceProcessingEnabled(true)) != nil
  }

  /// The recording: the echo of a sound, and a voice after three seconds.
  private static func recording(_ played: [Float]) -> [Float] {
    let voice = Babble.samples(seconds: 4, sampleRate: rate, seed: 2)
    return Babble.echo(played, delay: 960).enumerated().map { index, echo in
      index < Int(3 * rate) ? echo : echo + voice[index]
    }
  }

  /// Plays a sound, and returns the samples of the input node.
  private func record(
    seconds: Double, _ prepare: (AVAudioInputNode) throws -> Void
  ) throws -> [Float] {
    let folder = try TemporaryFolder()
    let format = try EngineFixture.format(Self.rate, 1)
    let played = Babble.samples(seconds: seconds, sampleRate: Self.rate)
    let file = try AVAudioFile(forWriting: folder.url("in.wav"), settings: format.settings)
    try file.write(from: EngineFixture.buffer(Self.recording(played), format))
    file.close()
    let taken = Samples()
    let input = InputChoice([.file(path: folder.url("in.wav").path)])
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        try AudioQueueDevices.$input.withValue(input) {
          let engine = AVAudioEngine()
          let player = AVAudioPlayerNode()
          engine.attach(player)
          engine.connect(player, to: engine.mainMixerNode, format: format)
          try prepare(engine.inputNode)
          engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { buffer, _ in
            taken.all.withLock { all in
              all += UnsafeBufferPointer(
                start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
            }
          }
          player.scheduleBuffer(try EngineFixture.buffer(played, format))
          try engine.start()
          player.play()
          VirtualClock.sleep(nanoseconds: Int(seconds * 1e9))
          engine.stop()
        }
      }
    }
    return taken.all.withLock { $0 }
  }

  @Test("the input node records a voice without the echo of what the engine plays")
  func echo() throws {
    guard Self.isAvailable else { return }
    let samples = try record(seconds: 4) { input in
      try input.setVoiceProcessingEnabled(true)
      #expect(input.isVoiceProcessingEnabled)
    }
    let played = Babble.samples(seconds: 4, sampleRate: Self.rate)
    let recorded = Self.recording(played)
    let (echo, voice) = (Int(2 * Self.rate)..<Int(3 * Self.rate), Int(3.2 * Self.rate)..<60_000)
    try #require(samples.count > voice.upperBound)
    #expect(Babble.decibels(recorded[echo]) - Babble.decibels(samples[echo]) > 15)
    // The voice of the near end remains.
    #expect(Babble.decibels(samples[voice]) - Babble.decibels(samples[echo]) > 10)
  }

  @Test("bypassed and muted voice processing")
  func controls() throws {
    guard Self.isAvailable else { return }
    let plain = try record(seconds: 2) { input in
      try input.setVoiceProcessingEnabled(true)
      input.isVoiceProcessingBypassed = true
    }
    #expect(Babble.decibels(plain[Int(Self.rate)..<Int(1.5 * Self.rate)]) > -50)
    let muted = try record(seconds: 1) { input in
      try input.setVoiceProcessingEnabled(true)
      input.isVoiceProcessingInputMuted = true
    }
    #expect(muted.count > 4_000 && muted.allSatisfy { $0 == 0 })
  }

  @Test("voice processing is a setting of a stopped engine, for both nodes")
  func state() throws {
    let input = InputChoice([.null])
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        try AudioQueueDevices.$input.withValue(input) {
          let engine = AVAudioEngine()
          guard Self.isAvailable else {
            #expect(throws: NSError.self) {
              try engine.outputNode.setVoiceProcessingEnabled(true)
            }
            #expect(!engine.inputNode.isVoiceProcessingEnabled)
            return
          }
          try engine.outputNode.setVoiceProcessingEnabled(true)
          #expect(engine.inputNode.isVoiceProcessingEnabled)
          engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
          try engine.start()
          let error = #expect(throws: NSError.self) {
            try engine.inputNode.setVoiceProcessingEnabled(false)
          }
          #expect(error?.code == Int(kAudioUnitErr_Initialized))
          #expect(engine.outputNode.isVoiceProcessingEnabled)
          engine.stop()
          try engine.inputNode.setVoiceProcessingEnabled(false)
          #expect(!engine.outputNode.isVoiceProcessingEnabled)
        }
      }
    }
  }

  @Test("manual rendering has no voice processing")
  func manual() throws {
    let engine = try EngineFixture.offline(EngineFixture.format())
    #expect(throws: NSError.self) { try engine.inputNode.setVoiceProcessingEnabled(true) }
    #expect(!engine.inputNode.isVoiceProcessingEnabled)
  }

  @Test("settings keep their values, and speech is not detected while muted")
  func settings() {
    let input = AVAudioEngine().inputNode
    #expect(!input.isVoiceProcessingBypassed && input.isVoiceProcessingAGCEnabled)
    #expect(!input.isVoiceProcessingInputMuted)
    input.isVoiceProcessingBypassed = true
    input.isVoiceProcessingAGCEnabled = false
    input.isVoiceProcessingInputMuted = true
    #expect(input.isVoiceProcessingBypassed && !input.isVoiceProcessingAGCEnabled)
    #expect(input.isVoiceProcessingInputMuted)
    #expect(!input.setMutedSpeechActivityEventListener { _ in })
    #expect(input.setMutedSpeechActivityEventListener(nil))
  }
}

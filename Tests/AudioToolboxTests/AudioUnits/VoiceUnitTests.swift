import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AudioToolbox

/// The unit that cancels echoes, on a recording of the echo of what it plays.
struct VoiceUnitTests {
  private static let rate = 16_000.0

  /// Whether the library that cancels echoes is installed.
  private static var isAvailable: Bool {
    let unit = try? TestUnit(kAudioUnitSubType_VoiceProcessingIO)
    return unit?.get(kAUVoiceIOProperty_MuteOutput, UInt32(9)).status == noErr
  }

  /// Takes recorded frames from a unit.
  private final class Recorder: @unchecked Sendable {
    // Unchecked: the test reads it after the unit has stopped.
    let unit: TestUnit
    var samples: [Float] = []

    init(_ unit: TestUnit) { self.unit = unit }

    let proc: AURenderCallback = { data, flags, time, bus, count, _ in
      let recorder = Unmanaged<Recorder>.fromOpaque(data).takeUnretainedValue()
      var list = AudioBufferList()
      list.mNumberBuffers = 1
      list.mBuffers.mNumberChannels = 1
      let status = AudioUnitRender(recorder.unit.unit, flags, time, bus, count, &list)
      guard let data = list.mBuffers.mData?.assumingMemoryBound(to: Float.self) else { return -1 }
      recorder.samples += UnsafeBufferPointer(start: data, count: Int(count))
      return status
    }
  }

  /// Plays a sound, and returns the recorded samples.
  private func record(
    _ subType: OSType, seconds: Double, _ prepare: (TestUnit) -> Void = { _ in }
  ) throws -> [Float] {
    let played = Babble.samples(seconds: seconds, sampleRate: Self.rate)
    let echo = Babble.echo(played, delay: 960).map { Int16($0 * 32_767) }
    let hardware = try TestHardware(rate: Self.rate, samples: echo)
    var samples: [Float] = []
    try hardware.run {
      let unit = try TestUnit(subType)
      let enable = kAudioOutputUnitProperty_EnableIO
      #expect(unit.set(enable, UInt32(1), kAudioUnitScope_Input, 1) == noErr)
      let format = UnitFormats.float(Self.rate, 1)
      #expect(unit.setFormat(format, kAudioUnitScope_Output, 1) == noErr)
      #expect(unit.setFormat(format) == noErr)
      let source = UnitSourceFixture(samples: { frame, _ in
        frame < played.count ? played[frame] : 0
      })
      #expect(unit.setSource(source) == noErr)
      let recorder = Recorder(unit)
      let callback = AURenderCallbackStruct(
        inputProc: recorder.proc,
        inputProcRefCon: Unmanaged.passUnretained(recorder).toOpaque())
      #expect(unit.set(kAudioOutputUnitProperty_SetInputCallback, callback) == noErr)
      prepare(unit)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      VirtualClock.sleep(nanoseconds: Int(seconds * 1e9))
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
      samples = recorder.samples
    }
    return samples
  }

  @Test("the unit records without the echo of what it plays, unlike RemoteIO")
  func echo() throws {
    let plain = try record(kAudioUnitSubType_RemoteIO, seconds: 5)
    let processed = try record(kAudioUnitSubType_VoiceProcessingIO, seconds: 5)
    let last = Int(3 * Self.rate)..<Int(4.5 * Self.rate)
    try #require(min(plain.count, processed.count) > last.upperBound)
    let difference = Babble.decibels(plain[last]) - Babble.decibels(processed[last])
    #expect(Babble.decibels(plain[last]) > -50)
    if Self.isAvailable { #expect(difference > 15) } else { #expect(difference == 0) }
  }

  @Test("a bypassed unit records as RemoteIO does, and a muted one records silence")
  func controls() throws {
    guard Self.isAvailable else { return }
    let plain = try record(kAudioUnitSubType_RemoteIO, seconds: 0.5)
    let bypassed = try record(kAudioUnitSubType_VoiceProcessingIO, seconds: 0.5) { unit in
      #expect(unit.set(kAUVoiceIOProperty_BypassVoiceProcessing, UInt32(1)) == noErr)
    }
    #expect(plain == bypassed)
    let muted = try record(kAudioUnitSubType_VoiceProcessingIO, seconds: 0.5) { unit in
      #expect(unit.set(kAUVoiceIOProperty_MuteOutput, UInt32(1)) == noErr)
    }
    #expect(muted.count > 4_000 && muted.allSatisfy { $0 == 0 })
  }

  @Test("the properties of voice processing belong to this unit only")
  func properties() throws {
    let flags: [(AudioUnitPropertyID, UInt32)] = [
      (kAUVoiceIOProperty_BypassVoiceProcessing, 0),
      (kAUVoiceIOProperty_VoiceProcessingEnableAGC, 1), (kAUVoiceIOProperty_MuteOutput, 0),
    ]
    let other = try TestUnit(kAudioUnitSubType_RemoteIO)
    let unit = try TestUnit(kAudioUnitSubType_VoiceProcessingIO)
    for (property, usual) in flags {
      #expect(other.get(property, UInt32(9)).status == kAudioUnitErr_InvalidProperty)
      #expect(other.set(property, UInt32(1)) == kAudioUnitErr_InvalidProperty)
      guard Self.isAvailable else {
        #expect(unit.set(property, UInt32(1)) == kAudioUnitErr_InvalidProperty)
        continue
      }
      #expect(unit.get(property, UInt32(9)).value == usual)
      // Programs also name the recording side.
      #expect(unit.set(property, 1 - usual, kAudioUnitScope_Global, 1) == noErr)
      #expect(unit.get(property, UInt32(9)).value == 1 - usual)
    }
  }
}

import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AudioToolbox

/// The devices and the recording side of output units, on files as devices.
struct InputUnitTests {
  private func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

  /// Takes recorded frames from a unit.
  private final class Recorder: @unchecked Sendable {
    // Unchecked: the test reads it after the unit has stopped.
    let unit: TestUnit
    var samples: [Float] = []
    var times: [Double] = []
    var statuses: [OSStatus] = []

    init(_ unit: TestUnit) { self.unit = unit }

    let proc: AURenderCallback = { data, flags, time, bus, count, list in
      let recorder = Unmanaged<Recorder>.fromOpaque(data).takeUnretainedValue()
      #expect(list == nil && bus == 1)
      var list = AudioBufferList()
      list.mNumberBuffers = 1
      list.mBuffers.mNumberChannels = 1
      recorder.times.append(time.pointee.mSampleTime)
      let status = AudioUnitRender(recorder.unit.unit, flags, time, bus, count, &list)
      recorder.statuses.append(status)
      guard let data = list.mBuffers.mData?.assumingMemoryBound(to: Float.self) else { return -1 }
      recorder.samples += UnsafeBufferPointer(start: data, count: Int(count))
      return noErr
    }
  }

  private func recordingUnit() throws -> TestUnit {
    let unit = try TestUnit(kAudioUnitSubType_HALOutput)
    let enable = kAudioOutputUnitProperty_EnableIO
    #expect(unit.set(enable, UInt32(1), kAudioUnitScope_Input, 1) == noErr)
    #expect(unit.set(enable, UInt32(0), kAudioUnitScope_Output, 0) == noErr)
    let device = TestObject.defaultInput.number
    #expect(unit.set(kAudioOutputUnitProperty_CurrentDevice, device) == noErr)
    #expect(unit.get(kAudioOutputUnitProperty_CurrentDevice, AudioObjectID(0)).value == device)
    return unit
  }

  /// The rates in relation to that of the device; without libsoxr, nothing converts others.
  private static let factors: [Double] = {
    #if Soxr
      [1, 2]
    #else
      [1]
    #endif
  }()

  @Test("a unit gives its function what the device records, at any rate", arguments: factors)
  func records(_ factor: Double) throws {
    let hardware = try TestHardware()
    try hardware.run {
      let unit = try recordingUnit()
      let stream = kAudioUnitProperty_StreamFormat
      let native = unit.get(stream, UnitFormats.float(), kAudioUnitScope_Input, 1).value
      #expect(native.mSampleRate == 22_050 && native.mChannelsPerFrame == 1)
      let format = UnitFormats.float(22_050 * factor, 1)
      #expect(unit.setFormat(format, kAudioUnitScope_Output, 1) == noErr)
      #expect(unit.setFormat(format, kAudioUnitScope_Input, 1) == -10_865)
      let recorder = Recorder(unit)
      let callback = AURenderCallbackStruct(
        inputProc: recorder.proc,
        inputProcRefCon: Unmanaged.passUnretained(recorder).toOpaque())
      #expect(unit.set(kAudioOutputUnitProperty_SetInputCallback, callback) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      // Units of devices take a format until they run.
      #expect(unit.setFormat(format, kAudioUnitScope_Output, 1) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      #expect(
        unit.setFormat(format, kAudioUnitScope_Output, 1) == kAudioUnitErr_Initialized)
      milliseconds(400)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
      #expect(recorder.statuses.count > 5 && recorder.statuses.allSatisfy { $0 == noErr })
      #expect(recorder.times.first == 0)
      #expect(zip(recorder.times, recorder.times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(recorder.samples.count > Int(22_050 * factor * 0.3))
      // The file counts upwards; a converter rings at its start.
      let wrong = recorder.samples.indices.dropFirst(200).filter { index in
        abs(recorder.samples[index] - Float(index) / Float(factor) / 32_768) > 1e-4
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test("the recording side can feed the playing side of the same unit")
  func passesThrough() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let unit = try TestUnit(kAudioUnitSubType_RemoteIO)
      let enable = kAudioOutputUnitProperty_EnableIO
      #expect(unit.set(enable, UInt32(1), kAudioUnitScope_Input, 1) == noErr)
      let format = UnitFormats.float(22_050, 1)
      #expect(unit.setFormat(format, kAudioUnitScope_Output, 1) == noErr)
      #expect(unit.connect(unit, bus: 1) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      milliseconds(500)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
    }
    let (rate, samples) = try OutputUnitTests.read(hardware.output)
    #expect(rate == 22_050 && samples.count == 1)
    // The heard frames are a part of the recording, in its order.
    let heard = samples[0].filter { $0 != 0 }.map { Int(($0 * 32_768).rounded()) }
    #expect(heard.count > 4_000)
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("a channel map chooses the channels of the device")
  func channelMap() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let unit = try TestUnit(kAudioUnitSubType_HALOutput)
      let source = UnitSourceFixture(samples: { _, channel in channel == 0 ? 0.25 : 0.5 })
      #expect(unit.setSource(source) == noErr)
      let identity = unit.get(kAudioOutputUnitProperty_ChannelMap, (Int32(9), Int32(9))).value
      #expect(identity == (0, 1))
      let map = (Int32(1), Int32(-1), Int32(0))
      #expect(
        unit.set(kAudioOutputUnitProperty_ChannelMap, map, kAudioUnitScope_Output) == noErr)
      #expect(unit.set(kAudioOutputUnitProperty_ChannelMap, Int32(-2)) == -10_851)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      milliseconds(100)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
    }
    let samples = try OutputUnitTests.read(hardware.output).samples
    #expect(samples.count == 3 && samples[0].count > 4_000)
    for (channel, level) in [(0, Float(0.5)), (1, 0), (2, 0.25)] {
      #expect(samples[channel].allSatisfy { $0 == level })
    }
  }

  @Test("a device that is set plays, with its slices, and its properties are those of the unit")
  func currentDevice() throws {
    let hardware = try TestHardware()
    let other = hardware.folder.url.appendingPathComponent("other.wav")
    try hardware.run {
      let first = TestObject.defaultOutput
      let choice = DeviceChoice([.offline(path: other.path)])
      let second = AudioQueueDevices.$choice.withValue(choice) { TestObject.defaultOutput }
      #expect(first != second)
      let unit = try AudioQueueDevices.$choice.withValue(choice) {
        try TestUnit(kAudioUnitSubType_HALOutput)
      }
      let current = kAudioOutputUnitProperty_CurrentDevice
      #expect(unit.get(current, AudioObjectID(0)).value == second.number)
      #expect(unit.set(current, AudioObjectID(9_999_999)) == -10_851)
      #expect(unit.set(current, first.number) == -10_851)
      #expect(unit.set(current, second.number) == noErr)
      #expect(unit.set(kAudioDevicePropertyBufferFrameSize, UInt32(100)) == noErr)
      #expect(unit.get(kAudioDevicePropertyBufferFrameSize, UInt32(0)).value == 100)
      let source = UnitSourceFixture.noise()
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(unit.setFormat(UnitFormats.float(22_050, 1)) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      #expect(unit.setFormat(UnitFormats.float()) == kAudioUnitErr_Initialized)
      milliseconds(100)
      let running = kAudioDevicePropertyDeviceIsRunning
      #expect(unit.get(running, UInt32(0)).value == 1)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
      #expect(unit.get(running, UInt32(1)).value == 0)
      #expect(source.counts.allSatisfy { $0 <= 100 })
      let plain = try TestUnit(kAudioUnitSubType_DefaultOutput)
      #expect(plain.get(current, AudioObjectID(0)).value == first.number)
      #expect(plain.set(current, first.number) == kAudioUnitErr_PropertyNotWritable)
      let enable = kAudioOutputUnitProperty_EnableIO
      #expect(plain.set(enable, UInt32(1), kAudioUnitScope_Input, 1) == -10_865)
    }
    let (rate, samples) = try OutputUnitTests.read(other)
    #expect(rate == 22_050 && samples.count == 1 && samples[0].count > 1_500)
  }

  /// A unit that plays a source and records.
  private func duplexUnit(_ source: UnitSourceFixture) throws -> TestUnit {
    let unit = try TestUnit(kAudioUnitSubType_HALOutput)
    #expect(
      unit.set(kAudioOutputUnitProperty_EnableIO, UInt32(1), kAudioUnitScope_Input, 1) == noErr)
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    return unit
  }

  @Test("a unit whose recording device is lost stops playing, too")
  func loss() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let source = UnitSourceFixture.noise()
      let unit = try duplexUnit(source)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      // The recording thread, which has not run yet, cannot open the file.
      try FileManager.default.removeItem(at: hardware.input)
      milliseconds(100)
      #expect(unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 0)
      let count = source.counts.count
      milliseconds(100)
      #expect(source.counts.count == count)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
    }
  }

  @Test("a running unit follows the rate and the slice of its devices")
  func followsSettings() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let source = UnitSourceFixture.noise()
      let unit = try duplexUnit(source)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      milliseconds(50)
      #expect(source.counts.contains { $0 > 100 })
      #expect(
        TestObject.defaultOutput.set(kAudioDevicePropertyBufferFrameSize, UInt32(100)) == noErr)
      letOthersRun()
      let count = source.counts.count
      milliseconds(100)
      #expect(source.counts.count > count + 10)
      #expect(source.counts.dropFirst(count).allSatisfy { $0 <= 100 })
      #expect(unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 1)
      // A device that cannot start again stops the unit.
      try FileManager.default.removeItem(at: hardware.input)
      #expect(TestObject.defaultInput.set(kAudioDevicePropertyBufferFrameSize, UInt32(64)) == noErr)
      letOthersRun()
      #expect(unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 0)
      let last = source.counts.count
      milliseconds(100)
      #expect(source.counts.count == last)
    }
  }

  @Test(
    "without a library that converts rates, a unit refuses to record at another rate",
    .enabled(if: !UnitRates.canConvert))
  func refusesRates() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let unit = try recordingUnit()
      let scope = kAudioUnitScope_Output
      #expect(unit.setFormat(UnitFormats.float(44_100, 1), scope, 1) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == kAudioUnitErr_FormatNotSupported)
      #expect(unit.setFormat(UnitFormats.float(22_050, 1), scope, 1) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(unit.setFormat(UnitFormats.float(44_100, 1), scope, 1) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == kAudioUnitErr_FormatNotSupported)
    }
  }

  @Test("a unit continues if it cannot have a device")
  func refusedDevice() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let source = UnitSourceFixture.noise()
      let unit = try duplexUnit(source)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      milliseconds(50)
      let none = AudioObjectID(9_999_999)
      #expect(unit.set(kAudioOutputUnitProperty_CurrentDevice, none) == -10_851)
      #expect(unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 1)
      let count = source.counts.count
      milliseconds(100)
      #expect(source.counts.count > count)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
    }
  }
}

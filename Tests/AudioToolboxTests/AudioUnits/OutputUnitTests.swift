import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

/// Output units on devices, on the virtual clock.
struct OutputUnitTests {
  /// Runs with a file as the device, and returns the file's samples.
  private func play(_ body: () throws -> Void) throws -> (rate: Double, samples: [[Float]]) {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("unit.wav").path
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.offline(path: path)])) { try body() }
    }
    return try Self.read(URL(fileURLWithPath: path))
  }

  static func read(_ url: URL) throws -> (rate: Double, samples: [[Float]]) {
    var file: ExtAudioFileRef?
    #expect(ExtAudioFileOpenURL(url as CFURL, &file) == noErr)
    let opened = try #require(file)
    defer { ExtAudioFileDispose(opened) }
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    ExtAudioFileGetProperty(opened, kExtAudioFileProperty_FileDataFormat, &size, &format)
    var client = UnitFormats.float(format.mSampleRate, format.mChannelsPerFrame)
    ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, size, &client)
    var all = [[Float]](repeating: [], count: Int(format.mChannelsPerFrame))
    let list = AudioBufferList.allocate(maximumBuffers: all.count)
    defer { free(list.unsafeMutablePointer) }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 1_024 * all.count)
    defer { memory.deallocate() }
    while true {
      for channel in all.indices {
        list[channel] = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: 4_096, mData: memory + channel * 1_024)
      }
      var count: UInt32 = 1_024
      #expect(ExtAudioFileRead(opened, &count, list.unsafeMutablePointer) == noErr)
      guard count > 0 else { return (format.mSampleRate, all) }
      for channel in all.indices {
        all[channel] += UnsafeBufferPointer(start: memory + channel * 1_024, count: Int(count))
      }
    }
  }

  private func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

  @Test(
    "a device pulls the client's function",
    arguments: [
      kAudioUnitSubType_DefaultOutput, kAudioUnitSubType_SystemOutput,
      kAudioUnitSubType_HALOutput, kAudioUnitSubType_RemoteIO,
      kAudioUnitSubType_VoiceProcessingIO,
    ])
  func pulls(_ subType: OSType) throws {
    let source = UnitSourceFixture(samples: { frame, channel in
      Float(frame % 1_000) / 1_000 * (channel == 0 ? 1 : -1)
    })
    let (rate, samples) = try play {
      let unit = try TestUnit(subType)
      #expect(AudioOutputUnitStart(unit.unit) == kAudioUnitErr_Uninitialized)
      #expect(unit.setFormat(UnitFormats.float(48_000)) == noErr)
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 0)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      #expect(unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 1)
      milliseconds(500)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
      #expect(unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 0)
      let calls = source.counts.count
      milliseconds(100)
      #expect(source.counts.count == calls)
    }
    #expect(rate == 48_000)
    #expect(samples.count == 2 && abs(samples[0].count - 24_000) < 1_000)
    let expected = samples[0].indices.map { Float($0 % 1_000) / 1_000 }
    #expect(zip(samples[0], expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(zip(samples[1], expected).allSatisfy { abs($0 + $1) < 1e-6 })
    #expect(source.counts.allSatisfy { $0 <= 512 })
    // Times are continuous.
    var next = 0.0
    for (time, count) in zip(source.times, source.counts) {
      #expect(time == next)
      next += Double(count)
    }
  }

  @Test("a unit without a source is silent, and one that fails, too")
  func silence() throws {
    let (_, samples) = try play {
      let unit = try TestUnit(kAudioUnitSubType_DefaultOutput)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      milliseconds(100)
      let source = UnitSourceFixture { _, count, list in
        list[0].mData?.assumingMemoryBound(to: Float.self)[0] = 1
        return -1
      }
      #expect(unit.setSource(source) == noErr)
      milliseconds(100)
      #expect(AudioOutputUnitStop(unit.unit) == noErr)
      #expect(source.counts.count > 1)
      #expect(unit.get(kAudioUnitProperty_LastRenderError, OSStatus(0)).value == -1)
    }
    #expect(samples[0].count > 8_000)
    #expect(samples.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test("16-bit integers of one channel play at their rate")
  func integers() throws {
    let (rate, samples) = try play {
      let unit = try TestUnit(kAudioUnitSubType_RemoteIO)
      #expect(unit.setFormat(UnitFormats.int16(22_050, 1)) == noErr)
      let source = UnitSourceFixture { _, count, list in
        for index in 0..<count {
          list[0].mData?.assumingMemoryBound(to: Int16.self)[index] = 8_192
        }
        return noErr
      }
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      milliseconds(200)
      // Disposal stops the unit.
      unit.dispose()
    }
    #expect(rate == 22_050)
    #expect(samples.count == 1 && abs(samples[0].count - 4_410) < 500)
    #expect(samples[0].allSatisfy { abs($0 - 0.25) < 1e-6 })
  }

  @Test("a unit can be stopped by its own callback, and listeners hear of it")
  func stopsItself() throws {
    let stops = Mutex(0)
    _ = try play {
      let unit = try TestUnit(kAudioUnitSubType_DefaultOutput)
      let reference = UInt(bitPattern: unit.unit)
      let source = UnitSourceFixture { _, _, _ in
        if let unit = AudioUnit(bitPattern: reference) { AudioOutputUnitStop(unit) }
        return noErr
      }
      let proc: AudioUnitPropertyListenerProc = { context, unit, property, _, _ in
        var isRunning: UInt32 = 9
        var size: UInt32 = 4
        AudioUnitGetProperty(unit, property, kAudioUnitScope_Global, 0, &isRunning, &size)
        if isRunning == 0 {
          context.assumingMemoryBound(to: Counter.self).pointee.count += 1
        }
      }
      let counter = UnsafeMutablePointer<Counter>.allocate(capacity: 1)
      counter.initialize(to: Counter())
      defer { counter.deallocate() }
      AudioUnitAddPropertyListener(
        unit.unit, kAudioOutputUnitProperty_IsRunning, proc, counter)
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(AudioOutputUnitStart(unit.unit) == noErr)
      for _ in 0..<100 where unit.get(kAudioOutputUnitProperty_IsRunning, UInt32(9)).value == 1 {
        milliseconds(10)
      }
      milliseconds(10)
      stops.withLock { $0 = counter.pointee.count }
    }
    #expect(stops.withLock { $0 } == 1)
  }

  private struct Counter { var count = 0 }

  @Test("the hardware side is read-only, and the input of a device does not exist")
  func hardware() throws {
    let unit = try TestUnit(kAudioUnitSubType_HALOutput)
    let format = unit.get(
      kAudioUnitProperty_StreamFormat, AudioStreamBasicDescription(), kAudioUnitScope_Output)
    #expect(format.status == noErr && format.value.mSampleRate > 0)
    #expect(
      unit.setFormat(UnitFormats.float(), kAudioUnitScope_Output)
        == kAudioUnitErr_PropertyNotWritable)
    let io = kAudioOutputUnitProperty_EnableIO
    #expect(unit.get(io, UInt32(9), kAudioUnitScope_Output, 0) == (noErr, 1))
    #expect(unit.get(io, UInt32(9), kAudioUnitScope_Input, 1) == (noErr, 0))
    #expect(unit.set(io, UInt32(1), kAudioUnitScope_Output, 0) == noErr)
    #expect(unit.set(io, UInt32(1), kAudioUnitScope_Input, 1) == noErr)
    #expect(unit.get(io, UInt32(9), kAudioUnitScope_Input, 1) == (noErr, 1))
    #expect(unit.set(io, UInt32(1), kAudioUnitScope_Output, 1) == -10_877)
  }
}

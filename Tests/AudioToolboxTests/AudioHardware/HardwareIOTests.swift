import AudioDevices
import AudioRealtime
import AudioToolbox
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// Functions that devices call, on files as devices.
struct HardwareIOTests {
  /// The frames and times that a function has received.
  private final class Log: Sendable {
    struct State {
      var counts: [Int] = []
      var times: [Double] = []
      var samples: [Float] = []
      var frame = 0
    }

    let state = Mutex(State())
  }

  private func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

  @Test("a device calls a function for slices of its size", arguments: [64, 441])
  func plays(_ slice: UInt32) throws {
    let hardware = try TestHardware()
    let log = Log()
    try hardware.run {
      let device = TestObject.defaultOutput
      #expect(device.set(kAudioDevicePropertyNominalSampleRate, 44_100.0) == noErr)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, slice) == noErr)
      var identifier: AudioDeviceIOProcID?
      let proc: AudioDeviceIOProc = { _, _, input, _, output, time, data in
        guard let data else { return -1 }
        let log = Unmanaged<Log>.fromOpaque(data).takeUnretainedValue()
        #expect(input.pointee.mNumberBuffers == 0)
        let buffer = output.pointee.mBuffers
        #expect(output.pointee.mNumberBuffers == 1 && buffer.mNumberChannels == 2)
        let count = Int(buffer.mDataByteSize) / 8
        guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { return -1 }
        log.state.withLock { state in
          state.counts.append(count)
          state.times.append(time.pointee.mSampleTime)
          for frame in 0..<count {
            #expect(samples[2 * frame] == 0)
            samples[2 * frame] = Float(state.frame % 1_000) / 1_000
            samples[2 * frame + 1] = -samples[2 * frame]
            state.frame += 1
          }
        }
        return noErr
      }
      let pointer = Unmanaged.passUnretained(log).toOpaque()
      #expect(AudioDeviceCreateIOProcID(device.number, proc, pointer, &identifier) == noErr)
      let number = try #require(identifier)
      #expect(AudioDeviceStart(device.number, number) == noErr)
      #expect(AudioDeviceStart(device.number, number) == noErr)
      #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 1)
      milliseconds(500)
      #expect(AudioDeviceStop(device.number, number) == noErr)
      #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 0)
      let calls = log.state.withLock { $0.counts.count }
      milliseconds(100)
      #expect(log.state.withLock { $0.counts.count } == calls)
      #expect(AudioDeviceDestroyIOProcID(device.number, number) == noErr)
      #expect(AudioDeviceStart(device.number, number) == kAudioHardwareIllegalOperationError)
    }
    let state = log.state.withLock { $0 }
    #expect(state.counts.allSatisfy { $0 == Int(slice) })
    #expect(state.times == state.times.indices.map { Double($0 * Int(slice)) })
    let (rate, samples) = try OutputUnitTests.read(hardware.output)
    #expect(rate == 44_100)
    #expect(samples[0].count > 15_000)
    #expect(samples[0] == samples[0].indices.map { Float($0 % 1_000) / 1_000 })
    #expect(samples[1] == samples[0].map { -$0 })
  }

  @Test("a closure gets what a device records, at the rate of the device")
  func records() throws {
    let hardware = try TestHardware()
    let log = Log()
    try hardware.run {
      let device = TestObject.defaultInput
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(100)) == noErr)
      var identifier: AudioDeviceIOProcID?
      let status = AudioDeviceCreateIOProcIDWithBlock(&identifier, device.number, nil) {
        _, input, time, output, _ in
        #expect(output.pointee.mNumberBuffers == 0)
        let buffer = input.pointee.mBuffers
        guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { return }
        let count = Int(buffer.mDataByteSize) / 4
        log.state.withLock { state in
          state.counts.append(count)
          state.times.append(time.pointee.mSampleTime)
          state.samples += UnsafeBufferPointer(start: samples, count: count)
        }
      }
      #expect(status == noErr)
      let number = try #require(identifier)
      #expect(AudioDeviceStart(device.number, number) == noErr)
      milliseconds(500)
      #expect(AudioDeviceStop(device.number, number) == noErr)
      #expect(AudioDeviceDestroyIOProcID(device.number, number) == noErr)
    }
    let state = log.state.withLock { $0 }
    #expect(state.counts.count > 90 && state.counts.allSatisfy { $0 == 100 })
    #expect(state.times == state.times.indices.map { Double($0 * 100) })
    let expected = (0..<state.samples.count).map { Float($0) / 32_768 }
    #expect(zip(state.samples, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test("a function can stop its device, and a new rate restarts it")
  func stopsItself() throws {
    let hardware = try TestHardware()
    let calls = Mutex(0)
    try hardware.run {
      let device = TestObject.defaultOutput
      #expect(device.set(kAudioDevicePropertyNominalSampleRate, 44_100.0) == noErr)
      // The device pulls several slices at a time.
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(64)) == noErr)
      let identifier = Mutex<UInt>(0)
      var created: AudioDeviceIOProcID?
      let status = AudioDeviceCreateIOProcIDWithBlock(&created, device.number, nil) {
        _, _, _, _, _ in
        let count = calls.withLock { calls in
          calls += 1
          return calls
        }
        guard count == 200 else { return }
        let number = identifier.withLock { unsafeBitCast($0, to: AudioDeviceIOProcID?.self) }
        #expect(AudioDeviceStop(device.number, number) == noErr)
      }
      #expect(status == noErr)
      let number = try #require(created)
      identifier.withLock { $0 = unsafeBitCast(number, to: UInt.self) }
      #expect(AudioDeviceStart(device.number, number) == noErr)
      milliseconds(50)
      #expect(device.set(kAudioDevicePropertyNominalSampleRate, 22_050.0) == noErr)
      milliseconds(20)
      #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 1)
      milliseconds(2_000)
      #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 0)
      milliseconds(100)
      #expect(calls.withLock { $0 } == 200)
      #expect(AudioDeviceDestroyIOProcID(device.number, number) == noErr)
    }
    #expect(try OutputUnitTests.read(hardware.output).rate == 22_050)
  }

  @Test("a device stops while its closure waits for the caller's queue", .timeLimit(.minutes(1)))
  func stopsOnItsQueue() throws {
    let hardware = try TestHardware()
    let queue = DispatchQueue(label: "test.slices")
    let calls = Mutex(0)
    let hasStopped = Mutex(false)
    try hardware.run {
      let device = TestObject.defaultOutput
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(16)) == noErr)
      let identifier = Mutex<UInt>(0)
      var created: AudioDeviceIOProcID?
      let status = AudioDeviceCreateIOProcIDWithBlock(&created, device.number, queue) {
        _, _, _, _, _ in
        let isFirst = calls.withLock { calls in
          calls += 1
          return calls == 1
        }
        guard isFirst else { return }
        queue.async {
          let number = identifier.withLock { unsafeBitCast($0, to: AudioDeviceIOProcID?.self) }
          #expect(AudioDeviceStop(device.number, number) == noErr)
          hasStopped.withLock { $0 = true }
        }
      }
      #expect(status == noErr)
      let number = try #require(created)
      identifier.withLock { $0 = unsafeBitCast(number, to: UInt.self) }
      #expect(AudioDeviceStart(device.number, number) == noErr)
      // The queue is not on the clock.
      while !hasStopped.withLock({ $0 }) { milliseconds(1) }
      #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 0)
      let last = calls.withLock { $0 }
      milliseconds(100)
      queue.sync {}
      #expect(calls.withLock { $0 } == last)
      #expect(AudioDeviceDestroyIOProcID(device.number, number) == noErr)
    }
  }

  @Test("a restart that fails is reported as an abnormal stop")
  func failedRestart() throws {
    let hardware = try TestHardware()
    let reports = Mutex(0)
    try hardware.run {
      let device = TestObject.defaultInput
      var created: AudioDeviceIOProcID?
      let status = AudioDeviceCreateIOProcIDWithBlock(&created, device.number, nil) {
        _, _, _, _, _ in
      }
      #expect(status == noErr)
      let number = try #require(created)
      var address = TestObject.address(kAudioDevicePropertyIOStoppedAbnormally)
      let listener: AudioObjectPropertyListenerBlock = { _, _ in reports.withLock { $0 += 1 } }
      #expect(
        AudioObjectAddPropertyListenerBlock(device.number, &address, nil, listener) == noErr)
      #expect(AudioDeviceStart(device.number, number) == noErr)
      milliseconds(50)
      #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 1)
      try FileManager.default.removeItem(at: hardware.input)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(200)) == noErr)
      milliseconds(50)
      #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 0)
      #expect(reports.withLock { $0 } == 1)
      #expect(
        AudioObjectRemovePropertyListenerBlock(device.number, &address, nil, listener) == noErr)
      #expect(AudioDeviceDestroyIOProcID(device.number, number) == noErr)
    }
  }
}

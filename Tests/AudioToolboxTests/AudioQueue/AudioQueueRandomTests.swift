import AudioDevices
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

@Suite struct AudioQueueRandomTests {
  /// What makes a run: where callbacks happen, and how the queue ends.
  enum Place: CaseIterable {
    case thread, dispatchQueue, runLoop
  }

  @Test(arguments: Place.allCases, [1, 2, 3, 4] as [UInt64])
  func anyCallsInAnyOrderFromAnyThread(place: Place, seed: UInt64) throws {
    let runLoop = place == .runLoop ? RunLoopThread() : nil
    defer { runLoop?.stop() }
    weak var object: AudioQueueObject?
    for round in 0..<4 {
      let caller = RandomCaller()
      let dice = Mutexed(Dice(seed: seed << 32 | UInt64(round)))
      let queue = try TestQueue(
        .null, runLoop: runLoop?.runLoop,
        dispatchQueue: place == .dispatchQueue ? DispatchQueue(label: "callbacks") : nil
      ) { queue, buffer in
        caller.noteCallback()
        for _ in 0..<dice.withLock({ $0.roll(3) }) {
          caller.call(queue.queue, dice.withLock { $0.roll() })
        }
      }
      object = AudioQueueObject.all.object(queue.queue)
      #expect(object != nil)
      let done = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let reference = queue.queue
      for thread in 0..<2 {
        Thread {
          var dice = Dice(seed: seed << 32 | UInt64(round) << 8 | UInt64(thread))
          for _ in 0..<100 { caller.call(reference, dice.roll()) }
          done.signal()
        }.start()
      }
      // One round in two ends while the calls go on.
      if round % 2 == 0 {
        for _ in 0..<2 { try waitFor(done, "the calls return") }
      }
      let end = DispatchSemaphore(value: 0)
      Thread {
        caller.end()
        AudioQueueDispose(reference, true)
        caller.noteEnd()
        end.signal()
      }.start()
      try waitFor(end, "the queue ends")
      if round % 2 == 1 {
        for _ in 0..<2 { try waitFor(done, "the calls return") }
      }
      #expect(AudioQueueObject.all.object(reference) == nil)
      #expect(AudioQueuePause(reference) == kAudio_ParamError)
      for timeline in caller.timelines {
        #expect(AudioQueueObject.timelines.object(timeline) == nil)
      }
      try waitUntil("the queue has been freed") { object == nil }
      #expect(caller.lateCallbacks == 0)
    }
  }

  /// Waits, but not for ever: a deadlock fails the test.
  private func waitFor(_ semaphore: DispatchSemaphore, _ what: String) throws {
    guard semaphore.wait(timeout: .now() + 60) == .success else {
      throw TestFailure(description: "waited in vain until \(what)")
    }
  }
}

/// Random numbers that are the same for the same seed.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// A number of 64 bits.
  ///
  /// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014), SplitMix64.
  mutating func roll() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func roll(_ bound: Int) -> Int { Int(roll() % UInt64(bound)) }
}

/// Makes random calls on one queue from any thread.
///
/// What it does itself is legal: it writes to a buffer's memory only before anyone else knows the buffer and
/// while the queue is there. References that it passes may be those of buffers that are freed by now.
final class RandomCaller: @unchecked Sendable {
  // Sendable: the lock guards everything.
  private let lock = NSRecursiveLock()
  private var buffers: [AudioQueueBufferRef] = []
  private(set) var timelines: [AudioQueueTimelineRef] = []
  private var isEnding = false
  private var isOver = false
  private(set) var lateCallbacks = 0

  func noteCallback() { lock.withLock { if isOver { lateCallbacks += 1 } } }

  /// No buffer is written to any more.
  func end() { lock.withLock { isEnding = true } }

  /// Callbacks from now on are wrong.
  func noteEnd() { lock.withLock { isOver = true } }

  /// Makes the call that a random number stands for.
  func call(_ queue: AudioQueueRef, _ number: UInt64) {
    let choice = number % 24
    let value = Float(number >> 8 & 0xFF) / 128
    switch choice {
    case 0...4: enqueueNew(queue, frames: 1 + Int(number >> 8 & 0x7FF))
    case 5, 6: enqueueOld(queue, number)
    case 7: if let buffer = anyBuffer(number) { AudioQueueFreeBuffer(queue, buffer) }
    case 8...10: AudioQueueStart(queue, nil)
    case 11: AudioQueuePrime(queue, UInt32(number >> 8 & 0xFFF), nil)
    case 12: AudioQueueStop(queue, true)
    case 13: AudioQueueStop(queue, false)
    case 14: AudioQueuePause(queue)
    case 15: AudioQueueFlush(queue)
    case 16: AudioQueueReset(queue)
    case 17: AudioQueueSetParameter(queue, UInt32(number >> 16 & 7), value)
    case 18: readSomething(queue, UInt32(number >> 16 & 7))
    case 19: setMetering(queue, UInt32(number >> 16 & 1))
    case 20: listen(queue, isAdded: number >> 16 & 1 == 0)
    case 21: useTimeline(queue, isMade: number >> 16 & 1 == 0)
    case 22:
      var time = AudioTimeStamp()
      AudioQueueGetCurrentTime(queue, nil, &time, nil)
    default:
      var time = AudioTimeStamp()
      AudioQueueDeviceGetCurrentTime(queue, &time)
    }
  }

  private func anyBuffer(_ number: UInt64) -> AudioQueueBufferRef? {
    lock.withLock { buffers.isEmpty ? nil : buffers[Int(number >> 8) % buffers.count] }
  }

  private func enqueueNew(_ queue: AudioQueueRef, frames: Int) {
    let made = lock.withLock { () -> AudioQueueBufferRef? in
      var made: AudioQueueBufferRef?
      guard !isEnding, AudioQueueAllocateBuffer(queue, UInt32(frames * 4), &made) == 0,
        let buffer = made
      else { return nil }
      buffer.pointee.mAudioDataByteSize = UInt32(frames * 4)
      buffers.append(buffer)
      return buffer
    }
    if let made { AudioQueueEnqueueBuffer(queue, made, 0, nil) }
  }

  private func enqueueOld(_ queue: AudioQueueRef, _ number: UInt64) {
    guard let buffer = anyBuffer(number) else { return }
    var start = AudioTimeStamp()
    start.mSampleTime = Float64(number >> 40 & 0xFFF)
    // Without the flag there is no time, and the call is refused.
    start.mFlags = number >> 9 & 7 == 0 ? [] : .sampleTimeValid
    AudioQueueEnqueueBufferWithParameters(
      queue, buffer, 0, nil, UInt32(number >> 20 & 0x3F), UInt32(number >> 28 & 0x3F), 0, nil,
      &start, nil)
  }

  private func readSomething(_ queue: AudioQueueRef, _ index: UInt32) {
    var value: Float32 = 0
    AudioQueueGetParameter(queue, index, &value)
    var room = [UInt8](repeating: 0, count: 64)
    let properties = [
      kAudioQueueProperty_IsRunning, kAudioQueueProperty_StreamDescription,
      kAudioQueueProperty_CurrentLevelMeter, kAudioQueueProperty_CurrentLevelMeterDB,
      kAudioQueueDeviceProperty_SampleRate, kAudioQueueDeviceProperty_NumberChannels,
      kAudioQueueProperty_MagicCookie, kAudioQueueProperty_ConverterError,
    ]
    var size: UInt32 = 64
    AudioQueueGetProperty(queue, properties[Int(index) % properties.count], &room, &size)
  }

  private func setMetering(_ queue: AudioQueueRef, _ isOn: UInt32) {
    var isOn = isOn
    AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isOn, 4)
  }

  private func listen(_ queue: AudioQueueRef, isAdded: Bool) {
    let listener: AudioQueuePropertyListenerProc = { client, _, _ in
      guard let client else { return }
      Unmanaged<RandomCaller>.fromOpaque(client).takeUnretainedValue().noteCallback()
    }
    let client = Unmanaged.passUnretained(self).toOpaque()
    if isAdded {
      AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, listener, client)
    } else {
      AudioQueueRemovePropertyListener(queue, kAudioQueueProperty_IsRunning, listener, client)
    }
  }

  private func useTimeline(_ queue: AudioQueueRef, isMade: Bool) {
    if isMade {
      var timeline: AudioQueueTimelineRef?
      AudioQueueCreateTimeline(queue, &timeline)
      if let timeline { lock.withLock { timelines.append(timeline) } }
    } else if let timeline = lock.withLock({ timelines.last }) {
      var time = AudioTimeStamp()
      AudioQueueGetCurrentTime(queue, timeline, &time, nil)
      AudioQueueDisposeTimeline(queue, timeline)
    }
  }
}

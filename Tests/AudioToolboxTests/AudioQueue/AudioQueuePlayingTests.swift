import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueuePlayingTests {
  /// A client that makes sound in its callback hears it after its own buffers' duration, even if
  /// other clients' buffers are longer.
  @Test func latencyIsLimitedByTheBuffers() throws {
    let asked = Counter()
    let queue = try TestQueue(.null) { queue, buffer in
      let index = asked.increment()
      queue.enqueue(samples(index * 1024..<(index + 1) * 1024)[...], in: buffer)
    }
    for index in 0..<3 { try queue.enqueue(samples(index * 1024..<(index + 1) * 1024)) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    var most = 0.0
    try waitUntil("a second has played") {
      let played = queue.time ?? 0
      most = max(most, Double(asked.value * 1024) - played)
      return played > 44_100
    }
    #expect(most < 0.4 * 44_100)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func everySamplePlaysOnceInOrder() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    var buffers: [AudioQueueBufferRef] = []
    for index in 0..<20 {
      buffers.append(try queue.enqueue(samples(index * 7001..<(index + 1) * 7001)))
    }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { queue.hasStopped }
    #expect(queue.returned == buffers)
    #expect(firstDifference(file.samples, samples(0..<20 * 7001)) == nil)
    #expect(AudioQueueDispose(queue.queue, true) == 0)
  }

  @Test func aSingleBufferInFlightLeavesNoGap() throws {
    let file = OfflineFile()
    let count = 6
    let length = 2 * 44100
    let next = Counter()
    let queue = try TestQueue(file.kind) { queue, buffer in
      let index = next.increment()
      if index < count {
        queue.enqueue(samples(index * length..<(index + 1) * length)[...], in: buffer)
      } else if index == count {
        AudioQueueStop(queue.queue, false)
      }
    }
    try queue.enqueue(samples(0..<length))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the queue stops") { queue.hasStopped }
    #expect(firstDifference(file.samples, samples(0..<count * length)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aBufferReturnsBeforeItHasPlayed() throws {
    let queue = try TestQueue(.null)
    try queue.enqueue(samples(0..<22050))
    try queue.enqueue(samples(0..<441_000))
    // A late start, so that the test stays silent even on a slow machine.
    var start = AudioTimeStamp()
    start.mHostTime = AudioGetCurrentHostTime() + 3_600_000_000_000
    start.mFlags = .hostTimeValid
    #expect(AudioQueueStart(queue.queue, &start) == 0)
    try waitUntil("the first buffer returns") { queue.returned.count == 1 }
    #expect(queue.time == 0)
    AudioQueueDispose(queue.queue, true)
    #expect(queue.returned.count == 1)
  }

  @Test func playbackAndTimeContinueAfterStarvation() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(queue.isRunning)
    #expect(queue.time == 0)
    try queue.enqueue(samples(0..<1000))
    try waitUntil("the buffer has played") { queue.time == 1000 }
    try queue.enqueue(samples(1000..<2500))
    try waitUntil("the buffer has played") { queue.time == 2500 }
    #expect(firstDifference(file.samples, samples(0..<2500)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aPauseStopsAndResumesWithoutLoss() throws {
    let queue = try TestQueue(.null)
    try queue.enqueue(samples(0..<22050))
    AudioQueueStart(queue.queue, nil)
    try waitUntil("time advances") { (queue.time ?? 0) > 1000 }
    #expect(AudioQueuePause(queue.queue) == 0)
    let time = queue.time
    let end = Date(timeIntervalSinceNow: 0.03)
    while Date() < end { #expect(queue.time == time) }
    #expect(queue.isRunning)
    AudioQueueStart(queue.queue, nil)
    AudioQueueStop(queue.queue, false)
    var last = time ?? 0
    while queue.isRunning, let now = queue.time {
      #expect(now >= last)
      last = now
    }
    #expect(last <= 22050)
    try waitUntil("the queue stops") { queue.hasStopped }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func primingDecodesAheadAndReturnsBuffers() throws {
    let queue = try TestQueue(.null)
    try queue.enqueue(samples(0..<3000))
    var prepared: UInt32 = 0
    #expect(AudioQueuePrime(queue.queue, 0, &prepared) == 0)
    #expect(prepared == 3000)
    try waitUntil("the buffer returns") { queue.returned.count == 1 }
    // A second call has no effect until a reset.
    try queue.enqueue(samples(0..<1000))
    #expect(AudioQueuePrime(queue.queue, 0, &prepared) == 0)
    #expect(prepared == 3000)
    #expect(AudioQueueReset(queue.queue) == 0)
    try queue.enqueue(samples(0..<500))
    #expect(AudioQueuePrime(queue.queue, 0, &prepared) == 0)
    #expect(prepared == 500)
    #expect(!queue.isRunning)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func volumeAndTrimsShapeTheSamples() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_Volume, 0.5) == 0)
    let buffer = try queue.buffer(capacity: 40_000)
    let all = samples(0..<10_000)
    all.withUnsafeBytes {
      buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    buffer.pointee.mAudioDataByteSize = 40_000
    var start = AudioTimeStamp()
    start.mSampleTime = 50
    start.mFlags = .sampleTimeValid
    var actual = AudioTimeStamp()
    #expect(
      AudioQueueEnqueueBufferWithParameters(
        queue.queue, buffer, 0, nil, 100, 300, 0, nil, &start, &actual) == 0)
    #expect(actual.mSampleTime == 50)
    AudioQueueStart(queue.queue, nil)
    AudioQueueStop(queue.queue, false)
    try waitUntil("the queue stops") { queue.hasStopped }
    let expected = [Float](repeating: 0, count: 50) + all[100..<9700].map { $0 * 0.5 }
    #expect(firstDifference(file.samples, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func anImmediateStopReturnsAllBuffersDuringTheCall() throws {
    let queue = try TestQueue(.null)
    for _ in 0..<5 { try queue.enqueue(samples(0..<44100)) }
    AudioQueueStart(queue.queue, nil)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    #expect(queue.returned.count == 5)
    #expect(!queue.isRunning)
    #expect(queue.time == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aResetReturnsAllBuffersAndPlaybackContinues() throws {
    let queue = try TestQueue(.null)
    for _ in 0..<5 { try queue.enqueue(samples(0..<44100)) }
    AudioQueueStart(queue.queue, nil)
    #expect(AudioQueueReset(queue.queue) == 0)
    #expect(queue.returned.count == 5)
    #expect(queue.isRunning)
    let time = try #require(queue.time)
    try queue.enqueue(samples(0..<441))
    try waitUntil("the new buffer plays") { (queue.time ?? 0) >= time + 441 }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aResetDuringAPauseKeepsTheDevice() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    try queue.enqueue(samples(0..<1000))
    AudioQueueStart(queue.queue, nil)
    try waitUntil("the buffer has played") { queue.time == 1000 }
    #expect(AudioQueuePause(queue.queue) == 0)
    try queue.enqueue(samples(1000..<2000))
    #expect(AudioQueueReset(queue.queue) == 0)
    try queue.enqueue(samples(2000..<3000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    AudioQueueStop(queue.queue, false)
    try waitUntil("the queue stops") { !queue.isRunning }
    let expected = samples(0..<1000) + samples(2000..<3000)
    #expect(firstDifference(file.samples, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func metersShowThePlayedLevel() throws {
    let queue = try TestQueue(.null)
    var on: UInt32 = 1
    AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableLevelMetering, &on, 4)
    try queue.enqueue([Float](repeating: 0.25, count: 20 * 44100))
    AudioQueueStart(queue.queue, nil)
    var level = AudioQueueLevelMeterState()
    var size: UInt32 = 8
    try waitUntil("the meter shows the level") {
      AudioQueueGetProperty(queue.queue, kAudioQueueProperty_CurrentLevelMeter, &level, &size)
      return level.mPeakPower > 0
    }
    #expect(abs(level.mPeakPower - 0.25) < 1e-6 && abs(level.mAveragePower - 0.25) < 1e-4)
    AudioQueueDispose(queue.queue, true)
  }
}

/// A thread-safe counter.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func increment() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }

  var value: Int { lock.withLock { count } }

  private func moment(in seconds: Double) -> AudioTimeStamp {
    var start = AudioTimeStamp()
    start.mHostTime = AudioGetCurrentHostTime() + UInt64(seconds * 1e9)
    start.mFlags = .hostTimeValid
    return start
  }

  @Test func aPauseEndsAtItsStartTime() throws {
    let queue = try TestQueue(.null)
    try queue.enqueue(samples(0..<441_000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("it plays") { (queue.time ?? 0) > 1000 }
    #expect(AudioQueuePause(queue.queue) == 0)
    let paused = try #require(queue.time)
    var start = moment(in: 3600)
    #expect(AudioQueueStart(queue.queue, &start) == 0)
    #expect(AudioQueuePause(queue.queue) == 0)
    #expect(queue.time == paused)
    start = moment(in: 0.3)
    #expect(AudioQueueStart(queue.queue, &start) == 0)
    #expect(queue.time == paused)
    try waitUntil("it continues") { (queue.time ?? 0) > paused }
    #expect(AudioGetCurrentHostTime() >= start.mHostTime)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aPauseAndAStartCancelAPendingStartTime() throws {
    let queue = try TestQueue(.null)
    try queue.enqueue(samples(0..<441_000))
    var start = moment(in: 3600)
    #expect(AudioQueueStart(queue.queue, &start) == 0)
    #expect(AudioQueuePause(queue.queue) == 0)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("it plays") { (queue.time ?? 0) > 0 }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aResetKeepsTheStartTime() throws {
    let queue = try TestQueue(.null)
    try queue.enqueue(samples(0..<44_100))
    var start = moment(in: 0.5)
    #expect(AudioQueueStart(queue.queue, &start) == 0)
    #expect(AudioQueueReset(queue.queue) == 0)
    try queue.enqueue(samples(0..<441_000))
    try waitUntil("it plays") { (queue.time ?? 0) > 0 }
    #expect(AudioGetCurrentHostTime() >= start.mHostTime)
    AudioQueueDispose(queue.queue, true)
  }
}

import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// The rights of a client after a call that discards buffers has returned.
@Suite struct AudioQueueStoppingTests {
  @Test func buffersEnqueuedAfterAStopStay() throws {
    let queue = try TestQueue(.null)
    for round in 0..<50 {
      let old = try queue.enqueue(samples(0..<44100))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      #expect(AudioQueuePause(queue.queue) == 0)
      #expect(AudioQueueStop(queue.queue, false) == 0)
      let new = try queue.enqueue(samples(0..<100 + round))
      var prepared: UInt32 = 0
      #expect(AudioQueuePrime(queue.queue, 0, &prepared) == 0)
      #expect(prepared == 100 + round)
      #expect(AudioQueueStop(queue.queue, true) == 0)
      #expect(Set(queue.returned.suffix(2)) == [old, new])
    }
    AudioQueueDispose(queue.queue, true)
  }

  /// A program that fills its buffers before the start may find the end of a short file, and stop
  /// the queue.
  @Test(arguments: [true, false])
  func buffersEnqueuedBeforeAStopAndAStartPlay(isPrimed: Bool) throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    try queue.enqueue(samples(0..<1000))
    if isPrimed { #expect(AudioQueuePrime(queue.queue, 0, nil) == 0) }
    #expect(AudioQueueStop(queue.queue, false) == 0)
    #expect(!queue.isRunning && queue.running.isEmpty)
    try queue.enqueue(samples(1000..<2000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { queue.hasStopped }
    #expect(firstDifference(file.samples, samples(0..<2000)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  /// Programs that call their own callback before the start find the end of a short file there.
  @Test(arguments: [true, false])
  func aStopBeforeTheStartEndsTheEnqueuedBuffers(isPrimed: Bool) throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    try queue.enqueue(samples(0..<2000))
    if isPrimed { #expect(AudioQueuePrime(queue.queue, 0, nil) == 0) }
    #expect(AudioQueueStop(queue.queue, false) == 0)
    #expect(!queue.isRunning && queue.running.isEmpty)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the queue stops") { queue.hasStopped }
    #expect(firstDifference(file.samples, samples(0..<2000)) == nil)
    // Once only, and not after the buffer was discarded.
    for stop in [{ AudioQueueReset(queue.queue) }, { AudioQueueStop(queue.queue, true) }] {
      try queue.enqueue(samples(0..<2000))
      #expect(AudioQueueStop(queue.queue, false) == 0)
      #expect(stop() == 0)
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try queue.enqueue(samples(0..<2000))
      try waitUntil("it plays") { (queue.time ?? 0) >= 2000 }
      #expect(queue.isRunning)
      #expect(AudioQueueStop(queue.queue, true) == 0)
    }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aRefillAfterAResetPlays() throws {
    let thread = RunLoopThread()
    defer { thread.stop() }
    let runLoop = try #require(thread.runLoop)
    let statuses = Mutexed<[OSStatus]>([])
    let queue = try TestQueue(.null, runLoop: runLoop) { queue, buffer in
      let status = queue.enqueue(samples(0..<44100)[...], in: buffer)
      statuses.withLock { $0.append(status) }
    }
    let gate = DispatchSemaphore(value: 0)
    let isWaiting = DispatchSemaphore(value: 0)
    CFRunLoopPerformBlock(runLoop, CFRunLoopMode.commonModes.rawValue) {
      isWaiting.signal()
      gate.wait()
    }
    CFRunLoopWakeUp(runLoop)
    for _ in 0..<3 { try queue.enqueue(samples(0..<44100)) }
    isWaiting.wait()
    #expect(AudioQueueReset(queue.queue) == 0)
    gate.signal()
    try waitUntil("the buffers return") { statuses.withLock { $0.count } == 3 }
    #expect(statuses.withLock { $0 } == [0, 0, 0])
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aRefillAfterAResetInACallbackPlays() throws {
    let calls = Counter()
    let statuses = Mutexed<[OSStatus]>([])
    let queue = try TestQueue(.null) { queue, buffer in
      if calls.increment() == 1 {
        #expect(AudioQueueReset(queue.queue) == 0)
      } else {
        let status = queue.enqueue(samples(0..<441_000)[...], in: buffer)
        statuses.withLock { $0.append(status) }
      }
    }
    try queue.enqueue(samples(0..<100))
    for _ in 0..<3 { try queue.enqueue(samples(0..<441_000)) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the buffers return") { statuses.withLock { $0.count } >= 3 }
    #expect(statuses.withLock { $0.prefix(3) } == [0, 0, 0])
    AudioQueueDispose(queue.queue, true)
  }
}

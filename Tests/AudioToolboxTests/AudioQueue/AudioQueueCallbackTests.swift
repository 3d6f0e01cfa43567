import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

@Suite struct AudioQueueCallbackTests {
  /// The actions of a client in its callback.
  enum Deed: CaseIterable {
    case stop, stopLater, reset, pause, dispose, disposeLater, free, flush, prime, start
  }

  /// The thread of the callback.
  enum Place: CaseIterable {
    case thread, dispatchQueue, runLoop
  }

  @Test(arguments: Deed.allCases, Place.allCases)
  func everyCallMayBeMadeFromACallback(deed: Deed, place: Place) throws {
    let done = Counter()
    let runLoop = place == .runLoop ? RunLoopThread() : nil
    let queue = try TestQueue(
      .null, runLoop: runLoop?.runLoop,
      dispatchQueue: place == .dispatchQueue ? DispatchQueue(label: "callbacks") : nil
    ) { queue, buffer in
      guard done.value == 0 else { return }
      let status =
        switch deed {
        case .stop: AudioQueueStop(queue.queue, true)
        case .stopLater: AudioQueueStop(queue.queue, false)
        case .reset: AudioQueueReset(queue.queue)
        case .pause: AudioQueuePause(queue.queue)
        case .dispose: AudioQueueDispose(queue.queue, true)
        case .disposeLater: AudioQueueDispose(queue.queue, false)
        case .free: AudioQueueFreeBuffer(queue.queue, buffer)
        case .flush: AudioQueueFlush(queue.queue)
        case .prime: AudioQueuePrime(queue.queue, 0, nil)
        case .start: AudioQueueStart(queue.queue, nil)
        }
      #expect(status == 0)
      _ = done.increment()
    }
    for _ in 0..<3 { try queue.enqueue(samples(0..<4410)) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the callback has returned") { done.value == 1 }
    if deed == .disposeLater {
      try waitUntil("the queue is disposed of") {
        AudioQueuePause(queue.queue) == kAudio_ParamError
      }
    } else {
      let status = AudioQueueDispose(queue.queue, true)
      #expect(status == (deed == .dispose ? kAudio_ParamError : 0))
    }
    let count = queue.returned.count
    #expect(AudioQueuePause(queue.queue) == kAudio_ParamError)
    #expect(queue.returned.count == count)
    runLoop?.stop()
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func stoppingDoesNotWaitForADispatchQueueThatWaitsForTheCaller(stops: Bool) throws {
    let place = DispatchQueue(label: "callbacks")
    let queue = try TestQueue(.null, dispatchQueue: place)
    try queue.enqueue(samples(0..<4410))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    place.async {
      hasBegun.signal()
      mayEnd.wait()
    }
    hasBegun.wait()
    let status = stops ? AudioQueueStop(queue.queue, true) : AudioQueueReset(queue.queue)
    #expect(status == 0)
    mayEnd.signal()
    try waitUntil("the buffer returns") { queue.returned.count == 1 }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func stoppingWaitsForAConcurrentQueue() throws {
    let callbacks = DispatchQueue(label: "callbacks", attributes: .concurrent)
    let (entered, released, stopped) = (Counter(), Counter(), Counter())
    let queue = try TestQueue(.null, dispatchQueue: callbacks) { _, _ in
      guard entered.increment() == 1 else { return }
      _ = waitUntil { released.value > 0 }
    }
    for _ in 0..<3 { try queue.enqueue(samples(0..<1000)) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("a callback runs") { entered.value == 1 }
    nonisolated(unsafe) let reference = queue.queue
    callbacks.async {
      AudioQueueStop(reference, true)
      _ = stopped.increment()
    }
    try waitUntil("it has stopped") { !queue.isRunning }
    #expect(stopped.value == 0)
    _ = released.increment()
    try waitUntil("the call returns") { stopped.value == 1 }
    #expect(queue.returned.count == 3)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func callbacksWaitForTheRunLoop() throws {
    let queue = try TestQueue(.null, runLoop: CFRunLoopGetCurrent())
    try queue.enqueue(samples(0..<100))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the buffer has played") { queue.time == 100 }
    #expect(queue.returned.isEmpty)
    #expect(queue.running.isEmpty)
    try waitUntil("the run loop has run the callback") {
      CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.01, true)
      return queue.returned.count == 1 && queue.running == [1]
    }
    try queue.enqueue(samples(0..<44100))
    try queue.enqueue(samples(0..<44100))
    #expect(AudioQueueStop(queue.queue, true) == 0)
    #expect(queue.returned.count == 3)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func callbacksWaitForTheirRunLoopMode() throws {
    let mode = RunLoop.Mode("waiting for buffers")
    let queue = try TestQueue(
      .null, runLoop: CFRunLoopGetCurrent(), mode: NSString(string: mode.rawValue))
    try queue.enqueue(samples(0..<100))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the buffer has played") {
      CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.01, true)
      return queue.time == 100
    }
    // The queue's notifications wait for its run loop mode.
    for _ in 0..<3 { CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.01, true) }
    #expect(queue.returned.isEmpty && queue.running.isEmpty)
    try waitUntil("the run loop has run the callback") {
      _ = RunLoop.current.run(mode: mode, before: Date(timeIntervalSinceNow: 0.01))
      return queue.returned.count == 1 && queue.running == [1]
    }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func enqueueingDuringAResetIsRefused() throws {
    let statuses = Mutexed<[OSStatus]>([])
    let queue = try TestQueue(.null) { queue, buffer in
      let status = queue.enqueue(samples(0..<100)[...], in: buffer)
      statuses.withLock { $0.append(status) }
    }
    for _ in 0..<4 { try queue.enqueue(samples(0..<441_000)) }
    AudioQueueStart(queue.queue, nil)
    AudioQueueStop(queue.queue, true)
    #expect(
      statuses.withLock { $0 }
        == [OSStatus](repeating: kAudioQueueErr_EnqueueDuringReset, count: 4))
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aDisposedQueueLeaksNothing() throws {
    weak var object: AudioQueueObject?
    for _ in 0..<20 {
      let queue = try TestQueue(.null)
      object = AudioQueueObject.all.object(queue.queue)
      #expect(object != nil)
      try queue.enqueue(samples(0..<44100))
      AudioQueueStart(queue.queue, nil)
      AudioQueueDispose(queue.queue, true)
      #expect(AudioQueueObject.all.object(queue.queue) == nil)
      try waitUntil("the queue has been freed") { object == nil }
    }
  }
}

/// A thread with a running run loop.
final class RunLoopThread: @unchecked Sendable {
  private let lock = NSLock()
  private var found: CFRunLoop?
  private var isStopped = false

  var runLoop: CFRunLoop? {
    while true {
      if let found = lock.withLock({ found }) { return found }
      usleep(1000)
    }
  }

  init() {
    let thread = Thread { [self] in
      lock.withLock { found = CFRunLoopGetCurrent() }
      while !lock.withLock({ isStopped }) {
        CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.01, false)
      }
    }
    thread.start()
  }

  func stop() { lock.withLock { isStopped = true } }
}

/// A value behind a lock.
final class Mutexed<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}

import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Recording from a file, which is read at the pace of its consumer.
@Suite struct AudioQueueInputTests {
  /// Enqueues every returned buffer again.
  private func again(_ queue: TestInputQueue, _ buffer: AudioQueueBufferRef) {
    AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil)
  }

  @Test(arguments: [UInt32(1), 2]) func everySampleIsRecordedOnce(channelCount: UInt32) throws {
    let file = try InputFile(frames: 40_000, channelCount: channelCount)
    let queue = try TestInputQueue(
      file.kind, format: TestInputQueue.format(channelCount: channelCount), action: again)
    let width = 2 * Int(channelCount)
    for _ in 0..<3 { try queue.enqueue(capacity: 1000 * width + 1) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try queue.waitForBuffers(40)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    let returned = queue.returned
    #expect(
      Array(queue.samples.prefix(40_000 * Int(channelCount)))
        == InputFile.samples(40_000 * Int(channelCount)))
    let start = returned[0].start
    for (index, part) in returned.prefix(40).enumerated() {
      #expect(part.bytes.count == 1000 * width)
      #expect(part.packetCount == 1000 && part.packets.isEmpty)
      #expect(part.start.mSampleTime == Double(index * 1000))
      #expect(part.start.mFlags == [.sampleTimeValid, .hostTimeValid, .rateScalarValid])
      let passed = Double(part.start.mHostTime - start.mHostTime) / 1e9
      #expect(abs(passed - Double(index * 1000) / 44100) < 1e-6)
    }
    #expect(Set(returned.prefix(40).map(\.buffer)).count == 3)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func stoppingReturnsRecordedFrames() throws {
    let file = try InputFile(frames: 3000)
    let queue = try TestInputQueue(file.kind)
    // Room for more frames than the file has. Silence follows at the clock's pace.
    let buffers = try (0..<3).map { _ in try queue.enqueue(capacity: 2 * 400_000) }
    #expect(queue.number(kAudioQueueProperty_IsRunning) == 0)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(queue.number(kAudioQueueProperty_IsRunning) == 1)
    var time = AudioTimeStamp()
    // The clock also counts frames in transit, which may take time on a slow machine.
    try waitUntil("the file is captured") {
      AudioQueueGetCurrentTime(queue.queue, nil, &time, nil) == 0 && time.mSampleTime > 88_200
    }
    #expect(AudioQueueStop(queue.queue, true) == 0)
    // All buffers return before the call does.
    let returned = queue.returned
    #expect(returned.map(\.buffer) == buffers)
    #expect(returned.dropFirst().allSatisfy { $0.bytes.isEmpty && $0.packetCount == 0 })
    #expect(Array(queue.samples.prefix(3000)) == InputFile.samples(3000))
    #expect(queue.samples.dropFirst(3000).allSatisfy { $0 == 0 })
    #expect(queue.hasStopped)
    #expect(
      AudioQueueGetCurrentTime(queue.queue, nil, &time, nil) == kAudioQueueErr_InvalidRunState)
    for buffer in buffers { #expect(AudioQueueFreeBuffer(queue.queue, buffer) == 0) }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func anAsynchronousStopFillsTheEnqueuedBuffers() throws {
    let file = try InputFile(frames: 100_000)
    let queue = try TestInputQueue(file.kind)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    for _ in 0..<5 { try queue.enqueue(capacity: 2 * 2000) }
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("it stops") { queue.hasStopped }
    #expect(queue.samples == InputFile.samples(10_000))
    // No buffer is left to fill, so the queue stops at once.
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("it stops again") { queue.running.count == 4 && queue.running.last == 0 }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aPauseKeepsTheBuffers() throws {
    let file = try InputFile(frames: 100_000)
    let queue = try TestInputQueue(file.kind, action: again)
    for _ in 0..<3 { try queue.enqueue(capacity: 2 * 1000) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try queue.waitForBuffers(10)
    #expect(AudioQueuePause(queue.queue) == 0)
    #expect(queue.number(kAudioQueueProperty_IsRunning) == 1)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    let count = queue.returned.count
    try queue.waitForBuffers(count + 20)
    AudioQueueStop(queue.queue, true)
    #expect(
      queue.samples.prefix(90_000)
        == InputFile.samples(100_000).prefix(queue.samples.count).prefix(90_000))
    #expect(queue.hasStopped)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func flushAndResetReturnRecordedFrames() throws {
    let queue = try TestInputQueue(.null)
    try queue.enqueue(capacity: 2 * 400_000)
    let second = try queue.enqueue(capacity: 2 * 400_000)
    let third = try queue.enqueue(capacity: 2 * 400_000)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    func captured(_ frames: Double) throws {
      var time = AudioTimeStamp()
      try waitUntil("\(frames) frames are captured") {
        AudioQueueGetCurrentTime(queue.queue, nil, &time, nil) == 0 && time.mSampleTime > frames
      }
    }
    try captured(4000)
    #expect(AudioQueueFlush(queue.queue) == 0)
    try queue.waitForBuffers(1)
    let first = queue.returned[0]
    #expect(first.packetCount > 1000)
    try captured(Double(first.packetCount + 6000))
    #expect(AudioQueueReset(queue.queue) == 0)
    #expect(queue.returned.map(\.buffer).dropFirst() == [second, third])
    #expect(queue.returned[1].start.mSampleTime == Double(first.packetCount))
    #expect(queue.returned[1].packetCount > 1000 && queue.returned[2].packetCount == 0)
    #expect(queue.running == [1])
    AudioQueueDispose(queue.queue, true)
  }

  @Test func theCallbackMayDisposeOfTheQueue() throws {
    let file = try InputFile(frames: 10_000)
    let queue = try TestInputQueue(file.kind) { queue, buffer in
      if queue.returned.count == 3 {
        AudioQueueDispose(queue.queue, true)
      } else {
        AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil)
      }
    }
    for _ in 0..<2 { try queue.enqueue(capacity: 400) }
    AudioQueueStart(queue.queue, nil)
    try waitUntil("the queue is disposed of") { queue.number(kAudioQueueProperty_IsRunning) == nil }
    #expect(queue.returned.count == 3)
  }

  @Test func callbacksRunOnARunLoopOrADispatchQueue() throws {
    let file = try InputFile(frames: 10_000)
    let queue = try TestInputQueue(file.kind, runLoop: CFRunLoopGetCurrent())
    for _ in 0..<3 { try queue.enqueue(capacity: 2000) }
    AudioQueueStart(queue.queue, nil)
    #expect(queue.returned.isEmpty)
    let deadline = Date(timeIntervalSinceNow: 30)
    while queue.returned.count < 3, Date() < deadline {
      CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.05, true)
    }
    #expect(queue.samples == InputFile.samples(3000))
    AudioQueueDispose(queue.queue, true)

    let dispatched = try TestInputQueue(
      file.kind, dispatchQueue: DispatchQueue(label: "input"))
    for _ in 0..<3 { try dispatched.enqueue(capacity: 2000) }
    AudioQueueStart(dispatched.queue, nil)
    try dispatched.waitForBuffers(3)
    #expect(dispatched.samples == InputFile.samples(3000))
    AudioQueueDispose(dispatched.queue, true)
  }

  @Test func theEndIsReportedWithTheLastBuffer() throws {
    let file = try InputFile(frames: 10_000)
    let queue = try TestInputQueue(file.kind)
    AudioQueueStart(queue.queue, nil)
    for _ in 0..<3 { try queue.enqueue(capacity: 2000) }
    #expect(AudioQueueDispose(queue.queue, false) == 0)
    try waitUntil("the queue is disposed of") { AudioQueuePause(queue.queue) == kAudio_ParamError }
    #expect(queue.samples == InputFile.samples(3000))
  }

  @Test func metersShowTheCapturedLevel() throws {
    // More frames than can wait without a buffer, so that the sound does not end.
    let file = try InputFile(frames: 100_000, channelCount: 2)
    let queue = try TestInputQueue(
      file.kind, format: TestInputQueue.format(channelCount: 2))
    var isOn: UInt32 = 1
    #expect(
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableLevelMetering, &isOn, 4) == 0)
    AudioQueueStart(queue.queue, nil)
    // Metering needs no buffer.
    var levels = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: 2)
    var size: UInt32 = 16
    try waitUntil("the meters move") {
      AudioQueueGetProperty(queue.queue, kAudioQueueProperty_CurrentLevelMeter, &levels, &size)
      return levels.allSatisfy { $0.mAveragePower > 0.15 }
    }
    // Equal steps from -10,000 to 10,010 of 32,768.
    #expect(levels.allSatisfy { abs($0.mPeakPower - 0.3) < 0.01 })
    #expect(levels.allSatisfy { abs($0.mAveragePower - 0.176) < 0.02 })
    AudioQueueDispose(queue.queue, true)
  }

  #if Soxr
    @Test func anotherRateIsConverted() throws {
      let file = try InputFile(frames: 44_100)
      var format = TestInputQueue.format()
      format.mSampleRate = 22_050
      let queue = try TestInputQueue(file.kind, format: format)
      try queue.enqueue(capacity: 2 * 22_050)
      AudioQueueStart(queue.queue, nil)
      try queue.waitForBuffers(1)
      #expect(queue.samples.count == 22_050)
      AudioQueueDispose(queue.queue, true)
    }
  #endif

  @Test func soundWithoutABufferIsLostAndReported() throws {
    let queue = try TestInputQueue(.null)
    AudioQueueStart(queue.queue, nil)
    var time = AudioTimeStamp()
    try waitUntil("more frames arrive than can wait") {
      AudioQueueGetCurrentTime(queue.queue, nil, &time, nil) == 0
        && time.mSampleTime > 2.3 * 44_100
    }
    for _ in 0..<30 { try queue.enqueue(capacity: 2 * 4410) }
    // If the buffers come slowly, there may be more than one error.
    try waitUntil("the loss is reported") { !queue.errors.isEmpty }
    #expect(queue.errors.allSatisfy { $0 == kAudioQueueErr_RecordUnderrun })
    try waitUntil("time has jumped") {
      zip(queue.returned, queue.returned.dropFirst()).contains {
        $1.start.mSampleTime > $0.start.mSampleTime + 4410
      }
    }
    AudioQueueDispose(queue.queue, true)
  }
}

import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueInputTapTests {
  @Test func theOutputOfATapIsRecorded() throws {
    let file = try InputFile(frames: 40_000, channelCount: 2)
    let queue = try TestInputQueue(
      file.kind, format: TestInputQueue.format(channelCount: 2)
    ) { AudioQueueEnqueueBuffer($0.queue, $1, 0, nil) }
    let tap = try TestTap(queue.queue, .preEffects) { call in
      #expect(call.pull() == 0)
      for channel in 0..<2 {
        let samples = call.samples(channel)
        for index in samples.indices { samples[index] *= channel == 0 ? -1 : 0.5 }
      }
    }
    #expect(tap.maximumFrames == 2048 && tap.format.mChannelsPerFrame == 2)
    for _ in 0..<3 { try queue.enqueue(capacity: 4000) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueProcessingTapDispose(tap.reference) == kAudioQueueErr_InvalidRunState)
    try queue.waitForBuffers(40)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    let recorded = Array(queue.samples.prefix(80_000))
    let expected = InputFile.samples(80_000).enumerated().map { index, sample in
      index % 2 == 0 ? -sample : Int16((Double(sample) / 2).rounded(.toNearestOrEven))
    }
    #expect(recorded == expected)
    let calls = tap.calls.dropLast()
    var frame = 0.0
    for call in calls {
      #expect(call.sampleTime == frame && call.queueTime == nil && call.frames == call.count)
      let passed = Double(call.hostTime - calls[0].hostTime) / 1e9
      #expect(abs(passed - frame / 44100) < 1e-6)
      frame += Double(call.count)
    }
    #expect(calls[0].flags == .startOfStream && calls.dropFirst().allSatisfy { $0.flags == [] })
    // The last call reports the end, without frames.
    let last = try #require(tap.calls.last)
    #expect(last.flags == .endOfStream && last.frames == 0 && last.sampleTime == frame)
    #expect(last.hostTime > calls[0].hostTime)
    #expect(AudioQueueProcessingTapDispose(tap.reference) == 0)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aTapDoesNotChangeTheLengthOfARecording() throws {
    let file = try InputFile(frames: 20_000)
    let queue = try TestInputQueue(file.kind) { AudioQueueEnqueueBuffer($0.queue, $1, 0, nil) }
    // Pulls fewer frames than it must return, then more than are available.
    let turn = Counter()
    _ = try TestTap(queue.queue, .postEffects) { call in
      let isShort = turn.increment() % 2 == 0
      call.pull(isShort ? call.count / 2 : call.count * 2)
      // After the end, the tap adds its own frames.
      guard call.flags.pointee != .endOfStream else { return call.frames.pointee = call.count }
      #expect(call.frames.pointee == (isShort ? call.count / 2 : call.count))
    }
    for _ in 0..<3 { try queue.enqueue(capacity: 2000) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try queue.waitForBuffers(20)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    // Each frame is at its position, or silent.
    let recorded = queue.samples.prefix(20_000)
    #expect(zip(recorded, InputFile.samples(20_000)).allSatisfy { $0 == $1 || $0 == 0 })
    #expect(recorded.contains { $0 != 0 })
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aSiphonReceivesTheRecordedSamples() throws {
    let file = try InputFile(frames: 20_000)
    let queue = try TestInputQueue(file.kind) { AudioQueueEnqueueBuffer($0.queue, $1, 0, nil) }
    let seen = Collected()
    let tap = try TestTap(queue.queue, [.postEffects, .siphon]) { call in
      seen.append(Array(call.samples()))
      for index in call.samples().indices { call.samples()[index] = 1 }
    }
    for _ in 0..<3 { try queue.enqueue(capacity: 2000) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try queue.waitForBuffers(20)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    let original = InputFile.samples(20_000)
    #expect(Array(queue.samples.prefix(20_000)) == original)
    #expect(seen.samples.prefix(20_000).map { Int16($0 * 32768) } == original)
    let count = tap.calls.count
    AudioQueueDispose(queue.queue, true)
    #expect(tap.calls.count == count)
  }
}

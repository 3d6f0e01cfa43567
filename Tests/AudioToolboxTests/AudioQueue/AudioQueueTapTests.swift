import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueTapTests {
  /// A tap that changes each sample.
  private func change(
    _ call: TestTap.Call, channelCount: Int, _ body: (Int, Float) -> Float
  ) {
    #expect(call.list.allSatisfy { $0.mData == nil && $0.mDataByteSize == 0 })
    #expect(call.pull() == 0)
    for channel in 0..<channelCount {
      let samples = call.samples(channel)
      for index in samples.indices { samples[index] = body(channel, samples[index]) }
    }
  }

  /// Plays samples to the end.
  private func play(_ queue: TestQueue, _ pieces: [[Float]]) throws {
    for piece in pieces { try queue.enqueue(piece) }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    AudioQueueStop(queue.queue, false)
    try waitUntil("the queue stops") { queue.hasStopped }
  }

  @Test(arguments: [
    AudioQueueProcessingTapFlags.preEffects, AudioQueueProcessingTapFlags.postEffects,
  ])
  func theOutputOfATapPlays(place: AudioQueueProcessingTapFlags) throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind, format: TestQueue.format(channelCount: 2))
    let tap = try TestTap(queue.queue, place) {
      change($0, channelCount: 2) { $0 == 0 ? -$1 : $1 / 2 }
    }
    #expect(tap.maximumFrames == 2048)
    #expect(tap.format.mSampleRate == 44100 && tap.format.mChannelsPerFrame == 2)
    #expect(tap.format.mFormatFlags == 0x29 && tap.format.mBytesPerFrame == 4)
    let all = samples(0..<50_002)
    try play(queue, [Array(all[..<1000]), Array(all[1000...])])
    let expected = all.enumerated().map { $0 % 2 == 0 ? -$1 : $1 / 2 }
    #expect(firstDifference(file.samples, expected) == nil)
    let calls = tap.calls
    #expect(calls.allSatisfy { $0.count <= 2048 && $0.before == place })
    // The tap requests all available frames, and both times advance frame by frame.
    var frame = 0.0
    for call in calls.dropLast() {
      #expect(call.sampleTime == frame && call.frames == call.count)
      #expect(call.queueTime ?? (0, 0) == (frame, UInt32(call.count)))
      frame += Double(call.count)
    }
    #expect(calls[0].flags == .startOfStream)
    #expect(calls[1...].dropLast().allSatisfy { $0.flags == [] })
    #expect(frame == 25_001 && calls.last?.flags == .endOfStream && calls.last?.frames == 0)
    // Plays again from the start.
    let count = calls.count
    try queue.enqueue(samples(0..<100))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("it is called again") { tap.calls.count > count }
    #expect(tap.calls[count].flags == .startOfStream && tap.calls[count].sampleTime == 0)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aSiphonReceivesTheSamplesAndChangesNothing() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    let seen = Collected()
    let tap = try TestTap(queue.queue, [.postEffects, .siphon]) { call in
      seen.append(Array(call.samples()))
      #expect(call.frames.pointee == call.count)
      #expect(call.pull() == kAudioQueueErr_InvalidTapType)
      for index in call.samples().indices { call.samples()[index] = 1 }
    }
    let all = samples(0..<30_000)
    try play(queue, [all])
    #expect(firstDifference(file.samples, all) == nil)
    #expect(firstDifference(seen.samples, all) == nil)
    #expect(tap.calls.allSatisfy { $0.before == [.postEffects, .siphon] && $0.queueTime != nil })
    AudioQueueDispose(queue.queue, true)
  }

  @Test func changesByASiphonAreIgnored() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    let seen = Collected()
    // The client's own memory, which the queue must not write to.
    let own = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
    own.initialize(repeating: 7)
    defer { own.deallocate() }
    _ = try TestTap(queue.queue, [.postEffects, .siphon]) { call in
      seen.append(Array(call.samples()))
      call.list[0].mData = UnsafeMutableRawPointer(own.baseAddress)
    }
    let all = samples(0..<30_000)
    try play(queue, [all])
    #expect(firstDifference(seen.samples, all) == nil)
    #expect(own.allSatisfy { $0 == 7 })
    AudioQueueDispose(queue.queue, true)
  }

  @Test func missingFramesAreSilence() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    _ = try TestTap(queue.queue, .preEffects) { call in
      call.pull()
      call.frames.pointee = min(call.frames.pointee, 100)
    }
    try play(queue, [samples(0..<3000)])
    let expected = samples(0..<3000).enumerated().map { $0 % 2048 < 100 ? $1 : 0 }
    #expect(firstDifference(file.samples, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aTapMayContinueAfterTheEnd() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    let left = Counter()
    _ = try TestTap(queue.queue, .postEffects) { call in
      call.pull()
      guard call.flags.pointee == .endOfStream else { return }
      // Three more calls of 100 frames.
      guard left.increment() <= 3 else { return }
      call.flags.pointee = []
      call.frames.pointee = 100
      call.list[0].mDataByteSize = 400
      for index in call.samples().indices { call.samples()[index] = 0.25 }
    }
    let all = samples(0..<5000)
    try play(queue, [all])
    #expect(firstDifference(file.samples, all + [Float](repeating: 0.25, count: 300)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aTapMayPullMoreThanItReturns() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    let tap = try TestTap(queue.queue, .postEffects) { call in
      call.pull(call.count * 2)
      let all = call.samples()
      call.frames.pointee /= 2
      for index in 0..<Int(call.frames.pointee) { all[index] = all[index * 2] }
    }
    // Buffers end within the requested frames.
    try play(queue, (0..<10).map { samples($0 * 3072..<($0 + 1) * 3072) })
    let expected = stride(from: 0, to: 30_720, by: 2).map { samples($0..<$0 + 1)[0] }
    #expect(firstDifference(Array(file.samples.prefix(15_360)), expected) == nil)
    #expect(file.samples.dropFirst(15_360).allSatisfy { $0 == 0 })
    #expect(tap.calls[1].queueTime ?? (0, 0) == (4096, 4096))
    AudioQueueDispose(queue.queue, true)
  }

  @Test func framesCanBePulledIntoTheClientsMemory() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind, format: TestQueue.format(channelCount: 2))
    let own = UnsafeMutablePointer<Float>.allocate(capacity: 2 * 2048)
    defer { own.deallocate() }
    _ = try TestTap(queue.queue, .preEffects) { call in
      for channel in 0..<2 { call.list[channel].mData = .init(own + channel * 2048) }
      #expect(call.pull() == 0)
      #expect(call.list[1].mData == .init(own + 2048))
      // Swaps left and right.
      swap(&call.list[0].mData, &call.list[1].mData)
    }
    let all = samples(0..<10_000)
    try play(queue, [all])
    let expected = all.indices.map { all[$0 ^ 1] }
    #expect(firstDifference(file.samples, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  /// The memory for the first request has no room for the second.
  @Test func repeatedPullsMayExceedTheFirstOne() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    let places = Counter()
    _ = try TestTap(queue.queue, .preEffects) { call in
      call.pull(1)
      let first = call.list[0].mData
      call.pull(call.count)
      if first != call.list[0].mData { _ = places.increment() }
      #expect(call.samples().count == Int(call.frames.pointee))
    }
    try queue.enqueue(samples(0..<20_000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { queue.hasStopped }
    #expect(places.value > 0)
    AudioQueueDispose(queue.queue, true)
  }
}

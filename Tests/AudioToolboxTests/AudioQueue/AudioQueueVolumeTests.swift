import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueVolumeTests {
  @Test func theReportedVolumeIsThePlayedOne() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    nonisolated(unsafe) let reference = queue.queue
    var expected: [Float] = []
    for round in 0..<40 {
      DispatchQueue.concurrentPerform(iterations: 4) { caller in
        for step in 0..<25 {
          let volume = Float(caller * 25 + step) / 128 + Float(round) / 65536
          AudioQueueSetParameter(reference, kAudioQueueParam_Volume, volume)
        }
      }
      var volume: Float = 0
      #expect(AudioQueueGetParameter(queue.queue, kAudioQueueParam_Volume, &volume) == 0)
      expected += [Float](repeating: volume, count: 10)
      try queue.enqueue([Float](repeating: 1, count: 10))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      #expect(AudioQueueStop(queue.queue, false) == 0)
      try waitUntil("the queue stops") { !queue.isRunning }
    }
    #expect(firstDifference(file.samples, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func parametersChangeWithTheirBuffers() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    let volumes: [Float] = [0.5, 1, 0.25]
    for (index, volume) in volumes.enumerated() {
      let buffer = try queue.buffer(capacity: 4 * 10_000)
      buffer.pointee.mAudioDataByteSize = 4 * 10_000
      let samples = UnsafeMutableBufferPointer(
        start: buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self), count: 10_000)
      samples.update(repeating: 1)
      let events = [
        AudioQueueParameterEvent(mID: kAudioQueueParam_VolumeRampTime, mValue: Float(index) / 100),
        AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: volume),
      ]
      #expect(
        AudioQueueEnqueueBufferWithParameters(
          queue.queue, buffer, 0, nil, 0, 0, 2, events, nil, nil) == 0)
    }
    let wrong = [
      (AudioQueueParameterEvent(mID: 99, mValue: 1), kAudioQueueErr_InvalidParameter),
      (AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: -1), kAudio_ParamError),
    ]
    let spare = try queue.buffer(capacity: 4)
    spare.pointee.mAudioDataByteSize = 4
    for (event, status) in wrong {
      var event = event
      #expect(
        AudioQueueEnqueueBufferWithParameters(
          queue.queue, spare, 0, nil, 0, 0, 1, &event, nil, nil) == status)
    }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { !queue.isRunning }
    let played = file.samples
    try #require(played.count == 30_000)
    // The first change applies at once, the others as ramps of a hundredth of a second, the
    // minimum.
    #expect(played[..<10_000].allSatisfy { $0 == 0.5 })
    for (start, ramp) in [(10_000, 441), (20_000, 882)] {
      let (from, to) = (volumes[start / 10_000 - 1], volumes[start / 10_000])
      for offset in stride(from: 0, to: ramp, by: 9) {
        let expected = from + (to - from) * Float(offset) / Float(ramp)
        // A hundredth is inexact in Float32, so a ramp may be a frame shorter.
        #expect(abs(played[start + offset] - expected) < 2e-3)
      }
      #expect(played[(start + ramp)..<(start + 10_000)].allSatisfy { $0 == to })
    }
    var volume: Float = 0
    #expect(AudioQueueGetParameter(queue.queue, kAudioQueueParam_Volume, &volume) == 0)
    #expect(volume == 0.25)
    AudioQueueDispose(queue.queue, true)
  }

  @Test(arguments: [0, 2.5] as [Float])
  func everyStartAppliesItsVolumeFromTheFirstFrame(rampTime: Float) throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_VolumeRampTime, rampTime) == 0)
    var expected: [Float] = []
    for volume in [0.5, 1, 0.25, 0.75] as [Float] {
      #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_Volume, volume) == 0)
      try queue.enqueue([Float](repeating: 1, count: 5000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      #expect(AudioQueueStop(queue.queue, false) == 0)
      try waitUntil("the queue stops") { !queue.isRunning }
      expected += [Float](repeating: volume, count: 5000)
    }
    #expect(firstDifference(file.samples, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  /// Enqueues a buffer of ones with a parameter that changes at its start.
  private func enqueue(
    _ queue: TestQueue, frames: Int, _ parameter: AudioQueueParameterID, _ value: Float
  ) throws {
    let buffer = try queue.buffer(capacity: 4 * frames)
    buffer.pointee.mAudioDataByteSize = UInt32(4 * frames)
    UnsafeMutableBufferPointer(
      start: buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self), count: frames
    ).update(repeating: 1)
    var event = AudioQueueParameterEvent(mID: parameter, mValue: value)
    #expect(
      AudioQueueEnqueueBufferWithParameters(
        queue.queue, buffer, 0, nil, 0, 0, 1, &event, nil, nil) == 0)
  }

  private func value(_ queue: TestQueue, _ parameter: AudioQueueParameterID) -> Float {
    var value: Float = 99
    #expect(AudioQueueGetParameter(queue.queue, parameter, &value) == 0)
    return value
  }

  @Test func buffersParametersWaitForTheirBuffer() throws {
    let queue = try TestQueue(.null)
    try queue.enqueue([Float](repeating: 1, count: 10_000))
    try enqueue(queue, frames: 1000, kAudioQueueParam_Volume, 0.25)
    try enqueue(queue, frames: 1000, kAudioQueueParam_Pan, 0.5)
    try enqueue(queue, frames: 1000, kAudioQueueParam_Pitch, 300)
    var count: UInt32 = 0
    #expect(AudioQueuePrime(queue.queue, 13_000, &count) == 0)
    // All buffers are decoded, but none has played.
    try waitUntil("all buffers are decoded") { queue.returned.count == 4 }
    let names = [kAudioQueueParam_Volume, kAudioQueueParam_Pan, kAudioQueueParam_Pitch]
    #expect(names.map { value(queue, $0) } == [1, 0, 0])
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_Volume, 0.75) == 0)
    try waitUntil("the last buffer plays") { value(queue, kAudioQueueParam_Pitch) == 300 }
    #expect(names.map { value(queue, $0) } == [0.25, 0.5, 300])
    AudioQueueDispose(queue.queue, true)
  }

  @Test(arguments: [false, true])
  func discardedBuffersChangeNoParameter(isReset: Bool) throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    try queue.enqueue([Float](repeating: 1, count: 100))
    try enqueue(queue, frames: 1000, kAudioQueueParam_Volume, 0)
    #expect(AudioQueuePrime(queue.queue, 1100, nil) == 0)
    try waitUntil("both buffers are decoded") { queue.returned.count == 2 }
    #expect((isReset ? AudioQueueReset(queue.queue) : AudioQueueStop(queue.queue, true)) == 0)
    #expect(value(queue, kAudioQueueParam_Volume) == 1)
    try queue.enqueue([Float](repeating: 1, count: 5000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { !queue.isRunning }
    #expect(firstDifference(file.samples, [Float](repeating: 1, count: 5000)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aPanKeepsARamp() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind, format: TestQueue.format(channelCount: 2))
    try queue.enqueue([Float](repeating: 1, count: 2 * 44_100))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("it plays") { (queue.time ?? 0) > 0 }
    for (parameter, value) in [
      (kAudioQueueParam_VolumeRampTime, 3), (kAudioQueueParam_Volume, 0),
      (kAudioQueueParam_VolumeRampTime, 0), (kAudioQueueParam_Pan, -1),
    ] as [(AudioQueueParameterID, Float)] {
      #expect(AudioQueueSetParameter(queue.queue, parameter, value) == 0)
    }
    try queue.enqueue([Float](repeating: 1, count: 2 * 300_000))
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { !queue.isRunning }
    let played = file.samples
    let left = stride(from: 0, to: played.count, by: 2).map { played[$0] }
    let first = try #require(left.firstIndex { $0 < 1 })
    let last = try #require(left.firstIndex(of: 0))
    #expect(abs(last - first - 3 * 44_100) <= 2)
    #expect(played.last == 0 && value(queue, kAudioQueueParam_Pan) == -1)
    AudioQueueDispose(queue.queue, true)
  }
}

import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueVolumeTests {
  @Test func theVolumeThatIsToldIsTheOneThatIsHeard() throws {
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
    let heard = file.samples
    try #require(heard.count == 30_000)
    // The first at once, the others in their ramps: a hundredth of a second is the shortest.
    #expect(heard[..<10_000].allSatisfy { $0 == 0.5 })
    for (start, ramp) in [(10_000, 441), (20_000, 882)] {
      let (from, to) = (volumes[start / 10_000 - 1], volumes[start / 10_000])
      for offset in stride(from: 0, to: ramp, by: 9) {
        let expected = from + (to - from) * Float(offset) / Float(ramp)
        // Float32 has no hundredth: a ramp may be a frame shorter.
        #expect(abs(heard[start + offset] - expected) < 2e-3)
      }
      #expect(heard[(start + ramp)..<(start + 10_000)].allSatisfy { $0 == to })
    }
    var volume: Float = 0
    #expect(AudioQueueGetParameter(queue.queue, kAudioQueueParam_Volume, &volume) == 0)
    #expect(volume == 0.25)
    AudioQueueDispose(queue.queue, true)
  }

  @Test(arguments: [0, 2.5] as [Float])
  func everyStartHasItsVolumeFromTheFirstFrame(rampTime: Float) throws {
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
}

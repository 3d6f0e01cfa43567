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

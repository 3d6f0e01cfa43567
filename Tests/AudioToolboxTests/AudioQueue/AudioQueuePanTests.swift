import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// One channel between two speakers.
@Suite struct AudioQueuePanTests {
  private func play(_ queue: TestQueue, _ samples: [Float]) throws {
    try queue.enqueue(samples)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    AudioQueueStop(queue.queue, false)
    try waitUntil("the queue stops") { queue.running.last == 0 }
  }

  @Test(arguments: [Float(-1), -0.5, 0.25, 1]) func aPanMovesASingleChannel(pan: Float) throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    AudioQueueSetParameter(queue.queue, kAudioQueueParam_Pan, pan)
    AudioQueueSetParameter(queue.queue, kAudioQueueParam_Volume, 0.5)
    let all = samples(0..<5000)
    try play(queue, all)
    let (left, right) = (min(1, 1 - pan) / 2, min(1, 1 + pan) / 2)
    let expected = all.flatMap { (sample: Float) -> [Float] in [sample * left, sample * right] }
    #expect(firstDifference(file.samples, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aFileKeepsItsFirstChannelCount() throws {
    for pan in [Float(0), 0.5] {
      let file = OfflineFile()
      let queue = try TestQueue(file.kind)
      AudioQueueSetParameter(queue.queue, kAudioQueueParam_Pan, pan)
      try play(queue, samples(0..<1000))
      let width = pan == 0 ? 1 : 2
      #expect(file.samples.count == 1000 * width)
      AudioQueueSetParameter(queue.queue, kAudioQueueParam_Pan, pan == 0 ? 1 : 0)
      try queue.enqueue(samples(0..<500))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try waitUntil("more is written") { file.samples.count == 1500 * width }
      #expect(
        Array(file.samples.suffix(500 * width))
          == samples(0..<500).flatMap { [Float](repeating: $0, count: width) })
      AudioQueueDispose(queue.queue, true)
    }
  }

  #if PulseAudio
    @Test(.enabled(if: PrivatePulseAudio.isAvailable), arguments: [false, true])
    func aPanDuringPlaybackApplies(isPaused: Bool) throws {
      let server = try PrivatePulseAudio()
      let recording = try server.startRecording()
      let queue = try TestQueue(.pulseAudio(server: server.server))
      try queue.enqueue(samples(0..<200_000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try waitUntil("it plays") { (queue.time ?? 0) > 4000 }
      if isPaused { #expect(AudioQueuePause(queue.queue) == 0) }
      let before = try #require(queue.time)
      AudioQueueSetParameter(queue.queue, kAudioQueueParam_Pan, 1)
      if isPaused { #expect(AudioQueueStart(queue.queue, nil) == 0) }
      AudioQueueStop(queue.queue, false)
      try waitUntil("the queue stops") {
        #expect(queue.time ?? .infinity >= before)
        return queue.hasStopped
      }
      try recording.waitForSilence()
      let sound = recording.sound
      let all = stride(from: 0, to: sound.count, by: 2).map { (index: Int) -> (Float, Float) in
        (sound[index], sound[index + 1])
      }
      let frames = all.filter { (frame: (Float, Float)) -> Bool in frame.0 != 0 || frame.1 != 0 }
      // Both speakers are equal at first; then only the right one plays.
      let moved = try #require(frames.firstIndex { $0.0 == 0 })
      #expect(moved >= 4000 && frames[..<moved].allSatisfy { $0.0 == $0.1 })
      #expect(frames[moved...].allSatisfy { $0.0 == 0 })
      let right = frames.map(\.1)
      #expect(firstDifference(Array(right[..<moved]), samples(0..<moved)) == nil)
      let rest = right.count - moved
      #expect(firstDifference(Array(right[moved...]), samples(200_000 - rest..<200_000)) == nil)
      AudioQueueDispose(queue.queue, true)
    }
  #endif
}

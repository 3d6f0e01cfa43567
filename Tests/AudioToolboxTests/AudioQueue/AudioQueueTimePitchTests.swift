import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueTimePitchTests {
  private func set(_ queue: TestQueue, _ property: AudioQueuePropertyID, _ value: UInt32)
    -> OSStatus
  {
    var value = value
    return AudioQueueSetProperty(queue.queue, property, &value, 4)
  }

  private func get(_ queue: TestQueue, _ property: AudioQueuePropertyID) -> UInt32? {
    var value: UInt32 = 99
    var size: UInt32 = 4
    return AudioQueueGetProperty(queue.queue, property, &value, &size) == 0 ? value : nil
  }

  /// Plays a tone of one second to the end, and returns the output.
  private func play(_ queue: TestQueue, _ file: OfflineFile) throws -> [Float] {
    try queue.enqueue(Tone.samples(hertz: 440, seconds: 1))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    AudioQueueStop(queue.queue, false)
    try waitUntil("the queue stops") { !queue.isRunning }
    return file.samples
  }

  @Test func withoutTimePitchTheRateHasNoEffect() throws {
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    #expect(get(queue, kAudioQueueProperty_EnableTimePitch) == 0)
    #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_PlayRate, 2) == 0)
    #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_Pitch, 1200) == 0)
    #expect(
      firstDifference(try play(queue, file), Tone.samples(hertz: 440, seconds: 1)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  #if Sonic
    @Test(arguments: [(2, 0), (0.5, 0), (1, 1200), (1.5, -500)] as [(Float, Float)])
    func rateAndPitchApply(rate: Float, cents: Float) throws {
      let file = OfflineFile()
      let queue = try TestQueue(file.kind)
      #expect(set(queue, kAudioQueueProperty_EnableTimePitch, 1) == 0)
      #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_PlayRate, rate) == 0)
      #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_Pitch, cents) == 0)
      let played = try play(queue, file)
      #expect(abs(Double(played.count) - 44100 / Double(rate)) < 2048)
      let expected = 440 * pow(2, Double(cents) / 1200)
      #expect(abs(Tone.hertz(played) / expected - 1) < 0.005)
      AudioQueueDispose(queue.queue, true)
    }

    @Test(arguments: [
      kAudioQueueTimePitchAlgorithm_Spectral, kAudioQueueTimePitchAlgorithm_TimeDomain,
      kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency,
    ])
    func everyAlgorithmKeepsThePitch(algorithm: UInt32) throws {
      let file = OfflineFile()
      let queue = try TestQueue(file.kind)
      #expect(set(queue, kAudioQueueProperty_EnableTimePitch, 1) == 0)
      let name = kAudioQueueProperty_TimePitchAlgorithm
      #expect(set(queue, name, algorithm) == 0)
      #expect(get(queue, name) == algorithm)
      #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_PlayRate, 1.5) == 0)
      let played = try play(queue, file)
      let expected: Double = 44100 / 1.5
      #expect(abs(Double(played.count) - expected) < 2048)
      let ratio: Double = Tone.hertz(played) / 440
      #expect(abs(ratio - 1) < 0.005)
      AudioQueueDispose(queue.queue, true)
    }

    @Test func bypassAndAlgorithmsAreKept() throws {
      let file = OfflineFile()
      let queue = try TestQueue(file.kind)
      #expect(set(queue, kAudioQueueProperty_EnableTimePitch, 1) == 0)
      #expect(get(queue, kAudioQueueProperty_EnableTimePitch) == 1)
      let algorithm = kAudioQueueProperty_TimePitchAlgorithm
      #expect(get(queue, algorithm) == UInt32(kAudioQueueTimePitchAlgorithm_TimeDomain))
      #expect(set(queue, algorithm, UInt32(kAudioQueueTimePitchAlgorithm_Varispeed)) == 0)
      #expect(get(queue, algorithm) == UInt32(kAudioQueueTimePitchAlgorithm_Varispeed))
      #expect(set(queue, algorithm, 1) == kAudioQueueErr_InvalidPropertyValue)
      #expect(set(queue, kAudioQueueProperty_TimePitchBypass, 1) == 0)
      #expect(get(queue, kAudioQueueProperty_TimePitchBypass) == 1)
      #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_PlayRate, 2) == 0)
      #expect(
        firstDifference(try play(queue, file), Tone.samples(hertz: 440, seconds: 1)) == nil)
      #expect(set(queue, kAudioQueueProperty_TimePitchBypass, 0) == 0)
      // As on a tape: half as long, and an octave higher.
      let played = try play(queue, file)[44100...]
      #expect(abs(played.count - 22050) < 2048)
      #expect(abs(Tone.hertz(Array(played)) / 880 - 1) < 0.005)
      AudioQueueDispose(queue.queue, true)
    }

    @Test func timeCountsTheQueuesFrames() throws {
      let queue = try TestQueue(.null)
      #expect(set(queue, kAudioQueueProperty_EnableTimePitch, 1) == 0)
      #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_PlayRate, 2) == 0)
      try queue.enqueue(Tone.samples(hertz: 440, seconds: 1))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      #expect(
        set(queue, kAudioQueueProperty_EnableTimePitch, 0) == kAudioQueueErr_InvalidRunState)
      // The queue keeps running, so that the end time is visible.
      AudioQueueFlush(queue.queue)
      var last = 0.0
      try waitUntil("all frames have played") {
        let time = try #require(queue.time)
        #expect(time >= last && time < 44100 + 1)
        last = time
        return time > 44100 - 1500
      }
      #expect(AudioQueueStop(queue.queue, true) == 0)
      #expect(set(queue, kAudioQueueProperty_EnableTimePitch, 0) == 0)
      AudioQueueDispose(queue.queue, true)
    }
  #else
    @Test func missingLibrariesAreReported() throws {
      let queue = try TestQueue(.null)
      #expect(
        set(queue, kAudioQueueProperty_EnableTimePitch, 1) == kAudioQueueErr_InvalidPropertyValue)
      AudioQueueDispose(queue.queue, true)
    }
  #endif
}

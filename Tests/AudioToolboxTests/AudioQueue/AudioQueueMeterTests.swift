import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The level meters of a queue, linear and in decibels.
@Suite struct AudioQueueMeterTests {
  /// The levels of all channels, or the error.
  private func levels(
    _ queue: TestQueue, _ property: AudioQueuePropertyID, channelCount: Int
  ) -> (status: OSStatus, levels: [AudioQueueLevelMeterState]) {
    var levels = [AudioQueueLevelMeterState](
      repeating: AudioQueueLevelMeterState(mAveragePower: 9, mPeakPower: 9), count: channelCount)
    var size = UInt32(channelCount * MemoryLayout<AudioQueueLevelMeterState>.size)
    let status = AudioQueueGetProperty(queue.queue, property, &levels, &size)
    #expect(status != 0 || size == UInt32(channelCount * 8))
    return (status, levels)
  }

  @Test func decibelsMatchTheLinearMeter() throws {
    // Constant levels, so that both properties agree at any time. The last level is below the
    // floor.
    let steady: [Float] = [1, 0.5, 0.001, 2, 0, 1e-7]
    let count = steady.count
    let queue = try TestQueue(.null, format: TestQueue.format(channelCount: UInt32(count)))
    let linear = kAudioQueueProperty_CurrentLevelMeter
    let decibels = kAudioQueueProperty_CurrentLevelMeterDB
    for property in [linear, decibels] {
      #expect(
        levels(queue, property, channelCount: count).status == kAudioQueueErr_InvalidProperty)
    }
    var on: UInt32 = 1
    #expect(
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableLevelMetering, &on, 4) == 0)
    try queue.enqueue((0..<5 * 44100).flatMap { _ in steady })
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the meter shows the level") {
      levels(queue, linear, channelCount: count).levels[0].mPeakPower > 0
    }
    let expected = [0, -6.0206, -60, 6.0206, -120, -120] as [Float]
    let (status, stated) = levels(queue, decibels, channelCount: count)
    #expect(status == 0)
    for (level, expected) in zip(stated, expected) {
      #expect(abs(level.mPeakPower - expected) < 0.001)
      #expect(abs(level.mAveragePower - expected) < 0.001)
    }
    for (level, expected) in zip(levels(queue, linear, channelCount: count).levels, steady) {
      #expect(abs(level.mPeakPower - expected) <= expected * 1e-4)
      #expect(abs(level.mAveragePower - expected) <= expected * 1e-4)
    }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aToneHasItsPeakAndItsAverage() throws {
    let queue = try TestQueue(.null)
    var on: UInt32 = 1
    AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableLevelMetering, &on, 4)
    // Each block of the meter has whole periods for any block length, so the averages are equal.
    try queue.enqueue(Tone.samples(hertz: 44100 / 8, seconds: 10))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    var level = AudioQueueLevelMeterState()
    try waitUntil("the meter shows the level") {
      level = levels(queue, kAudioQueueProperty_CurrentLevelMeterDB, channelCount: 1).levels[0]
      return level.mPeakPower > -120
    }
    #expect(abs(level.mPeakPower + 6.0206) < 0.01)
    #expect(abs(level.mAveragePower + 9.0309) < 0.1)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func silenceHasNoLevel() throws {
    let queue = try TestQueue(.null)
    let meter = kAudioQueueProperty_CurrentLevelMeter
    func peak() -> Float { levels(queue, meter, channelCount: 1).levels[0].mPeakPower }
    var on: UInt32 = 1
    #expect(
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableLevelMetering, &on, 4) == 0)
    try queue.enqueue([Float](repeating: 0.25, count: 44_100))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the meter shows the level") { peak() > 0 }
    #expect(AudioQueuePause(queue.queue) == 0)
    #expect(peak() == 0)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the meter shows the level again") { peak() > 0 }
    try waitUntil("all frames have played") { peak() == 0 }
    #expect(queue.isRunning)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    #expect(peak() == 0)
    AudioQueueDispose(queue.queue, true)
  }
}

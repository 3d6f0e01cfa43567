import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A device plays slightly faster or slower than the host clock.
@Suite struct AudioQueueDriftTests {
  /// A device whose clock differs from the host's by a constant factor.
  private final class DriftingDevice {
    let device = PulledDevice()
    private let speed: Double
    private let start = AudioGetCurrentHostTime()
    private var bytes: [UInt8] = []

    init(speed: Double) {
      self.speed = speed
    }

    /// The frames played at a host time if the device always has frames.
    func due(at hostTime: UInt64) -> Double { Double(hostTime - start) * 44100 * speed / 1e9 }

    var playedFrames: Int { bytes.count / 4 }
    var samples: [Float] { LittleEndian.float(bytes) }

    /// Plays the frames that are due and available.
    func play() {
      let due = Int(due(at: AudioGetCurrentHostTime()))
      while playedFrames < due {
        let block = device.take(due - playedFrames)
        if block.isEmpty { return }
        bytes += block
      }
    }
  }

  @Test(arguments: [0.99, 0.999, 1, 1.001, 1.01])
  func timeFollowsTheDevice(speed: Double) throws {
    let frames = 10 * 4410
    let device = DriftingDevice(speed: speed)
    let queue = try TestQueue(.pulled(device.device))
    var buffers: [AudioQueueBufferRef] = []
    for first in stride(from: 0, to: frames, by: 4410) {
      buffers.append(try queue.enqueue(samples(first..<first + 4410)))
    }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    var last = AudioTimeStamp()
    var atHalf: AudioTimeStamp?
    try waitUntil("all is played") {
      device.play()
      var time = AudioTimeStamp()
      let before = AudioGetCurrentHostTime()
      #expect(AudioQueueGetCurrentTime(queue.queue, nil, &time, nil) == 0)
      // The queue reports the device's position, not an estimate from the host clock.
      #expect(time.mSampleTime == Double(device.playedFrames))
      #expect(time.mSampleTime <= device.due(at: time.mHostTime))
      #expect(time.mHostTime >= max(before, last.mHostTime))
      #expect(time.mHostTime <= AudioGetCurrentHostTime())
      #expect(time.mSampleTime >= last.mSampleTime)
      last = time
      if atHalf == nil, device.playedFrames > frames / 2 { atHalf = time }
      return device.playedFrames >= frames
    }
    #expect(atHalf != nil)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { queue.hasStopped }
    // For any drift, each frame plays once and in order, and each buffer returns.
    #expect(firstDifference(device.samples, samples(0..<frames)) == nil)
    #expect(queue.returned == buffers)
    #expect(AudioQueueDispose(queue.queue, true) == 0)
  }
}

import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// No crystal is like another: a device plays a little faster or slower than the host's clock tells.
@Suite struct AudioQueueDriftTests {
  /// A device whose clock goes by the host's, but for a part of it.
  private final class DriftingDevice {
    let device = PulledDevice()
    private let speed: Double
    private let start = AudioGetCurrentHostTime()
    private var bytes: [UInt8] = []

    init(speed: Double) {
      self.speed = speed
    }

    /// Frames that it has played at a moment, where there were always some.
    func due(at hostTime: UInt64) -> Double { Double(hostTime - start) * 44100 * speed / 1e9 }

    var playedFrames: Int { bytes.count / 4 }
    var samples: [Float] { LittleEndian.float(bytes) }

    /// Plays what is due, as far as it is there.
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
  func timeIsThatOfTheDevice(speed: Double) throws {
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
      // What the device has played at that moment, and not what the host's clock makes of it.
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
    // However the clocks drift: each frame once, in order, and each buffer back.
    #expect(firstDifference(device.samples, samples(0..<frames)) == nil)
    #expect(queue.returned == buffers)
    #expect(AudioQueueDispose(queue.queue, true) == 0)
  }
}

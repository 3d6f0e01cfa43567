import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport

/// A capturing device that keeps its blocks.
final class Capturing: Sendable {
  let device: any InputDevice
  /// The sample rate in hertz.
  let sampleRate: Double
  private let capturer: Capturer
  private let losses = LossCounter()
  private let kept = Mutex<[CapturedBlock]>([])

  init(
    _ device: any InputDevice, sampleRate: Double = 44100, channelCount: Int = 2,
    blockSeconds: Double = 0.02, isRateFixed: Bool = false
  ) throws {
    self.device = device
    let capturer = Capturer(
      channelCount: channelCount, capacityFrames: Int(sampleRate * 10) + 1, recorder: Signal())
    self.capturer = capturer
    let losses = losses
    self.sampleRate = try device.start(
      capturer, sampleRate: sampleRate, blockFrames: Int(sampleRate * blockSeconds),
      isRateFixed: isRateFixed
    ) { event in
      if event == .lost { losses.count.add(1, ordering: .relaxed) }
    }
  }

  private final class LossCounter: Sendable { let count = Atomic<Int>(0) }

  /// How often the device reported its loss.
  var lossCount: Int { losses.count.load(ordering: .relaxed) }

  /// All blocks so far.
  var blocks: [CapturedBlock] {
    kept.withLock { kept in
      while let block = capturer.take() { kept.append(block) }
      return kept
    }
  }

  /// All samples so far.
  var samples: [Float] { blocks.flatMap(\.samples) }

  /// All samples from the first audible one to the last.
  var sound: [Float] {
    let samples = samples
    guard let first = samples.firstIndex(where: { $0 != 0 }),
      let last = samples.lastIndex(where: { $0 != 0 })
    else { return [] }
    return Array(samples[first...last])
  }

  /// Waits until a number of samples has arrived.
  func waitForSamples(_ count: Int) throws {
    try waitUntil("\(count) samples are captured") { samples.count >= count }
  }
}

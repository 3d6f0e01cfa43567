import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport

/// A device that plays given samples, fed as by a player's feeding thread.
final class Playing: Sendable {
  let device: any OutputDevice
  let renderer: Renderer
  private let losses = Atomic<Int>(0)

  /// Starts a device whose renderer has all samples.
  init(
    _ device: any OutputDevice, _ samples: [Float], sampleRate: Double = 44100,
    channelCount: Int = 2, aheadFrames: Int = 1, bufferSeconds: Double = 2
  ) throws {
    self.device = device
    let bufferFrames = Int(sampleRate * bufferSeconds)
    let ring = FrameRing(
      channelCount: channelCount, unreadFrames: max(aheadFrames, samples.count),
      historyFrames: bufferFrames)
    renderer = Renderer(sampleRate: sampleRate, ring: ring, feeder: Signal())
    renderer.beginDevice(leadInFrames: 0)
    _ = renderer.ring.write(samples.span)
    try device.start(renderer, bufferFrames: bufferFrames) { [self] event in
      if event == .lost { losses.add(1, ordering: .relaxed) }
    }
  }

  /// How often the device reported its loss.
  var lossCount: Int { losses.load(ordering: .relaxed) }

  /// Adds samples, and wakes a device that waits for them.
  func add(_ samples: [Float]) {
    _ = renderer.ring.write(samples.span)
    if renderer.takeStarvation() { device.feed() }
  }

  /// Waits until a number of frames has played, and expects a position that never decreases.
  func waitUntilPlayed(_ frames: Int) throws {
    var last = 0
    try waitUntil("\(frames) frames have played") {
      device.refreshPosition()
      let now = device.position.frames
      if now < last { throw TestFailure(description: "\(last) went back to \(now)") }
      last = now
      return now >= frames
    }
  }
}

/// A signal whose samples identify their positions: neighbors differ, and no sample is zero.
func ramp(frames: Int, channelCount: Int = 2, from start: Int = 0) -> [Float] {
  (start * channelCount..<(start + frames) * channelCount).map { (index: Int) -> Float in
    let magnitude = Float(index % 60_000 + 1) / 65536
    return index % 2 == 0 ? magnitude : -magnitude
  }
}

/// The first difference between two runs of samples, or `nil` if they are equal.
func firstDifference(_ samples: [Float], _ expected: [Float]) -> String? {
  if samples == expected { return nil }
  let index = zip(samples, expected).firstIndex { $0 != $1 } ?? min(samples.count, expected.count)
  return "\(samples.count) samples for \(expected.count), differ at \(index)"
}

extension Sequence {
  /// The index of the first element that meets a condition.
  func firstIndex(where condition: (Element) -> Bool) -> Int? {
    for (index, element) in enumerated() where condition(element) { return index }
    return nil
  }
}

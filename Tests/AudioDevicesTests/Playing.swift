import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport

/// A device that plays given samples, fed as the feeding thread of a player would.
final class Playing: Sendable {
  let device: any OutputDevice
  let renderer: Renderer
  private let losses = Atomic<Int>(0)

  /// Starts a device whose renderer holds all samples.
  init(
    _ device: any OutputDevice, _ samples: [Float], sampleRate: Double = 44100,
    channelCount: Int = 2, aheadFrames: Int = 1, bufferSeconds: Double = 2
  ) throws {
    self.device = device
    let bufferFrames = Int(sampleRate * bufferSeconds)
    renderer = Renderer(
      sampleRate: sampleRate, channelCount: channelCount,
      aheadFrames: max(aheadFrames, samples.count), deviceFrames: bufferFrames, feeder: Signal())
    renderer.beginDevice(leadInFrames: 0)
    _ = renderer.ring.write(samples.span)
    try device.start(renderer, bufferFrames: bufferFrames) { [self] event in
      if event == .lost { losses.add(1, ordering: .relaxed) }
    }
  }

  /// How often the device said that it is lost.
  var lossCount: Int { losses.load(ordering: .relaxed) }

  /// Adds samples and wakes the device where it waits for them.
  func add(_ samples: [Float]) {
    _ = renderer.ring.write(samples.span)
    if renderer.takeStarvation() { device.feed() }
  }

  /// Waits until so many frames have been heard, and that they never decrease on the way.
  func waitUntilHeard(_ frames: Int) throws {
    var last = 0
    try waitUntil("\(frames) frames are heard") {
      device.refreshPosition()
      let now = device.position.frames
      if now < last { throw TestFailure(description: "\(last) went back to \(now)") }
      last = now
      return now >= frames
    }
  }
}

/// A signal in which each sample tells where it belongs: no two neighbours are equal, none is zero.
func ramp(frames: Int, channelCount: Int = 2, from start: Int = 0) -> [Float] {
  (start * channelCount..<(start + frames) * channelCount).map { index in
    Float(index % 60_000 + 1) / 65536 * (index % 2 == 0 ? 1 : -1)
  }
}

/// Where two runs of samples differ first; `nil` where they are the same.
func firstDifference(_ samples: [Float], _ expected: [Float]) -> String? {
  if samples == expected { return nil }
  let index = zip(samples, expected).firstIndex { $0 != $1 } ?? min(samples.count, expected.count)
  return "\(samples.count) samples for \(expected.count), differ at \(index)"
}

extension Sequence {
  /// The place of the first element that fulfils a condition.
  func firstIndex(where condition: (Element) -> Bool) -> Int? {
    for (index, element) in enumerated() where condition(element) { return index }
    return nil
  }
}

import AudioDevices
import AudioRealtime
import MediaTimeline
import TestSupport
import Testing

@testable import AudioPlayback

/// The volume of items over time, by the frames that reach the device.
@Suite struct ItemMixTests {
  private let device = PulledDevice()

  /// Samples that tell their frame.
  private static let counted = (0..<32_000).map { Int16($0) }

  private static func mix(_ ramps: VolumeCurve.Ramp...) -> ItemMix {
    var mix = ItemMix()
    for ramp in ramps { mix.volume.add(ramp) }
    return mix
  }

  /// Takes frames of two equal channels from the device, until there are enough or none come.
  private func take(_ count: Int, _ test: ItemPlayerTest) -> [Float] {
    var samples: [Float] = []
    var tries = 0
    while samples.count < count, tries < 100 {
      let pairs = LittleEndian.float(device.take(min(1000, count - samples.count)))
      samples += stride(from: 0, to: pairs.count, by: 2).map { pairs[$0] }
      tries = pairs.isEmpty ? tries + 1 : 0
      test.sleep(0.01)
    }
    return samples
  }

  @Test("a ramp is exact to the frame, even after a seek")
  func ramp() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest(.pulled(device))
      let item = try test.item([Int16](repeating: 16_384, count: 8000))
      item.mix = Self.mix(.init(start: 0.25, end: 0.75, from: 1, to: 0.5))
      test.insert(item)
      test.player.setRate(1)
      test.settle()
      let expected = (0..<8000).map { frame -> Float in
        let passed = Float(max(0, min(frame - 2000, 4000))) / 4000
        return 0.5 * (1 - 0.5 * passed)
      }
      let whole = take(8000, test)
      #expect(whole.count == 8000)
      #expect(zip(whole, expected).allSatisfy { abs($0 - $1) < 1e-6 })
      test.player.seek(to: 0.5) { _ in }
      test.settle()
      test.player.setRate(1)
      test.settle()
      let rest = take(4000, test)
      #expect(rest.count == 4000)
      #expect(zip(rest, expected[4000...]).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test("a mix set during playback fades in, and no frame is lost or played twice")
  func change() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest(.pulled(device))
      let item = try test.item(Self.counted)
      test.insert(item)
      test.player.setRate(1)
      test.settle()
      var samples = take(1000, test)
      item.mix = Self.mix(.init(start: 0, end: 0, from: 0.5, to: 0.5))
      samples += take(31_000, test)
      #expect(samples.count == 32_000)
      let plain = Self.counted.map { Float($0) / 32_768 }
      let first = try #require(samples.indices.first { samples[$0] != plain[$0] })
      let fadeFrames = Int(8000 * VolumeChange.seconds)
      for frame in first + fadeFrames..<32_000 { #expect(samples[frame] == plain[frame] / 2) }
      for frame in first..<first + fadeFrames {
        #expect((plain[frame] / 2...plain[frame]).contains(samples[frame]))
      }
    }
  }

  @Test("each item of a queue has its own mix, up to its end time")
  func queue() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest(.pulled(device))
      test.player.setEndAction(.advance)
      let items = try (0..<2).map { _ in try test.item([Int16](repeating: 16_384, count: 4000)) }
      items[0].mix = Self.mix(.init(start: 0, end: 0, from: 0.5, to: 0.5))
      items[1].mix = Self.mix(.init(start: 0, end: 0.5, from: 0, to: 1))
      let id = test.insert(items[0])
      test.player.setEndTime(0.25, of: id)
      test.insert(items[1])
      test.player.setRate(1)
      test.settle()
      let samples = take(6000, test)
      #expect(samples.count == 6000)
      for (frame, sample) in samples.enumerated() {
        let expected: Float = frame < 2000 ? 0.25 : 0.5 * Float(frame - 2000) / 4000
        #expect(abs(sample - expected) < 1e-6)
      }
    }
  }
}

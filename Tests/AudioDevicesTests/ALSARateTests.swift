#if ALSA
  import AudioDevices
  import Foundation
  import TestSupport
  import Testing

  /// ALSA's own rate conversion, which passes on whole periods only.
  extension ALSADeviceTests {
    /// Makes "default" a PCM of 48 kHz that accepts all frames at once and writes them to a file.
    private func configureConversion(to file: URL, in folder: TemporaryFolder) throws {
      let slave =
        "pcm { \(definition(file: file.path)) } format FLOAT_LE rate 48000 channels 2"
      // Other converters add a little sound before and after.
      try configure("type plug slave { \(slave) } rate_converter linear", in: folder)
    }

    /// The frames of a file with a constant signal, and whether there is silence between them.
    private func sound(_ file: URL) throws -> (frames: Int, isWhole: Bool) {
      let samples = LittleEndian.float(try Tool.read(file))
      try #require(!samples.isEmpty)
      let last = samples.lastIndex { $0 != 0 } ?? -1
      let first = samples.firstIndex { $0 != 0 } ?? 0
      return ((last + 1 - first) / 2, !samples[first...max(first, last)].contains { $0 == 0 })
    }

    private func constant(frames: Int) -> [Float] { Array(repeating: 0.5, count: 2 * frames) }

    @Test(arguments: [10, 1653, 5000, 44100, 50_001])
    func theRateConversionKeepsNoFrames(frames: Int) throws {
      let folder = try TemporaryFolder()
      let file = folder.url("played")
      try configureConversion(to: file, in: folder)
      let device = ALSADevice()
      let playing = try Playing(device, constant(frames: frames))
      try playing.waitUntilPlayed(frames)
      // The silence at the end does not count.
      #expect(device.position.frames == frames)
      device.stop()
      let (played, isWhole) = try sound(file)
      #expect(isWhole)
      #expect(played >= frames * 48000 / 44100)
      #expect(playing.lossCount == 0)
    }

    @Test func lateFramesFollowTheSilence() throws {
      let folder = try TemporaryFolder()
      let file = folder.url("played")
      try configureConversion(to: file, in: folder)
      let device = ALSADevice()
      let playing = try Playing(device, constant(frames: 2000), aheadFrames: 10_000)
      for total in stride(from: 2000, through: 6000, by: 2000) {
        try playing.waitUntilPlayed(total)
        #expect(device.position.frames == total)
        if total == 4000 {
          // Everything has played, and no frame plays again.
          device.setPaused(true)
          device.setPaused(false)
        }
        playing.add(constant(frames: 2000))
      }
      try playing.waitUntilPlayed(8000)
      device.stop()
      #expect(device.position.frames == 8000)
      let samples = LittleEndian.float(try Tool.read(file))
      // The transition between sound and silence is less loud.
      let edges = 4 * 2 * 16
      #expect(samples.count { $0 > 0.4 } / 2 >= 8000 * 48000 / 44100 - edges)
    }

    @Test func partialPeriodsAreNotPadded() throws {
      let folder = try TemporaryFolder()
      let file = folder.url("played")
      try configure(definition(file: file.path), in: folder)
      let device = ALSADevice()
      let samples = ramp(frames: 10_000)
      let playing = try Playing(device, Array(samples.prefix(2 * 1000)), aheadFrames: 10_000)
      try playing.waitUntilPlayed(1000)
      playing.add(Array(samples[(2 * 1000)...]))
      try playing.waitUntilPlayed(10_000)
      device.stop()
      let played = LittleEndian.float(try Tool.read(file))
      #expect(firstDifference(played, samples) == nil)
    }
  }
#endif

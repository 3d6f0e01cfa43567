#if PulseAudio
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// afplay, recorded from PipeWire.
  @Suite(.enabled(if: PrivatePipeWire.isAvailable)) struct PipeWirePlayingTests {
    @Test func filesPlayWithoutAGapAndTheToolExits() throws {
      let server = try PrivatePipeWire()
      let folder = try TemporaryFolder()
      // The length is no multiple of a quantum. Each sample differs from its neighbor, and none is
      // silent.
      let samples = (1...40_022).map { place -> Float in
        let level = Float(place) / 65_536
        return place % 2 == 0 ? level : -level
      }
      let ranges: [Range<Int>] = [0..<20_011, 20_011..<40_022]
      let paths = try ranges.map { range -> String in
        let url = folder.url("\(range.lowerBound).wav")
        try Tool.write(Self.wave(samples[range]), to: url)
        return url.path
      }
      let environment = server.environment.merging(["OPENCOREAUDIO_DEVICE": "pulse"]) { $1 }
      let difference = try server.difference(from: samples) {
        let run = try Programs.run("afplay", paths, environment: environment)
        #expect(run.ending == .exit(0))
        #expect(run.errors == "")
      }
      #expect(difference == nil)
    }

    /// A WAVE file of one channel of Float32 at 44.1 kHz.
    ///
    /// Source: Microsoft, *New Multimedia Data Types and Data Techniques*,
    /// WAVE_FORMAT_IEEE_FLOAT (3).
    private static func wave(_ samples: ArraySlice<Float>) -> [UInt8] {
      func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      func half(_ value: Int) -> [UInt8] { Array(word(value).prefix(2)) }
      let data = samples.flatMap { word(Int($0.bitPattern)) }
      var file = Array("RIFF".utf8)
      file += word(36 + data.count)
      file += Array("WAVEfmt ".utf8)
      for field in [word(16), half(3), half(1), word(44_100), word(176_400), half(4), half(32)] {
        file += field
      }
      file += Array("data".utf8)
      file += word(data.count)
      return file + data
    }
  }
#endif

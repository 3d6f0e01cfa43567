#if MySofa
  internal import CMySofa
  internal import Glibc

  extension HeadFilters {
    /// The file of measurements: that of `OPENCOREAUDIO_HRTF`, or the one of libmysofa.
    private static var path: String {
      // Safe: the text is copied.
      if let chosen = unsafe getenv("OPENCOREAUDIO_HRTF") { return unsafe String(cString: chosen) }
      return "/usr/share/libmysofa/default.sofa"
    }

    /// Whether measurements of a head are available.
    package static var hasMeasurements: Bool {
      guard OCASofaIsThere() else { return false }
      // Safe: the text lives until the call returns.
      return unsafe access(path, R_OK) == 0
    }

    /// The ears of a measured head; `nil` without libmysofa or its file.
    ///
    /// Reading the measurements takes a few tenths of a second.
    package static func measured(sampleRate: Double) -> HeadFilters? {
      guard let head = MeasuredHead(path, sampleRate: sampleRate) else { return nil }
      let tapCount = tapCount(at: sampleRate)
      let start = head.firstFrame
      return HeadFilters(tapCount: tapCount) { direction in
        let ears = head.responses(to: direction)
        return (
          part(ears.left, from: start, tapCount), part(ears.right, from: start, tapCount)
        )
      }
    }

    /// Samples from a frame on, whose end fades out.
    private static func part(_ samples: [Float], from start: Int, _ count: Int) -> [Float] {
      let fade = count / 8
      return (0..<count).map { index in
        guard start + index < samples.count else { return 0 }
        let left = Float(min(count - index, fade)) / Float(fade)
        return samples[start + index] * (0.5 - 0.5 * cosf(.pi * left))
      }
    }
  }

  /// A file of measurements.
  @safe
  private final class MeasuredHead {
    private let file: OpaquePointer
    private let length: Int

    init?(_ path: String, sampleRate: Double) {
      var length: Int32 = 0
      guard let file = unsafe OCASofaOpen(path, Float(sampleRate), &length) else { return nil }
      unsafe self.file = file
      self.length = Int(length)
    }

    // Safe: `init` opened the file, which is closed once.
    deinit { unsafe OCASofaClose(file) }

    /// The first frame of the sound at the nearest ear, less a margin.
    var firstFrame: Int {
      let first = [SpatialVector(-1, 0, 0), SpatialVector(1, 0, 0)].map { direction in
        let ears = responses(to: direction)
        return [ears.left, ears.right].map { samples in
          let peak = samples.reduce(0) { max($0, abs($1)) }
          return samples.firstIndex { abs($0) > 0.01 * peak } ?? 0
        }.min() ?? 0
      }.min()
      return max(0, (first ?? 0) - 8)
    }

    func responses(to direction: SpatialVector) -> (left: [Float], right: [Float]) {
      var left = [Float](repeating: 0, count: length)
      var right = left
      var delays: (Float, Float) = (0, 0)
      // Safe: both arrays have the length that the library asks for.
      unsafe left.withUnsafeMutableBufferPointer { left in
        unsafe right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          unsafe OCASofaFilter(
            file, -direction.z, -direction.x, direction.y, left, right, &delays.0, &delays.1)
        }
      }
      return (left, right)
    }
  }
#else
  extension HeadFilters {
    /// Whether measurements of a head are available: not in this build.
    package static var hasMeasurements: Bool { false }

    /// The ears of a measured head: `nil`, because this build cannot read measurements.
    package static func measured(sampleRate: Double) -> HeadFilters? { nil }
  }
#endif

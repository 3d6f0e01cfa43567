/// Moves samples between interleaved and separate channels, and between channels.
///
/// The functions are generic. All calls are in this module, so the compiler specializes them.
enum Interleaving {
  /// Extracts one channel from interleaved samples.
  ///
  /// - Parameters:
  ///   - channel: The channel, or `nil` for silence.
  ///   - channelCount: Channels of the interleaved samples.
  ///   - samples: The interleaved samples.
  ///   - single: Memory for the channel.
  static func extract<Sample: BitwiseCopyable & Numeric>(
    _ channel: Int?, of channelCount: Int, from samples: Span<Sample>,
    into single: inout MutableSpan<Sample>
  ) {
    precondition(samples.count == single.count * channelCount, "the samples are not whole frames")
    guard let channel else {
      for index in 0..<single.count { unsafe single[unchecked: index] = 0 }
      return
    }
    precondition(channel >= 0 && channel < channelCount, "channel out of range")
    // Safe: the preconditions limit both indices.
    for index in 0..<single.count {
      unsafe single[unchecked: index] = samples[unchecked: index &* channelCount &+ channel]
    }
  }

  /// Inserts one channel into interleaved samples.
  static func insert<Sample: BitwiseCopyable & Numeric>(
    _ single: Span<Sample>, as channel: Int, of channelCount: Int,
    into samples: inout MutableSpan<Sample>
  ) {
    precondition(samples.count == single.count * channelCount, "the samples are not whole frames")
    precondition(channel >= 0 && channel < channelCount, "channel out of range")
    // Safe: the preconditions limit both indices.
    for index in 0..<single.count {
      unsafe samples[unchecked: index &* channelCount &+ channel] = single[unchecked: index]
    }
  }

  /// Fills each output channel from the input channel in `map`, or with silence.
  static func remap<Sample: BitwiseCopyable & Numeric>(
    _ samples: Span<Sample>, of channelCount: Int, by map: [Int?],
    into mapped: inout MutableSpan<Sample>
  ) {
    let frameCount = samples.count / channelCount
    precondition(samples.count == frameCount * channelCount, "the samples are not whole frames")
    precondition(mapped.count == frameCount * map.count, "frame counts differ")
    precondition(
      map.allSatisfy { $0.map { $0 >= 0 && $0 < channelCount } ?? true }, "channel out of range")
    for (target, source) in map.enumerated() {
      // Safe: the preconditions limit both indices.
      if let source {
        for index in 0..<frameCount {
          unsafe mapped[unchecked: index &* map.count &+ target] =
            samples[unchecked: index &* channelCount &+ source]
        }
      } else {
        for index in 0..<frameCount {
          unsafe mapped[unchecked: index &* map.count &+ target] = 0
        }
      }
    }
  }
}

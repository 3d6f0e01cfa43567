internal import AudioModel

/// Channel mapping for interleaved Float32.
package enum Remapping {
  /// Appends frames whose channels `map` selects.
  ///
  /// - Parameters:
  ///   - samples: Whole frames.
  ///   - channelCount: Channels per frame.
  ///   - map: The input channel for each output channel; `nil` for silence.
  ///   - output: Receives the frames. It is not cleared first.
  package static func append(
    _ samples: Span<Float>, of channelCount: Int, by map: [Int?], to output: inout [Float]
  ) {
    if map == (0..<channelCount).map({ $0 }) {
      return output.append(addingCapacity: samples.count) { room in
        for index in 0..<samples.count { room.append(samples[index]) }
      }
    }
    let start = output.count
    let count = samples.count / channelCount * map.count
    output.append(zeros: count)
    var all = output.mutableSpan
    var room = all._mutatingExtracting(start..<start + count)
    Interleaving.remap(samples, of: channelCount, by: map, into: &room)
  }
}

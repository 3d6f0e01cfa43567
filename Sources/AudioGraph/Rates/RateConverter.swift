internal import AudioProcessing

/// Converts the rate of a connection.
///
/// The number of an output frame alone decides its place in the input. So any division into slices
/// gives the same samples, without drift. The converter never allocates memory while it renders.
package final class RateConverter: @unchecked Sendable {
  // Sendable: everything that changes belongs to the render thread.

  private let input: GraphFormat
  private let sampleRate: Double
  private let mostFrames: Int
  /// Samples on each side of an output.
  private let half: Int
  /// The values of a `SincTable`.
  private let values: [Float]
  /// The frames that a slice needs from earlier ones.
  private let keptFrames: Int
  /// The kept frames, then those of the slice.
  private let history: Planes
  /// The input frame and the output frame that continue the last slice.
  private var nextFrames = (input: 0, output: 0)

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - input: The format of the input.
  ///   - sampleRate: The rate of the output, in hertz.
  ///   - mostFrames: The maximum number of input frames of a slice.
  package init(from input: GraphFormat, to sampleRate: Double, mostFrames: Int) {
    self.input = input
    self.sampleRate = sampleRate
    self.mostFrames = mostFrames
    let table = SincTable(ratio: sampleRate / input.sampleRate)
    (half, values) = (table.half, table.values)
    keptFrames = 2 * table.half + Int((input.sampleRate / sampleRate).rounded(.up)) + 4
    history = Planes(channelCount: input.channelCount, capacity: keptFrames + mostFrames)
  }

  func fits(_ input: GraphFormat, _ sampleRate: Double, _ mostFrames: Int) -> Bool {
    self.input == input && self.sampleRate == sampleRate && self.mostFrames >= mostFrames
  }

  /// The delay in input frames.
  package var latencyFrames: Int { half + 1 }

  /// The delay of a converter in input frames, without making one.
  package static func latencyFrames(from inputRate: Double, to outputRate: Double) -> Int {
    SincTable.half(ratio: outputRate / inputRate) + 1
  }

  /// Forgets earlier frames.
  package func reset() { nextFrames = (.min, .min) }

  /// Converts the frames of a slice.
  ///
  /// - Parameters:
  ///   - source: The input of the slice.
  ///   - sourceSlice: Its frames at the rate of the input.
  ///   - target: Receives the output.
  ///   - targetSlice: Its frames at the rate of the output.
  package func render(
    _ source: Planes, _ sourceSlice: GraphSlice, into target: Planes, _ targetSlice: GraphSlice
  ) {
    if nextFrames != (sourceSlice.frame, targetSlice.frame) { history.clear(count: keptFrames) }
    let clock = FrameClock(input.sampleRate, graphRate: sampleRate)
    // The input frame of the first sample in the history.
    let base = sourceSlice.frame - keptFrames
    var channel = 0
    while channel < input.channelCount {
      history.copy(
        channel, at: keptFrames, from: source, channel, at: 0, count: sourceSlice.count)
      var index = 0
      while index < targetSlice.count {
        let (frame, part) = clock.place(at: targetSlice.frame + index)
        let centre = frame - latencyFrames - base
        target[channel, index] = value(channel, at: centre, part)
        index += 1
      }
      history.copy(
        channel, at: 0, from: history, channel, at: sourceSlice.count, count: keptFrames)
      channel += 1
    }
    nextFrames = (
      sourceSlice.frame + sourceSlice.count, targetSlice.frame + targetSlice.count
    )
  }

  /// The interpolated sample after a sample of the history.
  private func value(_ channel: Int, at centre: Int, _ part: Double) -> Float {
    history.check(centre - half + 1, 2 * half)
    // Safe: checked above; the table has `half * phases + 2` values.
    let samples = unsafe UnsafePointer(history.plane(channel)) + centre
    let phases = SincTable.phases
    let place = part * Double(phases)
    let phase = Int(place)
    let rest = Float(place - Double(phase))
    return unsafe values.withUnsafeBufferPointer { values in
      var sum: Float = 0
      var tap = 0
      while tap < half {
        // To the left: at the distance tap + part; to the right: tap + 1 - part.
        let left = tap * phases + phase
        let right = (tap + 1) * phases - phase
        let leftValue = unsafe values[left] + rest * (values[left + 1] - values[left])
        let rightValue = unsafe values[right] + rest * (values[right - 1] - values[right])
        sum += unsafe leftValue * samples[-tap] + rightValue * samples[tap + 1]
        tap += 1
      }
      return sum
    }
  }
}

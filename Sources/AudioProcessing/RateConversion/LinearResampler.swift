/// Interpolates linearly between samples.
///
/// The output depends only on frame numbers. So the division of the input into calls has no effect.
final class LinearResampler: Resampler {
  private let step: Double
  private let channelCount: Int
  /// The frames from ``firstFrame`` on that are still needed.
  private var held: [Float] = []
  private var firstFrame = 0
  private var nextOutput = 0

  /// Creates a resampler from one rate to another, in hertz.
  init(from inputRate: Double, to outputRate: Double, channelCount: Int) {
    step = inputRate / outputRate
    self.channelCount = channelCount
  }

  func process(_ frames: Span<Float>, into output: inout [Float]) {
    for index in frames.indices { held.append(frames[index]) }
    emit(into: &output, before: firstFrame + held.count / channelCount - 1)
    // Only the frame at the next output position, and later ones, are still needed.
    let used = min(Int(Double(nextOutput) * step) - firstFrame, held.count / channelCount)
    if used > 0 {
      held.removeFirst(used * channelCount)
      firstFrame += used
    }
  }

  func finish(into output: inout [Float]) {
    guard held.count >= channelCount else { return }
    held += held.suffix(channelCount)
    emit(into: &output, before: firstFrame + held.count / channelCount - 1)
    held = []
  }

  /// Appends all output frames before the input frame `end`, which must be stored in ``held``.
  private func emit(into output: inout [Float], before end: Int) {
    while true {
      let position = Double(nextOutput) * step
      let frame = Int(position)
      guard frame < end else { return }
      let fraction = Float(position - Double(frame))
      let start = (frame - firstFrame) * channelCount
      for channel in 0..<channelCount {
        let here = held[start + channel]
        let next = held[start + channelCount + channel]
        output.append(here + (next - here) * fraction)
      }
      nextOutput += 1
    }
  }
}

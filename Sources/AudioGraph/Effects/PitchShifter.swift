internal import AudioProcessing

/// An effect that changes the pitch, with one input frame for each output frame.
///
/// The output is delayed by the number of later frames that the change of the pitch needs. While
/// the effect is bypassed, frames pass without delay.
package final class PitchShifter: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: TimeSettings
  private let changer: PitchChanger

  /// Makes an effect, and states its delay in the settings.
  package init(_ settings: TimeSettings, _ format: GraphFormat, mostFrames: Int) {
    self.settings = settings
    changer = PitchChanger(settings, format, mostFrames: mostFrames)
    changer.noteDelay()
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    guard !settings.isBypassed else { return outputs[0].take(inputs, count: slice.count) }
    _ = changer.inputSlice(for: slice, isFree: false)
    changer.render(slice, from: inputs, to: outputs)
  }
}

internal import AudioGraph
internal import AudioRealtime
internal import Synchronization

/// The node of a synthesizer.
final class SynthesizerProcessor: GraphProcessor, @unchecked Sendable {
  // Unchecked: only the render thread uses the state.

  /// The level of FluidSynth's and Sonivox's output.
  private static let level: Float = 2

  private let synthesizer: Synthesizer
  private var pending = PendingMessages()
  private var seenSilences: Int
  /// The number of the synthesizer to which the settings were last given.
  private var number = 0
  private var (cents, pan) = (0 as Float, 0 as Float)

  init(_ synthesizer: Synthesizer) {
    self.synthesizer = synthesizer
    seenSilences = synthesizer.silenceCount
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    // A preset is loading: messages keep their order and wait for the next slice.
    guard synthesizer.published.begin() else { return output.clear(count: slice.count) }
    defer { synthesizer.published.end() }
    guard let found = synthesizer.published.object else {
      return output.clear(count: slice.count)
    }
    // Safe: only such objects are published.
    let core = unsafe unsafeDowncast(found, to: SynthesizerCore.self)
    takeSettings(core)
    pending.take(synthesizer.queue)
    var done = 0
    while true {
      while let next = pending.next(lead: core.lead), next.frame <= done {
        pending.take(at: next.index) { core.apply($0, $1) }
      }
      guard done < slice.count else { break }
      let end = min(slice.count, pending.next(lead: core.lead)?.frame ?? slice.count)
      core.render(into: output, at: done, count: end - done)
      done = end
    }
    pending.advance(slice.count)
    synthesizer.isResting.store(
      core.isResting && pending.isEmpty, ordering: .releasing)
    output.scale(by: Self.level, start: 0, count: slice.count)
    synthesizer.gain.apply(to: output, count: slice.count)
  }

  private func takeSettings(_ core: SynthesizerCore) {
    let isNew = number != core.number
    number = core.number
    if isNew || cents != synthesizer.cents {
      cents = synthesizer.cents
      ClientCode.call { core.tune(cents) }
    }
    if isNew || pan != synthesizer.pan {
      pan = synthesizer.pan
      ClientCode.call { core.pan(pan) }
    }
    if seenSilences != synthesizer.silenceCount {
      seenSilences = synthesizer.silenceCount
      core.silenceNow()
    }
  }
}

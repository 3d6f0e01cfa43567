package import AudioGraph
package import MIDISequencing

/// Renders a sequence with a synthesizer of its own.
///
/// One thread at a time renders it. The pump and the synthesizer are controlled from any thread.
package final class SongRenderer: @unchecked Sendable {
  // Unchecked: the thread that renders uses the position.

  package let pump = SequencePump()
  package let synthesizer: Synthesizer
  package let format: GraphFormat
  /// The end of the last event, in seconds; `nil` for a loop without an end.
  package let seconds: Double?
  private let processor: any GraphProcessor
  private var frame = 0

  /// Makes a renderer, which plays from the start of the sequence.
  ///
  /// - Throws: ``SynthesisError`` if the sounds cannot be loaded.
  package init(
    _ sequence: EventSequence, _ setup: SynthesizerSetup, _ format: GraphFormat
  ) throws(SynthesisError) {
    synthesizer = Synthesizer(setup)
    self.format = format
    processor = try synthesizer.makeProcessor(format)
    let schedule = SequenceSchedule(sequence, [synthesizer])
    seconds = schedule.seconds
    try pump.set(schedule)
  }

  /// Renders frames; silence while the pump is stopped and no note sounds.
  package func render(into planes: Planes, count: Int) {
    pump.advance(count, sampleRate: format.sampleRate)
    processor.render(GraphSlice(frame: frame, count: count), from: [], to: [planes])
    frame += count
  }

  /// Whether all events have been played, and no sound is left.
  package var isOver: Bool { pump.isAtEnd && synthesizer.isSilent }
}

extension EventSequence {
  /// Makes the sequence of a Standard MIDI File.
  package init(song file: SMFFile) {
    self.init()
    add(file, .asInFile)
  }
}

import AudioToolbox
import ToolSupport

/// The loudness of a whole program.
struct ProgramLoudness {
  /// The integrated loudness in LUFS; minus infinity if no moment is loud enough to be measured.
  var integrated: Double
  /// The largest magnitude between samples, where 1 is full scale.
  var truePeak: Double
  /// The duration in seconds.
  var duration: Double

  init(integrated: Double, truePeak: Double, duration: Double) {
    self.integrated = integrated
    self.truePeak = truePeak
    self.duration = duration
  }

  /// Measures all frames of a source; returns `nil` if the user interrupts it.
  ///
  /// - Parameters:
  ///   - frames: The source.
  ///   - client: The format of the frames, which are floats.
  ///   - layout: Their channel layout, or empty if it is unknown.
  ///   - goesOn: Called with the completed part, from 0 to 1; returns whether to continue.
  ///   - readsAhead: Whether a second thread reads.
  /// - Throws: ``ToolFailure``.
  init?(
    _ frames: EditedFrames, _ client: AudioStreamBasicDescription, _ layout: [UInt8],
    _ goesOn: (Double) -> Bool, readsAhead: Bool
  ) throws(ToolFailure) {
    #if Loudness
      let meter = try LoudnessMeter(client, layout)
      let blocks = SourceBlocks(frames, client, readsAhead: readsAhead)
      defer { blocks.stop() }
      let total = max(Double(frames.frameCount), 1)
      var count = 0.0
      while true {
        let block = try blocks.next()
        guard block.frameCount > 0 else { break }
        try meter.add(block)
        count += Double(block.frameCount)
        guard goesOn(min(count / total, 1)) else { return nil }
        blocks.recycle(block)
      }
      self.init(
        integrated: meter.integrated, truePeak: meter.truePeak,
        duration: count / client.mSampleRate)
    #else
      // The options refuse the measurement.
      return nil
    #endif
  }
}

import AudioToolbox
import ToolSupport

/// Parts, levels, fades and joins.
extension Conversion {
  /// The frames with all edits.
  struct Edit {
    /// The frames, or `nil` if there are no edits.
    var frames: EditedFrames?
    /// The result of a measurement of the loudness.
    var normalization: Normalization?
    /// Reports the progress of the rest of the conversion.
    var goesOn: (Double) -> Bool
  }

  /// Applies the edits to the frames of files, after measuring the loudness if necessary.
  ///
  /// - Parameters:
  ///   - sources: The files, each at its first frame.
  ///   - target: The output, ready for frames.
  ///   - client: The format of the frames.
  ///   - goesOn: Called with the completed part, from 0 to 1; returns whether to continue.
  /// - Returns: The frames; `nil` if the user has interrupted the measurement.
  /// - Throws: ``ToolFailure``.
  func edit(
    _ sources: [SourceFrames], _ target: TargetFrames, _ client: AudioStreamBasicDescription,
    _ goesOn: @escaping (Double) -> Bool
  ) throws(ToolFailure) -> Edit? {
    guard options.edit.isPart || options.edit.changesSamples || options.joins else {
      return Edit(goesOn: goesOn)
    }
    let frames = EditedFrames(sources, options.edit, client)
    guard let aim = options.edit.loudness else { return Edit(frames: frames, goesOn: goesOn) }
    guard
      let loudness = try ProgramLoudness(
        frames, client, target.clientLayout, { goesOn($0 / 2) }, readsAhead: options.readsAhead)
    else { return nil }
    let normalization = Normalization(loudness, to: aim)
    return Edit(
      frames: try frames.restarted(gain: normalization.gain), normalization: normalization,
      goesOn: { goesOn(0.5 + $0 / 2) })
  }
}

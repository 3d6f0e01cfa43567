/// A processor with one input, which runs on its own time.
///
/// The nodes before the processor render as many frames as the processor needs. If such a node also
/// feeds other nodes, it can have only one time. In that case, the input runs on the time of the
/// output.
package protocol TimeWarp: GraphProcessor {
  /// Decides the frames of the input for a slice, before the nodes of the input render.
  ///
  /// - Parameters:
  ///   - slice: The frames of the output.
  ///   - isFree: Whether the input may have another time than the output.
  /// - Returns: The frames of the input, which follow those of the previous slice.
  func inputSlice(for slice: GraphSlice, isFree: Bool) -> GraphSlice

  /// How far the input of the last slice was ahead, in input frames. This is the distance from the
  /// frame heard with its first output frame to the first frame that it requested.
  var aheadFrames: Int { get }
}

/// The maximum number of frames of the input that a ``TimeWarp`` needs.
package struct WarpLimits: Sendable {
  /// Frames of the input for each frame of the output, in the long run.
  package var rate: Int
  /// Frames of the input that are needed ahead.
  package var aheadFrames: @Sendable (GraphFormat) -> Int

  package init(rate: Int, aheadFrames: @escaping @Sendable (GraphFormat) -> Int) {
    (self.rate, self.aheadFrames) = (rate, aheadFrames)
  }
}

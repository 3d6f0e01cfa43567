/// Observes or changes the frames of a player or recorder.
///
/// Runs on the decoding or recording thread, never on a device's thread. A call may take as long as
/// the frames decoded ahead last.
package protocol AudioTap: AnyObject, Sendable {
  /// The place of the tap.
  var place: TapPlace { get }
  /// Whether the tap leaves frames unchanged; then it cannot add frames at the end.
  var isSiphon: Bool { get }
  /// The largest number of frames in a call.
  var maximumFrames: Int { get }

  /// Makes output frames from input frames that it takes from a stage.
  ///
  /// The stage outlives the call.
  ///
  /// - Parameters:
  ///   - count: The wanted frames.
  ///   - time: The time of the first one.
  ///   - stage: Gives the frames.
  ///   - samples: Receives interleaved frames, at most `count`. Silence replaces missing frames.
  /// - Returns: Whether the tap has made its last frame, which is only possible after its input has
  ///   ended.
  func process(
    _ count: Int, at time: TapTime, from stage: TapStage, into samples: inout [Float]
  ) -> Bool
}

/// The place of a tap relative to the effects.
///
/// The only effect of a player is time-pitch.
package enum TapPlace: Sendable {
  case beforeEffects
  case afterEffects
}

/// The time of a frame.
package struct TapTime: Equatable, Sendable {
  /// The number of earlier frames.
  package var frame: Double
  /// The capture time by the monotonic clock; `nil` in players.
  package var nanoseconds: Int?

  package init(frame: Double, nanoseconds: Int? = nil) {
    self.frame = frame
    self.nanoseconds = nanoseconds
  }
}

/// The mark of frames that a tap takes.
package enum TapMark: Sendable {
  /// The frames continue the previous ones.
  case continuous
  /// The frames are the first ones.
  case start
  /// The frames are the last ones, and fewer than wanted.
  case end
}

/// The result of a request for more input.
package enum TapSupply: Sendable {
  /// Some frames, or a step toward the next frames.
  case frames
  /// No frames now.
  case dry
  /// No more frames.
  case end
}

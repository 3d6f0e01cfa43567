/// Sees or makes the frames of a player or recorder on their way.
///
/// Called on the thread that decodes or records, never on a device's: it may take its time, as far as what was decoded ahead lasts.
package protocol AudioTap: AnyObject, Sendable {
  /// Where it is.
  var place: TapPlace { get }
  /// Whether it takes frames and leaves them as they are, so that it has none to add after the last.
  var isSiphon: Bool { get }
  /// Frames that it is asked for at most.
  var maximumFrames: Int { get }

  /// Makes frames out of those that it takes from a stage, which outlives the call.
  ///
  /// - Parameters:
  ///   - count: How many are wanted.
  ///   - time: The time of the first one.
  ///   - stage: Gives the frames.
  ///   - samples: Takes interleaved frames, no more than are wanted; silence stands for those that are missing.
  /// - Returns: Whether there will be no more, where the frames before the tap have come to their end.
  func process(
    _ count: Int, at time: TapTime, from stage: TapStage, into samples: inout [Float]
  ) -> Bool
}

/// Where a tap is: time-pitch is the effect that there is, in players.
package enum TapPlace: Sendable {
  case beforeEffects
  case afterEffects
}

/// To what a frame belongs.
package struct TapTime: Equatable, Sendable {
  /// Frames before it.
  package var frame: Double
  /// When it was captured, by the monotonic clock; `nil` for what is played.
  package var nanoseconds: Int?

  package init(frame: Double, nanoseconds: Int? = nil) {
    self.frame = frame
    self.nanoseconds = nanoseconds
  }
}

/// What is said of frames that a tap takes.
package enum TapMark: Sendable {
  /// They go on from those before, if there were any.
  case continuous
  /// They are the first.
  case start
  /// There are fewer than were wanted, and none will follow.
  case end
}

/// Whether there was more to give to a tap.
package enum TapSupply: Sendable {
  /// Some frames, or a step on the way to some.
  case frames
  /// Not now.
  case dry
  /// Never.
  case end
}

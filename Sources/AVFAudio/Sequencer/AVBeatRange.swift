/// A range of beats.
public struct _AVBeatRange: Equatable, Sendable {
  /// The first beat.
  public var start: AVMusicTimeStamp
  /// The number of beats.
  public var length: AVMusicTimeStamp

  /// Makes an empty range at the start.
  public init() {
    start = 0
    length = 0
  }

  /// Makes a range.
  public init(start: AVMusicTimeStamp, length: AVMusicTimeStamp) {
    self.start = start
    self.length = length
  }

  /// The end, or ``AVMusicTimeStampEndOfTrack``.
  var end: AVMusicTimeStamp {
    length < AVMusicTimeStampEndOfTrack ? start + length : AVMusicTimeStampEndOfTrack
  }
}

/// A range of beats.
public typealias AVBeatRange = _AVBeatRange

/// The length of a range to the end of its track, past the last event.
public let AVMusicTimeStampEndOfTrack = Double.greatestFiniteMagnitude

/// Makes a range of beats.
public func AVMakeBeatRange(
  _ startBeat: AVMusicTimeStamp, _ lengthInBeats: AVMusicTimeStamp
) -> AVBeatRange {
  AVBeatRange(start: startBeat, length: lengthInBeats)
}

/// How a file's events become tracks.
public struct AVMusicSequenceLoadOptions: OptionSet, Sendable {
  /// The options as a number.
  public let rawValue: UInt

  /// Makes options from a number.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A track for each channel, and a last one for other events.
  public static let smf_ChannelsToTracks = AVMusicSequenceLoadOptions(rawValue: 1)
}

package import AudioContainers
package import AudioFiles
package import AudioModel

/// Information about an open medium.
package struct MediaInfo: Sendable {
  package var container: ContainerInfo
  /// The format of the decoded sound.
  package var format: StreamFormat
  /// The length; `nil` for a live stream.
  package var length: PacketFile.EarlyLength?
  /// Whether any part can be played next.
  package var isSeekable: Bool
  /// Whether the medium arrives from a server without an end.
  package var isLive: Bool
  /// Bytes of all packets; `nil` if only reading the whole file could give the number.
  package var packetByteCount: UInt64?
  /// The packets that the header states but the medium lacks; `nil` before its end has been read.
  package var shortfall: PacketFile.Shortfall?
  /// The audio renditions of a stream, such as languages; empty without a choice.
  package var renditions: [HLSRendition] = []
  /// The texts of a stream or a movie, such as subtitles; empty without a choice.
  package var captions: [HLSRendition] = []
  /// Bytes of a large tag before the sound that has not been read.
  package var skippedTagByteCount: UInt64 = 0
  /// Whether the medium can be played from a time back to its start.
  package var canReverse = false
  /// Seconds between the end of a live stream and the latest start; `nil` for other media.
  package var liveHoldBack: Double?
  /// The tracks that are mixed, in file order; empty for a single track.
  package var tracks: [MediaTrack] = []
  /// Whether the medium has sound; otherwise, the frames are silent and last as long as the film.
  package var hasSound = true
  /// Whether the frames are those of several tracks, and have the volumes of the tracks.
  package var isMixed = false
  /// Seconds that are decoded ahead.
  ///
  /// A mix of local tracks has less, so that a new volume is heard soon.
  var aheadSeconds = 2.0
}

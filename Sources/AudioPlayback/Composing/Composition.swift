package import AudioModel

/// Tracks made of pieces of other media, which play at the same time.
package struct Composition: Sendable {
  /// A medium from which pieces are taken.
  package struct Source: Sendable {
    package var bytes: MediaBytes
    /// The format of the decoded sound; `nil` if it is not known yet.
    package var format: StreamFormat?

    package init(_ bytes: MediaBytes, format: StreamFormat?) {
      self.bytes = bytes
      self.format = format
    }
  }

  /// A piece of a source, with its place in a track, in seconds.
  package struct Piece: Sendable {
    /// The index of the source.
    package var source: Int
    package var sourceStart: Double
    package var sourceDuration: Double
    package var start: Double
    package var end: Double

    package init(
      source: Int, from sourceStart: Double, for sourceDuration: Double, start: Double, end: Double
    ) {
      self.source = source
      self.sourceStart = sourceStart
      self.sourceDuration = sourceDuration
      self.start = start
      self.end = end
    }

    /// Seconds of the source in each second.
    var speed: Double { end > start ? sourceDuration / (end - start) : 1 }
  }

  /// A track: pieces in ascending order, with silence between them.
  package struct Track: Sendable {
    package var trackID: Int32
    package var pieces: [Piece]
    package var volume: Float
    /// Whether the track plays, unless the mixes switch it.
    package var isPlayed: Bool

    package init(trackID: Int32, pieces: [Piece], volume: Float = 1, isPlayed: Bool = true) {
      self.trackID = trackID
      self.pieces = pieces
      self.volume = volume
      self.isPlayed = isPlayed
    }
  }

  package var sources: [Source] = []
  package var tracks: [Track] = []
  /// The volumes of the tracks over time; `nil` for 1.
  package var mixes: TrackMixes?

  package init() {}

  /// The length in seconds.
  package var seconds: Double { tracks.compactMap { $0.pieces.last?.end }.max() ?? 0 }

  /// Whether all sources are local files.
  var isLocal: Bool {
    sources.allSatisfy { source in
      if case .composition(let inner) = source.bytes.address { return inner.isLocal }
      return source.bytes.isLocalFile
    }
  }

  /// The highest rate and the largest channel count of the sources; `nil` if the format of one is
  /// unknown.
  package var format: StreamFormat? {
    var format = StreamFormat(sampleRate: 0, formatID: .linearPCM, channelCount: 0)
    for source in sources {
      guard let known = source.format else { return nil }
      format.sampleRate = max(format.sampleRate, known.sampleRate)
      format.channelCount = max(format.channelCount, known.channelCount)
    }
    if sources.isEmpty { (format.sampleRate, format.channelCount) = (44_100, 2) }
    return .interleavedFloats(like: format)
  }
}

internal import AudioContainers
internal import AudioFiles
internal import AudioModel

/// The mixed frames of the sound tracks of a movie.
///
/// The tracks of a movie on a server are read from one transfer.
struct TrackMixFrames: MediaFrames {
  let info: MediaItem.Info
  private var frames: CompositionFrames

  /// Opens the tracks of a file.
  ///
  /// Returns `nil` if the file has only one readable track, or the client reads only one of its
  /// tracks. The same applies if the file comes from a server, and has fragments, no exact length,
  /// or no seeks.
  ///
  /// - Parameters:
  ///   - file: The open file.
  ///   - bytes: The bytes of the file.
  ///   - mixes: The volumes and switches of the tracks.
  ///   - sources: The open sources.
  /// - Throws: ``MediaFailure`` if the tracks cannot be mixed.
  init?(
    _ file: FileMediaFrames, of bytes: MediaBytes, _ mixes: TrackMixes, _ sources: OpenSources
  ) throws(MediaFailure) {
    guard bytes.track == nil, bytes.isLocalFile || bytes.isShared && file.info.isExact else {
      return nil
    }
    let tracks = Self.tracks(file.info.container.soundTracks, bytes, sources)
    guard tracks.count > 1 else { return nil }
    var composition = Composition(tracks, of: bytes)
    composition.mixes = mixes
    frames = try CompositionFrames(composition, sources)
    var info = file.info
    info.tracks = tracks
    info.format = frames.info.format
    info.length = frames.info.length
    info.packetByteCount = tracks.reduce(0) { $0 + ($1.info.packetByteCount ?? 0) }
    (info.isMixed, info.aheadSeconds) = (true, frames.info.aheadSeconds)
    info.renditions = tracks.renditions
    self.info = info
  }

  /// Opens each track that can be decoded.
  private static func tracks(
    _ sounds: [SoundTrack], _ bytes: MediaBytes, _ sources: OpenSources
  ) -> [MediaTrack] {
    guard sounds.count > 1 else { return [] }
    let played = sounds.playedIndices
    let identifiers = sounds.map { Int32(truncatingIfNeeded: $0.identifier) }
    let areUnique = Set(identifiers).count == sounds.count && identifiers.allSatisfy { $0 > 0 }
    return sounds.indices.compactMap { index in
      // A track that cannot be decoded is not offered; the others still play.
      guard sounds[index].isReadable,
        let source = try? ComposedSource(bytes.reading(track: index), sources)
      else { return nil }
      return MediaTrack(
        trackID: areUnique ? identifiers[index] : Int32(index + 1), index: index,
        sound: sounds[index], isPlayed: played.contains(index), info: source.frames.info)
    }
  }

  mutating func prepare(sampleRate: Double) throws(MediaFailure) {
    try frames.prepare(sampleRate: sampleRate)
  }

  mutating func seek(to seconds: Double, number: Int) { frames.seek(to: seconds, number: number) }

  mutating func read(_ count: Int, into samples: inout [Float]) throws(MediaFailure) -> Double? {
    try frames.read(count, into: &samples)
  }

  var foundSeconds: Double? { frames.foundSeconds }
}

extension MediaItem.Info {
  /// Whether each time of the medium can be reached, and its header states all packets.
  fileprivate var isExact: Bool {
    isSeekable && !isLive && length?.isExact == true && container.fragments == .impossible
  }
}

extension Composition {
  /// The tracks of a file, each from its start to its end.
  package init(_ tracks: [MediaTrack], of bytes: MediaBytes) {
    self.init()
    for (index, track) in tracks.enumerated() {
      let seconds = max(0, track.info.length?.seconds ?? 0)
      sources.append(Source(bytes.reading(track: track.index), format: track.info.format))
      let piece = Piece(source: index, from: 0, for: seconds, start: 0, end: seconds)
      self.tracks.append(
        Track(trackID: track.trackID, pieces: [piece], isPlayed: track.isPlayed))
    }
  }
}

extension MediaBytes {
  /// The bytes, with another sound track to read.
  package func reading(track: Int) -> MediaBytes {
    var bytes = self
    bytes.track = track
    return bytes
  }
}

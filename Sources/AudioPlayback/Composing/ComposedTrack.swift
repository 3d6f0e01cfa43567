internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing
internal import MediaTimeline

/// Adds the frames of a composition's track to a mix, from any frame on.
struct ComposedTrack {
  /// A piece with its frames in the track.
  private struct Placed {
    var frames: Range<Int>
    var piece: Composition.Piece
  }

  private let placed: [Placed]
  private let volume: Float
  private let trackID: Int32
  private let isPlayed: Bool
  private let composition: Composition
  private let sources: OpenSources
  private let sampleRate: Double

  /// The current piece.
  private var index = 0
  private var open: (index: Int, source: ComposedSource)?
  /// The frame of the track that is next in ``pending``; `nil` before the source has been placed.
  private var nextFrame: Int?
  /// Frames of the source that have been read; the first ``used`` samples have been mixed.
  private var pending: [Float] = []
  private var used = 0
  private var timePitch: TimePitch?
  private var algorithm = TimePitchSettings.Algorithm.keepingPitch
  /// Frames of the current piece that are still to be read from its source.
  private var remaining = 0
  private var seekNumber = 0
  /// The volume of the last frames; `nil` if the next frames do not follow them.
  private var last: VolumeCurve?
  /// The volume of the next frames, with a fade in the first ones after a change.
  private var change: VolumeChange

  private static let pieceFrames = 2048

  init(
    _ track: Composition.Track, of composition: Composition, sampleRate: Double,
    _ sources: OpenSources
  ) {
    self.composition = composition
    self.sources = sources
    self.sampleRate = sampleRate
    volume = track.volume
    change = VolumeChange(from: nil, to: VolumeCurve())
    trackID = track.trackID
    isPlayed = track.isPlayed
    placed = track.pieces.map { piece in
      let start = Int(framesOf: piece.start, sampleRate: sampleRate)
      return Placed(
        frames: start..<max(start, Int(framesOf: piece.end, sampleRate: sampleRate)), piece: piece)
    }
  }

  /// Forgets the volume of the last frames, because the next frames do not follow them.
  mutating func jump() { last = nil }

  /// Adds frames to a mix.
  ///
  /// - Parameters:
  ///   - range: The frames of the track.
  ///   - mix: The interleaved mix. The track is added to its last `range.count` frames.
  ///   - channelCount: The channels of the mix.
  /// - Throws: ``MediaFailure`` if a source cannot be read.
  mutating func add(
    _ range: Range<Int>, to mix: inout [Float], channelCount: Int
  ) throws(MediaFailure) {
    let offset = mix.count / channelCount - range.count
    var frame = range.lowerBound
    let curve =
      composition.mixes?.volume(ofTrack: trackID, isPlayed: isPlayed)
      ?? (isPlayed ? VolumeCurve() : .silence)
    change = VolumeChange(from: last, to: curve)
    last = curve
    guard curve != .silence || change.old != nil else {
      // The source of a silent track is neither opened nor read.
      nextFrame = nil
      return
    }
    find(frame)
    while frame < range.upperBound, index < placed.count {
      let frames = placed[index].frames
      if frame >= frames.upperBound {
        index += 1
        nextFrame = nil
        continue
      }
      guard frame >= frames.lowerBound else {
        frame = min(range.upperBound, frames.lowerBound)
        continue
      }
      let count = min(range.upperBound, frames.upperBound) - frame
      let source = try source(at: frame)
      try read(count, source)
      let place = (offset + frame - range.lowerBound) * channelCount
      let sourceCount = source.frames.info.format.channelCount
      applyVolume(count, at: frame, sourceCount)
      mixPending(count, into: &mix, at: place, channelCount, sourceCount)
      frame += count
      nextFrame = frame
    }
  }

  /// Finds the piece that plays at a frame, or else the next piece.
  private mutating func find(_ frame: Int) {
    let isCurrent =
      index < placed.count && placed[index].frames.upperBound > frame
      && (index == 0 || placed[index - 1].frames.upperBound <= frame)
    guard !isCurrent else { return }
    var (low, high) = (0, placed.count)
    while low < high {
      let middle = (low + high) / 2
      if placed[middle].frames.upperBound > frame { high = middle } else { low = middle + 1 }
    }
    index = low
    nextFrame = nil
  }

  /// The source of the current piece, placed at a frame of the track.
  private mutating func source(at frame: Int) throws(MediaFailure) -> ComposedSource {
    if let open, nextFrame == frame { return open.source }
    let piece = placed[index].piece
    let source: ComposedSource
    if let open, open.index == piece.source {
      source = open.source
    } else {
      open = nil
      source = try ComposedSource(composition.sources[piece.source].bytes, sources)
      try source.frames.prepare(sampleRate: sampleRate)
      open = (piece.source, source)
    }
    let first = Double(frame - placed[index].frames.lowerBound) / sampleRate * piece.speed
    seekNumber += 1
    source.frames.seek(to: piece.sourceStart + first, number: seekNumber)
    pending.removeAll(keepingCapacity: true)
    used = 0
    remaining = Int(framesOf: piece.sourceDuration - first, sampleRate: sampleRate)
    let channelCount = source.frames.info.format.channelCount
    timePitch =
      abs(piece.speed - 1) < 1e-9
      ? nil : TimePitch(sampleRate: sampleRate, channelCount: channelCount)
    algorithm = composition.mixes?.isVarispeed(trackID) == true ? .varispeed : .keepingPitch
    if timePitch != nil, !TimePitch.isAvailable { throw .codec(.libraryMissing) }
    nextFrame = frame
    return source
  }

  /// Reads until `count` frames are pending, or the piece has no more.
  private mutating func read(_ count: Int, _ source: ComposedSource) throws(MediaFailure) {
    pending.removeFirst(used)
    used = 0
    let channelCount = source.frames.info.format.channelCount
    let isStretched = timePitch != nil
    while pending.count < count * channelCount, remaining > 0 {
      let missing = count - pending.count / channelCount
      var samples: [Float] = []
      let most = min(remaining, isStretched ? Self.pieceFrames : missing)
      _ = try source.frames.read(most, into: &samples)
      // If a source is shorter than stated, the rest of the piece is silent.
      remaining = samples.isEmpty ? 0 : remaining - samples.count / channelCount
      if isStretched { stretch(&samples) }
      pending += samples
    }
  }

  /// Changes the speed of frames, and adds the last frames at the end of the piece.
  private mutating func stretch(_ samples: inout [Float]) {
    var settings = TimePitchSettings()
    settings.isEnabled = true
    settings.algorithm = algorithm
    // Apple's time effects have these limits. A piece with a speed beyond them ends early, or is
    // silent at its end.
    settings.rate = Float(max(1 / 32, min(placed[index].piece.speed, 32)))
    timePitch?.process(&samples, settings)
    guard remaining == 0 else { return }
    var last: [Float] = []
    timePitch?.finish(&last)
    samples += last
  }

  /// Applies the track's volume over time to the next pending frames.
  private mutating func applyVolume(_ count: Int, at frame: Int, _ channelCount: Int) {
    guard !change.new.isUnity || change.old != nil else { return }
    let end = min(pending.count, used + count * channelCount)
    var part = Array(pending[used..<end])
    change.apply(to: &part, channelCount: channelCount, frame: frame, sampleRate: sampleRate)
    change.old = nil
    pending.replaceSubrange(used..<end, with: part)
  }

  private mutating func mixPending(
    _ count: Int, into mix: inout [Float], at place: Int, _ channelCount: Int, _ sourceCount: Int
  ) {
    let count = min(count, (pending.count - used) / sourceCount)
    // One channel plays on both sides.
    let sides = sourceCount == 1 ? min(2, channelCount) : min(sourceCount, channelCount)
    for frame in 0..<count {
      for channel in 0..<sides {
        let sample = pending[used + frame * sourceCount + (sourceCount == 1 ? 0 : channel)]
        mix[place + frame * channelCount + channel] += sample * volume
      }
    }
    used += count * sourceCount
  }
}

internal import AVFAudio
internal import AudioCodecs
internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// An output of an ``AVAssetReader``, which returns samples.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; one thread takes the samples.

  fileprivate struct State {
    var samples: (any ReadSamples)?
    /// Whether the client may read other ranges after the first one.
    var isRandomAccess = false
    var isFinal = false
    /// Whether the reader knows that there are no more samples.
    var hasEnded = false
    /// The ranges to read next, in seconds.
    var ranges: [Range<Double>] = []
  }

  let bytes: MediaBytes
  fileprivate let settings: [String: Any]?
  private let state = Mutex(State())
  weak var reader: AVAssetReader?

  init(_ bytes: MediaBytes, settings: [String: Any]?) {
    self.bytes = bytes
    self.settings = settings
  }

  /// The type of the media.
  open var mediaType: AVMediaType { .audio }

  /// Whether each buffer has a copy of its bytes, which a client may change; always true.
  open var alwaysCopiesSampleData: Bool {
    get { true }
    set {}
  }

  /// Whether other ranges can be read after the first one; set it before the reader starts.
  open var supportsRandomAccess: Bool {
    get { state.withLock { $0.isRandomAccess } }
    set {
      guard reader?.status ?? .unknown == .unknown else { return }
      state.withLock { $0.isRandomAccess = newValue }
    }
  }

  /// Reads other ranges, after ``copyNextSampleBuffer()`` has returned `nil`.
  ///
  /// - Parameter timeRanges: `NSValue` objects with a `CMTimeRange`, in ascending order.
  open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
    guard reader?.status == .reading else { return }
    let ranges = timeRanges.map(\.timeRangeValue).compactMap { range -> Range<Double>? in
      guard range.start.isNumeric else { return nil }
      let start = max(0, range.start.seconds)
      let end = range.duration.isNumeric ? range.end.seconds : .infinity
      return start..<max(start, end)
    }
    state.withLock { state in
      guard state.isRandomAccess, !state.isFinal, state.samples == nil else { return }
      state.ranges = ranges
    }
  }

  /// Ends the output after the current ranges, so that the reader can complete.
  open func markConfigurationAsFinal() {
    let isEnd = state.withLock { state in
      guard state.isRandomAccess, !state.isFinal else { return false }
      state.isFinal = true
      return state.noteEnd()
    }
    if isEnd { reader?.noteEnd() }
  }

  /// The media to read, and the mix for their decoded frames.
  func source() -> (MediaBytes, ItemMix) { (bytes, ItemMix()) }

  /// Whether a reader can make the samples.
  var isSupported: Bool { true }

  func samples(_ range: Range<Double>?) throws(MediaFailure) -> (any ReadSamples)? {
    guard let reader else { return nil }
    let (bytes, mix) = source()
    let made = try ReaderSamples(bytes, settings, range: range, mix: mix, reader.cancellation)
    guard let made else { throw MediaFailure.codec(.unsupportedFormat) }
    return made
  }

  func start(_ range: Range<Double>?) throws(AVError) {
    guard let reader else { return }
    do throws(MediaFailure) {
      let made = try samples(range)
      state.withLock { $0.samples = made }
    } catch {
      throw AVError(error, of: reader.asset.name)
    }
  }

  /// Returns the next samples, and waits for them.
  ///
  /// - Returns: The samples; `nil` at the end, after a failure, and after a cancellation. The
  ///   status of the reader distinguishes these cases.
  open func copyNextSampleBuffer() -> CMSampleBuffer? {
    guard let reader, reader.status == .reading else { return nil }
    var isEnd = false
    let outcome = state.withLock { state -> Result<CMSampleBuffer?, MediaFailure> in
      do throws(MediaFailure) {
        while true {
          if let next = try state.samples?.next() { return .success(next) }
          state.samples = nil
          guard !state.ranges.isEmpty else { break }
          state.samples = try samples(state.ranges.removeFirst())
        }
        isEnd = state.noteEnd()
        return .success(nil)
      } catch {
        state.samples = nil
        state.ranges = []
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let buffer):
      if isEnd { reader.noteEnd() }
      return buffer
    case .failure(let error):
      reader.fail(AVError(error, of: reader.asset.name))
      return nil
    }
  }
}

extension AVAssetReaderOutput.State {
  /// Notes that there are no more samples, unless the client may read other ranges.
  ///
  /// - Returns: Whether the output has ended, which the caller must report to the reader.
  fileprivate mutating func noteEnd() -> Bool {
    guard samples == nil, ranges.isEmpty, !hasEnded, !isRandomAccess || isFinal else {
      return false
    }
    hasEnded = true
    return true
  }
}

/// The samples of a track.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one adds constants.

  /// The track.
  public let track: AVAssetTrack
  /// The settings of linear PCM; `nil` for the packets of the track.
  public let outputSettings: [String: Any]?
  private let algorithm = Mutex(AVAudioTimePitchAlgorithm.spectral)

  /// How the scaled segments of a composition's track sound; set it before the reader starts.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { algorithm.withLock { $0 } }
    set { algorithm.withLock { $0 = newValue } }
  }

  override func source() -> (MediaBytes, ItemMix) {
    let (bytes, mix) = super.source()
    guard audioTimePitchAlgorithm == .varispeed else { return (bytes, mix) }
    return AVAudioMix().applied(to: bytes, trackIDs: [track.trackID], .varispeed)
  }

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - track: A track of the reader's asset.
  ///   - outputSettings: For sound, audio settings such as `AVFormatIDKey`, for linear PCM. Missing
  ///     settings default to the track's rate and channels, and to 16-bit integers. `nil` reads the
  ///     packets. For pictures, the keys of `AVPlayerItemVideoOutput`; packets of pictures cannot
  ///     be read. For texts and metadata, `nil`.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    self.outputSettings = outputSettings
    super.init(track.source.bytes, settings: outputSettings)
  }

  /// The type of the track's media.
  open override var mediaType: AVMediaType { track.mediaType }

  override var isSupported: Bool {
    if track.timedTrack != nil { return outputSettings == nil }
    guard mediaType == .video else { return true }
    return outputSettings?["AVVideoCodecKey"] == nil && outputSettings != nil
      && !PixelAttributes(outputSettings).isUnsupported
  }

  override func samples(
    _ range: Range<Double>?
  ) throws(MediaFailure) -> (any ReadSamples)? {
    if let timed = track.timedTrack {
      return try ReaderTimedSamples(track.source.bytes, timed, range: range)
    }
    guard mediaType == .video else { return try super.samples(range) }
    return try ReaderPictures(
      track.source.bytes, PixelAttributes(outputSettings), range: range)
  }
}

/// The mix of several tracks as linear PCM.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one adds constants.

  /// The tracks.
  public let audioTracks: [AVAssetTrack]
  /// The settings of linear PCM.
  public let audioSettings: [String: Any]?
  private let mix = Mutex<AVAudioMix?>(nil)
  private let algorithm = Mutex(AVAudioTimePitchAlgorithm.spectral)

  /// How the scaled segments of a composition sound, unless the ``audioMix`` states it for their
  /// track; set it before the reader starts.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { algorithm.withLock { $0 } }
    set { algorithm.withLock { $0 = newValue } }
  }

  /// How the tracks sound together; set it before the reader starts.
  open var audioMix: AVAudioMix? {
    get { mix.withLock { $0 } }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      let old = mix.withLock { mix in
        defer { mix = copy }
        return mix
      }
      // This may release a tap, whose client code must run without the lock.
      withExtendedLifetime(old) {}
    }
  }

  override func source() -> (MediaBytes, ItemMix) {
    let (bytes, mix) = super.source()
    let algorithm = audioTimePitchAlgorithm
    guard let used = audioMix ?? (algorithm == .varispeed ? AVAudioMix() : nil) else {
      return (bytes, mix)
    }
    return used.applied(to: bytes, trackIDs: audioTracks.map(\.trackID), algorithm)
  }

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - audioTracks: Tracks of the reader's asset.
  ///   - audioSettings: The settings of linear PCM, with the same defaults as those of an
  ///     ``AVAssetReaderTrackOutput``. `nil` selects the format of the mix.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    self.audioTracks = audioTracks
    self.audioSettings = audioSettings
    super.init(
      Self.bytes(of: audioTracks),
      settings: audioSettings ?? [AVFormatIDKey: kAudioFormatLinearPCM])
  }
  /// The media that mix the tracks; a single track of an asset is read without mixing.
  private static func bytes(of tracks: [AVAssetTrack]) -> MediaBytes {
    let composed = tracks.compactMap { $0 as? AVCompositionTrack }
    if composed.isEmpty, tracks.count == 1 { return tracks[0].source.bytes }
    let movie = composed.isEmpty ? Composition(tracks.map(\.source)) : nil
    return MediaBytes(.composition(movie ?? Composition(composed)))
  }
}

internal import AVFAudio
internal import AudioCodecs
internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// Samples of an ``AVAssetReader``.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; one thread takes the samples.

  fileprivate let bytes: MediaBytes
  fileprivate let settings: [String: Any]?
  private let samples = Mutex<ReaderSamples?>(nil)
  weak var reader: AVAssetReader?

  init(_ bytes: MediaBytes, settings: [String: Any]?) {
    self.bytes = bytes
    self.settings = settings
  }

  /// The type of the media: audio.
  open var mediaType: AVMediaType { .audio }

  /// Whether each buffer has a copy of its bytes, which a client may change; always true.
  open var alwaysCopiesSampleData: Bool {
    get { true }
    set {}
  }

  /// Whether other ranges can be read after the first one: not supported yet.
  open var supportsRandomAccess: Bool {
    get { false }
    set {}
  }

  func start(_ range: Range<Double>?) throws(AVError) {
    guard let reader else { return }
    do throws(MediaFailure) {
      let made = try ReaderSamples(bytes, settings, range: range, reader.cancellation)
      guard let made else {
        throw MediaFailure.codec(.unsupportedFormat)
      }
      samples.withLock { $0 = made }
    } catch {
      throw AVError(error, of: reader.asset.name)
    }
  }

  /// Returns the next samples, and waits for them.
  ///
  /// - Returns: The samples; `nil` at the end, after a failure, and after a cancellation: see the
  ///   status of the reader.
  open func copyNextSampleBuffer() -> CMSampleBuffer? {
    guard let reader, reader.status == .reading else { return nil }
    let outcome = samples.withLock { samples -> Result<CMSampleBuffer?, MediaFailure>? in
      // The end has been reported.
      guard let source = samples else { return nil }
      do throws(MediaFailure) {
        let next = try source.next()
        if next == nil { samples = nil }
        return .success(next)
      } catch {
        samples = nil
        return .failure(error)
      }
    }
    switch outcome {
    case nil: return nil
    case .success(let buffer?): return buffer
    case .success(nil): reader.noteEnd()
    case .failure(let error): reader.fail(AVError(error, of: reader.asset.name))
    }
    return nil
  }
}

/// The samples of a track.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one adds constants.

  /// The track.
  public let track: AVAssetTrack
  /// The settings of linear PCM; `nil` for the packets of the track.
  public let outputSettings: [String: Any]?

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - track: A track of the reader's asset.
  ///   - outputSettings: Audio settings, such as `AVFormatIDKey`, for linear PCM. Missing
  ///     settings default to the track's rate and channels, and to 16-bit integers. `nil` reads the
  ///     packets.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    self.outputSettings = outputSettings
    super.init(track.source.bytes, settings: outputSettings)
  }
}

/// The mix of several tracks as linear PCM.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one adds constants.

  /// The tracks.
  public let audioTracks: [AVAssetTrack]
  /// The settings of linear PCM.
  public let audioSettings: [String: Any]?

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - audioTracks: Tracks of the reader's asset.
  ///   - audioSettings: As for a track output; `nil` has the format of the mix.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    self.audioTracks = audioTracks
    self.audioSettings = audioSettings
    let composed = audioTracks.compactMap { $0 as? AVCompositionTrack }
    let bytes =
      composed.isEmpty
      ? audioTracks.first?.source.bytes : MediaBytes(.composition(Composition(composed)))
    super.init(
      bytes ?? MediaBytes(.composition(Composition())),
      settings: audioSettings ?? [AVFormatIDKey: kAudioFormatLinearPCM])
  }
}

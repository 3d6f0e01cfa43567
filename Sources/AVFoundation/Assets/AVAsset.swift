public import AVFAudio
internal import AudioFiles
internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// Timed media: sound in a file or on a server.
///
/// A new asset does not open its media. The first property that needs the media opens them, and
/// blocks the thread until the header has arrived. `load(_:)` waits without blocking the thread.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, OpenCoreAudioURLAssetMaking,
  @unchecked Sendable
{
  private let ownBytes: MediaBytes
  private let ownHeader: AssetHeader
  /// The name in error messages.
  let name: String
  /// The tracks after their first use.
  let madeTracks = Mutex<[AVAssetTrack]?>(nil)

  init(bytes: MediaBytes, name: String) {
    ownBytes = bytes
    self.name = name
    ownHeader = AssetHeader(bytes: bytes, name: name)
  }

  /// The source of the media's bytes.
  var bytes: MediaBytes { ownBytes }
  var header: AssetHeader { ownHeader }

  /// The highest number that a track has or had; waits for the header of the media.
  var highestTrackID: CMPersistentTrackID {
    tracks.map(\.trackID).max() ?? kCMPersistentTrackID_Invalid
  }

  /// The tracks of media whose header has been read.
  func makeTracks(_ info: MediaItem.Info) -> [AVAssetTrack] {
    madeTracks.withLock { tracks in
      if let tracks { return tracks }
      var made = info.tracks.map { makeSoundTrack(info, $0) }
      if made.isEmpty, info.hasSound {
        made = [makeSoundTrack(info, nil)]
      }
      made += makeTimedTracks(info, usedIDs: made.map(\.trackID))
      let video = makeVideoTrack(info, usedIDs: made.map(\.trackID))
      if let video { made.append(video) }
      tracks = made
      return made
    }
  }

  /// Makes a track of sound: one of several in a movie, or else the only one.
  func makeSoundTrack(_ info: MediaItem.Info, _ track: MediaTrack?) -> AVAssetTrack {
    if let track { return AVAssetTrack(asset: self, track) }
    return AVAssetTrack(asset: self, trackID: Self.audioTrackID, info: info)
  }

  /// Uses the information of a header that a player has already read.
  func take(_ info: MediaItem.Info) { header.take(info) }

  /// Opens the media, and waits for their header.
  func info() -> Result<MediaItem.Info, AVError> { header.wait() }

  /// Opens the media, and waits for their header and tags, which playback may skip.
  func taggedInfo() -> Result<MediaItem.Info, AVError> { header.waitForTags() }

  // MARK: Properties

  /// The length; indefinite for a live stream, and 0 if the media cannot be read.
  ///
  /// Waits for the header of the media.
  open var duration: CMTime {
    (try? info().get()).map(\.duration) ?? .zero
  }

  /// The natural rate of the media: 1.
  open var preferredRate: Float { 1 }

  /// The natural volume of the media: 1.
  open var preferredVolume: Float { 1 }

  /// Whether the media can be played; waits for their header.
  open var isPlayable: Bool { (try? info().get()) != nil }

  /// Whether the media are encrypted in a way that needs a license, and cannot be played here.
  ///
  /// Waits for the header of the media.
  open var hasProtectedContent: Bool {
    if case .failure(let error) = info() { error.code == .contentIsProtected } else { false }
  }

  /// Whether ``duration`` is exact; waits for the header.
  open var providesPreciseDurationAndTiming: Bool {
    (try? info().get())?.length?.isExact ?? false
  }

  /// All metadata of the media; waits for their header and tags.
  open var metadata: [AVMetadataItem] {
    (try? taggedInfo().get()).map { items($0) } ?? []
  }

  /// The metadata with keys that all formats share; waits for the header.
  open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  // MARK: Loading

  /// The state of a property.
  ///
  /// All properties are loaded together.
  open func statusOfValue(
    forKey key: String, error outError: NSErrorPointer
  ) -> AVKeyValueStatus {
    switch header.outcome {
    case .success: return .loaded
    case nil: return header.isLoading ? .loading : .unknown
    case .failure(let error):
      // Safe: the client's pointer is valid during this call.
      unsafe outError?.pointee = error.asNSError
      return error.code == .operationCancelled ? .cancelled : .failed
    }
  }

  /// Loads properties.
  open func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
  ) {
    header.load { _ in
      guard let handler else { return }
      DispatchQueue.global().async(execute: handler)
    }
  }

  /// Ends loading; properties that have not been loaded fail with `operationCancelled`.
  open func cancelLoading() { header.cancel() }
}

/// An asset of a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The URL.
  public let url: URL
  /// The options of the initializer.
  let options: [String: Any]
  /// Identifies this asset in the logs of servers: each request has it in the header field
  /// `X-Playback-Session-Id`.
  public let httpSessionIdentifier: UUID
  /// Passes requests for a URL with a custom scheme to a delegate.
  public let resourceLoader: AVAssetResourceLoader

  /// Makes an asset of a URL without options.
  public convenience init(url: URL) { self.init(url: url, options: nil) }

  /// Makes an asset of a URL.
  ///
  /// - Parameters:
  ///   - url: A file, an `http` or `https` URL, or a URL that the delegate of ``resourceLoader``
  ///     loads.
  ///   - options: ``AVURLAssetPreferPreciseDurationAndTimingKey``, ``AVURLAssetHTTPCookiesKey``,
  ///     ``AVURLAssetHTTPUserAgentKey``, ``AVURLAssetOverrideMIMETypeKey``,
  ///     `"AVURLAssetHTTPHeaderFieldsKey"` with a dictionary of header fields for every request,
  ///     and ``AVURLAssetOpenCoreAudioCacheKey``, an extension of this project.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    self.options = options ?? [:]
    let loader = AVAssetResourceLoader()
    let identifier = UUID()
    (resourceLoader, httpSessionIdentifier) = (loader, identifier)
    super.init(
      bytes: MediaBytes(url, options: options ?? [:], loader: loader, session: identifier),
      name: url.mediaName)
  }
}

/// The key of a Boolean `NSNumber`: whether an asset determines its exact duration.
///
/// If it is true, a file without a packet table is read completely before it plays.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
  "AVURLAssetPreferPreciseDurationAndTimingKey"
/// The key of the cookies for all requests, an array of `HTTPCookie`.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
/// The key of the user agent for all requests, a string.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"
/// The key of the MIME type that replaces the type from the server, a string.
///
/// The MIME type only distinguishes playlists of streams from other media. The bytes of the media
/// identify all other formats.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"
/// The key for the permission to use a metered network; has no effect.
public let AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey"
/// The key for the permission to use a network in low data mode; has no effect.
public let AVURLAssetAllowsConstrainedNetworkAccessKey =
  "AVURLAssetAllowsConstrainedNetworkAccessKey"
/// The key for the permission to use a cellular network; has no effect.
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"

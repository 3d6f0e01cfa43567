internal import AudioFiles
internal import AudioModel
internal import AudioPlayback
internal import AudioTransport
internal import CoreMedia
internal import Foundation
internal import FoundationNetworking

extension MediaBytes {
  /// The bytes of a URL, with the options of an asset.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - options: The options of the asset.
  ///   - loader: Loads URLs that the system cannot load.
  ///   - session: Identifies the asset in the logs of servers.
  init(
    _ url: URL, options: [String: Any] = [:], loader: AVAssetResourceLoader? = nil,
    session: UUID? = nil
  ) {
    guard !url.isFileURL else {
      self.init(.file(path: url.path))
      mimeType = options[AVURLAssetOverrideMIMETypeKey] as? String
      return
    }
    var http = HTTPOptions()
    http.sessionIdentifier = session?.uuidString
    // No public constant exists; client code writes the name as a string.
    let fields = options["AVURLAssetHTTPHeaderFieldsKey"] as? [String: String] ?? [:]
    http.headerFields = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    if let agent = options[AVURLAssetHTTPUserAgentKey] as? String { http.userAgent = agent }
    if let cookies = options[AVURLAssetHTTPCookiesKey] as? [HTTPCookie] {
      http.headerFields += HTTPCookie.requestHeaderFields(with: cookies)
        .map { "\($0.key): \($0.value)" }
    }
    let isPrecise = options[AVURLAssetPreferPreciseDurationAndTimingKey] as? Bool ?? false
    let address: Address =
      if let loader, !url.isLoadedBySystem {
        .loader(DelegateLoading(url: url, loader: loader))
      } else {
        .url(url.absoluteString)
      }
    let cache = options[AVURLAssetOpenCoreAudioCacheKey] as? AVURLAssetOpenCoreAudioCache
    self.init(address, options: http, isCounted: isPrecise, cache: cache?.options)
    mimeType = options[AVURLAssetOverrideMIMETypeKey] as? String
  }
}

extension URL {
  /// The name in messages: a path, or the URL without its query, which may hold secrets.
  var mediaName: String {
    if isFileURL { return path }
    return String(absoluteString.prefix { $0 != "?" && $0 != "#" })
  }
}

extension MediaItem.Info {
  /// The timescale of times: the sample rate if it is a whole number, or else a billion.
  var timescale: CMTimeScale {
    let rate = format.sampleRate
    return rate >= 1 && rate <= 1e6 && rate == rate.rounded() ? CMTimeScale(rate) : 1_000_000_000
  }

  /// A time of the media, to the nearest frame.
  func time(_ seconds: Double) -> CMTime {
    let value = (seconds * Double(timescale)).rounded()
    guard value.magnitude < 9e18 else { return .indefinite }
    return CMTime(value: CMTimeValue(value), timescale: timescale)
  }

  /// The length; indefinite for a live stream.
  var duration: CMTime { length.map { time($0.seconds) } ?? .indefinite }
}

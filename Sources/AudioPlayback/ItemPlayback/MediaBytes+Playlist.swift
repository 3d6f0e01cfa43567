internal import AudioCodecs
internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioRealtime
internal import AudioTransport

extension MediaBytes {
  /// Reads an open playlist.
  func playlist(_ opened: Opened) throws(MediaFailure) -> HLSLoadedList {
    var bytes: [UInt8] = []
    do throws(TransportError) {
      while bytes.count <= HLSPlaylist.greatestByteCount {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var span = piece.mutableSpan
        let count = try opened.source.read(at: UInt64(bytes.count), into: &span)
        guard count > 0 else { break }
        bytes += piece[..<count]
      }
    } catch {
      throw .transport(error)
    }
    do throws(HLSFailure) {
      return try HLSLoadedList(bytes, of: location, url: opened.progress()?.url)
    } catch {
      throw MediaFailure(error)
    }
  }

  /// The path or the URL, to which the URIs in a playlist are relative.
  private var location: String {
    switch address {
    case .file(let path): path
    case .url(let url): url
    case .transfer(_, let url): url
    // The URIs in a loader's playlist must not be read as paths. A loader cannot load segments yet.
    case .loader, .composition, .shared: "loader://media/"
    }
  }

  /// Opens the segments of a playlist.
  ///
  /// Secrets of the client go to the server of the playlist only.
  var resources: any HLSResources {
    var options = options
    if case .file = address {} else { options.secretURL = location }
    return MediaResources(options: options)
  }
}

/// Opens files and URLs for a stream.
private struct MediaResources: HLSResources {
  let options: HTTPOptions

  func open(_ address: String, from offset: UInt64) throws(TransportError) -> HLSResource {
    let scheme = PlaylistAddress.scheme(of: address)
    guard scheme == nil || scheme == "file" else {
      #if HTTP
        let source = try HTTPByteSource(url: address, options: options, from: offset)
        return HLSResource(
          source: source, cancel: { source.cancel() }, progress: { source.progress })
      #else
        throw TransportError(.unavailable)
      #endif
    }
    let source = try open(path: scheme == nil ? address : String(address.dropFirst(7)))
    return HLSResource(source: source, cancel: {}, progress: { nil })
  }

  /// Opens a path, in which a playlist may have encoded characters.
  private func open(path: String) throws(TransportError) -> FileByteSource {
    do throws(TransportError) {
      return try FileByteSource(path: path)
    } catch {
      guard let decoded = HLSAddress.decoded(path) else { throw error }
      return try FileByteSource(path: decoded)
    }
  }
}

/// The time and the waits of an item's thread.
struct MediaClock: HLSClock {
  private let wake: Signal

  init(_ wake: Signal) { self.wake = wake }

  var now: Double { Double(MonotonicClock.nanoseconds) / 1e9 }

  func wait(until time: Double) {
    // A playlist may state any duration.
    let nanoseconds = (time * 1e9).rounded(.up)
    wake.wait(until: nanoseconds < 9e18 ? Int(max(0, nanoseconds)) : .max)
  }
}

/// The codecs in the attributes of a playlist.
package enum MediaCodecs {
  /// Whether a codec can be decoded.
  ///
  /// Source: RFC 6381, 3.3; the registry of codecs of the MP4 Registration Authority.
  package static func canDecode(_ name: String) -> Bool {
    let parts = name.lowercased().split(separator: ".")
    guard let type = parts.first else { return false }
    guard type == "mp4a" else {
      return formats[String(type)].map(DecoderFactory.canDecode) ?? false
    }
    switch parts.dropFirst().first {
    case "40": return formatOfMPEG4(parts.dropFirst(2).first).map(DecoderFactory.canDecode) ?? false
    case "69", "6b": return DecoderFactory.canDecode(.mpegLayer3)
    case "a5": return DecoderFactory.canDecode(.ac3)
    case "a6": return DecoderFactory.canDecode(.enhancedAC3)
    default: return DecoderFactory.canDecode(.mpeg4AAC)
    }
  }

  private static let formats: [String: FourCC] = [
    "ac-3": .ac3, "ec-3": .enhancedAC3, "flac": .flac, "opus": .opus, "alac": .appleLossless,
    "mp3": .mpegLayer3,
  ]

  /// The format of an object type; `nil` for those without a decoder.
  private static func formatOfMPEG4(_ type: Substring?) -> FourCC? {
    switch type {
    case "2", "02": .mpeg4AAC
    case "5", "05": .mpeg4AACHighEfficiency
    case "29": .mpeg4AACHighEfficiencyV2
    case "34": .mpegLayer3
    case nil: .mpeg4AAC
    default: nil
    }
  }
}

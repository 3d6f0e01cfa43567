/// The choice between the variants of a presentation.
///
/// The choice starts with the first playable variant as listed. Later it follows the measured
/// bandwidth. A better variant needs a reserve, but the current one may use almost all of the
/// bandwidth, so that small changes do not switch.
///
/// Source: RFC 8216, 6.3.1 and 6.3.4.
package struct HLSVariantChoice: Equatable, Sendable {
  private struct Candidate: Equatable {
    /// The index of the variant in the playlist.
    var index: Int
    /// Bits per second.
    var bandwidth: Int
  }

  /// The part of the measured bandwidth that a better variant may use.
  private static let rising = 0.7
  /// The part of the measured bandwidth that the current variant may use.
  private static let staying = 0.95

  /// Playable variants as listed.
  private var candidates: [Candidate]
  /// The index of the chosen variant in the playlist, or `nil` if none can be played.
  package private(set) var index: Int?

  /// Chooses the first variant.
  ///
  /// Variants with video are candidates only if all playable ones have video, because their
  /// segments are mostly pictures.
  ///
  /// - Parameters:
  ///   - variants: The variants as listed.
  ///   - isDecodable: Whether an audio codec, as in RFC 6381, can be decoded.
  package init(_ variants: [HLSVariant], isDecodable: (String) -> Bool) {
    let playable = variants.indices.filter { variants[$0].isPlayable(isDecodable) }
    let audio = playable.filter { !variants[$0].hasVideo }
    candidates = (audio.isEmpty ? playable : audio).map {
      Candidate(index: $0, bandwidth: variants[$0].bandwidth ?? 0)
    }
    index = candidates.first?.index
  }

  /// Takes a measurement, in bits per second, and possibly changes ``index``.
  package mutating func take(bandwidth: Double) {
    guard let current = candidates.first(where: { $0.index == index }) else { return }
    let best = best(within: bandwidth * Self.rising)
    if Double(current.bandwidth) > bandwidth * Self.staying {
      index = (best ?? candidates.min { $0.bandwidth < $1.bandwidth })?.index
    } else if let best, best.bandwidth > current.bandwidth {
      index = best.index
    }
  }

  /// Excludes the current variant, whose media cannot be loaded.
  ///
  /// The next variant is the best one that needs no more bandwidth than the current one. If there
  /// is no such variant, it is the one with the lowest bandwidth.
  ///
  /// - Returns: Whether another variant is left.
  package mutating func exclude() -> Bool {
    guard let place = candidates.firstIndex(where: { $0.index == index }) else { return false }
    let failed = candidates.remove(at: place)
    let next = best(within: Double(failed.bandwidth))
    index = (next ?? candidates.min { $0.bandwidth < $1.bandwidth })?.index
    return index != nil
  }

  /// The first of the variants with the greatest bandwidth up to a limit.
  private func best(within limit: Double) -> Candidate? {
    candidates.reduce(nil) { best, candidate in
      guard Double(candidate.bandwidth) <= limit else { return best }
      return candidate.bandwidth > best?.bandwidth ?? -1 ? candidate : best
    }
  }
}

extension HLSVariant {
  /// Codecs that are not audio.
  ///
  /// Source: the registry of codec types of the MP4 Registration Authority.
  private static let videoCodecs = [
    "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "dav1",
    "vp08", "vp09", "vvc1", "vvi1", "mp4v", "s263", "mjp2",
  ]
  private static let textCodecs = ["stpp", "wvtt", "tx3g", "c608", "c708"]

  /// Whether the variant has video, as far as its attributes state.
  package var hasVideo: Bool {
    resolution != nil || codecs.contains { Self.videoCodecs.contains(Self.type(of: $0)) }
  }

  /// Whether all audio of the variant can be decoded.
  ///
  /// A variant that states no codecs counts as decodable.
  func isPlayable(_ isDecodable: (String) -> Bool) -> Bool {
    codecs.isEmpty || Self.canPlay(codecs, isDecodable)
  }

  /// Whether codecs include audio, and all of it can be decoded.
  package static func canPlay(_ codecs: [String], _ isDecodable: (String) -> Bool) -> Bool {
    let audio = codecs.filter {
      !videoCodecs.contains(type(of: $0)) && !textCodecs.contains(type(of: $0))
    }
    return !audio.isEmpty && audio.allSatisfy(isDecodable)
  }

  /// The part of a codec before its first point, in lower case.
  private static func type(of codec: String) -> String {
    codec.prefix { $0 != "." }.lowercased()
  }
}

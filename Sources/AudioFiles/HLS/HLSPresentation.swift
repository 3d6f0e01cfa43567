internal import AudioContainers
internal import AudioTransport

/// The playlist with which a stream starts: the segments, or variants of them.
struct HLSPresentation {
  private let loaded: HLSLoadedList
  private let multivariant: HLSMultivariantPlaylist?
  private var choice: HLSVariantChoice?
  /// The variant whose segments are played.
  private var current: Int?
  private var meter = HLSBandwidthMeter()
  /// The name of the chosen audio rendition; `nil` for the default.
  private var rendition: String?
  /// The name of the rendition whose segments are played.
  private var currentRendition: String?

  init(_ loaded: HLSLoadedList, isDecodable: (String) -> Bool) {
    self.loaded = loaded
    guard case .multivariant(let playlist) = loaded.playlist else {
      multivariant = nil
      return
    }
    multivariant = playlist
    choice = HLSVariantChoice(playlist.variants, isDecodable: isDecodable)
  }

  /// The start of the stream that the server prefers, unless the segments' playlist has its own.
  var start: HLSStart? { multivariant?.start }

  /// The audio renditions, one of each name.
  var renditions: [HLSRendition] { multivariant?.audioRenditions ?? [] }

  /// Where the texts of the stream are; `nil` without texts.
  var captions: HLSCaptionLists? {
    guard let multivariant else { return nil }
    let renditions = multivariant.subtitleRenditions
    guard !renditions.isEmpty else { return nil }
    return HLSCaptionLists(
      renditions: renditions, place: loaded.place, variables: multivariant.variables)
  }

  /// The variant whose segments are played; `nil` if the stream has no variants.
  var variant: HLSVariant? { current.flatMap { multivariant?.variants[$0] } }

  /// Whether another variant or rendition is to be played from the next segment on.
  var isToSwitch: Bool { isToSwitchRendition || choice?.index.map { $0 != current } ?? false }

  private var isToSwitchRendition: Bool { rendition != currentRendition }

  /// Chooses an audio rendition by its name; an unknown name has no effect.
  mutating func select(_ name: String?) {
    guard name == nil || renditions.contains(where: { $0.name == name }) else { return }
    rendition = name
  }

  /// Stays with the current rendition, because the chosen one cannot be read.
  ///
  /// - Returns: Whether another rendition was chosen.
  mutating func refuseRendition() -> Bool {
    defer { rendition = currentRendition }
    return isToSwitchRendition
  }

  /// Notes a transfer, which may change the choice.
  mutating func measure(byteCount: Int, seconds: Double) {
    meter.add(byteCount: byteCount, seconds: seconds)
    if let bandwidth = meter.bandwidth { choice?.take(bandwidth: bandwidth) }
  }

  /// Excludes the chosen variant, whose playlist or segments cannot be read.
  ///
  /// - Returns: Whether another variant is left.
  mutating func exclude() -> Bool {
    guard var next = choice, next.exclude() else { return false }
    choice = next
    return true
  }

  /// Stays with the current variant from now on.
  mutating func stay() { choice = nil }

  /// Loads the playlist of the chosen variant's sound.
  mutating func mediaList(
    _ loader: HLSLoader, _ clock: any HLSClock
  ) throws(HLSFailure) -> HLSMediaList {
    guard let multivariant else {
      guard case .media(let media) = loaded.playlist else { throw .noVariant }
      return HLSMediaList(loaded, media: media, variables: [:])
    }
    guard let index = choice?.index, multivariant.variants.indices.contains(index) else {
      throw .noVariant
    }
    let variant = multivariant.variants[index]
    let uri = multivariant.audioRendition(of: variant, name: rendition)?.uri ?? variant.uri
    guard let location = HLSAddress(loaded.place).resolve(uri) else {
      throw .transport(.init(.unsupportedURL))
    }
    let variables = multivariant.variables
    let list = try HLSLoadedList(location, variables, loader, clock)
    guard case .media(let media) = list.playlist else { throw .notMedia }
    (current, currentRendition) = (index, rendition)
    return HLSMediaList(list, media: media, variables: variables)
  }

  /// Loads the playlist of the first variant that has one.
  mutating func firstMediaList(
    _ loader: HLSLoader, _ clock: any HLSClock
  ) throws(HLSFailure) -> HLSMediaList {
    while true {
      do throws(HLSFailure) {
        return try mediaList(loader, clock)
      } catch {
        let isFinal = error == .transport(TransportError(.cancelled)) || error == .noVariant
        guard !isFinal, exclude() else { throw error }
      }
    }
  }
}

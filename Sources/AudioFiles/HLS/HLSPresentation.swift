internal import AudioContainers
internal import AudioTransport

/// The playlist with which a stream starts: the segments, or variants of them.
struct HLSPresentation {
  private let loaded: HLSLoadedList
  private let multivariant: HLSMultivariantPlaylist?
  private var choice: HLSVariantChoice?

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

  /// Loads the playlist of the chosen variant's sound.
  func mediaList(_ loader: HLSLoader, _ clock: any HLSClock) throws(HLSFailure) -> HLSMediaList {
    guard let multivariant else {
      guard case .media(let media) = loaded.playlist else { throw .noVariant }
      return HLSMediaList(loaded, media: media, source: HLSSource(loaded.place))
    }
    guard let index = choice?.index, multivariant.variants.indices.contains(index) else {
      throw .noVariant
    }
    let variant = multivariant.variants[index]
    let uri = multivariant.audioRendition(of: variant)?.uri ?? variant.uri
    guard let location = HLSAddress(loaded.place).resolve(uri) else {
      throw .transport(.init(.unsupportedURL))
    }
    let list = try HLSLoadedList(location, multivariant.variables, loader, clock)
    guard case .media(let media) = list.playlist else { throw .notMedia }
    let source = HLSSource(list.place, variables: multivariant.variables)
    return HLSMediaList(list, media: media, source: source)
  }
}

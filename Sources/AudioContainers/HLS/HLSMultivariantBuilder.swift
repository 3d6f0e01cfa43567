/// Collects the tags of a multivariant playlist.
///
/// Source: RFC 8216, 4.3.4.
struct HLSMultivariantBuilder {
  /// Whether the playlist has a tag of this kind.
  private(set) var hasTags = false
  /// A variant whose URI is in a following line.
  private var pending: HLSVariant?
  private var variants: [HLSVariant] = []
  private var renditions: [HLSRendition] = []
  private var sessionData: [HLSSessionData] = []
  private var sessionKeys: [HLSKey] = []

  mutating func take(_ tag: HLSTag, _ variables: inout HLSVariables) throws(HLSError) {
    switch tag.name {
    case "EXT-X-STREAM-INF": pending = HLSVariant(try HLSAttributes(tag, &variables))
    case "EXT-X-MEDIA":
      if let rendition = HLSRendition(try HLSAttributes(tag, &variables)) {
        renditions.append(rendition)
      }
    case "EXT-X-SESSION-DATA":
      if let data = HLSSessionData(try HLSAttributes(tag, &variables)) { sessionData.append(data) }
    case "EXT-X-SESSION-KEY":
      if let key = try HLSKey(try HLSAttributes(tag, &variables), line: tag.line) {
        sessionKeys.append(key)
      }
    case "EXT-X-I-FRAME-STREAM-INF", "EXT-X-CONTENT-STEERING": break
    default: return
    }
    hasTags = true
  }

  /// Takes a line that is not a tag; it completes the variant before it.
  mutating func take(uri: String) {
    guard var variant = pending else { return }
    variant.uri = uri
    variants.append(variant)
    pending = nil
  }

  /// Returns the playlist, or `nil` without variants.
  func playlist(
    _ header: HLSHeader, variables: [String: String]
  ) -> HLSMultivariantPlaylist? {
    guard !variants.isEmpty else { return nil }
    return HLSMultivariantPlaylist(
      version: header.version, variants: variants, renditions: renditions,
      sessionData: sessionData, sessionKeys: sessionKeys,
      hasIndependentSegments: header.hasIndependentSegments, start: header.start,
      variables: variables)
  }
}

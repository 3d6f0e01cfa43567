package import AudioModel

/// What a file of chunks said before it was opened to be changed, and the chunks that it said it in.
///
/// As long as something is not changed it is said by the chunks as they were: they may hold more than is
/// understood here.
package struct OriginalContent: Equatable, Sendable {
  package var magicCookie: [UInt8] = []
  package var channelLayout: ChannelLayout?
  package var tags = Tags()
  package var markers: [Marker] = []
  package var regions: [Region] = []
  package var id3Tag: [UInt8] = []
  package var artwork: [UInt8] = []
  /// The chunks of the kinds that the format's writer makes itself.
  package var chunks: [DataChunk] = []

  package init(_ content: ContainerContent, chunks: [DataChunk]) {
    magicCookie = content.magicCookie
    channelLayout = content.channelLayout
    tags = content.tags
    markers = content.markers
    regions = content.regions
    id3Tag = content.id3Tag
    artwork = content.artwork
    self.chunks = chunks
  }
}

extension ContainerContent {
  /// The chunks that have said something so far.
  ///
  /// - Parameters:
  ///   - isSame: Whether that is still what is to be said.
  ///   - belongs: Which chunks say it.
  /// - Returns: `nil` where it is to be said anew.
  func kept(
    _ isSame: (OriginalContent) -> Bool, _ belongs: (DataChunk) -> Bool
  ) -> [DataChunk]? {
    guard let original, isSame(original) else { return nil }
    return original.chunks.filter(belongs)
  }
}

package import AudioModel

/// The original contents of a file of chunks that was opened for changes, and the original chunks.
///
/// Unchanged properties keep their original chunks, which may contain more than this module
/// understands.
package struct OriginalContent: Equatable, Sendable {
  package var magicCookie: [UInt8] = []
  package var channelLayout: ChannelLayout?
  package var tags = Tags()
  package var markers: [Marker] = []
  package var regions: [Region] = []
  package var id3Tag: [UInt8] = []
  package var artwork: [UInt8] = []
  /// The chunks that the format's writer recreates itself.
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
  /// The original chunks of an unchanged property.
  ///
  /// - Parameters:
  ///   - isSame: Whether the property is unchanged.
  ///   - belongs: Whether a chunk belongs to the property.
  /// - Returns: `nil` if the property must be written again.
  func kept(
    _ isSame: (OriginalContent) -> Bool, _ belongs: (DataChunk) -> Bool
  ) -> [DataChunk]? {
    guard let original, isSame(original) else { return nil }
    return original.chunks.filter(belongs)
  }
}

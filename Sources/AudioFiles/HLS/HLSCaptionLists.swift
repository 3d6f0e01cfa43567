package import AudioContainers

/// Where the texts of a stream are.
package struct HLSCaptionLists: Sendable {
  /// The renditions, one of each name.
  package let renditions: [HLSRendition]
  /// The address of the playlist that lists them, after redirects.
  let place: PlaylistAddress
  /// The variables that their playlists may import.
  let variables: [String: String]
}

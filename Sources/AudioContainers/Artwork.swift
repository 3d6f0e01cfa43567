/// Where a picture lies in its file.
///
/// A reader keeps the place, not the bytes: pictures are large and seldom asked for.
package struct Artwork: Hashable, Sendable {
  /// Bytes of the largest picture that is told: it is handed out in memory, as one piece.
  package static let largest: UInt64 = 64 << 20

  /// Where the bytes are that the picture is made of.
  package var extent: FileExtent
  /// Whether a zero that stands there behind each `FF` is none of the picture's.
  package var isUnsynchronised: Bool

  package init(extent: FileExtent, isUnsynchronised: Bool = false) {
    self.extent = extent
    self.isUnsynchronised = isUnsynchronised
  }

  /// The picture's own bytes, of those in the file.
  package func picture(_ bytes: [UInt8]) -> [UInt8] {
    isUnsynchronised ? ID3v2Header.resynchronised(bytes[...]) : bytes
  }
}

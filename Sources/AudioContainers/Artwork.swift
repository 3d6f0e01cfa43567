/// The location of a picture in its file.
///
/// A reader keeps the location, not the bytes, because pictures are large and rarely requested.
package struct Artwork: Hashable, Sendable {
  /// Maximum size of a reported picture in bytes, because clients receive pictures in memory, in
  /// one piece.
  package static let largest: UInt64 = 64 << 20

  /// How the file stores the bytes of a picture.
  enum Form: Hashable, Sendable {
    case asTheyAre
    /// With an extra zero byte after each `FF`.
    case unsynchronised
    /// In a packet on these Ogg pages.
    case onPages(OggPicture)
  }

  /// The range of the file that holds the picture.
  package var extent: FileExtent
  var form: Form

  init(extent: FileExtent, form: Form = .asTheyAre) {
    self.extent = extent
    self.form = form
  }

  /// Extracts the picture from the bytes of ``extent``.
  ///
  /// - Returns: The picture's bytes; empty if the file has changed.
  package func picture(_ bytes: [UInt8]) -> [UInt8] {
    switch form {
    case .asTheyAre: bytes
    case .unsynchronised: ID3v2Header.resynchronised(bytes[...])
    case .onPages(let picture): picture.picture(bytes.span, at: extent.offset)
    }
  }
}

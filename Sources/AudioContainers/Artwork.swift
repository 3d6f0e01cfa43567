/// Where a picture lies in its file.
///
/// A reader keeps the place, not the bytes: pictures are large and seldom asked for.
package struct Artwork: Hashable, Sendable {
  /// Bytes of the largest picture that is told: it is handed out in memory, as one piece.
  package static let largest: UInt64 = 64 << 20

  /// How the bytes of the picture stand there.
  enum Form: Hashable, Sendable {
    case asTheyAre
    /// With a zero that is none of the picture's behind each `FF`.
    case unsynchronised
    /// In a packet on these pages of Ogg.
    case onPages(OggPicture)
  }

  /// Where the bytes are that the picture is made of.
  package var extent: FileExtent
  var form: Form

  init(extent: FileExtent, form: Form = .asTheyAre) {
    self.extent = extent
    self.form = form
  }

  /// The picture's own bytes, of those in the file; none where these are not what they were.
  package func picture(_ bytes: [UInt8]) -> [UInt8] {
    switch form {
    case .asTheyAre: bytes
    case .unsynchronised: ID3v2Header.resynchronised(bytes[...])
    case .onPages(let picture): picture.picture(bytes.span, at: extent.offset)
    }
  }
}

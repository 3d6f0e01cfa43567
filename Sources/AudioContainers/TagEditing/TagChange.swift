/// A metadata edit to an existing file.
package struct TagChange: Sendable {
  /// The new texts, or `nil` to keep the existing ones.
  package var tags: Tags?
  /// A JPEG or PNG picture, empty to remove the picture, or `nil` to keep pictures.
  package var picture: [UInt8]?
  /// A whole ID3v2 tag, empty to remove the tag, or `nil` to keep the existing tag.
  package var id3Tag: [UInt8]?

  package init(tags: Tags? = nil, picture: [UInt8]? = nil, id3Tag: [UInt8]? = nil) {
    self.tags = tags
    self.picture = picture
    self.id3Tag = id3Tag
  }
}

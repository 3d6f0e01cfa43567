/// The fields before the picture in an ID3v2 frame.
///
/// Source: ID3v2.4.0 native frames, 4.14 Attached picture; ID3v2.2.0, 4.15.
struct ID3v2Picture: Equatable {
  /// The subject of the picture; 3 is the front cover.
  var type: UInt8
  /// Bytes of the body before the picture.
  var headByteCount: Int

  static let frontCover: UInt8 = 3
  /// Maximum number of bytes to read before the picture.
  ///
  /// A description has at most 64 characters.
  static let longestHead = 512

  /// Reads the start of the body, up to the picture.
  ///
  /// Returns `nil` if the body contains a link instead of a picture.
  init?(_ body: ArraySlice<UInt8>, version: UInt8) {
    guard let encoding = body.first else { return nil }
    // The picture format: three letters in version 2.2, otherwise the MIME type and a zero.
    var rest = body.dropFirst()
    let kind = version == 2 ? rest.prefix(3) : rest.prefix { $0 != 0 }
    rest = rest.dropFirst(version == 2 ? 3 : kind.count + 1)
    guard !kind.elementsEqual("-->".utf8), let type = rest.first else { return nil }
    self.type = type
    // The description ends with a zero of its encoding's width.
    let description = rest.dropFirst()
    let (_, picture) = TagText.split(description, encoding: encoding)
    guard picture.startIndex > description.startIndex, !picture.isEmpty else { return nil }
    headByteCount = picture.startIndex - body.startIndex
  }
}

/// What stands before the picture in the body of an ID3v2 frame.
///
/// Source: ID3v2.4.0 native frames, 4.14 Attached picture; ID3v2.2.0, 4.15.
struct ID3v2Picture: Equatable {
  /// What the picture shows; 3 is the front cover.
  var type: UInt8
  /// Bytes of the body before the picture.
  var headByteCount: Int

  static let frontCover: UInt8 = 3
  /// Bytes of the longest head that is read: a description has 64 characters at most.
  static let longestHead = 512

  /// Reads the body's first bytes, of which there must be as many as stand before the picture.
  ///
  /// It is `nil` where there is no picture but an address of one.
  init?(_ body: ArraySlice<UInt8>, version: UInt8) {
    guard let encoding = body.first else { return nil }
    // The kind of picture: three letters in version 2.2, else the MIME type and a zero.
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

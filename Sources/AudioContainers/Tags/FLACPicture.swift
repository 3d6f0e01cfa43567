internal import AudioModel
import AudioSyntax

/// The fields before the picture in a `PICTURE` metadata block.
///
/// Source: RFC 9639, 8.8.
struct FLACPicture: Equatable {
  /// The subject of the picture, by ID3v2's numbers; 3 is the front cover.
  var type: UInt32
  /// Bytes of the block before the picture.
  var headByteCount: Int
  /// Bytes of the picture, as stated.
  var byteCount: Int

  static let frontCover: UInt32 = 3
  /// Maximum bytes of the block before the picture.
  ///
  /// Only the MIME type and the description vary in length, and both are short texts.
  static let longestHead = 4096

  /// Reads the start of a block, up to the picture.
  init?(_ body: Span<UInt8>) {
    guard body.count >= 8 else { return nil }
    type = body.bigEndian32(at: 0)
    var place = 8 + Int(body.bigEndian32(at: 4))
    guard body.count - place >= 4 else { return nil }
    let mime = body.bytes(8..<place)
    // A link does not contain a picture.
    guard !mime.elementsEqual("-->".utf8) else { return nil }
    place += 4 + Int(body.bigEndian32(at: place))
    // Width, height, depth and colors come before the size.
    guard body.count - place >= 20 else { return nil }
    byteCount = Int(body.bigEndian32(at: place + 16))
    headByteCount = place + 20
  }
}

extension FLACPicture {
  /// Creates a block's body with a front cover.
  ///
  /// The picture's own header contains its dimensions and depth.
  static func block(_ picture: [UInt8]) -> [UInt8] {
    let mime = Array((PictureType(picture)?.mimeType ?? "").utf8)
    var body: [UInt8] = .big(frontCover)
    body.append(big: UInt32(mime.count))
    body += mime
    // No description; width, height, depth, and colors are unspecified.
    body.append(zeros: 4 + 16)
    body.append(big: UInt32(clamping: picture.count))
    return body + picture
  }
}

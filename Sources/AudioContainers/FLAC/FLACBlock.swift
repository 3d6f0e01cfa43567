import AudioSyntax

/// A metadata block.
struct FLACBlock: Sendable {
  var type: UInt8
  var body: [UInt8]

  /// Whether the block is a picture of the front cover, or serves as one.
  var isCover: Bool {
    guard let picture = FLACPicture(body.span) else { return false }
    return picture.type == FLACPicture.frontCover || picture.type == 0
  }

  /// The block with its header.
  func bytes(isLast: Bool) -> [UInt8] {
    [type | (isLast ? 0x80 : 0)] + [UInt8].big(UInt32(body.count)).dropFirst() + body
  }

  /// The blocks that end exactly at the end of the bytes; otherwise `nil`.
  static func blocks(_ bytes: [UInt8], from start: Int) -> [FLACBlock]? {
    var blocks: [FLACBlock] = []
    var place = start
    var isLast = false
    while !isLast {
      guard bytes.count - place >= 4 else { return nil }
      isLast = bytes[place] >> 7 == 1
      let count = Int(bigEndian32([0] + bytes[place + 1..<place + 4]))
      guard count <= bytes.count - place - 4 else { return nil }
      let body = Array(bytes[place + 4..<place + 4 + count])
      blocks.append(FLACBlock(type: bytes[place] & 0x7F, body: body))
      place += 4 + count
    }
    return place == bytes.count ? blocks : nil
  }
}

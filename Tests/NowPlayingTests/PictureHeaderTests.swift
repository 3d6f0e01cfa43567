import Testing

@testable import NowPlaying

/// Formats and sizes of pictures.
@Suite struct PictureHeaderTests {
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1,
    44, 0, 0, 0, 200,
  ]
  /// With a segment before the frame header, and a fill byte.
  private static let jpeg: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, 0, 200, 1, 44, 3,
  ]
  private static let gif = Array("GIF89a".utf8) + [44, 1, 200, 0]
  private static let bitmap =
    Array("BM".utf8) + [UInt8](repeating: 0, count: 16) + [44, 1, 0, 0, 0x38, 0xFF, 0xFF, 0xFF]
  private static let webP =
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
    + [43, 1, 0, 199, 0, 0]
  private static let simpleWebP =
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [10, 0, 0, 0]
    + [0, 0, 0, 0x9D, 0x01, 0x2A, 44, 1, 200, 0]
  /// 14 bits each: 299 and 199.
  private static let losslessWebP =
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8L".utf8) + [10, 0, 0, 0, 0x2F]
    + [0x2B, 0xC1, 0x31, 0]

  static let pictures: [(String, [UInt8], PictureHeader.Kind)] = [
    ("PNG", png, .png), ("JPEG", jpeg, .jpg), ("GIF", gif, .gif), ("BMP", bitmap, .bmp),
    ("WebP", webP, .webp), ("simple WebP", simpleWebP, .webp),
    ("lossless WebP", losslessWebP, .webp),
  ]

  @Test("the format and the size are those of the header", arguments: pictures.indices)
  func sizes(index: Int) {
    let (name, bytes, kind) = Self.pictures[index]
    let header = PictureHeader(bytes)
    #expect(header?.type == kind, "\(name)")
    #expect(header?.width == 300, "\(name)")
    #expect(header?.height == 200, "\(name)")
  }

  @Test("a damaged header has no size, and never traps", arguments: pictures.indices)
  func damage(index: Int) {
    let (_, bytes, _) = Self.pictures[index]
    for count in 0..<bytes.count { _ = PictureHeader(Array(bytes.prefix(count))) }
    for position in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[position] = value
        _ = PictureHeader(changed)
      }
    }
    #expect(PictureHeader([UInt8](repeating: 0, count: 100)) == nil)
  }
}

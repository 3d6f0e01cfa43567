/// The format and the size of a picture file, from its first bytes.
package struct PictureHeader: Equatable, Sendable {
  /// A format; the raw value is the extension of a file name.
  package enum Kind: String, Sendable {
    case png, jpg, gif, webp, bmp
  }

  package let type: Kind
  /// The size in pixels; 0 if the header is damaged.
  package let width: Int
  package let height: Int

  /// Reads a header; `nil` if the format is unknown.
  package init?(_ bytes: [UInt8]) {
    let reader = Reader(bytes: bytes)
    guard let type = reader.type else { return nil }
    self.type = type
    let size: (width: Int, height: Int)? =
      switch type {
      case .png: reader.size(at: 16, 20, count: 4, isLittle: false)
      case .jpg: reader.jpegSize
      case .gif: reader.size(at: 6, 8, count: 2, isLittle: true)
      case .webp: reader.webPSize
      case .bmp: reader.size(at: 18, 22, count: 4, isLittle: true)
      }
    (width, height) = size ?? (0, 0)
  }

  /// Reads the numbers of a header, but only within its bytes.
  private struct Reader {
    let bytes: [UInt8]

    var type: Kind? {
      if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
      if has([0xFF, 0xD8, 0xFF], at: 0) { return .jpg }
      if has(Array("GIF87a".utf8), at: 0) || has(Array("GIF89a".utf8), at: 0) { return .gif }
      if has(Array("RIFF".utf8), at: 0), has(Array("WEBP".utf8), at: 8) { return .webp }
      return has(Array("BM".utf8), at: 0) ? .bmp : nil
    }

    func has(_ text: [UInt8], at offset: Int) -> Bool {
      bytes.dropFirst(offset).starts(with: text)
    }

    /// A number of up to four bytes; `nil` after the end.
    func number(at offset: Int, count: Int, isLittle: Bool) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      let digits = bytes[offset..<offset + count]
      return (isLittle ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }

    func size(
      at width: Int, _ height: Int, count: Int, isLittle: Bool
    ) -> (width: Int, height: Int)? {
      guard let width = number(at: width, count: count, isLittle: isLittle),
        let height = number(at: height, count: count, isLittle: isLittle),
        width < 1 << 31
      else { return nil }
      // The rows of a bitmap that starts at the top have a negative number.
      return (width, height < 1 << 31 ? height : (1 << 32) - height)
    }

    /// The size in the first frame header.
    ///
    /// Source: ITU-T T.81, B.1 and B.2.2.
    var jpegSize: (width: Int, height: Int)? {
      var offset = 2
      while let marker = number(at: offset, count: 2, isLittle: false), marker >= 0xFF00 {
        switch marker & 0xFF {
        case 0xFF: offset += 1
        case 0x01, 0xD0...0xD8: offset += 2
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
          return size(at: offset + 7, offset + 5, count: 2, isLittle: false)
        default:
          guard let length = number(at: offset + 2, count: 2, isLittle: false), length >= 2
          else { return nil }
          offset += 2 + length
        }
      }
      return nil
    }

    /// The size in the first chunk.
    ///
    /// Source: RFC 9649, 2.5 to 2.7; RFC 6386, 9.1.
    var webPSize: (width: Int, height: Int)? {
      if has(Array("VP8X".utf8), at: 12) {
        return size(at: 24, 27, count: 3, isLittle: true).map { ($0.width + 1, $0.height + 1) }
      }
      if has(Array("VP8L".utf8), at: 12) {
        return number(at: 21, count: 4, isLittle: true).map {
          (($0 & 0x3FFF) + 1, ($0 >> 14 & 0x3FFF) + 1)
        }
      }
      guard has(Array("VP8 ".utf8), at: 12) else { return nil }
      return size(at: 26, 28, count: 2, isLittle: true).map {
        ($0.width & 0x3FFF, $0.height & 0x3FFF)
      }
    }
  }
}

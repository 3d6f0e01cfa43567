import AudioModel
import AudioSyntax

extension [UInt8] {
  /// Creates a box of a type around a body.
  ///
  /// Source: ISO/IEC 14496-12, 4.2 Object Structure.
  static func box(_ type: FourCC, _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = .big(UInt32(clamping: body.count + 8))
    bytes.append(type)
    return bytes + body
  }

  /// Creates a box with a version and flags.
  static func fullBox(
    _ type: FourCC, version: UInt8 = 0, flags: UInt32 = 0, _ body: [UInt8]
  ) -> [UInt8] {
    box(type, .big(UInt32(version) << 24 | flags) + body)
  }
}

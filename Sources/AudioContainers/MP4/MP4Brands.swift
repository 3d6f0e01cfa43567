import AudioModel
import AudioSyntax

/// The brands with which a file begins.
enum MP4Brands {
  /// The box with the brands of a file type.
  ///
  /// Source: ISO/IEC 14496-12, 4.3 File Type Box; 3GPP TS 26.244, 5.3.
  static func box(_ type: FourCC, brands: [String]? = nil) -> [UInt8] {
    let brands = brands ?? self.brands(of: type)
    let major = Array(brands[0].utf8) + [0, 0, 0, 0]
    return .box(
      FourCC("f", "t", "y", "p"), major + brands.dropFirst().flatMap { Array($0.utf8) })
  }

  static func brands(of type: FourCC) -> [String] {
    switch type.description {
    case "MooV": ["qt  ", "qt  "]
    case "m4af": ["M4A ", "M4A ", "mp42", "isom"]
    case "m4bf": ["M4B ", "M4B ", "mp42", "isom"]
    case "3gpp": ["3gp6", "3gp6", "3gp4", "isom"]
    case "3gp2": ["3g2a", "3g2a", "isom"]
    default: ["mp42", "mp42", "isom"]
    }
  }
}

import AudioModel
import AudioSyntax

/// The type of a box and the location of its body in the file.
///
/// Source: ISO/IEC 14496-12, 4.2 Object Structure.
struct MP4Box: Sendable {
  var type: FourCC
  /// Bytes from the start of the file to the header.
  var start: UInt64
  /// Bytes from the start of the file to the body.
  var body: UInt64
  /// Bytes from the start of the file to the end of the box, limited by the enclosing box.
  var end: UInt64

  var bodyByteCount: UInt64 { end - body }

  enum Header: Sendable {
    case box(MP4Box)
    case needs(Int)
    /// Bytes that cannot be a box.
    case none
  }

  /// Reads the header at the view's position.
  ///
  /// - Parameters:
  ///   - view: At least 8 bytes.
  ///   - limit: End of the enclosing box.
  /// - Returns: The box, or the reason for its absence.
  static func read(_ view: borrowing WindowView, limit: UInt64) -> Header {
    let size = view.bytes.bigEndian32(at: view.index)
    let type = view.bytes.fourCC(at: view.index + 4)
    let start = view.position
    var header: UInt64 = 8
    var end: UInt64
    switch size {
    case 0: end = limit
    case 1:
      guard view.holds(16) else { return view.isEnd ? .none : .needs(16) }
      let high = UInt64(view.bytes.bigEndian32(at: view.index + 8))
      let wide = high << 32 | UInt64(view.bytes.bigEndian32(at: view.index + 12))
      guard wide >= 16 else { return .none }
      header = 16
      end = start.clampedAdding(wide)
    case 2..<8: return .none
    default: end = start.clampedAdding(UInt64(size))
    }
    end = min(end, limit)
    let body = start.clampedAdding(header)
    return body <= end ? .box(MP4Box(type: type, start: start, body: body, end: end)) : .none
  }
}

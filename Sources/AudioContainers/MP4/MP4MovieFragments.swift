import AudioModel
import AudioSyntax

/// The parts of a movie that announce fragments.
///
/// Source: ISO/IEC 14496-12, 8.8.1 (mvex), 8.8.2 (mehd), 8.8.3 (trex).
struct MP4MovieFragments {
  var primingFrames: Int
  /// Frames of the recording; 0 if the number is unknown.
  var validFrames: UInt64 = 0
  /// Frames in all fragments; 0 if the number is unknown.
  var frameCount: UInt64 = 0
  /// Frames of a packet, as a default.
  var framesPerPacket: UInt32
  /// Bytes of a packet, as a default; 0 if packets have their own sizes.
  var bytesPerPacket: UInt32 = 0
  /// Whether the movie has room for the duration.
  var statesDuration: Bool

  var extendsBox: [UInt8] {
    var defaults: [UInt8] = .big(UInt32(1)) + .big(UInt32(1)) + .big(framesPerPacket)
    defaults.append(big: bytesPerPacket)
    defaults.append(zeros: 4)
    return .box(
      FourCC("m", "v", "e", "x"), duration + .fullBox(FourCC("t", "r", "e", "x"), defaults))
  }

  /// The duration, or a filler box of the same size until it is known.
  private var duration: [UInt8] {
    guard statesDuration else { return [] }
    guard validFrames > 0 else {
      return .box(MP4Writer.free, [UInt8](repeating: 0, count: 12))
    }
    return .fullBox(FourCC("m", "e", "h", "d"), version: 1, .big(validFrames))
  }
}

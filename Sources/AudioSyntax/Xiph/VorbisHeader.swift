import AudioModel

/// The identification header of a Vorbis stream.
///
/// Source: *Vorbis I specification* (Xiph.Org), 4.2.2.
package struct VorbisHeader: Equatable, Sendable {
  package static let byteCount = 30

  package var channelCount: Int
  package var sampleRate: UInt32
  /// Frames of the short and of the long windows.
  package private(set) var shortLength: Int
  package private(set) var longLength: Int

  /// Reads the header; `nil` if it is invalid or unsupported.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.byteCount, bytes.has("\u{1}vorbis", at: 0),
      bytes.littleEndian32(at: 7) == 0
    else { return nil }
    channelCount = Int(bytes[11])
    sampleRate = bytes.littleEndian32(at: 12)
    let short = bytes[28] & 15
    let long = bytes[28] >> 4
    shortLength = 1 << Int(short)
    longLength = 1 << Int(long)
    guard channelCount > 0, sampleRate > 0, short >= 6, long <= 13, short <= long,
      bytes[29] & 1 == 1
    else { return nil }
  }

  /// Maximum packet size in bytes.
  ///
  /// The specification has no limit. The bound is uncompressed samples of four bytes each, plus
  /// room for a floor. It exceeds the output of any encoder.
  package var longestPacket: Int { 1 << 16 + channelCount * longLength * 4 }
}

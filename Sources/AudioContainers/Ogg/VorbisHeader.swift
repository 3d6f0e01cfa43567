import AudioModel

/// What the identification header of a Vorbis stream says.
///
/// Source: *Vorbis I specification* (Xiph.Org), 4.2.2.
struct VorbisHeader: Equatable, Sendable {
  static let byteCount = 30

  var channelCount: Int
  var sampleRate: UInt32
  /// Frames of the short and of the long windows.
  private(set) var shortLength: Int
  private(set) var longLength: Int

  /// Reads the header; `nil` where it is none that can be read.
  init?(_ bytes: Span<UInt8>) {
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

  /// Bytes that no packet exceeds.
  ///
  /// The specification has no limit. Samples as they are, of four bytes, and what a floor may take are more
  /// than any encoder makes of them.
  var packetSizeUpperBound: Int {
    min(1 << 16 + channelCount * longLength * 4, OggStream.mostPacketBytes)
  }
}

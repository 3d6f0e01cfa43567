package import AudioModel

/// The identification header of an Opus stream.
///
/// Source: RFC 7845, 5.1.
package struct OpusHeader: Equatable, Sendable {
  /// Frames per second of every Opus stream's clock.
  package static let sampleRate = 48_000
  /// Maximum playable packet size in bytes for one coded stream (RFC 7845, 6).
  private static let mostBytesOfStream = 61_440

  package var channelCount: Int
  /// Frames to skip at the start.
  package var preSkip: Int
  private var mappingFamily: UInt8
  private var streamCount: Int
  /// The original bytes of the header.
  package private(set) var bytes: [UInt8]

  /// Reads the header, which is all of `bytes`; `nil` if it is invalid or unsupported.
  package init?(_ bytes: Span<UInt8>) {
    // Other values in the upper half of the version belong to incompatible formats.
    guard bytes.count >= 19, bytes.has("OpusHead", at: 0), bytes[8] & 0xF0 == 0 else { return nil }
    channelCount = Int(bytes[9])
    preSkip = Int(bytes.littleEndian16(at: 10))
    mappingFamily = bytes[18]
    streamCount = 1
    self.bytes = bytes.bytes(0..<bytes.count)
    guard channelCount > 0 else { return nil }
    if mappingFamily == 0 {
      guard channelCount <= 2 else { return nil }
      return
    }
    guard bytes.count >= 21 + channelCount else { return nil }
    streamCount = Int(bytes[19])
    let coupledCount = Int(bytes[20])
    guard streamCount > 0, coupledCount <= streamCount, streamCount + coupledCount <= 255,
      mappingFamily != 1 || channelCount <= 8
    else { return nil }
    for index in 21..<21 + channelCount {
      guard bytes[index] == 255 || Int(bytes[index]) < streamCount + coupledCount else {
        return nil
      }
    }
  }

  /// Maximum packet size in bytes.
  package var longestPacket: Int { streamCount * Self.mostBytesOfStream }

  /// The speakers of the channels.
  ///
  /// Unknown mapping families count as family 255, which leaves the speakers unspecified.
  ///
  /// Source: RFC 7845, 5.1.1.
  package var layout: ChannelLayout {
    mappingFamily < 2
      ? ChannelLayout.vorbis(channelCount)
      : ChannelLayout(tag: 147 << 16 | UInt32(channelCount))
  }

  /// Whether a decoder for the other stream can continue with this one.
  package func continues(_ other: OpusHeader) -> Bool {
    // Compare all fields except the pre-skip and the original rate, which does not affect decoding.
    bytes[9] == other.bytes[9] && bytes[16...] == other.bytes[16...]
  }

  /// Frames of a packet, or `nil` if it is invalid.
  ///
  /// The first coded stream determines the count for all streams.
  ///
  /// Source: RFC 6716, 3.1 and 3.2.5; RFC 7845, 3.
  package static func frameCount(_ packet: Span<UInt8>) -> Int? {
    guard packet.count > 0 else { return nil }
    let configuration = packet[0] >> 3
    // In units of 2.5 milliseconds.
    let length: Int
    switch configuration {
    case 0..<12: length = [4, 8, 16, 24][Int(configuration & 3)]
    case 12..<16: length = [4, 8][Int(configuration & 1)]
    default: length = 1 << Int(configuration & 3)
    }
    let count: Int
    switch packet[0] & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default:
      guard packet.count > 1 else { return nil }
      count = Int(packet[1] & 63)
    }
    // A packet lasts at most 120 milliseconds.
    guard count > 0, length * count <= 48 else { return nil }
    return length * count * 120
  }
}

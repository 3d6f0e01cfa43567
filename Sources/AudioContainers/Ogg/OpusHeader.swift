import AudioModel

/// What the identification header of an Opus stream says.
///
/// Source: RFC 7845, 5.1.
struct OpusHeader: Equatable, Sendable {
  /// Frames per second of every Opus stream's clock.
  static let sampleRate = 48_000
  /// Bytes of the longest packet of one coded stream that has to be played (RFC 7845, 6).
  private static let mostBytesOfStream = 61_440

  var channelCount: Int
  /// Frames at the start that are not to be played.
  var preSkip: Int
  private var mappingFamily: UInt8
  private var streamCount: Int
  /// The header as it stands.
  private(set) var bytes: [UInt8]

  /// Reads the header, all of `bytes`; `nil` where it is none that can be read.
  init?(_ bytes: Span<UInt8>) {
    // The upper half of the version is that of other formats.
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

  /// Bytes that no packet exceeds.
  var packetSizeUpperBound: Int {
    min(streamCount * Self.mostBytesOfStream, OggStream.mostPacketBytes)
  }

  /// The speakers of the channels: families that are not known say as little as 255 does.
  ///
  /// Source: RFC 7845, 5.1.1.
  var layout: ChannelLayout {
    mappingFamily < 2
      ? ChannelLayout.vorbis(channelCount)
      : ChannelLayout(tag: 147 << 16 | UInt32(channelCount))
  }

  /// Whether a decoder that was set up for one can go on with the other.
  func continues(_ other: OpusHeader) -> Bool {
    // All but the pre-skip and the rate of what was encoded, which says nothing of decoding.
    bytes[9] == other.bytes[9] && bytes[16...] == other.bytes[16...]
  }

  /// Frames of a packet, or `nil` where it is none.
  ///
  /// The first coded stream's tell for all.
  ///
  /// Source: RFC 6716, 3.1 and 3.2.5; RFC 7845, 3.
  static func frameCount(_ packet: Span<UInt8>) -> Int? {
    guard packet.count > 0 else { return nil }
    let configuration = packet[0] >> 3
    // In 2.5 milliseconds.
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
    // No packet lasts longer than 120 milliseconds.
    guard count > 0, length * count <= 48 else { return nil }
    return length * count * 120
  }
}

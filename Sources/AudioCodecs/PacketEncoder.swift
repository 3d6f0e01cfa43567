package import AudioModel

/// Encodes samples to packets of one codec.
///
/// Use from one thread at a time.
package protocol PacketEncoder: AnyObject {
  /// The complete output format.
  var format: StreamFormat { get }

  /// The configuration that a decoder needs, or empty if it needs none.
  var magicCookie: [UInt8] { get }

  /// Frames that a decoder outputs before the first encoded frame.
  var primingFrames: Int { get }

  /// The maximum bytes of a packet.
  var maximumPacketSize: Int { get }

  /// Bits per second, on average if they vary. 0 if the rate is unknown or not selectable.
  var bitRate: Int { get }

  /// Maximum frames per call of ``encode(_:into:)``.
  ///
  /// If all packets have the same length, this is the frame count of a packet.
  var framesPerCall: Int { get }

  /// The order of the input channels, if known.
  var channelLayout: ChannelLayout? { get }

  /// Encodes frames.
  ///
  /// - Parameters:
  ///   - samples: Interleaved Float32 with full scale ±1 and ``framesPerCall`` frames. Only the
  ///     last call may have fewer. If a packet has one frame, any number of frames is valid.
  ///   - packets: Receives the finished packets.
  /// - Throws: ``CodecError``.
  func encode(_ samples: Span<Float>, into packets: inout EncodedPackets) throws(CodecError)

  /// Outputs the buffered packets, so that a decoder can output the last encoded frame.
  ///
  /// - Parameters:
  ///   - frameCount: The total number of encoded frames.
  ///   - packets: Receives the packets.
  /// - Throws: ``CodecError``.
  func finish(after frameCount: Int, into packets: inout EncodedPackets) throws(CodecError)

  /// Discards all frames, for a new stream.
  func reset()
}

/// Contiguous packets from an encoder.
package struct EncodedPackets: Equatable, Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The position of each packet in ``bytes``.
  package private(set) var packets: [Packet] = []

  package init() {}

  /// Adds a packet.
  package mutating func append(_ packet: [UInt8], frameCount: Int) {
    packets.append(
      Packet(
        offset: UInt64(bytes.count), byteCount: UInt32(clamping: packet.count),
        frameCount: UInt32(clamping: frameCount)))
    bytes += packet
  }

  /// Adds packets of one size.
  package mutating func append(_ all: [UInt8], bytesPerPacket: Int, framesPerPacket: Int) {
    var offset = bytes.count
    bytes += all
    while offset + bytesPerPacket <= bytes.count {
      packets.append(
        Packet(
          offset: UInt64(offset), byteCount: UInt32(clamping: bytesPerPacket),
          frameCount: UInt32(clamping: framesPerPacket)))
      offset += bytesPerPacket
    }
  }

  /// Removes packets from the front.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of packets.
  ///   - capacity: The maximum number of bytes.
  /// - Returns: The packets, with offsets from the start of their bytes.
  package mutating func take(_ limit: Int, capacity: Int) -> EncodedPackets {
    var count = 0
    var end = 0
    while count < min(limit, packets.count) {
      let next = Int(packets[count].offset) + Int(packets[count].byteCount)
      guard next <= capacity else { break }
      end = next
      count += 1
    }
    var taken = EncodedPackets()
    taken.bytes = Array(bytes[..<end])
    taken.packets = Array(packets[..<count])
    bytes.removeFirst(end)
    packets.removeFirst(count)
    for index in packets.indices { packets[index].offset -= UInt64(end) }
    return taken
  }

  /// Removes all packets.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    packets.removeAll(keepingCapacity: true)
  }
}

extension PacketEncoder {
  package var framesPerCall: Int { max(format.framesPerPacket, 1) }
}

/// A client's settings for an encoder.
package struct EncoderSettings: Equatable, Sendable {
  /// Bits per second, or 0 for the encoder's default.
  package var bitRate = 0
  /// The encoding effort from 0 to 127, or `nil` for the encoder's default.
  package var quality: Int?
  /// The quality of a variable bit rate from 0 to 127, or `nil` for the encoder's default.
  package var variableQuality: Int?
  /// Bits per sample, if the codec preserves them, or 0 for the encoder's default.
  package var bitDepth = 0
  /// The bit rate strategy, or `nil` for the encoder's default.
  package var strategy: Strategy?
  /// The channel layout in any order.
  ///
  /// The encoder uses its default for `nil`, or for a layout without named loudspeakers.
  package var channelLayout: ChannelLayout?
  /// Whether the packets continue another encoder's stream.
  ///
  /// Such packets must not use bits of earlier packets.
  package var isContinuation = false

  package enum Strategy: Sendable {
    case constant
    case average
    case constrainedVariable
    case variable
  }

  package init() {}
}

package import AudioModel

/// Turns samples into packets of one codec.
///
/// Used by one thread at a time.
package protocol PacketEncoder: AnyObject {
  /// What comes out, complete.
  var format: StreamFormat { get }

  /// The configuration that a decoder needs, or empty where it needs none.
  var magicCookie: [UInt8] { get }

  /// Frames that a decoder gives before the first one that was encoded.
  var primingFrames: Int { get }

  /// Bytes that no packet exceeds.
  var maximumPacketSize: Int { get }

  /// Bits a second, about as many where they vary; 0 where they are not known or cannot be chosen.
  var bitRate: Int { get }

  /// Frames that one call of ``encode(_:into:)`` takes at most: those of a packet, where all have as many.
  var framesPerCall: Int { get }

  /// The order in which channels are taken, where it is known.
  var channelLayout: ChannelLayout? { get }

  /// Encodes frames.
  ///
  /// - Parameters:
  ///   - samples: Interleaved Float32, full scale ±1: ``framesPerCall`` frames, fewer for the last ones only. Any number
  ///     where a packet is one frame.
  ///   - packets: Takes the packets that are done.
  /// - Throws: ``CodecError``.
  func encode(_ samples: Span<Float>, into packets: inout EncodedPackets) throws(CodecError)

  /// Gives what the codec still holds back, so that a decoder gets the last frame that was encoded.
  ///
  /// - Parameters:
  ///   - frameCount: Frames encoded in all.
  ///   - packets: Takes the packets.
  /// - Throws: ``CodecError``.
  func finish(after frameCount: Int, into packets: inout EncodedPackets) throws(CodecError)

  /// Forgets all frames, for a new stream.
  func reset()
}

/// Packets side by side, on their way from an encoder.
package struct EncodedPackets: Equatable, Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Where each lies in ``bytes``.
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

  /// Takes packets out of the front.
  ///
  /// - Parameters:
  ///   - limit: Packets at most.
  ///   - capacity: Bytes at most.
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

  /// Forgets all packets.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    packets.removeAll(keepingCapacity: true)
  }
}

extension PacketEncoder {
  package var framesPerCall: Int { max(format.framesPerPacket, 1) }
}

/// What a client asks of an encoder.
package struct EncoderSettings: Equatable, Sendable {
  /// Bits a second, or 0 for the encoder's choice.
  package var bitRate = 0
  /// How much work, 0 to 127, or `nil` for the encoder's choice.
  package var quality: Int?
  /// How good a variable bit rate is to sound, 0 to 127, or `nil` for the encoder's choice.
  package var variableQuality: Int?
  /// Bits of a sample, where the codec keeps them, or 0 for the encoder's choice.
  package var bitDepth = 0
  /// Whether and how the bit rate may vary, or `nil` for the encoder's choice.
  package var strategy: Strategy?
  /// What the channels are, in any order, or `nil` for the encoder's choice, which also what names no loudspeakers leaves to it.
  package var channelLayout: ChannelLayout?
  /// Whether the packets go on with a stream that another encoder began, so that none may lean on bits of those before it.
  package var isContinuation = false

  package enum Strategy: Sendable {
    case constant
    case average
    case constrainedVariable
    case variable
  }

  package init() {}
}

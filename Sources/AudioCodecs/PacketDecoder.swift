/// Decodes packets of one codec to samples.
///
/// Use from one thread at a time.
package protocol PacketDecoder: AnyObject {
  /// The rate of the output, which is interleaved Float32 with ``channelCount`` channels.
  ///
  /// Both values may become known, or change, with the first packet.
  var sampleRate: Double { get }
  var channelCount: Int { get }

  /// Frames at the start of a stream that the codec excludes from the recording.
  ///
  /// Known after the first packet that yields samples. 0 if the codec does not state them.
  var primingFrames: Int { get }

  /// Decodes one packet. For codecs with constant packets, decodes any whole number of packets.
  ///
  /// - Parameters:
  ///   - packet: The packet from a reader.
  ///   - samples: Receives the interleaved samples with full scale ±1. It is not cleared first.
  /// - Throws: ``CodecError`` if the packet cannot be decoded. `samples` may then contain its first
  ///   frames. Later packets may be valid.
  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError)

  /// Outputs the frames that the codec still buffers.
  func drain(into samples: inout [Float]) throws(CodecError)

  /// Discards all state from earlier packets.
  func reset()
}

/// A decoder of packets that may contain several codec frames without stating their number.
package protocol CountedPacketDecoder: PacketDecoder {
  /// The container's frame count of the next packet, at the rate of the plain codec, or 0 if
  /// unknown.
  ///
  /// Data after these frames is not audio.
  var statedFrameCount: Int { get set }
}

extension PacketDecoder {
  package var primingFrames: Int { 0 }
}

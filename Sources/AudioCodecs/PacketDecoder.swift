/// Turns packets of one codec into samples.
///
/// Used by one thread at a time.
package protocol PacketDecoder: AnyObject {
  /// What comes out: interleaved Float32 at this rate and channel count.
  ///
  /// May become known, or change, with the first packet.
  var sampleRate: Double { get }
  var channelCount: Int { get }

  /// Frames at the start of a stream that the codec itself says are none of the recording.
  ///
  /// Known with the first packet that gives samples; 0 where the codec says nothing.
  var primingFrames: Int { get }

  /// Decodes one packet (for codecs with constant packets: any whole number of them).
  ///
  /// - Parameters:
  ///   - packet: The packet as a reader gives it.
  ///   - samples: Takes the interleaved samples, full scale ±1; not cleared first.
  /// - Throws: ``CodecError`` where the packet cannot be decoded; later packets may still be.
  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError)

  /// Gives what the codec still holds back.
  func drain(into samples: inout [Float]) throws(CodecError)

  /// Forgets all that earlier packets left behind.
  func reset()
}

/// A decoder of packets that may hold several frames of the codec, and do not tell how many.
package protocol CountedPacketDecoder: PacketDecoder {
  /// Frames that the container states for the next packet, at the rate of the plain codec; 0 if it
  /// states none.
  ///
  /// What a decoder finds behind them is no audio.
  var statedFrameCount: Int { get set }
}

extension PacketDecoder {
  package var primingFrames: Int { 0 }
}

import AudioCodecs
import AudioModel
import FuzzSupport

/// Decodes inputs as a codec, its configuration, and its packets, for codecs decoded without a
/// library.
///
/// The decoder must not trap, hang, or produce partial frames. A bad packet must produce no frames.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  let input = fuzzBytes(unsafe memory.bytes)
  guard var stream = FuzzedStream(input[...]) else { return 0 }
  // Making the decoder reads the cookie with our code, even if a library decodes the packets.
  let made = try? DecoderFactory.makeDecoder(format: stream.format, magicCookie: stream.cookie)
  guard stream.isOurs, let decoder = made else { return 0 }
  precondition(decoder.channelCount > 0)
  var samples: [Float] = []
  while let packet = stream.nextPacket() {
    samples.removeAll(keepingCapacity: true)
    do {
      try decoder.decode(packet.span, into: &samples)
      precondition(samples.count.isMultiple(of: decoder.channelCount), "parts of frames")
      precondition(samples.count <= stream.mostSamples(of: packet), "more than there can be")
    } catch {
      precondition(samples.isEmpty, "samples of a bad packet")
    }
  }
  return 0
}

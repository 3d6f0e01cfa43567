import AudioCodecs
import AudioModel
import FuzzSupport

/// Takes inputs for a codec, its configuration and its packets, and decodes them, where the decoder is ours.
///
/// It must not trap, hang, or give other than whole frames; of a bad packet it must give nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  let input = fuzzBytes(unsafe memory.bytes)
  guard var stream = FuzzedStream(input[...]) else { return 0 }
  // A cookie of a codec behind a library is read when the decoder is made: that much is ours.
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

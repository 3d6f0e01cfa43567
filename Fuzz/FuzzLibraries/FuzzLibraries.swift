import AudioCodecs
import AudioModel
import FuzzSupport

/// Decodes inputs as packets of a codec that a library decodes, alternating good and bad packets.
///
/// The decoder must not trap, hang, produce partial frames, or exceed the maximum frames of a
/// packet. It must continue after a refused packet.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  let input = fuzzBytes(unsafe memory.bytes)
  guard var stream = LibraryStream(input[...]),
    let decoder = try? DecoderFactory.makeDecoder(
      format: stream.codec.format, magicCookie: stream.codec.cookie)
  else { return 0 }
  var samples: [Float] = []
  while let packet = stream.nextPacket() {
    samples.removeAll(keepingCapacity: true)
    do {
      try decoder.decode(packet.span, into: &samples)
    } catch {
      precondition(error == .badPacket || error == .badConfiguration, "a library that is missing")
    }
    check(samples.count, of: decoder)
  }
  samples.removeAll(keepingCapacity: true)
  try? decoder.drain(into: &samples)
  check(samples.count, of: decoder)
  return 0
}

private func check(_ sampleCount: Int, of decoder: any PacketDecoder) {
  let channels = max(decoder.channelCount, 1)
  precondition(sampleCount.isMultiple(of: channels), "parts of frames")
  precondition(sampleCount / channels <= 1 << 23, "more than there can be")
}

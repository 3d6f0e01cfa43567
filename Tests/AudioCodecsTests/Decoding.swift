import AudioCodecs
import AudioModel

/// Decodes one packet.
func decode(
  _ packet: [UInt8], by decoder: any PacketDecoder, into samples: inout [Float]
) throws(CodecError) {
  try decoder.decode(packet.span, into: &samples)
}

/// Decodes packets one after the other.
func decodeAll(
  _ packets: [[UInt8]], format: StreamFormat, cookie: [UInt8] = []
) throws -> [Float] {
  let decoder = try DecoderFactory.makeDecoder(format: format, magicCookie: cookie)
  var samples: [Float] = []
  for packet in packets {
    try decoder.decode(packet.span, into: &samples)
  }
  try decoder.drain(into: &samples)
  return samples
}

/// Decodes packets, resets the decoder, and decodes them again.
func decodeTwice(
  _ packets: [[UInt8]], by decoder: any PacketDecoder
) throws -> (first: [Float], second: [Float]) {
  var runs: [[Float]] = [[], []]
  for run in runs.indices {
    for packet in packets { try decode(packet, by: decoder, into: &runs[run]) }
    decoder.reset()
  }
  return (runs[0], runs[1])
}

/// Decodes packets one after the other, with silence for undecodable ones.
func decodeWithSilence(
  _ packets: [[UInt8]], by decoder: any PacketDecoder, frameCount: Int
) -> (samples: [Float], badPackets: [Int]) {
  var samples: [Float] = []
  var bad: [Int] = []
  for (index, packet) in packets.enumerated() {
    do throws(CodecError) {
      try decoder.decode(packet.span, into: &samples)
    } catch {
      bad.append(index)
      samples.append(contentsOf: repeatElement(0, count: frameCount * decoder.channelCount))
    }
  }
  return (samples, bad)
}

extension StreamFormat {
  static func mpeg(_ layer: Int, _ sampleRate: Int, _ channelCount: Int) -> StreamFormat {
    let identifiers: [FourCC] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
    let frames = layer == 1 ? 384 : layer == 3 && sampleRate < 32000 ? 576 : 1152
    return StreamFormat(
      sampleRate: Double(sampleRate), formatID: identifiers[layer - 1], framesPerPacket: frames,
      channelCount: channelCount)
  }

  static func aac(_ sampleRate: Int, _ channelCount: Int) -> StreamFormat {
    StreamFormat(
      sampleRate: Double(sampleRate), formatID: .mpeg4AAC, framesPerPacket: 1024,
      channelCount: channelCount)
  }
}

import AudioModel

/// Decodes Apple Lossless: every sample as it was encoded, up to 24 bits exact in Float32.
///
/// Channels come in the order of the packet's elements, which is that of Core Audio's layouts for MPEG (`C L R Ls Rs LFE`
/// for 5.1).
///
/// Source: the Apple Lossless format specification.
final class ALACDecoder: PacketDecoder {
  let sampleRate: Double
  let channelCount: Int
  private let configuration: ALACConfiguration
  private var first: [Int32]
  private var second: [Int32]
  /// Low bits that were set aside before prediction.
  private var lowBits: [Int32] = []

  init(_ format: StreamFormat, _ magicCookie: [UInt8]) throws(CodecError) {
    configuration = try ALACConfiguration(magicCookie: magicCookie)
    channelCount = configuration.channelCount
    sampleRate = configuration.sampleRate > 0 ? Double(configuration.sampleRate) : format.sampleRate
    first = Array(repeating: 0, count: configuration.framesPerPacket)
    second = first
  }

  func drain(into samples: inout [Float]) {}

  func reset() {}

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    let start = samples.count
    do {
      try decodeElements(packet, into: &samples)
    } catch {
      samples.removeSubrange(start...)
      throw error
    }
  }

  private func decodeElements(
    _ packet: Span<UInt8>, into samples: inout [Float]
  ) throws(CodecError) {
    var bits = PacketBits(packet)
    let start = samples.count
    var channel = 0
    var frameCount: Int?
    while channel < channelCount {
      guard !bits.isAtEnd else { throw .badPacket }
      switch bits.read(3) {
      case 0, 3: try decodeElement(1)
      case 1: try decodeElement(2)
      case 4: skipData(&bits)
      case 6: skipFill(&bits)
      default: throw .badPacket
      }
    }

    /// Decodes one channel or two.
    func decodeElement(_ count: Int) throws(CodecError) {
      guard channel + count <= channelCount else { throw .badPacket }
      var element = try ALACElement(&bits, configuration, channelCount: count)
      guard element.frameCount == frameCount ?? element.frameCount else { throw .badPacket }
      if frameCount == nil {
        frameCount = element.frameCount
        samples.append(zeros: element.frameCount * channelCount)
      }
      try element.read(&bits, &first, &second, &lowBits)
      let scale = 1 / Float(1 << (configuration.bitDepth - 1))
      Self.spread(first, element.frameCount, scale, into: &samples, start + channel, channelCount)
      if count == 2 {
        Self.spread(
          second, element.frameCount, scale, into: &samples, start + channel + 1, channelCount)
      }
      channel += count
    }
  }

  /// Puts one channel among the others.
  private static func spread(
    _ channel: [Int32], _ count: Int, _ scale: Float, into samples: inout [Float], _ start: Int,
    _ stride: Int
  ) {
    let channel = channel.span
    var all = samples.mutableSpan
    var position = start
    for index in 0..<count {
      all[position] = Float(channel[index]) * scale
      position += stride
    }
  }

  /// Passes over an element of data.
  private func skipData(_ bits: inout PacketBits) {
    _ = bits.read(4)
    let isAligned = bits.read(1) == 1
    var count = bits.read(8)
    if count == 255 { count += bits.read(8) }
    if isAligned { bits.skipToByte() }
    bits.skip(Int(count) * 8)
  }

  /// Passes over an element of nothing.
  private func skipFill(_ bits: inout PacketBits) {
    var count = bits.read(4)
    // The second count may be 0.
    if count == 15 { count = count + bits.read(8) - 1 }
    bits.skip(Int(count) * 8)
  }
}

import AudioModel

/// Decodes Apple Lossless.
///
/// Samples are exact: as integers, and as Float32 up to 24 bits.
///
/// Channels are in the order of the packet's elements. This is also the order of Core Audio's MPEG
/// layouts (`C L R Ls Rs LFE` for 5.1).
///
/// Source: the Apple Lossless format specification.
final class ALACDecoder: IntegerPacketDecoder {
  let sampleRate: Double
  let channelCount: Int
  var bitDepth: Int { configuration.bitDepth }
  private let configuration: ALACConfiguration
  private var first: [Int32]
  private var second: [Int32]

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
    let scale = 1 / Float(1 << (configuration.bitDepth - 1))
    do throws(CodecError) {
      try decodeElements(packet) { element, channel in
        if channel == 0 { samples.append(zeros: element.frameCount * channelCount) }
        var all = samples.mutableSpan
        element.write(first, second, into: &all, at: start + channel, of: channelCount) {
          Float($0) * scale
        }
      }
    } catch {
      samples.removeSubrange(start...)
      throw error
    }
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Int32]) throws(CodecError) {
    let start = samples.count
    let shift = Int32(32 - configuration.bitDepth)
    do throws(CodecError) {
      try decodeElements(packet) { element, channel in
        if channel == 0 { samples.append(zeros: element.frameCount * channelCount) }
        var all = samples.mutableSpan
        element.write(first, second, into: &all, at: start + channel, of: channelCount) {
          $0 &<< shift
        }
      }
    } catch {
      samples.removeSubrange(start...)
      throw error
    }
  }

  /// Decodes all channels.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - take: Receives each element and its first channel number, in ascending order. The samples
  ///     are in ``first``, and in ``second`` if the element has two channels.
  /// - Throws: ``CodecError``.
  private func decodeElements(
    _ packet: Span<UInt8>, _ take: (_ element: ALACElement, _ channel: Int) -> Void
  ) throws(CodecError) {
    var bits = PacketBits(packet)
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
      frameCount = element.frameCount
      try element.read(&bits, &first, &second)
      take(element, channel)
      channel += count
    }
  }

  /// Skips a data element.
  private func skipData(_ bits: inout PacketBits) {
    _ = bits.read(4)
    let isAligned = bits.read(1) == 1
    var count = bits.read(8)
    if count == 255 { count += bits.read(8) }
    if isAligned { bits.skipToByte() }
    bits.skip(Int(count) * 8)
  }

  /// Skips a fill element.
  private func skipFill(_ bits: inout PacketBits) {
    var count = bits.read(4)
    // The second count may be 0.
    if count == 15 { count = count + bits.read(8) - 1 }
    bits.skip(Int(count) * 8)
  }
}

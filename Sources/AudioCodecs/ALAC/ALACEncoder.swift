import AudioModel

/// Encodes Apple Lossless with 16, 20, 24, or 32 bits, in packets of 4096 frames.
///
/// Channels are in the order of Core Audio's MPEG layouts (`C L R Ls Rs LFE` for 5.1). The order
/// applies to both the input and the elements.
///
/// Source: the Apple Lossless format specification.
final class ALACEncoder: IntegerPacketEncoder {
  let format: StreamFormat
  let primingFrames = 0
  let bitRate = 0
  let channelLayout: ChannelLayout?
  private let bitDepth: Int
  /// The type, first channel, and channel count of each element.
  private let elements: [Element]
  private var channels: [[Int32]]
  private var parts: ALACParts
  /// The residuals of an element's first part and second part.
  private var firstResiduals: [Int32]
  private var secondResiduals: [Int32]
  /// The coefficients of each channel, which adapt from packet to packet.
  private var coefficients: [[Int32]]
  /// The number of packets to which the coefficients have adapted.
  private var learnedPackets = 0

  private typealias Element = (type: UInt32, channel: Int, count: Int)

  private static let framesPerPacket = 4096
  private static let historyMultiplier: UInt32 = 40
  private static let initialHistory: UInt32 = 10
  private static let limit = 14
  /// The fixed-point shift of the sum of products.
  private static let shift: Int32 = 9
  /// Packets between resets of the coefficients.
  ///
  /// Each such group is independent, so several encoders can share a stream.
  private static let packetsPerStart = 4
  /// Initial coefficients, close to the result for low-pitched music.
  private static let start: [Int32] = [1216, -928, -64, 0, 0, 0, 0, 0]

  init(_ format: StreamFormat, _ settings: EncoderSettings) throws(CodecError) {
    // The flags are Core Audio's `kAppleLosslessFormatFlag_16BitSourceData` and its successors.
    let stated = [1: 16, 2: 20, 3: 24, 4: 32][format.formatFlags]
    bitDepth = settings.bitDepth > 0 ? settings.bitDepth : stated ?? 16
    guard [16, 20, 24, 32].contains(bitDepth), (1...8).contains(format.channelCount),
      format.sampleRate >= 1, format.sampleRate < 1e9
    else { throw .unsupportedFormat }
    channelLayout = try Self.abilities.layout(format.channelCount, settings.channelLayout)
    var format = format
    format.formatFlags = [16: 1, 20: 2, 24: 3, 32: 4][bitDepth] ?? 0
    format.framesPerPacket = Self.framesPerPacket
    format.bytesPerPacket = 0
    format.bytesPerFrame = 0
    format.bitsPerChannel = 0
    self.format = format
    let counts = [
      [], [1], [2], [1, 2], [1, 2, 1], [1, 2, 2], [1, 2, 2, 1], [1, 2, 2, 1, 1], [1, 2, 2, 2, 1],
    ]
    var elements: [(UInt32, Int, Int)] = []
    var channel = 0
    for count in counts[format.channelCount] {
      let isLast = channel + count == format.channelCount
      // The last single channel of 5.1 and more is LFE, which has a separate element type.
      let isLow = count == 1 && isLast && format.channelCount >= 6
      elements.append((count == 2 ? 1 : isLow ? 3 : 0, channel, count))
      channel += count
    }
    self.elements = elements
    let empty = [Int32](repeating: 0, count: Self.framesPerPacket)
    channels = Array(repeating: empty, count: format.channelCount)
    parts = ALACParts(frameCount: Self.framesPerPacket)
    firstResiduals = empty
    secondResiduals = empty
    coefficients = Array(repeating: Self.start, count: format.channelCount)
  }

  /// Any sample rate, with channels in the order of the elements.
  static var abilities: EncoderAbilities {
    // Mono, stereo, then the layouts MPEG 3.0 B, 4.0 B, 5.0 D and 5.1 D, AAC 6.1, MPEG 7.1 B.
    let numbers: [UInt32] = [100, 101, 114, 116, 120, 124, 142, 127]
    var abilities = EncoderAbilities()
    for (number, count) in zip(numbers, 1...) {
      abilities.layouts[count] = [ChannelLayout(tag: number << 16 | UInt32(count))]
    }
    return abilities
  }

  /// The configuration in the form of `ALACSpecificConfig`.
  var magicCookie: [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    return word(Self.framesPerPacket) + [
      0, UInt8(bitDepth), UInt8(Self.historyMultiplier), UInt8(Self.initialHistory),
      UInt8(Self.limit), UInt8(format.channelCount), 0, 255,
    ] + word(maximumPacketSize) + word(0) + word(Int(format.sampleRate))
  }

  var maximumPacketSize: Int {
    // All samples uncompressed, and the headers of the elements.
    Self.framesPerPacket * format.channelCount * bitDepth / 8 + format.channelCount * 8 + 8
  }

  func finish(after frameCount: Int, into packets: inout EncodedPackets) {}

  func reset() {
    coefficients = Array(repeating: Self.start, count: format.channelCount)
    learnedPackets = 0
  }

  func encode(_ samples: Span<Float>, into packets: inout EncodedPackets) {
    let width = format.channelCount
    let frameCount = samples.count / width
    precondition(
      frameCount <= Self.framesPerPacket,
      "a packet holds at most \(Self.framesPerPacket) frames, not \(frameCount)")
    let scale = Float(1 << (bitDepth - 1))
    let (least, most) = Self.range(bitDepth)
    for channel in 0..<width {
      var one = channels[channel].mutableSpan
      var position = channel
      for frame in 0..<frameCount {
        let scaled = (samples[position] * scale).rounded(.toNearestOrEven)
        // NaN fails all comparisons and becomes silence.
        one[frame] =
          scaled >= scale
          ? most : scaled >= -scale ? Int32(scaled) : scaled < -scale ? least : 0
        position += width
      }
    }
    encodeChannels(frameCount, into: &packets)
  }

  func encode(_ samples: Span<Int32>, into packets: inout EncodedPackets) {
    let width = format.channelCount
    let frameCount = samples.count / width
    precondition(
      frameCount <= Self.framesPerPacket,
      "a packet holds at most \(Self.framesPerPacket) frames, not \(frameCount)")
    let shift = Int32(32 - bitDepth)
    // Round to nearest, with ties to even, and limit to the maximum.
    let below = shift == 0 ? 0 : Int32(1) << (shift - 1) - 1
    let odd: Int32 = shift == 0 ? 0 : 1
    let top = Int32.max - below - odd
    for channel in 0..<width {
      var one = channels[channel].mutableSpan
      var position = channel
      for frame in 0..<frameCount {
        let sample = min(samples[position], top)
        one[frame] = (sample &+ below &+ ((sample &>> shift) & odd)) &>> shift
        position += width
      }
    }
    encodeChannels(frameCount, into: &packets)
  }

  /// Returns the minimum and maximum sample with the given bits.
  private static func range(_ bitDepth: Int) -> (Int32, Int32) {
    (Int32.min >> Int32(32 - bitDepth), Int32.max >> Int32(32 - bitDepth))
  }

  /// Encodes a packet from ``channels``.
  private func encodeChannels(_ frameCount: Int, into packets: inout EncodedPackets) {
    if learnedPackets == Self.packetsPerStart { reset() }
    learnedPackets += 1
    var bits = PacketBitWriter(capacity: maximumPacketSize)
    for element in elements { encode(element, frameCount, to: &bits) }
    bits.write(7, 3)
    packets.append(bits.finish(), frameCount: Self.framesPerPacket)
  }

  private func encode(_ element: Element, _ frameCount: Int, to bits: inout PacketBitWriter) {
    let start = bits.mark
    let learned = (0..<element.count).map { coefficients[element.channel + $0] }
    encodePredicted(element, frameCount, to: &bits)
    let plainBits = 16 + 32 + frameCount * element.count * bitDepth
    if bits.bitCount - start.bitCount < plainBits { return }
    bits.goBack(to: start)
    for index in 0..<element.count { coefficients[element.channel + index] = learned[index] }
    writeHead(element, frameCount, lowBytes: 0, isPlain: true, to: &bits)
    writeBits(bitDepth, of: element, frameCount, to: &bits)
  }

  /// Writes the low bits of each sample, with those of a frame adjacent.
  private func writeBits(
    _ count: Int, of element: Element, _ frameCount: Int, to bits: inout PacketBitWriter
  ) {
    let first = channels[element.channel]
    let second = channels[element.channel + element.count - 1]
    let (one, other) = (first.span, second.span)
    let isPair = element.count == 2
    for frame in 0..<frameCount {
      bits.write(UInt32(bitPattern: one[frame]), count)
      if isPair { bits.write(UInt32(bitPattern: other[frame]), count) }
    }
  }

  private func writeHead(
    _ element: Element, _ frameCount: Int, lowBytes: UInt32, isPlain: Bool,
    to bits: inout PacketBitWriter
  ) {
    bits.write(element.type, 3)
    // The instance number among elements of the same type.
    bits.write(
      UInt32(elements.filter { $0.type == element.type && $0.channel < element.channel }.count), 4)
    bits.write(0, 12)
    let isPartial = frameCount != Self.framesPerPacket
    bits.write(isPartial ? 1 : 0, 1)
    bits.write(lowBytes, 2)
    bits.write(isPlain ? 1 : 0, 1)
    if isPartial { bits.write(UInt32(frameCount), 32) }
  }

  private func encodePredicted(
    _ element: Element, _ frameCount: Int, to bits: inout PacketBitWriter
  ) {
    let isPair = element.count == 2
    // Of 24 or 32 bits, the lowest are noise except in silence.
    let lowBitCount = bitDepth == 32 ? 16 : bitDepth == 24 ? 8 : 0
    writeHead(element, frameCount, lowBytes: UInt32(lowBitCount / 8), isPlain: false, to: &bits)
    let isMixed = split(element, frameCount, withoutLowBits: Int32(lowBitCount))
    bits.write(isMixed ? 1 : 0, 8)
    bits.write(isMixed ? 1 : 0, 8)
    let sampleBits = bitDepth - lowBitCount + (isPair ? 1 : 0)
    if learnedPackets == 1 { start(element, frameCount) }
    let predictors = (0..<element.count).map {
      ALACPredictor(
        mode: 0, shift: Self.shift, coefficients: coefficients[element.channel + $0])
    }
    for predictor in predictors { writeHead(predictor, to: &bits) }
    if lowBitCount > 0 { writeBits(lowBitCount, of: element, frameCount, to: &bits) }
    extract(element, predictors, frameCount, sampleBits: sampleBits)
    let code = ALACResiduals(
      historyMultiplier: Self.historyMultiplier, initialHistory: Self.initialHistory,
      limit: Self.limit)
    code.write(firstResiduals, frameCount, sampleBits: sampleBits, to: &bits)
    if isPair { code.write(secondResiduals, frameCount, sampleBits: sampleBits, to: &bits) }
  }

  /// Initializes the coefficients of an element's channels from its parts.
  private func start(_ element: Element, _ frameCount: Int) {
    for index in 0..<element.count {
      let samples = index == 0 ? parts.first : parts.second
      coefficients[element.channel + index] =
        ALACPredictor.start(samples, frameCount, shift: Self.shift) ?? Self.start
    }
  }

  /// Computes the parts of an element's channels, and returns whether they are mixed.
  private func split(
    _ element: Element, _ frameCount: Int, withoutLowBits lowBitCount: Int32
  ) -> Bool {
    let first = channels[element.channel]
    let left = first.span.extracting(first: frameCount)
    guard element.count == 2 else {
      parts.take(left, withoutLowBits: lowBitCount)
      return false
    }
    let second = channels[element.channel + 1]
    let right = second.span.extracting(first: frameCount)
    return parts.take(left, right, withoutLowBits: lowBitCount)
  }

  /// Writes the prediction parameters of one channel.
  private func writeHead(_ predictor: ALACPredictor, to bits: inout PacketBitWriter) {
    bits.write(0, 4)
    bits.write(UInt32(predictor.shift), 4)
    bits.write(4, 3)
    bits.write(UInt32(predictor.coefficients.count), 5)
    for coefficient in predictor.coefficients { bits.write(UInt32(bitPattern: coefficient), 16) }
  }

  /// Computes residuals of the parts, and stores the adapted coefficients.
  private func extract(
    _ element: Element, _ predictors: [ALACPredictor], _ frameCount: Int, sampleBits: Int
  ) {
    var one = predictors[0]
    if element.count == 2 {
      var other = predictors[1]
      ALACPredictor.extract(
        &one, &other, parts.first, parts.second, frameCount, sampleBits: sampleBits,
        into: &firstResiduals, &secondResiduals)
      coefficients[element.channel + 1] = other.coefficients
    } else {
      one.extract(parts.first, frameCount, sampleBits: sampleBits, into: &firstResiduals)
    }
    coefficients[element.channel] = one.coefficients
  }
}

import AudioModel
import AudioSyntax

/// Writes the `fmt ` chunk of a WAVE file.
///
/// Source: `WAVEFORMATEX` and `WAVEFORMATEXTENSIBLE` in Microsoft's *Multiple Channel Audio Data
/// and WAVE Files* (2007); format tags: RFC 2361.
struct WAVFormatWriter: Sendable {
  /// The format as a reader reports it.
  let stream: StreamFormat
  let chunk: DataChunk
  /// Whether a `fact` chunk must state the frames, as for all formats except integer PCM.
  let needsFact: Bool

  /// Creates the chunk.
  ///
  /// - Throws: ``ContainerWriteError`` if WAVE cannot carry the format or layout.
  init(_ format: StreamFormat, _ layout: ChannelLayout?) throws(ContainerWriteError) {
    let sample = try Sample(format)
    let channels = format.channelCount
    let frame = sample.container * channels
    let rate = format.sampleRate
    guard (1...0xFFFF).contains(channels), frame <= 0xFFFF, rate >= 1, rate < 0x1p32,
      rate == rate.rounded(.towardZero),
      let bytesPerSecond = UInt32(exactly: rate * Double(frame))
    else { throw .unsupportedFormat }
    let mask = try Self.mask(of: layout, channels: channels)
    let usual: UInt32 = channels == 1 ? 4 : channels == 2 ? 3 : 0
    // "Multiple Channel Audio Data and WAVE Files" requires the extension for more than two
    // channels, for integers of more than 16 bits, and for bits that do not fill their bytes.
    let isExtensible =
      channels > 2 || (mask != 0 && mask != usual) || (sample.tag == 1 && sample.bits > 16)
      || sample.bits != sample.container * 8
    var body: [UInt8] = .little(isExtensible ? UInt16(0xFFFE) : sample.tag)
    body.append(little: UInt16(channels))
    body.append(little: UInt32(rate))
    body.append(little: bytesPerSecond)
    body.append(little: UInt16(frame))
    body.append(little: UInt16(sample.container * 8))
    if isExtensible {
      body.append(little: UInt16(22))
      body.append(little: UInt16(sample.bits))
      body.append(little: mask == 0 && channels <= 2 ? usual : mask)
      body.append(little: sample.tag)
      body.append(contentsOf: Self.subtypeTail)
    } else if sample.tag != 1 {
      body.append(little: UInt16(0))
    }
    chunk = DataChunk(FourCC("f", "m", "t", " "), body)
    needsFact = sample.tag != 1
    stream = sample.stream(like: format)
  }

  /// The last 14 bytes of every `KSDATAFORMAT_SUBTYPE`: 0000-0010-8000-00AA00389B71.
  private static let subtypeTail: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]

  private static func mask(
    of layout: ChannelLayout?, channels: Int
  ) throws(ContainerWriteError) -> UInt32 {
    guard let layout else { return 0 }
    guard let mask = layout.speakerBits, mask.nonzeroBitCount == channels else {
      // A layout that only counts the channels does not name speakers.
      if layout.tag >> 16 == 0xFFFF || layout.tag >> 16 == 147 { return 0 }
      throw .unsupportedProperty
    }
    return mask
  }
}

/// The storage of one sample in the file.
private struct Sample {
  /// The format tag.
  var tag: UInt16
  /// Bytes of the sample's container.
  var container: Int
  var bits: Int
  var flags: StreamFormat.PCMFlags

  init(_ format: StreamFormat) throws(ContainerWriteError) {
    switch format.formatID {
    case .aLaw:
      self.init(tag: 6, container: 1, bits: 8, flags: [])
      return
    case .muLaw:
      self.init(tag: 7, container: 1, bits: 8, flags: [])
      return
    case .linearPCM: break
    default: throw .unsupportedFormat
    }
    guard let container = format.sampleByteCount else { throw .unsupportedFormat }
    let given = format.pcmFlags
    let bits = format.bitsPerChannel
    let isPacked = bits == container * 8
    guard !given.contains(.bigEndian) || container == 1, isPacked || given.contains(.alignedHigh)
    else { throw .unsupportedFormat }
    var flags: StreamFormat.PCMFlags = isPacked ? .packed : .alignedHigh
    if given.contains(.float) {
      guard isPacked, container == 4 || container == 8 else { throw .unsupportedFormat }
      flags.insert(.float)
      self.init(tag: 3, container: container, bits: bits, flags: flags)
    } else {
      // One-byte samples are unsigned. All others are signed.
      guard container <= 4, given.contains(.signedInteger) == (container > 1) else {
        throw .unsupportedFormat
      }
      if container > 1 { flags.insert(.signedInteger) }
      self.init(tag: 1, container: container, bits: bits, flags: flags)
    }
  }

  /// The format as a reader reports it.
  func stream(like format: StreamFormat) -> StreamFormat {
    var stream = format
    stream.formatFlags = flags.rawValue
    stream.bytesPerPacket = container * format.channelCount
    stream.framesPerPacket = 1
    stream.bytesPerFrame = stream.bytesPerPacket
    stream.bitsPerChannel = bits
    return stream
  }

  private init(tag: UInt16, container: Int, bits: Int, flags: StreamFormat.PCMFlags) {
    self.tag = tag
    self.container = container
    self.bits = bits
    self.flags = flags
  }
}

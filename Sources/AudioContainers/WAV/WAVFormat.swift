import AudioModel
import AudioSyntax

/// The contents of a WAVE file's `fmt ` chunk, in Core Audio's terms.
///
/// Source: `WAVEFORMATEX` and `WAVEFORMATEXTENSIBLE` in Microsoft's *Multiple Channel Audio Data
/// and WAVE Files* (2007); format tags: RFC 2361.
struct WAVFormat: Equatable, Sendable {
  /// The format, with constant packets.
  var stream: StreamFormat
  /// The layout, if the file states it or the channel count has a default.
  var layout: ChannelLayout?
  /// Whether the file itself states the layout.
  var statesLayout: Bool
  /// The body, if a decoder requires it as its configuration; otherwise empty.
  var cookie: [UInt8] = []

  /// Bytes of the shortest body with every field that PCM needs.
  static let shortestBody: UInt32 = 16
  /// Maximum number of body bytes to read.
  ///
  /// They cover `WAVEFORMATEXTENSIBLE`, and Microsoft's ADPCM with its coefficients.
  static let longestBody: UInt32 = 64

  /// Reads the body of a `fmt ` chunk: the first 16 bytes and the optional extension.
  ///
  /// - Parameters:
  ///   - body: At least ``shortestBody`` bytes.
  ///   - isBigEndian: Whether numbers and samples have their most significant byte first.
  ///   - offset: Position of the body in the file, for the error.
  /// - Throws: ``ContainerError`` if fields contradict each other or the codec is unsupported.
  init(
    body: Span<UInt8>, isBigEndian: Bool = false, at offset: UInt64
  ) throws(ContainerError) {
    let fields = Fields(body: body, isBigEndian: isBigEndian)
    guard fields.channelCount > 0, fields.sampleRate > 0 else {
      throw ContainerError(.malformed, at: offset)
    }
    switch fields.tag {
    case 1: stream = try fields.integer(at: offset)
    case 3: stream = try fields.float(at: offset)
    case 6: stream = try fields.companded(.aLaw, at: offset)
    case 7: stream = try fields.companded(.muLaw, at: offset)
    case 2: stream = try fields.adaptive(.microsoftADPCM, header: 7, at: offset)
    case 0x11: stream = try fields.adaptive(.intelIMA, header: 4, at: offset)
    case 0x31: stream = try fields.speech(at: offset)
    default: throw ContainerError(.unsupportedFormat, at: offset)
    }
    layout = fields.layout
    statesLayout = fields.channelMask != 0 && layout != nil
    if isBigEndian, stream.isLinearPCM, stream.bitsPerChannel > 8 {
      stream.formatFlags |= StreamFormat.PCMFlags.bigEndian.rawValue
    }
    if WaveFormatCookie.codecs.contains(stream.formatID) { cookie = body.indices.map { body[$0] } }
  }
}

/// The fields as the file stores them.
private struct Fields {
  /// The format tag, or that of the extension; `nil` if the extension does not name a tag.
  var tag: UInt16?
  var channelCount: Int
  var sampleRate: Int
  /// Bytes of one frame; 0 if the file leaves it out.
  var blockAlignment: Int
  /// Bits of a sample's container, or of the sample.
  var bitsPerSample: Int
  /// Bits of the sample in its container; 0 if not stated.
  var validBits = 0
  /// A bit for each speaker; 0 if not stated.
  var channelMask: UInt32 = 0
  /// Whether the channels are those of a sound field, not of loudspeakers.
  ///
  /// Source: *File Format for B-Format* (Dobson, 2000): 0721-11D3-8644-C8C1CA000000 after the tag.
  var isAmbisonic = false

  init(body: Span<UInt8>, isBigEndian: Bool) {
    func number16(_ index: Int) -> UInt16 {
      isBigEndian ? body.bigEndian16(at: index) : body.littleEndian16(at: index)
    }
    func number32(_ index: Int) -> UInt32 {
      isBigEndian ? body.bigEndian32(at: index) : body.littleEndian32(at: index)
    }
    let outerTag = number16(0)
    tag = outerTag
    channelCount = Int(number16(2))
    sampleRate = Int(number32(4))
    blockAlignment = Int(number16(12))
    bitsPerSample = Int(number16(14))
    guard outerTag == 0xFFFE else { return }
    tag = nil
    // Every KSDATAFORMAT_SUBTYPE ends with the same 14 bytes: 0000-0010-8000-00AA00389B71.
    guard body.count >= 40, let subtype = UInt16(exactly: number32(24)) else { return }
    switch (number16(28), number16(30), body.littleEndian64(at: 32)) {
    case (0, 0x10, 0x719B_3800_AA00_0080): break
    case (0x0721, 0x11D3, 0x0000_00CA_C1C8_4486): isAmbisonic = true
    default: return
    }
    tag = subtype
    validBits = Int(number16(18))
    channelMask = number32(20)
  }
}

extension Fields {
  /// Linear PCM of integers: unsigned up to 8 bits, signed above.
  ///
  /// Samples smaller than their bytes are aligned to the high end. Both Microsoft's paper and the
  /// specification of 1991 state this.
  func integer(at offset: UInt64) throws(ContainerError) -> StreamFormat {
    let container = try containerByteCount(at: offset)
    let stated = validBits > 0 ? validBits : bitsPerSample
    guard (1...4).contains(container) || (container == 8 && stated == 64) else {
      throw ContainerError(.unsupportedFormat, at: offset)
    }
    let bits = stated > 0 && stated <= container * 8 ? stated : container * 8
    var flags: StreamFormat.PCMFlags = bits == container * 8 ? .packed : .alignedHigh
    if container > 1 { flags.insert(.signedInteger) }
    return linear(container: container, bits: bits, flags: flags)
  }

  func float(at offset: UInt64) throws(ContainerError) -> StreamFormat {
    let container = try containerByteCount(at: offset)
    guard container == 4 || container == 8 else {
      throw ContainerError(.unsupportedFormat, at: offset)
    }
    return linear(container: container, bits: container * 8, flags: [.float, .packed])
  }

  /// A-law or mu-law, one byte per sample.
  func companded(_ codec: FourCC, at offset: UInt64) throws(ContainerError) -> StreamFormat {
    guard blockAlignment == channelCount || blockAlignment == 0 else {
      throw ContainerError(.malformed, at: offset)
    }
    var format = linear(container: 1, bits: 8, flags: [])
    format.formatID = codec
    return format
  }

  /// ADPCM in blocks: a header of `header` bytes for each channel, then four bits per sample.
  ///
  /// The header holds two samples of Microsoft's ADPCM, or one of Intel's.
  ///
  /// Source: *New Multimedia Data Types and Data Techniques* (Microsoft, 1994), "Microsoft ADPCM"
  /// and "DVI ADPCM".
  func adaptive(
    _ codec: FourCC, header: Int, at offset: UInt64
  ) throws(ContainerError) -> StreamFormat {
    let bytes = blockAlignment - header * channelCount
    guard (1...2).contains(channelCount), bitsPerSample == 4, bytes > 0 else {
      throw ContainerError(.unsupportedFormat, at: offset)
    }
    let isMicrosoft = codec == .microsoftADPCM
    let frames =
      isMicrosoft ? 2 + bytes * 2 / channelCount : 1 + bytes / (4 * channelCount) * 8
    return StreamFormat(
      sampleRate: Double(sampleRate), formatID: codec, bytesPerPacket: blockAlignment,
      framesPerPacket: frames, channelCount: channelCount)
  }

  /// GSM 06.10: two frames of 160 samples in 65 bytes.
  ///
  /// Source: *New Multimedia Data Types and Data Techniques*, "GSM 6.10".
  func speech(at offset: UInt64) throws(ContainerError) -> StreamFormat {
    guard channelCount == 1, blockAlignment == 65 else {
      throw ContainerError(.unsupportedFormat, at: offset)
    }
    return StreamFormat(
      sampleRate: Double(sampleRate), formatID: .microsoftGSM, bytesPerPacket: 65,
      framesPerPacket: 320, channelCount: 1)
  }

  /// Bytes of one sample of one channel.
  private func containerByteCount(at offset: UInt64) throws(ContainerError) -> Int {
    let ofBits = (bitsPerSample + 7) / 8
    guard blockAlignment > 0 else {
      guard ofBits > 0 else { throw ContainerError(.malformed, at: offset) }
      return ofBits
    }
    let container = blockAlignment / channelCount
    guard blockAlignment.isMultiple(of: channelCount), container >= ofBits else {
      throw ContainerError(.malformed, at: offset)
    }
    return container
  }

  private func linear(
    container: Int, bits: Int, flags: StreamFormat.PCMFlags
  ) -> StreamFormat {
    StreamFormat(
      sampleRate: Double(sampleRate), formatID: .linearPCM, formatFlags: flags.rawValue,
      bytesPerPacket: container * channelCount, framesPerPacket: 1,
      bytesPerFrame: container * channelCount, channelCount: channelCount, bitsPerChannel: bits)
  }

  /// The speakers of the mask if it has one for each channel; without a mask, the default of one or
  /// two channels.
  var layout: ChannelLayout? {
    // `kAudioChannelLayoutTag_Ambisonic_B_Format`: W, X, Y, Z.
    if isAmbisonic { return channelCount == 4 ? ChannelLayout(tag: 107 << 16 | 4) : nil }
    return switch (channelCount, channelMask) {
    case (1, 0), (1, 4): .mono
    case (2, 0), (2, 3): .stereo
    case (_, let mask) where mask.nonzeroBitCount == channelCount: .bitmap(mask)
    default: nil
    }
  }
}

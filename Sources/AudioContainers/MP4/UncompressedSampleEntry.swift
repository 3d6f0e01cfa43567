import AudioModel
import AudioSyntax

/// Describes a sample entry of linear PCM, A-law, mu-law, or IMA 4:1, whose packets all have one
/// size.
///
/// Sources: *QuickTime File Format*, "Sound Sample Descriptions" and "Sound Media Data Formats";
/// ISO/IEC 23003-5, 5.
struct UncompressedSampleEntry {
  let entry: SoundSampleEntry

  private var channelCount: Int { entry.channelCount }
  private var bitsPerSample: Int { entry.bitsPerSample }

  /// Describes the sound.
  ///
  /// - Parameter bytes: The bytes of the entry.
  /// - Returns: `nil` if the codec is not one of these, or if its values are invalid.
  func description(_ bytes: Span<UInt8>) -> SoundDescription? {
    switch entry.codec {
    case .raw where bitsPerSample <= 8: linear(bits: 8, [.packed])
    case .raw, .none, .twos:
      linear(bits: bitsPerSample <= 8 ? 8 : bitsPerSample, [.signedInteger, .bigEndian, .packed])
    case .sowt: linear(bits: bitsPerSample <= 8 ? 8 : bitsPerSample, [.signedInteger, .packed])
    case .in24: linear(bits: 24, [.signedInteger, .packed, byteOrder(bytes)])
    case .in32: linear(bits: 32, [.signedInteger, .packed, byteOrder(bytes)])
    case .fl32: linear(bits: 32, [.float, .packed, byteOrder(bytes)])
    case .fl64: linear(bits: 64, [.float, .packed, byteOrder(bytes)])
    case .linearPCM: flagged()
    case .ipcm: configured(bytes, .signedInteger)
    case .fpcm: configured(bytes, .float)
    case .aLaw, .muLaw: companded()
    case .appleIMA4: ima4()
    default: nil
    }
  }

  /// The byte order: big-endian, unless an `enda` box states otherwise.
  private func byteOrder(_ bytes: Span<UInt8>) -> StreamFormat.PCMFlags {
    guard let box = entry.body(of: .enda, atLeast: 2) else { return .bigEndian }
    return bytes.bigEndian16(at: box.lowerBound) == 0 ? .bigEndian : []
  }

  private func linear(bits: Int, _ flags: StreamFormat.PCMFlags) -> SoundDescription? {
    guard bits.isMultiple(of: 8), (8...64).contains(bits) else { return nil }
    var flags = flags
    if bits == 8 { flags.remove(.bigEndian) }
    return constant(
      .linearPCM, flags: flags.rawValue, packetBytes: bits / 8 * channelCount, frames: 1, bits: bits
    )
  }

  /// Reads version 2 of the entry, which has Core Audio's flags.
  private func flagged() -> SoundDescription? {
    guard let formatFlags = entry.formatFlags, let packing = entry.packing, packing.frames == 1,
      packing.bytes > 0,
      packing.bytes.isMultiple(of: max(channelCount, 1)), bitsPerSample > 0,
      bitsPerSample <= packing.bytes / max(channelCount, 1) * 8, bitsPerSample <= 64
    else { return nil }
    let flags = StreamFormat.PCMFlags(rawValue: formatFlags)
    guard !flags.contains(.nonInterleaved) else { return nil }
    return constant(
      .linearPCM, flags: formatFlags, packetBytes: packing.bytes, frames: 1, bits: bitsPerSample)
  }

  /// Reads PCM whose samples a `pcmC` box describes.
  private func configured(
    _ bytes: Span<UInt8>, _ kind: StreamFormat.PCMFlags
  ) -> SoundDescription? {
    guard let box = entry.body(of: .pcmC, atLeast: 6) else { return nil }
    let isLittle = bytes[box.lowerBound + 4] & 1 == 1
    let bits = Int(bytes[box.lowerBound + 5])
    let isAllowed = kind == .float ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits)
    guard isAllowed else { return nil }
    return linear(bits: bits, isLittle ? [kind, .packed] : [kind, .packed, .bigEndian])
  }

  private func companded() -> SoundDescription? {
    constant(entry.codec, flags: 0, packetBytes: channelCount, frames: 1, bits: 8)
  }

  /// Reads IMA 4:1, with 64 samples of each channel in 34 bytes.
  ///
  /// Source: *QuickTime File Format*, "IMA, uLaw, and aLaw".
  private func ima4() -> SoundDescription? {
    constant(.appleIMA4, flags: 0, packetBytes: 34 * channelCount, frames: 64, bits: 0)
  }

  private func constant(
    _ codec: FourCC, flags: UInt32, packetBytes: Int, frames: Int, bits: Int
  ) -> SoundDescription? {
    guard packetBytes > 0 else { return nil }
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: entry.sampleRate, formatID: codec, formatFlags: flags,
        bytesPerPacket: packetBytes,
        framesPerPacket: frames, bytesPerFrame: bits > 0 ? packetBytes : 0,
        channelCount: channelCount, bitsPerChannel: bits),
      packetSizeUpperBound: packetBytes)
    description.channelLayout = .standard(channelCount)
    description.statedBitRate = Int(entry.sampleRate * Double(packetBytes) * 8 / Double(frames))
    return description
  }
}

extension FourCC {
  fileprivate static let raw = FourCC("r", "a", "w", " ")
  fileprivate static let none = FourCC("N", "O", "N", "E")
  fileprivate static let twos = FourCC("t", "w", "o", "s")
  fileprivate static let sowt = FourCC("s", "o", "w", "t")
  fileprivate static let in24 = FourCC("i", "n", "2", "4")
  fileprivate static let in32 = FourCC("i", "n", "3", "2")
  fileprivate static let fl32 = FourCC("f", "l", "3", "2")
  fileprivate static let fl64 = FourCC("f", "l", "6", "4")
  fileprivate static let ipcm = FourCC("i", "p", "c", "m")
  fileprivate static let fpcm = FourCC("f", "p", "c", "m")
  fileprivate static let enda = FourCC("e", "n", "d", "a")
  fileprivate static let pcmC = FourCC("p", "c", "m", "C")
}

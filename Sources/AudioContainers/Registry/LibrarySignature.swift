import AudioModel
import AudioSyntax

/// Detects the signatures of the containers that a library reads.
enum LibrarySignature {
  /// Examines a file's first bytes, or the bytes after its tags.
  ///
  /// Transport streams are detected separately, because their detection takes several packets.
  static func detect(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<LibraryFormat> {
    guard bytes.count - index >= 4 else { return .refuted }
    switch bytes.bigEndian32(at: index) {
    case 0x3026_B275: return .confirmed(.advancedSystems)
    case 0x5249_4646:
      return bytes.has("AVI ", at: index + 8) ? .confirmed(.audioVideoInterleave) : .refuted
    case 0x464C_5601: return .confirmed(.flashVideo)
    case 0x1A45_DFA3: return .confirmed(.matroska)
    case 0x4D41_4320: return .confirmed(.monkeysAudio)
    case 0x0000_01BA: return .confirmed(.programStream)
    case 0x2E52_4D46, 0x2E72_61FD: return .confirmed(.realMedia)
    case 0x464F_524D:
      return bytes.has("8SVX", at: index + 8) ? .confirmed(.interchange) : .refuted
    case 0x7FFE_8001: return detectTheater(bytes, at: index, isEnd: isEnd)
    default: return detectHeader(bytes, at: index, isEnd: isEnd)
    }
  }

  /// Detects formats whose signature is more than a name.
  private static func detectHeader(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool
  ) -> Verdict<LibraryFormat> {
    if bytes.has("Creative Voice File\u{1A}", at: index) || bytes.has("Creative Voice F", at: index)
    {
      return detectVoice(bytes, at: index, isEnd: isEnd)
    }
    guard bytes.count - index >= Signature.byteCount else { return .refuted }
    if isSphere(bytes, at: index) { return .confirmed(.sphere) }
    if isWavPack(bytes, at: index) { return .confirmed(.wavPack) }
    if isTrueAudio(bytes, at: index) { return .confirmed(.trueAudio) }
    if isTrueHD(bytes, at: index) { return .confirmed(.trueHD) }
    if isIRCAM(bytes, at: index) { return .confirmed(.ircam) }
    return .refuted
  }

  /// Checks the header's complement of the version, plus 0x1234.
  ///
  /// Source: *Creative Voice file format*, header.
  private static func detectVoice(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool
  ) -> Verdict<LibraryFormat> {
    let needed = 26
    guard bytes.count - index >= needed else { return isEnd ? .refuted : .needs(needed) }
    let version = bytes.littleEndian16(at: index + 22)
    let isVoice =
      bytes.has("Creative Voice File\u{1A}", at: index)
      && ~version &+ 0x1234 == bytes.littleEndian16(at: index + 24)
    return isVoice ? .confirmed(.creativeVoice) : .refuted
  }

  /// Checks the name and the header's byte count, in lines of eight characters.
  ///
  /// Source: NIST, *SPHERE Software Manual*.
  private static func isSphere(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes.has("NIST_1A\n", at: index) && bytes[index + 15] == 0x0A
      && (8..<15).allSatisfy {
        let byte = bytes[index + $0]
        return byte == 0x20 || (0x30...0x39).contains(byte)
      }
  }

  /// Checks for versions 0x402 to 0x410.
  ///
  /// Source: *WavPack 4 & 5 Binary File / Block Format* (2020), 2.0.
  private static func isWavPack(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes.has("wvpk", at: index) && bytes.littleEndian32(at: index + 4) >= 24
      && (0x402...0x410).contains(bytes.littleEndian16(at: index + 8))
  }

  /// Checks for files without encryption, with 8 to 24 bits.
  ///
  /// Source: *TTA1 format description*.
  private static func isTrueAudio(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes.has("TTA1", at: index) && bytes.littleEndian16(at: index + 4) == 1
      && bytes.littleEndian16(at: index + 6) > 0
      && (8...24).contains(bytes.littleEndian16(at: index + 8))
      && bytes.littleEndian32(at: index + 10) > 0
  }

  /// Checks for the FBA sync word after the length and the time, and for its signature.
  ///
  /// Source: Dolby, *Meridian Lossless Packing: technical reference for FBA and FBB streams*
  /// (2018), 3.2.
  private static func isTrueHD(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes.bigEndian32(at: index + 4) == 0xF872_6FBA
      && bytes.bigEndian16(at: index + 12) == 0xB752
      && bytes.bigEndian16(at: index) & 0x0FFF >= 8
  }

  /// Sample encodings: 8, 16 and 24 bits, Float32, Float64, 32 bits, A-law, and mu-law.
  private static let encodings: Set<UInt32> = [1, 2, 3, 4, 8, 0x40004, 0x10001, 0x20001]

  /// Checks for a machine's number, the rate as Float32, and channels and encoding, in either byte
  /// order.
  ///
  /// Source: *Audio File Format Specifications* (Kabal, McGill University), "IRCAM".
  private static func isIRCAM(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    let magic = bytes.bigEndian32(at: index)
    let isKnown =
      magic & 0xFFFF_00FF == 0x64A3_0000 && (1...4).contains(magic >> 8 & 0xFF)
      || magic & 0xFF00_FFFF == 0xA364 && (1...4).contains(magic >> 16)
    guard isKnown else { return false }
    func isPlausible(_ number: (Int) -> UInt32) -> Bool {
      let rate = Float(bitPattern: number(index + 4))
      return rate >= 1 && rate <= 1_000_000 && (1...256).contains(number(index + 8))
        && encodings.contains(number(index + 12))
    }
    return isPlausible { bytes.bigEndian32(at: $0) } || isPlausible { bytes.littleEndian32(at: $0) }
  }

  /// Checks for a core frame of DTS, followed by another frame or the end.
  ///
  /// Source: ETSI TS 102 114, 5.3.1: at least 6 blocks and 96 bytes; 5.4 and table 5-5 for the
  /// rates; 7.4.1 for the sync word of an extension substream.
  private static func detectTheater(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool
  ) -> Verdict<LibraryFormat> {
    guard bytes.count - index >= Signature.byteCount else { return .refuted }
    let fields = bytes.bigEndian64(at: index + 4)
    let blockCount = Int(fields >> 50 & 0x7F) + 1
    let byteCount = Int(fields >> 36 & 0x3FFF) + 1
    let rate = Int(fields >> 26 & 0xF)
    let rates: Set<Int> = [1, 2, 3, 6, 7, 8, 11, 12, 13]
    guard blockCount >= 6, byteCount >= 96, rates.contains(rate) else { return .refuted }
    let needed = byteCount + 4
    guard bytes.count - index >= needed else {
      return isEnd && bytes.count - index >= byteCount
        ? .confirmed(.digitalTheater)
        : isEnd ? .refuted : .needs(needed)
    }
    let next = bytes.bigEndian32(at: index + byteCount)
    return next == 0x7FFE_8001 || next == 0x6458_2025 ? .confirmed(.digitalTheater) : .refuted
  }
}

import AudioSyntax

/// The file type that the first bytes indicate.
enum Signature: Sendable {
  case wave
  case caf
  case aiff
  case au
  case wave64
  case movie
  case flac
  case amr
  /// A container that a library reads.
  case library(LibraryFormat)
  case ogg
  /// An unsupported format, or text.
  case foreign

  /// Bytes that most decisions need.
  static let byteCount = 16

  /// Bytes to examine before a file counts as text.
  private static let textByteCount = 512

  /// Examines a file's first bytes, or the bytes after its tags.
  ///
  /// - Precondition: ``byteCount`` bytes are available, or the file ends earlier.
  static func detect(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<Signature> {
    let isForm =
      bytes.has("RIFF", at: index) || bytes.has("RF64", at: index)
      || bytes.has("BW64", at: index) || bytes.has("RIFX", at: index)
    let library = LibrarySignature.detect(bytes, at: index, isEnd: isEnd)
    guard case .refuted = library else { return library.map { .library($0) } }
    if isForm { return .confirmed(bytes.has("WAVE", at: index + 8) ? .wave : .foreign) }
    if let chunked = detectChunked(bytes, at: index) { return .confirmed(chunked) }
    if isMovie(bytes, at: index) { return .confirmed(.movie) }
    if isForeign(bytes, at: index) { return .confirmed(.foreign) }
    let transport = detectTransportStream(bytes, at: index, isEnd: isEnd)
    guard case .refuted = transport else { return transport }
    // The sync word of AC-3 could also be text.
    let isFrame = bytes.has("\u{B}\u{77}", at: index)
    return isFrame ? .refuted : detectText(bytes, at: index, isEnd: isEnd)
  }

  /// Checks the signatures of CAF, AIFF, AU, FLAC, AMR, Ogg, and Wave64.
  private static func detectChunked(_ bytes: Span<UInt8>, at index: Int) -> Signature? {
    if bytes.has("caff", at: index) { return .caf }
    if bytes.has(".snd", at: index) { return .au }
    if bytes.has("fLaC", at: index) { return .flac }
    if bytes.has("#!AMR", at: index) { return .amr }
    if bytes.has("OggS", at: index) { return .ogg }
    let isForm = bytes.has("FORM", at: index)
    if isForm && (bytes.has("AIFF", at: index + 8) || bytes.has("AIFC", at: index + 8)) {
      return .aiff
    }
    guard bytes.count - index >= W64Chunk.nameByteCount else { return nil }
    return W64Chunk.kind(bytes, at: index) == .form ? .wave64 : nil
  }

  /// Whether a box of the MP4 family with a possible size starts here.
  private static func isMovie(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard bytes.count - index >= 8, bytes.fourCC(at: index + 4).startsMP4 else { return false }
    let size = bytes.bigEndian32(at: index)
    return size >= 8 || size <= 1
  }

  /// Whether the bytes are the signature of an unsupported audio, video, picture, archive, or
  /// program file.
  ///
  /// Sources: each format's own specification; for pictures and archives, the registrations of
  /// their media types.
  private static func isForeign(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard bytes.count - index >= 4 else { return false }
    switch bytes.bigEndian32(at: index) {
    case 0x464F_524D, 0x4D54_6864: return true  // FORM, MThd
    case 0x7776_706B: return true  // wvpk
    case 0x5454_4131, 0x4D50_434B, 0x4453_4420: return true  // TTA1, MPCK, DSD
    case 0x7269_6666: return true  // Wave64 of another kind
    case 0x0000_01B3: return true  // MPEG video
    case 0x8950_4E47, 0x4749_4638, 0x4949_2A00, 0x4D4D_002A: return true  // PNG, GIF, TIFF
    case 0xFFD8_FFDB...0xFFD8_FFFE: return true  // JPEG
    case 0x504B_0304, 0x1F8B_0800...0x1F8B_08FF, 0x377A_BCAF: return true  // ZIP, gzip, 7z
    case 0x2550_4446, 0x7F45_4C46: return true  // PDF, ELF
    case 0x4E49_5354: return true  // NIST, SPHERE's header
    case 0x213C_6172, 0x5351_4C69: return true  // !<ar, SQLi: static libraries, SQLite
    case 0x4F54_544F, 0x0001_0000, 0x7474_6366, 0x774F_4646, 0x774F_4632: return true  // fonts
    default: return false
    }
  }

  /// Whether three packets of an MPEG transport stream follow each other.
  ///
  /// Source: ISO/IEC 13818-1, 2.4.3.2: packets of 188 bytes that each start with 0x47.
  private static func detectTransportStream(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool
  ) -> Verdict<Signature> {
    guard bytes[index] == 0x47 else { return .refuted }
    let needed = 2 * 188 + 1
    guard bytes.count - index >= needed else { return isEnd ? .refuted : .needs(needed) }
    let isStream = bytes[index + 188] == 0x47 && bytes[index + 376] == 0x47
    return isStream ? .confirmed(.library(.transportStream)) : .refuted
  }

  /// Whether all available bytes are text: only white space as control characters, and no sync word
  /// byte.
  private static func detectText(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool
  ) -> Verdict<Signature> {
    var place = index
    let limit = min(bytes.count, index + textByteCount)
    while place < limit {
      let byte = bytes[place]
      let isText = byte >= 0x20 ? byte != 0x7F && byte < 0xFE : (0x09...0x0D).contains(byte)
      guard isText else { return .refuted }
      place += 1
    }
    guard isEnd || limit - index == textByteCount else { return .needs(textByteCount) }
    return .confirmed(.foreign)
  }
}

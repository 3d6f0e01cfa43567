import AudioModel
import AudioSyntax

/// The form that encloses all chunks: its kind, byte order, and stated sizes.
struct WAVForm: Sendable {
  /// The form's first byte.
  let start: UInt64
  private(set) var isBigEndian = false
  private(set) var fileType = FourCC.wave
  /// End of the form according to its header, or `nil` if the header leaves it open.
  private var statedEnd: UInt64?
  /// Bytes of audio data according to the `ds64` chunk.
  var wideDataByteCount: UInt64?

  /// Describes a form whose header has not been read.
  init(at start: UInt64) {
    self.start = start
  }

  /// Reads the header of 12 bytes at the reader's position.
  ///
  /// Fails if it belongs to another file type.
  init?(_ view: borrowing WindowView) {
    let kind = view.bytes.fourCC(at: view.index)
    guard kind == .riff || kind == .rifx || kind == .rf64 || kind == .bw64,
      view.bytes.fourCC(at: view.index + 8) == .waveForm
    else { return nil }
    start = view.position
    isBigEndian = kind == .rifx
    fileType = kind == .riff || isBigEndian ? .wave : kind
    let place = view.index + 4
    let byteCount =
      isBigEndian ? view.bytes.bigEndian32(at: place) : view.bytes.littleEndian32(at: place)
    statedEnd = byteCount == 0 || byteCount == .max ? nil : start + 8 + UInt64(byteCount)
  }

  /// Bytes of audio data, or `nil` if the size is unknown and all following bytes are audio.
  ///
  /// A live writer that cannot go back leaves a size that means "unknown", or 0. An empty recording
  /// also has the size 0, but other chunks or the end of the file follow it.
  func dataByteCount(of chunk: WAVChunk, _ view: borrowing WindowView) -> UInt64? {
    var byteCount = chunk.byteCount
    if byteCount == UInt64(UInt32.max) {
      guard let wide = wideDataByteCount, wide != .max else { return nil }
      byteCount = wide
    } else if ChunkSize.isUnknown(byteCount) {
      return nil
    }
    guard byteCount == 0 else { return byteCount }
    if fileType == .wave {
      guard let statedEnd, statedEnd > chunk.start else { return nil }
    }
    return isChunk(view, at: view.place(of: chunk.start)) ? 0 : nil
  }

  /// Whether a chunk or the end of the file follows data without a stated size.
  private func isChunk(_ view: borrowing WindowView, at place: Int) -> Bool {
    guard view.bytes.count - place >= 8 else { return view.bytes.count - place < 2 }
    guard ChunkSize.isName(view.bytes, at: place) else { return false }
    let start = view.position.clampedAdding(UInt64(place - view.index))
    let next = WAVChunk(at: start, view.bytes, place, isBigEndian: isBigEndian)
    // A chunk lies in the form, whose size may exclude the last pad byte.
    return next.bodyEnd <= statedEnd ?? (1 << 32)
  }
}

extension FourCC {
  static let wave = FourCC("W", "A", "V", "E")
  static let rf64 = FourCC("R", "F", "6", "4")
  static let bw64 = FourCC("B", "W", "6", "4")
  fileprivate static let riff = FourCC("R", "I", "F", "F")
  fileprivate static let rifx = FourCC("R", "I", "F", "X")
  fileprivate static let waveForm = FourCC("W", "A", "V", "E")
  static let data = FourCC("d", "a", "t", "a")
}

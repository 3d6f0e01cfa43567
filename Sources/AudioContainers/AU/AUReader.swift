package import AudioModel
import AudioSyntax

/// Reads an AU file, the format of Sun and NeXT: a header, a text, and the audio.
///
/// Source: manual page `au(4)` of SunOS 4: magic, offset, size (all ones if unknown), encoding,
/// rate, channels, and information up to the offset.
package struct AUReader: ContainerReader {
  private enum State {
    case fileHeader
    case annotation(ChunkBody)
    /// The info has been returned.
    ///
    /// The audio follows.
    case audio
    case end
  }

  /// Bytes of the header before the text.
  private static let headerByteCount = 24

  package private(set) var position: UInt64
  private var state = State.fileHeader
  private var format: AUFormat?
  private var audio: AudioExtent?

  /// Starts at the file's first byte.
  package init(at start: UInt64 = 0) {
    position = start
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      switch state {
      case .fileHeader:
        guard view.holds(Self.headerByteCount) else {
          guard view.isEnd else { return .needs(Self.headerByteCount) }
          throw ContainerError(view.remaining == 0 ? .empty : .truncated, at: view.end)
        }
        try readFileHeader(&view)
      case .annotation(var body):
        state = .end
        if let missing = body.read(&view) {
          position = view.position
          state = .annotation(body)
          guard view.isEnd else { return .needs(missing) }
          throw ContainerError(.truncated, at: view.end)
        }
        return giveInfo(annotation: body.bytes)
      case .audio:
        guard let audio, let format else { return .end }
        let start = position
        state = .end
        if audio.byteCount != nil { position = max(audio.end, start) }
        return audio.packets(from: start, ofWidth: format.stream.bytesPerPacket)
      case .end:
        return .end
      }
    }
  }

  /// Continues with the first packet that starts at or after `offset`, once the header is known.
  package mutating func resynchronise(at offset: UInt64) {
    guard let audio, let format else { return }
    let start = audio.firstPacket(at: offset, ofWidth: format.stream.bytesPerPacket)
    position = start ?? offset
    state = start == nil ? .end : .audio
  }

  private mutating func readFileHeader(_ view: inout WindowView) throws(ContainerError) {
    guard view.bytes.has(".snd", at: view.index) else {
      throw ContainerError(.unrecognised, at: position)
    }
    let offset = UInt64(view.bytes.bigEndian32(at: view.index + 4))
    let byteCount = view.bytes.bigEndian32(at: view.index + 8)
    guard offset >= UInt64(Self.headerByteCount) else {
      throw ContainerError(.malformed, at: position)
    }
    format = try AUFormat(
      encoding: view.bytes.bigEndian32(at: view.index + 12),
      sampleRate: view.bytes.bigEndian32(at: view.index + 16),
      channelCount: view.bytes.bigEndian32(at: view.index + 20), at: position)
    audio = AudioExtent(
      start: position.clampedAdding(offset),
      byteCount: Self.isUnknown(byteCount) ? nil : UInt64(byteCount))
    let text = min(Int(offset) - Self.headerByteCount, Tags.longestText)
    position = position.clampedAdding(UInt64(Self.headerByteCount))
    view.advance(to: position)
    state = .annotation(ChunkBody(byteCount: text))
  }

  /// Whether the size is unknown, because the writer could not go back to fill it in.
  ///
  /// Only the audio follows the text.
  private static func isUnknown(_ byteCount: UInt32) -> Bool {
    byteCount == 0 || ChunkSize.isUnknown(UInt64(byteCount))
  }

  private mutating func giveInfo(annotation: [UInt8]) -> ReaderStep {
    guard let audio, let format else {
      state = .end
      return .end
    }
    position = audio.start
    state = .audio
    let width = format.stream.bytesPerPacket
    var info = ContainerInfo(
      fileType: .au, format: format.stream, dataOffset: audio.start, packetSizeUpperBound: width)
    info.channelLayout = format.layout
    info.statedDataByteCount = audio.byteCount.map { $0 / UInt64(width) * UInt64(width) }
    info.statedPacketCount = audio.byteCount.map { $0 / UInt64(width) }
    info.statedBitRate = format.stream.constantBitRate
    info.tags.add(TagText.latinOrUTF8(annotation[...]), for: .comments)
    return .info(info)
  }
}

extension FourCC {
  /// Core Audio's name for the NeXT file type.
  static let au = FourCC("N", "e", "X", "T")
}

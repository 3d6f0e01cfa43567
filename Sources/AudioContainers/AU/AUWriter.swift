package import AudioModel
import AudioSyntax

/// Writes an AU file.
///
/// The size is all ones, meaning unknown, during recording. It stays unknown if the final size
/// exceeds 32 bits.
///
/// Source: manual page `au(4)` of SunOS 4: magic, offset, size, encoding, rate, channels,
/// annotation.
package struct AUWriter: ContainerWriter {
  private var content: ContainerContent
  private var stream: StreamFormat
  private var encoding: UInt32
  private var dataOffset: UInt64 = 0
  private var dataByteCount: UInt64 = 0

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    (stream, encoding) = try Self.encoding(of: content.format)
  }

  package var info: ContainerInfo {
    var info = ContainerInfo(
      fileType: content.fileType, format: stream, dataOffset: dataOffset,
      packetSizeUpperBound: stream.bytesPerPacket)
    info.channelLayout = .unambiguous(channels: stream.channelCount)
    info.statedBitRate = stream.constantBitRate
    info.tags = content.tags
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let layout = content.channelLayout
    guard content.magicCookie.isEmpty, content.trim == nil, content.markers.isEmpty,
      content.regions.isEmpty, content.id3Tag.isEmpty, content.chunks.isEmpty,
      content.artwork.isEmpty,
      layout == nil || layout == .unambiguous(channels: stream.channelCount)
    else { throw .unsupportedProperty }
    let isChanged = content.tags != self.content.tags
    guard dataByteCount == 0 else {
      guard !isChanged else { throw .mustPrecedeAudio }
      return self.content = content
    }
    (stream, encoding) = try Self.encoding(of: content.format)
    self.content = content
    let text = content.tags.values[Tags.Key.comments.rawValue] ?? ""
    var annotation = Array(text.utf8.prefix(Tags.longestText)) + [0]
    // The audio starts at a multiple of 8 bytes, or on a page boundary. The annotation has at least
    // 4 bytes.
    let end = 24 + annotation.count
    let unit = content.alignsAudio ? 4096 : 8
    annotation.append(zeros: (unit - end % unit) % unit)
    dataOffset = UInt64(24 + annotation.count)
    var bytes: [UInt8] = []
    bytes.append(FourCC(".", "s", "n", "d"))
    bytes.append(big: UInt32(dataOffset))
    bytes.append(big: UInt32.max)
    bytes.append(big: encoding)
    bytes.append(big: UInt32(stream.sampleRate))
    bytes.append(big: UInt32(stream.channelCount))
    edits.write(bytes + annotation, at: 0)
    edits.end = dataOffset
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    edits.write(lent: 0..<bytes.count, at: dataOffset &+ dataByteCount)
    dataByteCount &+= UInt64(bytes.count)
  }

  package mutating func update(_ edits: inout FileEdits) {
    edits.write(.big(UInt32(clamping: dataByteCount)), at: 8)
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    update(&edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }

  /// The number of the encoding, and the format as a reader reports it.
  private static func encoding(
    of format: StreamFormat
  ) throws(ContainerWriteError) -> (StreamFormat, UInt32) {
    guard (1...0xFFFF).contains(format.channelCount), format.sampleRate >= 1,
      let rate = UInt32(exactly: format.sampleRate)
    else { throw .unsupportedFormat }
    let number: UInt32
    switch format.formatID {
    case .muLaw: number = 1
    case .aLaw: number = 27
    case .linearPCM:
      guard let container = format.sampleByteCount, format.bitsPerChannel == container * 8,
        container == 1 || format.pcmFlags.contains(.bigEndian)
      else { throw .unsupportedFormat }
      if format.pcmFlags.contains(.float) {
        guard container == 4 || container == 8 else { throw .unsupportedFormat }
        number = container == 4 ? 6 : 7
      } else {
        guard container <= 4, format.pcmFlags.contains(.signedInteger) else {
          throw .unsupportedFormat
        }
        number = UInt32(container) + 1
      }
    default: throw .unsupportedFormat
    }
    do {
      let read = try AUFormat(
        encoding: number, sampleRate: rate, channelCount: UInt32(format.channelCount), at: 0)
      return (read.stream, number)
    } catch {
      throw .unsupportedFormat
    }
  }
}

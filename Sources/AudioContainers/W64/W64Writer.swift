package import AudioModel
import AudioSyntax

/// Writes a Wave64 file that contains format and audio, but no texts.
///
/// During recording, the audio's size is 0, which means that it continues to the end of the file.
///
/// Source: *Sony Pictures Digital Wave 64* (Sonic Foundry, 2003): "Wave 64 chunk format", "GUIDs".
package struct W64Writer: ContainerWriter {
  private var content: ContainerContent
  private var format: WAVFormatWriter
  /// Position of the audio's size field.
  private var sizeOffset: UInt64 = 0
  private var dataByteCount: UInt64 = 0

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    format = try WAVFormatWriter(content.format, content.channelLayout)
  }

  package var info: ContainerInfo {
    var info = ContainerInfo(
      fileType: content.fileType, format: format.stream, dataOffset: dataOffset,
      packetSizeUpperBound: format.stream.bytesPerPacket)
    info.channelLayout =
      content.channelLayout ?? .unambiguous(channels: format.stream.channelCount)
    info.statedBitRate = format.stream.constantBitRate
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.magicCookie.isEmpty, content.trim == nil, content.tags.isEmpty,
      content.markers.isEmpty, content.regions.isEmpty, content.id3Tag.isEmpty,
      content.chunks.isEmpty, content.artwork.isEmpty
    else { throw .unsupportedProperty }
    guard dataByteCount == 0 else {
      guard content.channelLayout == self.content.channelLayout else { throw .mustPrecedeAudio }
      return self.content = content
    }
    format = try WAVFormatWriter(content.format, content.channelLayout)
    self.content = content
    var head: [UInt8] = W64Chunk.name("riff", isForm: true)
    head.append(little: UInt64(0))
    head += W64Chunk.name("wave")
    head += Self.chunk("fmt ", format.chunk.body)
    if content.alignsAudio {
      let used = head.count + 2 * W64Chunk.headerByteCount
      head += Self.chunk("junk", [UInt8](repeating: 0, count: (4096 - used % 4096) % 4096))
    }
    head += W64Chunk.name("data")
    sizeOffset = UInt64(head.count)
    head.append(little: UInt64(0))
    edits.write(head, at: 0)
    edits.end = dataOffset
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    edits.write(lent: 0..<bytes.count, at: dataEnd)
    dataByteCount &+= UInt64(bytes.count)
    edits.end = dataEnd
  }

  package mutating func update(_ edits: inout FileEdits) {
    writeSizes(&edits)
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    edits.write([UInt8](repeating: 0, count: padding), at: dataEnd)
    edits.end = dataEnd &+ UInt64(padding)
    writeSizes(&edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }

  private var dataOffset: UInt64 { sizeOffset &+ 8 }
  private var dataEnd: UInt64 { dataOffset &+ dataByteCount }
  /// Bytes after the audio.
  ///
  /// Chunks end at multiples of eight.
  private var padding: Int { Int((8 - dataByteCount % 8) % 8) }

  private func writeSizes(_ edits: inout FileEdits) {
    let header = UInt64(W64Chunk.headerByteCount)
    edits.write(.little(dataByteCount &+ header), at: sizeOffset)
    edits.write(.little(dataEnd &+ UInt64(padding)), at: UInt64(W64Chunk.nameByteCount))
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    var bytes = W64Chunk.name(name)
    bytes.append(little: UInt64(W64Chunk.headerByteCount + body.count))
    return bytes + body + [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
  }
}

extension W64Chunk {
  /// The GUID that four letters represent.
  static func name(_ letters: String, isForm: Bool = false) -> [UInt8] {
    var bytes = Array(letters.utf8)
    bytes.append(little: UInt32(isForm ? 0x11CF_912E : 0x11D3_ACF3))
    let last: UInt64 = isForm ? 0xA5D6_28DB_04C1_0000 : 0x8CD1_00C0_4F8E_DB8A
    bytes.append(big: last)
    return bytes
  }
}

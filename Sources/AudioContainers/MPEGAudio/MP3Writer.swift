package import AudioModel
import AudioSyntax

/// Writes MPEG audio of layer III, with a Xing or Info header in place of a first frame.
///
/// The header is written with the first packet, without counts. It receives them with each update,
/// and finally when the file is finished. It ends with LAME's extension, which contains priming and
/// remainder.
///
/// Sources: ISO/IEC 11172-3, 2.4.1.3; *XING VBR Header SDK*; *Mp3 Info Tag rev 1 specifications*
/// (LAME).
package struct MP3Writer: ContainerWriter {
  private var content: ContainerContent
  private var tagByteCount: UInt64 = 0
  /// The frame that contains the counts, once the first packet has arrived.
  private var summary: MP3SummaryFrame?

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    guard content.format.formatID == .mpegLayer3, content.format.sampleRate > 0,
      (1...2).contains(content.format.channelCount)
    else { throw .unsupportedFormat }
    self.content = content
  }

  package var info: ContainerInfo {
    var stream = content.format.completed
    stream.bytesPerPacket = 0
    stream.bytesPerFrame = 0
    stream.bitsPerChannel = 0
    var info = ContainerInfo(
      fileType: content.fileType, format: stream, dataOffset: dataOffset,
      packetSizeUpperBound: stream.packetSizeUpperBound)
    info.channelLayout = .unambiguous(channels: stream.channelCount)
    info.trim = content.trim
    info.tags = content.tags
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.markers.isEmpty, content.regions.isEmpty, content.chunks.isEmpty,
      content.magicCookie.isEmpty
    else { throw .unsupportedProperty }
    if let trim = content.trim, MP3SummaryFrame.delays(trim) == nil { throw .unsupportedProperty }
    guard summary == nil else {
      guard content.tags == self.content.tags, content.artwork == self.content.artwork,
        content.id3Tag == self.content.id3Tag
      else {
        throw .mustPrecedeAudio
      }
      return self.content = content
    }
    self.content = content
    let tag =
      content.id3Tag.isEmpty
      ? ID3v2Writer.tag(content.tags, picture: content.artwork) : content.id3Tag
    tagByteCount = UInt64(tag.count)
    edits.write(tag, at: 0)
    edits.end = tagByteCount
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    for packet in packets {
      let start = Int(packet.offset)
      let end = start + Int(packet.byteCount)
      guard packet.byteCount >= 4, let header = MPEGAudioHeader(bytes.bigEndian32(at: start)),
        header.layer == 3, Double(header.sampleRate) == content.format.sampleRate
      else { throw .malformedPacket }
      let byteCount = Int(packet.byteCount)
      guard header.frameByteCount ?? byteCount == byteCount else { throw .malformedPacket }
      if summary == nil {
        let made = MP3SummaryFrame(bytes.bigEndian32(at: start), header)
        edits.write(made.bytes(nil), at: tagByteCount)
        summary = made
      }
      var here = packet
      here.offset = dataEnd
      edits.write(lent: start..<end, at: here.offset)
      placed.append(here)
      summary?.add(byteCount: packet.byteCount, bitRateIndex: header.bitRateIndex)
    }
  }

  package mutating func update(_ edits: inout FileEdits) {
    guard let summary, summary.packetCount > 0 else { return }
    edits.write(summary.bytes(content.trim), at: tagByteCount)
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    update(&edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }

  /// Position of the first packet.
  private var dataOffset: UInt64 { tagByteCount &+ UInt64(summary?.byteCount ?? 0) }
  private var dataEnd: UInt64 { dataOffset &+ (summary?.packetByteCount ?? 0) }
}

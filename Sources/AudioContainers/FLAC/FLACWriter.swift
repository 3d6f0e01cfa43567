package import AudioModel
import AudioSyntax

/// Writes a FLAC file whose packets are the frames of one stream.
///
/// The cookie is a `dfLa` box, as the reader returns it, or its `STREAMINFO` block alone. Finishing
/// updates the block's counts and sizes from the packets. The block's checksum of the samples stays
/// unchanged.
///
/// Source: RFC 9639, 8.
package struct FLACWriter: ContainerWriter {
  private var content: ContainerContent
  private var headByteCount: UInt64 = 0
  private var dataByteCount: UInt64 = 0
  private var totals = FLACStreamInfo.Totals()

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    guard content.format.formatID == .flac, content.format.channelCount > 0,
      content.format.sampleRate > 0
    else { throw .unsupportedFormat }
    self.content = content
  }

  package var info: ContainerInfo {
    let described = streamInfo?.format
    var stream = described?.stream ?? content.format
    stream.bytesPerPacket = 0
    var info = ContainerInfo(
      fileType: content.fileType, format: stream, dataOffset: headByteCount,
      packetSizeUpperBound: Int(max(totals.sizes?.upperBound ?? 0, 1 << 16)))
    info.magicCookie = content.magicCookie
    info.channelLayout = content.channelLayout ?? .unambiguous(channels: stream.channelCount)
    info.tags = content.tags
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.trim == nil, content.markers.isEmpty, content.regions.isEmpty,
      content.chunks.isEmpty, content.id3Tag.isEmpty, content.artwork.count < Self.mostArtworkBytes
    else { throw .unsupportedProperty }
    guard dataByteCount == 0 else {
      guard content == self.content else { throw .mustPrecedeAudio }
      return
    }
    self.content = content
    guard let info = streamInfo else {
      // The head is written when the cookie arrives.
      edits.write(Array("fLaC".utf8), at: 0)
      edits.end = 4
      return
    }
    guard info.format != nil else { throw .malformedPacket }
    var blocks = [FLACBlock(type: 0, body: info.bytes)]
    let mask = FLACFormat.statedMask(
      of: content.channelLayout, channelCount: content.format.channelCount)
    if !content.tags.values.isEmpty || mask != nil {
      let comment = VorbisCommentWriter.body(content.tags, channelMask: mask)
      blocks.append(FLACBlock(type: 4, body: comment))
    }
    if !content.artwork.isEmpty {
      blocks.append(FLACBlock(type: 6, body: FLACPicture.block(content.artwork)))
    }
    var head = Array("fLaC".utf8)
    for (index, block) in blocks.enumerated() {
      head += block.bytes(isLast: index == blocks.count - 1)
    }
    headByteCount = UInt64(head.count)
    edits.write(head, at: 0)
    edits.end = headByteCount
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard let format = streamInfo?.format else { throw .malformedPacket }
    for packet in packets {
      let start = Int(packet.offset)
      // Source: RFC 9639, 9.1: the sync code.
      guard packet.byteCount >= 6, packet.frameCount > 0,
        bytes.bigEndian16(at: start) >> 1 == 0x7FFC
      else { throw .malformedPacket }
      var here = packet
      let frame = bytes.extracting(start..<start + Int(packet.byteCount))
      // The last frame may be shorter than the others, as only its header states.
      if let header = FLACFrameHeader(frame, at: 0, streamBits: format.bitsPerSample) {
        here.frameCount = UInt32(header.blockLength)
      }
      here.offset = headByteCount &+ dataByteCount
      edits.write(lent: start..<start + Int(packet.byteCount), at: here.offset)
      placed.append(here)
      dataByteCount &+= UInt64(packet.byteCount)
      totals.add(byteCount: packet.byteCount, frameCount: here.frameCount)
    }
  }

  package mutating func update(_ edits: inout FileEdits) {
    guard totals.sizes != nil, var info = streamInfo else { return }
    info.set(totals)
    edits.write(info.bytes, at: 8)
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    update(&edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }

  /// Picture size in bytes that exceeds the capacity of a block.
  private static let mostArtworkBytes = (1 << 24) - 100

  /// The `STREAMINFO` block, or `nil` before the cookie is set.
  private var streamInfo: FLACStreamInfo? { FLACStreamInfo(cookie: content.magicCookie) }
}

package import AudioModel

/// Writes a FLAC file, whose packets are the frames of one stream.
///
/// The cookie is a `dfLa` box, as the reader gives it, or its `STREAMINFO` block alone. Counts and
/// sizes in it are made those of the packets when the file is finished; its checksum of the samples stays.
///
/// Source: RFC 9639, 8.
package struct FLACWriter: ContainerWriter {
  private var content: ContainerContent
  private var headByteCount: UInt64 = 0
  private var dataByteCount: UInt64 = 0
  private var frameCount: UInt64 = 0
  private var sizes: ClosedRange<UInt32>?

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    guard content.format.formatID == .flac, content.format.channelCount > 0,
      content.format.sampleRate > 0
    else { throw .unsupportedFormat }
    self.content = content
  }

  package var info: ContainerInfo {
    let described = streamInfo.flatMap { try? FLACFormat(body: $0.span, at: 0) }
    var stream = described?.stream ?? content.format
    stream.bytesPerPacket = 0
    var info = ContainerInfo(
      fileType: content.fileType, format: stream, dataOffset: headByteCount,
      packetSizeUpperBound: Int(max(sizes?.upperBound ?? 0, 1 << 16)))
    info.magicCookie = content.magicCookie
    info.channelLayout = content.channelLayout ?? .unambiguous(channels: stream.channelCount)
    info.tags = content.tags
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.trim == nil, content.markers.isEmpty, content.regions.isEmpty,
      content.chunks.isEmpty, content.id3Tag.isEmpty, content.artwork.isEmpty
    else { throw .unsupportedProperty }
    guard dataByteCount == 0 else {
      guard content == self.content else { throw .mustPrecedeAudio }
      return
    }
    self.content = content
    guard let info = streamInfo else {
      // The head comes with the cookie.
      edits.write(Array("fLaC".utf8), at: 0)
      edits.end = 4
      return
    }
    guard (try? FLACFormat(body: info.span, at: 0)) != nil else { throw .malformedPacket }
    let comment = VorbisCommentWriter.body(content.tags)
    let hasComment = !content.tags.values.isEmpty
    var head = Array("fLaC".utf8) + Self.blockHeader(0, info.count, isLast: !hasComment) + info
    if hasComment { head += Self.blockHeader(4, comment.count, isLast: true) + comment }
    headByteCount = UInt64(head.count)
    edits.write(head, at: 0)
    edits.end = headByteCount
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard streamInfo != nil else { throw .malformedPacket }
    for packet in packets {
      let start = Int(packet.offset)
      // Source: RFC 9639, 9.1: the sync code.
      guard packet.byteCount >= 6, packet.frameCount > 0,
        bytes.bigEndian16(at: start) >> 1 == 0x7FFC
      else { throw .malformedPacket }
      var here = packet
      here.offset = headByteCount &+ dataByteCount
      edits.write(lent: start..<start + Int(packet.byteCount), at: here.offset)
      placed.append(here)
      dataByteCount &+= UInt64(packet.byteCount)
      frameCount &+= UInt64(packet.frameCount)
      let (low, high) = (sizes?.lowerBound ?? .max, sizes?.upperBound ?? 0)
      sizes = min(low, packet.byteCount)...max(high, packet.byteCount)
    }
  }

  package mutating func update(_ edits: inout FileEdits) {
    guard let sizes, var info = streamInfo else { return }
    info.replaceSubrange(4..<7, with: [UInt8].big(min(sizes.lowerBound, 0xFF_FFFF)).dropFirst())
    info.replaceSubrange(7..<10, with: [UInt8].big(min(sizes.upperBound, 0xFF_FFFF)).dropFirst())
    let count = frameCount < 1 << 36 ? frameCount : 0
    info[13] = info[13] & 0xF0 | UInt8(count >> 32)
    info.replaceSubrange(14..<18, with: [UInt8].big(UInt32(truncatingIfNeeded: count)))
    edits.write(info, at: 8)
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    update(&edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }

  /// The body of the `STREAMINFO` block, or `nil` while there is no cookie.
  private var streamInfo: [UInt8]? {
    let cookie = content.magicCookie
    switch cookie.count {
    case 34: return cookie
    case 50...: return Array(cookie[16..<50])
    default: return nil
    }
  }

  private static func blockHeader(_ type: UInt8, _ byteCount: Int, isLast: Bool) -> [UInt8] {
    [type | (isLast ? 0x80 : 0)] + [UInt8].big(UInt32(byteCount)).dropFirst()
  }
}

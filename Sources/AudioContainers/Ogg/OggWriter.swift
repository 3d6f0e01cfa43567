package import AudioModel
import AudioSyntax

/// Writes an Ogg file with one stream: Opus, Vorbis, or FLAC.
///
/// The packets of a call fill whole pages, so the file contains all packets after each call. No
/// packet continues on another page. Finishing marks the last page and sets its granule, which cuts
/// off the remainder.
///
/// Sources: RFC 3533; RFC 7845; *Vorbis I specification* (Xiph.Org), A; RFC 9639, 10.1.
package struct OggWriter: ContainerWriter {
  private var content: ContainerContent
  /// The stream's first packets, once a cookie is available.
  private var headers: OggHeaderPackets?
  private var builder: OggPageBuilder
  private var lengths: OggPacketLengths?
  private var totals = FLACStreamInfo.Totals()
  /// End of the header pages.
  private var dataOffset: UInt64 = 0
  private var end: UInt64 = 0
  private var frameCount: Int64 = 0
  private var lastPage: Page?
  private var isFinished = false

  /// Maximum picture size in bytes that, as text, leaves room for other texts in a readable header.
  private static let mostArtworkBytes = OggStream.mostHeaderBytes / 4 * 3 - (1 << 16)

  /// A page that may change.
  private struct Page: Sendable {
    var offset: UInt64
    var bytes: [UInt8]
    var granule: Int64
  }

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    let format = content.format
    guard [.opus, .vorbis, .flac].contains(format.formatID),
      (1...255).contains(format.channelCount),
      format.sampleRate > 0,
      // The clock of Opus in Ogg (RFC 7845, 4).
      format.formatID != .opus || format.sampleRate == Double(OpusHeader.sampleRate)
    else { throw .unsupportedFormat }
    self.content = content
    builder = OggPageBuilder(serial: UInt32.random(in: 0 ... .max))
  }

  package var info: ContainerInfo {
    var format = content.format
    var bound = OggStream.mostPacketBytes
    if let stream = headers?.stream {
      let frames = UInt32(clamping: content.format.framesPerPacket)
      format = stream.format(frames > 0 ? [frames] : [])
      bound = stream.packetSizeUpperBound
    }
    format.bytesPerPacket = 0
    var info = ContainerInfo(
      fileType: content.fileType, format: format, dataOffset: dataOffset,
      packetSizeUpperBound: bound)
    info.magicCookie = headers?.stream.magicCookie ?? content.magicCookie
    info.channelLayout = headers?.stream.layout ?? content.channelLayout
    let skipped = headers?.stream.preSkip ?? 0
    info.trim =
      content.trim
      ?? FrameTrim(primingFrames: skipped, validFrames: 0, remainderFrames: 0)
    info.tags = content.tags
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.markers.isEmpty, content.regions.isEmpty, content.id3Tag.isEmpty,
      content.chunks.isEmpty, content.artwork.count <= Self.mostArtworkBytes,
      canTell(content.trim)
    else { throw .unsupportedProperty }
    guard lastPage == nil else {
      guard content.tags == self.content.tags, content.artwork == self.content.artwork,
        content.magicCookie == self.content.magicCookie,
        content.channelLayout == self.content.channelLayout
      else { throw .mustPrecedeAudio }
      return self.content = content
    }
    let headers = OggHeaderPackets(content)
    guard headers != nil || content.magicCookie.isEmpty else { throw .malformedPacket }
    // The codec determines the order of the channels.
    guard
      content.channelLayout == nil || headers == nil
        || headers?.stream.layout == content.channelLayout
    else { throw .unsupportedProperty }
    self.content = content
    self.headers = headers
    lengths = headers.map { OggPacketLengths($0.stream.codec) }
    builder = OggPageBuilder(serial: builder.serial)
    var pages: [UInt8] = []
    if let headers {
      pages = firstPage(headers)
      pages += builder.pages(of: headers.others)
    }
    dataOffset = UInt64(pages.count)
    end = dataOffset
    edits.write(pages, at: 0)
    edits.end = end
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard var lengths else { throw .malformedPacket }
    reopen(&edits)
    /// Packets on the current page, with their offsets on it.
    var waiting: [Packet] = []
    for packet in packets {
      let start = Int(packet.offset)
      let span = bytes.extracting(start..<start + Int(packet.byteCount))
      guard span.count <= OggPageBuilder.longestPacket, let frames = lengths.next(span) else {
        throw .malformedPacket
      }
      if !builder.fits(span.count) { endPage(&waiting, &placed, &edits) }
      waiting.append(
        Packet(
          offset: UInt64(builder.add(span)), byteCount: packet.byteCount,
          frameCount: UInt32(frames)))
      frameCount &+= Int64(frames)
      totals.add(byteCount: packet.byteCount, frameCount: UInt32(frames))
    }
    endPage(&waiting, &placed, &edits)
    self.lengths = lengths
  }

  package mutating func update(_ edits: inout FileEdits) {}

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    guard var headers else { return }
    headers.complete(content.trim, totals)
    var first = OggPageBuilder(serial: builder.serial)
    _ = first.add(headers.first.span)
    edits.write(first.end(granule: 0, .first), at: 0)
    guard var page = lastPage else { return }
    let remainder = Int64(content.trim?.remainderFrames ?? 0)
    OggPageBuilder.change(&page.bytes, granule: max(page.granule &- remainder, 0), .last)
    edits.write(Array(page.bytes.prefix(OggPage.fixedByteCount)), at: page.offset)
    isFinished = true
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }
}

extension OggWriter {
  /// Whether the stream can express a trim.
  ///
  /// Opus allows trimming at both ends, Vorbis at the end.
  private func canTell(_ trim: FrameTrim?) -> Bool {
    guard let trim else { return true }
    switch content.format.formatID {
    case .opus: return UInt16(exactly: trim.primingFrames) != nil
    case .vorbis: return trim.primingFrames == 0
    default: return trim.primingFrames == 0 && trim.remainderFrames == 0
    }
  }

  private mutating func firstPage(_ headers: OggHeaderPackets) -> [UInt8] {
    _ = builder.add(headers.first.span)
    return builder.end(granule: 0, .first)
  }

  /// Writes the current page.
  private mutating func endPage(
    _ waiting: inout [Packet], _ placed: inout [Packet], _ edits: inout FileEdits
  ) {
    guard !builder.isEmpty else { return }
    let body = end &+ UInt64(builder.headerByteCount)
    // The packet that did not fit is not counted yet.
    let page = Page(offset: end, bytes: builder.end(granule: frameCount), granule: frameCount)
    edits.write(page.bytes, at: end)
    end &+= UInt64(page.bytes.count)
    lastPage = page
    for packet in waiting {
      var here = packet
      here.offset = body &+ packet.offset
      placed.append(here)
    }
    waiting = []
  }

  /// Restores the last page to a normal page.
  private mutating func reopen(_ edits: inout FileEdits) {
    guard isFinished, let page = lastPage else { return }
    edits.write(Array(page.bytes.prefix(OggPage.fixedByteCount)), at: page.offset)
    isFinished = false
  }
}

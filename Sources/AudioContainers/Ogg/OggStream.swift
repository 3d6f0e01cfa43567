import AudioModel

/// A logical stream of audio: what its headers say, as they come.
///
/// Source: RFC 3533, 4; for the codecs RFC 7845, 5; *Vorbis I specification* (Xiph.Org), 4.2 and A; RFC 9639, 10.1.
struct OggStream: Sendable {
  enum Codec: Sendable {
    case opus(OpusHeader)
    case vorbis(VorbisHeader, modes: VorbisModes?)
    case flac(FLACFormat)
  }

  /// Bytes that no packet of audio exceeds; the largest frame of FLAC has half of them.
  static let mostPacketBytes = 1 << 22
  /// Bytes of a header that are kept: pictures may make a comment longer.
  static let mostHeaderBytes = 1 << 24
  /// Bytes of a comment that go into a cookie; a longer one is replaced by an empty one.
  private static let mostCookieBytes = 1 << 16

  private(set) var codec: Codec
  private(set) var tags = Tags()
  /// Whether audio follows.
  private(set) var isComplete = false
  /// The headers of Vorbis.
  private var headers: [[UInt8]] = []
  /// Headers of FLAC that are still to come, or `nil` where that is not said.
  private var headersLeft: Int?
  /// What the picture of the tags is.
  private var pictureRank: VorbisPicture.Rank?

  /// Reads the packet that a stream begins with.
  ///
  /// - Returns: `nil` where it is not of a codec that can be read.
  init?(_ first: Span<UInt8>) {
    if let header = OpusHeader(first) {
      codec = .opus(header)
    } else if let header = VorbisHeader(first) {
      codec = .vorbis(header, modes: nil)
      headers = [first.bytes(0..<VorbisHeader.byteCount)]
    } else if first.count >= 51, first.has("\u{7F}FLAC\u{1}", at: 0), first.has("fLaC", at: 9),
      first[13] & 0x7F == 0,
      let format = try? FLACFormat(body: first.extracting(17..<51), at: 0)
    {
      codec = .flac(format)
      let count = Int(first.bigEndian16(at: 7))
      headersLeft = count == 0 ? nil : count
      isComplete = first[13] >> 7 == 1
    } else {
      return nil
    }
  }

  /// Takes the next header, which ends on `page`.
  ///
  /// - Returns: Whether it is one; a packet that is none is audio.
  /// - Throws: ``ContainerError`` where there is another packet than there must be.
  mutating func take(
    _ header: Span<UInt8>, at place: OggPacketAssembler.Place, upTo page: OggPage
  ) throws(ContainerError) -> Bool {
    let offset = place.offset
    switch codec {
    case .opus:
      guard header.has("OpusTags", at: 0) else { throw ContainerError(.malformed, at: offset) }
      takeComment(header, from: 8, place, page)
      isComplete = true
    case .vorbis(let first, _):
      if headers.count == 1 {
        guard header.has("\u{3}vorbis", at: 0) else { throw ContainerError(.malformed, at: offset) }
        takeComment(header, from: 7, place, page)
        let isShort = header.count <= Self.mostCookieBytes
        headers.append(isShort ? header.bytes(0..<header.count) : Self.emptyComment)
      } else {
        guard let modes = VorbisModes(setup: header) else {
          throw ContainerError(.malformed, at: offset)
        }
        headers.append(header.bytes(0..<header.count))
        codec = .vorbis(first, modes: modes)
        isComplete = true
      }
    case .flac:
      guard header.count >= 4, header[0] != 0xFF else {
        // Where the number of headers is not told, a frame ends them.
        guard header.count > 0, headersLeft == nil else {
          throw ContainerError(.malformed, at: offset)
        }
        isComplete = true
        return false
      }
      if header[0] & 0x7F == 4 { takeComment(header, from: 4, place, page) }
      if header[0] & 0x7F == 6 { takePictureBlock(header, place, page) }
      headersLeft = headersLeft.map { $0 - 1 }
      isComplete = header[0] >> 7 == 1 || headersLeft == 0
    }
    return true
  }

  private mutating func takeComment(
    _ header: Span<UInt8>, from start: Int, _ place: OggPacketAssembler.Place, _ page: OggPage
  ) {
    let comment = header.extracting(start...)
    tags.fill(from: VorbisComment.read(comment))
    if case .flac(var format) = codec, let mask = VorbisComment.channelMask(comment) {
      format.channelMask = mask
      codec = .flac(format)
    }
    guard let picture = VorbisPicture.find(in: comment) else { return }
    let range = picture.text.lowerBound + start..<picture.text.upperBound + start
    add(
      OggPicture(
        serial: page.serial, packet: place.offset, range: range,
        form: .text(headByteCount: picture.headByteCount), byteCount: picture.byteCount),
      picture.rank, place, page)
  }

  /// Takes a metadata block of FLAC that holds a picture.
  private mutating func takePictureBlock(
    _ header: Span<UInt8>, _ place: OggPacketAssembler.Place, _ page: OggPage
  ) {
    guard let picture = FLACPicture(header.extracting(4...)) else { return }
    let start = 4 + picture.headByteCount
    let byteCount = min(picture.byteCount, header.count - start)
    guard byteCount > 0 else { return }
    add(
      OggPicture(
        serial: page.serial, packet: place.offset, range: start..<start + byteCount, form: .bytes,
        byteCount: byteCount),
      picture.type == FLACPicture.frontCover ? .frontCover : .block, place, page)
  }

  /// Notes where a picture is, if none that goes before it is known.
  private mutating func add(
    _ picture: OggPicture, _ rank: VorbisPicture.Rank, _ place: OggPacketAssembler.Place,
    _ page: OggPage
  ) {
    let byteCount = page.position(of: page.body.upperBound) - place.page
    if let pictureRank, pictureRank >= rank { return }
    guard byteCount <= Artwork.largest else { return }
    pictureRank = rank
    tags.artwork = Artwork(
      extent: FileExtent(offset: place.page, byteCount: byteCount), form: .onPages(picture))
  }

  /// A comment header that says nothing.
  private static let emptyComment: [UInt8] =
    [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]

  /// Whether a decoder that was made for the other stream decodes this one, too.
  func continues(_ other: OggStream) -> Bool {
    switch (codec, other.codec) {
    case (.opus(let mine), .opus(let its)): mine.continues(its)
    case (.vorbis(let mine, _), .vorbis(let its, _)):
      mine == its && headers.last == other.headers.last
    case (.flac(let mine), .flac(let its)):
      mine.sampleRate == its.sampleRate && mine.channelCount == its.channelCount
        && mine.bitsPerSample == its.bitsPerSample && mine.longest <= its.longest
    default: false
    }
  }
}

// MARK: - What is said of the audio

extension OggStream {
  /// The format, where the first packets have these frames: one length is taken for that of all Opus packets.
  func format(_ lengths: [UInt32]) -> StreamFormat {
    switch codec {
    case .opus(let header):
      StreamFormat(
        sampleRate: Double(OpusHeader.sampleRate), formatID: .opus,
        framesPerPacket: Set(lengths).count == 1 ? lengths.first.map { Int($0) } ?? 0 : 0,
        channelCount: header.channelCount)
    case .vorbis(let header, _):
      StreamFormat(
        sampleRate: Double(header.sampleRate), formatID: .vorbis, channelCount: header.channelCount)
    case .flac(let format): format.stream
    }
  }

  var layout: ChannelLayout {
    switch codec {
    case .opus(let header): header.layout
    case .vorbis(let header, _): ChannelLayout.vorbis(header.channelCount)
    case .flac(let format): format.layout
    }
  }

  var packetSizeUpperBound: Int {
    switch codec {
    case .opus(let header): header.packetSizeUpperBound
    case .vorbis(let header, _): header.packetSizeUpperBound
    case .flac(let format): format.largestFrame
    }
  }

  /// The headers as decoders want them.
  ///
  /// Those of Vorbis are laced: their number less one, the lengths of all but the last as segments of a page
  /// would have them, and the headers.
  var magicCookie: [UInt8] {
    switch codec {
    case .opus(let header): return header.bytes
    case .vorbis:
      let lacing = headers.dropLast().flatMap { header in
        [UInt8](repeating: 255, count: header.count / 255) + [UInt8(header.count % 255)]
      }
      return [UInt8(headers.count - 1)] + lacing + headers.joined()
    case .flac(let format): return format.magicCookie
    }
  }

  /// Frames at the start that are not to be played.
  var preSkip: Int {
    if case .opus(let header) = codec { header.preSkip } else { 0 }
  }

  /// Frames of the stream, where a header says so.
  var statedFrameCount: UInt64? {
    if case .flac(let format) = codec, format.frameCount > 0 { format.frameCount } else { nil }
  }
}

// MARK: - Packets

/// How long the packets of a stream last, one after the other.
struct OggPacketLengths: Sendable {
  private let codec: OggStream.Codec
  /// Frames of the window of the packet before.
  private var lastWindow: Int?

  init(_ codec: OggStream.Codec) {
    self.codec = codec
  }

  /// Whether granules tell that frames at the start are not to be played, as in Vorbis.
  var maySkipAtStart: Bool {
    if case .vorbis = codec { true } else { false }
  }

  /// Frames that the next packet decodes to, or `nil` where it is no audio.
  ///
  /// A packet of Vorbis gives the half of two windows that it and the one before have in common: the first gives none.
  ///
  /// Source: *Vorbis I specification* (Xiph.Org), 4.3.8; for the others ``OpusHeader`` and ``FLACFrameHeader``.
  mutating func next(_ packet: Span<UInt8>) -> Int? {
    switch codec {
    case .opus:
      guard !packet.has("OpusHead", at: 0), !packet.has("OpusTags", at: 0) else { return nil }
      return OpusHeader.frameCount(packet)
    case .vorbis(let header, let modes):
      guard let isLong = modes?.isLong(packet) else { return nil }
      let window = isLong ? header.longLength : header.shortLength
      defer { lastWindow = window }
      return lastWindow.map { ($0 + window) / 4 } ?? 0
    case .flac(let format):
      return FLACFrameHeader(packet, at: 0, in: format)?.blockLength
    }
  }

  /// Forgets the packet before.
  mutating func reset() {
    lastWindow = nil
  }
}

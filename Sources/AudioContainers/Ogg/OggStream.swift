import AudioModel
import AudioSyntax

/// A logical stream of audio, described by its headers as they arrive.
///
/// Source: RFC 3533, 4; for the codecs RFC 7845, 5; *Vorbis I specification* (Xiph.Org), 4.2 and A;
/// RFC 9639, 10.1.
struct OggStream: Sendable {
  enum Codec: Sendable {
    case opus(OpusHeader)
    case vorbis(VorbisHeader, modes: VorbisModes?)
    case flac(FLACFormat)
  }

  /// Maximum size of an audio packet in bytes.
  ///
  /// The largest FLAC frame has half of this size.
  static let mostPacketBytes = 1 << 22
  /// Maximum number of header bytes to keep.
  ///
  /// Pictures may make a comment longer.
  static let mostHeaderBytes = 1 << 24
  /// Maximum size in bytes of a comment in a cookie.
  ///
  /// An empty comment replaces a longer one.
  private static let mostCookieBytes = 1 << 16

  private(set) var codec: Codec
  private(set) var tags = Tags()
  /// Whether audio follows.
  private(set) var isComplete = false
  /// The headers of Vorbis.
  private var headers: [[UInt8]] = []
  /// Remaining headers of FLAC, or `nil` if their number is not stated.
  private var headersLeft: Int?
  /// The rank of the current picture in the tags.
  private var pictureRank: VorbisPicture.Rank?

  /// Reads the first packet of a stream.
  ///
  /// - Returns: `nil` if the codec is unsupported.
  init?(_ first: Span<UInt8>) {
    if let header = OpusHeader(first) {
      codec = .opus(header)
    } else if let header = VorbisHeader(first) {
      codec = .vorbis(header, modes: nil)
      headers = [first.bytes(0..<VorbisHeader.byteCount)]
    } else if first.count >= 51, first.has("\u{7F}FLAC\u{1}", at: 0), first.has("fLaC", at: 9),
      first[13] & 0x7F == 0,
      let format = FLACFormat(body: first.extracting(17..<51))
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
  /// - Returns: Whether the packet is a header. Otherwise it is audio.
  /// - Throws: ``ContainerError`` if a required header is missing.
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
        // If the number of headers is not stated, the first frame ends the headers.
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

  /// Takes a FLAC metadata block with a picture.
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

  /// Records the location of a picture, unless a picture of the same or a higher rank is known.
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

  /// A comment header without fields.
  private static let emptyComment: [UInt8] =
    [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]

  /// Whether a decoder for the other stream also decodes this one.
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

// MARK: - Description of the audio

extension OggStream {
  /// The format, given the frame counts of the first packets.
  ///
  /// A single common length is assumed for all Opus packets.
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
    case .opus(let header): min(header.longestPacket, Self.mostPacketBytes)
    case .vorbis(let header, _): min(header.longestPacket, Self.mostPacketBytes)
    case .flac(let format): format.largestFrame
    }
  }

  /// The headers in the form that decoders expect.
  ///
  /// The headers of Vorbis are laced: their number minus one, the lengths of all but the last, and
  /// the headers. The lengths are encoded like the segments of a page.
  var magicCookie: [UInt8] {
    switch codec {
    case .opus(let header): return header.bytes
    case .vorbis:
      let lacing = headers.dropLast().flatMap { (header: [UInt8]) -> [UInt8] in
        [UInt8](repeating: 255, count: header.count / 255) + [UInt8(header.count % 255)]
      }
      return [UInt8(headers.count - 1)] + lacing + headers.joined()
    case .flac(let format): return format.magicCookie
    }
  }

  /// Frames to skip at the start.
  var preSkip: Int {
    if case .opus(let header) = codec { header.preSkip } else { 0 }
  }

  /// Frames of the stream, if a header states them.
  var statedFrameCount: UInt64? {
    if case .flac(let format) = codec, format.frameCount > 0 { format.frameCount } else { nil }
  }
}

// MARK: - Packets

/// The lengths of a stream's consecutive packets.
struct OggPacketLengths: Sendable {
  private let codec: OggStream.Codec
  /// Window length of the previous packet, in frames.
  private var lastWindow: Int?

  init(_ codec: OggStream.Codec) {
    self.codec = codec
  }

  /// Whether granules may indicate frames to skip at the start, as in Vorbis.
  var maySkipAtStart: Bool {
    if case .vorbis = codec { true } else { false }
  }

  /// Frames that the next packet decodes to, or `nil` if it is not audio.
  ///
  /// A Vorbis packet produces a quarter of its own window and a quarter of the previous packet's
  /// window. The first packet produces no frames.
  ///
  /// Source: *Vorbis I specification* (Xiph.Org), 4.3.8; for the others ``OpusHeader`` and
  /// ``FLACFrameHeader``.
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
      return FLACFrameHeader(packet, at: 0, streamBits: format.bitsPerSample)?.blockLength
    }
  }

  /// Discards the previous packet's window.
  mutating func reset() {
    lastWindow = nil
  }
}

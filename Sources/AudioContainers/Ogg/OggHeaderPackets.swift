import AudioModel
import AudioSyntax

/// The header packets of a stream, created from a cookie and texts.
///
/// Sources: RFC 7845, 5; *Vorbis I specification* (Xiph.Org), 4.2 and 5.2; RFC 9639, 10.1.
struct OggHeaderPackets: Sendable {
  /// The first packet, which has its own page.
  var first: [UInt8]
  /// The header packets after the first one.
  let others: [[UInt8]]
  /// The stream that a reader derives from the header packets.
  let stream: OggStream

  private static let vorbisComment: [UInt8] = [3] + Array("vorbis".utf8)
  /// Offset of the skipped frames in an Opus header.
  private static let preSkipOffset = 10
  /// Offset of the `STREAMINFO` in the first packet of FLAC.
  private static let streamInfoOffset = 17

  /// Creates the packets; `nil` if the cookie is missing or invalid.
  init?(_ content: ContainerContent) {
    let cookie = content.magicCookie
    // FLAC has a separate picture block, but readers of Ogg look for the picture in the comment.
    let mask =
      content.format.formatID == .flac
      ? FLACFormat.statedMask(
        of: content.channelLayout, channelCount: content.format.channelCount) : nil
    let comment = VorbisCommentWriter.body(
      content.tags, picture: content.artwork, channelMask: mask)
    switch content.format.formatID {
    case .opus:
      // Cookies of other containers may have a form that Ogg does not use.
      first = cookie.starts(with: "OpusHead".utf8) ? cookie : Self.plainOpus(content.format)
      others = [Array("OpusTags".utf8) + comment]
    case .vorbis:
      guard let headers = Self.unlaced(cookie), headers.count == 3 else { return nil }
      first = headers[0]
      others = [Self.vorbisComment + comment + [1], headers[2]]
    case .flac:
      guard let info = FLACStreamInfo(cookie: cookie) else { return nil }
      first = [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8)
      first += [0, 0, 0, UInt8(info.bytes.count)] + info.bytes
      others = [[0x84] + [UInt8].big(UInt32(comment.count)).dropFirst() + comment]
    default: return nil
    }
    guard let stream = Self.stream(first, others) else { return nil }
    self.stream = stream
  }

  /// Reads the stream that the packets describe.
  private static func stream(_ first: [UInt8], _ others: [[UInt8]]) -> OggStream? {
    guard var stream = OggStream(first.span) else { return nil }
    do {
      for header in others {
        var builder = OggPageBuilder(serial: 0)
        let pages = builder.pages(of: [header])
        let place = OggPacketAssembler.Place(offset: 0, byteCount: header.count, page: 0)
        guard let page = OggPage(WindowView(pages.span, at: 0, isEnd: true)),
          try stream.take(header.span, at: place, upTo: page)
        else { return nil }
      }
    } catch {
      return nil
    }
    return stream.isComplete ? stream : nil
  }

  /// Updates the first packet with values that are known only at the end.
  ///
  /// - Parameters:
  ///   - trim: The range of the recording in an Opus stream.
  ///   - totals: Counts and sizes of a FLAC stream.
  mutating func complete(_ trim: FrameTrim?, _ totals: FLACStreamInfo.Totals) {
    switch stream.codec {
    case .opus:
      guard let trim, let frames = UInt16(exactly: trim.primingFrames) else { return }
      first.replaceSubrange(
        Self.preSkipOffset..<Self.preSkipOffset + 2, with: [UInt8].little(frames))
    case .flac:
      guard var info = FLACStreamInfo(cookie: Array(first[Self.streamInfoOffset...])) else {
        return
      }
      info.set(totals)
      first.replaceSubrange(Self.streamInfoOffset..., with: info.bytes)
    case .vorbis: break
    }
  }

  /// A header for one or two channels without skipped frames.
  private static func plainOpus(_ format: StreamFormat) -> [UInt8] {
    var header = Array("OpusHead".utf8) + [1, UInt8(clamping: format.channelCount), 0, 0]
    header.append(little: UInt32(OpusHeader.sampleRate))
    header.append(zeros: 3)
    return header
  }

  /// The Vorbis headers in a cookie, which is laced as described in ``OggStream/magicCookie``.
  static func unlaced(_ cookie: [UInt8]) -> [[UInt8]]? {
    guard let count = cookie.first else { return nil }
    var place = 1
    var lengths: [Int] = []
    while lengths.count < Int(count) {
      var length = 0
      repeat {
        guard place < cookie.count else { return nil }
        length += Int(cookie[place])
        place += 1
      } while cookie[place - 1] == 255
      lengths.append(length)
    }
    var headers: [[UInt8]] = []
    for length in lengths {
      guard length <= cookie.count - place else { return nil }
      headers.append(Array(cookie[place..<place + length]))
      place += length
    }
    return headers + [Array(cookie[place...])]
  }
}

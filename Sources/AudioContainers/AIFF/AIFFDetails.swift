import AudioModel
import AudioSyntax

/// The contents of an AIFF file's small chunks, in any order.
///
/// Source: *Audio Interchange File Format: "AIFF"*, version 1.3, "The Marker Chunk", "The
/// Instrument Chunk", "Comments Chunk", "Text Chunks".
struct AIFFDetails: Sendable {
  /// A loop of the instrument, between two markers.
  private struct Loop: Equatable {
    /// 1 for forward, 2 for forward and backward.
    var mode: UInt16
    var begin: UInt32
    var end: UInt32
  }

  var tags = Tags()
  private(set) var channelLayout: ChannelLayout?
  private var markers: [Marker] = []
  private var sustainLoop: Loop?
  private var releaseLoop: Loop?

  /// Takes the body of a chunk of a kind that ``AIFFChunk/collectedByteCount`` lists.
  mutating func take(_ tag: FourCC, _ body: Span<UInt8>) {
    switch tag {
    case .aiffName: tags.add(text(body, 0..<body.count), for: .title)
    case .aiffAuthor: tags.add(text(body, 0..<body.count), for: .artist)
    case .aiffCopyright: tags.add(text(body, 0..<body.count), for: .copyright)
    case .aiffAnnotation: tags.add(text(body, 0..<body.count), for: .comments)
    case .aiffComments: takeComments(body)
    case .aiffMarkers where markers.isEmpty: takeMarkers(body)
    case .aiffInstrument where sustainLoop == nil:
      sustainLoop = loop(body, at: 8)
      releaseLoop = loop(body, at: 14)
    case .aiffChannelLayout where channelLayout == nil: channelLayout = ChannelLayout(chunk: body)
    default: break
    }
  }

  /// Fills in the details known so far.
  func fill(_ info: inout ContainerInfo) {
    info.channelLayout = channelLayout ?? Self.layout(ofChannels: info.format.channelCount)
    info.isChannelLayoutStated = channelLayout != nil
    info.tags = tags
    info.markers = markers
    info.regions = [
      region(sustainLoop, identifier: 1, begin: .sustainLoopStart, end: .sustainLoopEnd),
      region(releaseLoop, identifier: 2, begin: .releaseLoopStart, end: .releaseLoopEnd),
    ].compactMap { $0 }
  }

  /// Reads the markers that the chunk states, as far as it contains them completely.
  private mutating func takeMarkers(_ body: Span<UInt8>) {
    guard body.count >= 2 else { return }
    let count = Int(body.bigEndian16(at: 0))
    var place = 2
    while markers.count < count, body.count - place >= 7 {
      let nameStart = place + 7
      let nameEnd = nameStart + Int(body[place + 6])
      guard nameEnd <= body.count else { return }
      let name = text(body, nameStart..<nameEnd)
      markers.append(
        Marker(
          framePosition: Double(body.bigEndian32(at: place + 2)),
          identifier: UInt32(body.bigEndian16(at: place)), name: name.isEmpty ? nil : name))
      // The name and its count together have an even length.
      place = nameEnd + (nameEnd - nameStart + 1) % 2
    }
  }

  /// Reads comments on the recording.
  ///
  /// Skips comments on markers.
  private mutating func takeComments(_ body: Span<UInt8>) {
    guard body.count >= 2 else { return }
    var left = Int(body.bigEndian16(at: 0))
    var place = 2
    var texts: [String] = []
    while left > 0, body.count - place >= 8 {
      let isOfMarker = body.bigEndian16(at: place + 4) != 0
      let start = place + 8
      let count = Int(body.bigEndian16(at: place + 6))
      let end = min(start + count, body.count)
      let comment = text(body, start..<end)
      if !isOfMarker, !comment.isEmpty { texts.append(comment) }
      place = start + count + count % 2
      left -= 1
    }
    tags.add(texts.joined(separator: "\n"), for: .comments)
  }

  private func loop(_ body: Span<UInt8>, at place: Int) -> Loop? {
    let mode = body.bigEndian16(at: place)
    guard mode == 1 || mode == 2 else { return nil }
    return Loop(
      mode: mode, begin: UInt32(body.bigEndian16(at: place + 2)),
      end: UInt32(body.bigEndian16(at: place + 4)))
  }

  /// Converts a loop to a region if both of its markers exist.
  private func region(
    _ loop: Loop?, identifier: UInt32, begin: FourCC, end: FourCC
  ) -> Region? {
    guard let loop, var first = markers.first(where: { $0.identifier == loop.begin }),
      var last = markers.first(where: { $0.identifier == loop.end })
    else { return nil }
    first.type = begin.rawValue
    last.type = end.rawValue
    var flags: Region.Flags = [.loopEnable, .playForward]
    if loop.mode == 2 { flags.insert(.playBackward) }
    return Region(identifier: identifier, flags: flags, markers: [first, last])
  }

  private func text(_ body: Span<UInt8>, _ range: Range<Int>) -> String {
    TagText.latinOrUTF8(body.bytes(range)[...])
  }

  /// The default layout of one or two channels.
  private static func layout(ofChannels count: Int) -> ChannelLayout? {
    switch count {
    case 1: .mono
    case 2: .stereo
    default: nil
    }
  }
}

/// Core Audio's names for the ends of loops, as in `kCAFMarkerType_SustainLoopStart`.
extension FourCC {
  static let sustainLoopStart = FourCC("s", "l", "b", "g")
  static let sustainLoopEnd = FourCC("s", "l", "e", "n")
  static let releaseLoopStart = FourCC("r", "l", "b", "g")
  static let releaseLoopEnd = FourCC("r", "l", "e", "n")
}

package import AudioModel

/// Reads the audio of an Ogg file: Opus, Vorbis, or FLAC.
///
/// If several streams begin together, the reader reads the first audio stream and skips the others
/// (video, skeletons, more audio). Consecutive streams are links of a chain, and each has its own
/// headers, priming, and remainder. A link with an unreadable codec causes an error, after all
/// preceding audio. The packets are gathered, because a packet may continue on the next page.
///
/// Sources: RFC 3533; RFC 7845; *Vorbis I specification* (Xiph.Org), A; RFC 9639, 10.1.
package struct OggReader: ContainerReader {
  enum State {
    /// Before or in the headers of a stream.
    case headers
    case audio
    /// After the last readable packet, with the reason if more data follows.
    case end(ContainerError?)
  }

  /// A pending result.
  enum Answer {
    case step(ReaderStep)
    case audio(OggAudio)
  }

  package private(set) var position: UInt64
  var state = State.headers
  var finder = OggPageFinder()
  var assembler = Self.headerAssembler
  /// The streams that began together.
  var group = OggGroup()
  /// The stream whose audio is read.
  var link: OggLink?
  /// The stream that ``info`` describes.
  var describedStream: OggStream?
  /// Position of the page on which the audio begins.
  var audioOffset: UInt64 = 0
  /// The description of the current packets; `nil` before the first.
  var info: ContainerInfo?
  /// Whether ``info`` describes ``link``.
  var hasBegun = false
  var answers: [Answer] = []
  /// The most recently reported trim of the link.
  var givenTrim: FrameTrim?
  /// Whether the next page of an unknown stream may belong to the current stream.
  var isLost = false
  let start: UInt64

  static let headerAssembler = OggPacketAssembler(
    limit: OggStream.mostHeaderBytes, keepsLongPackets: true)

  /// Starts at the first page.
  package init(at start: UInt64 = 0) {
    position = start
    self.start = start
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    if let step = takeAnswer(into: &packets) { return step }
    var view = WindowView(window, at: position, isEnd: isEnd)
    defer { position = view.position }
    while true {
      if case .end(let failure) = state {
        if let failure { throw failure }
        return .end
      }
      switch finder.next(&view) {
      case .needs(let count): return .needs(count)
      case .end: try finish(view)
      case .page(let page):
        try take(page, view.bytes)
        view.advance(to: page.position(of: page.body.upperBound))
      }
      if let step = takeAnswer(into: &packets) { return step }
    }
  }

  /// Continues with the first packet that begins on a page from `offset` on.
  package mutating func resynchronise(at offset: UInt64) {
    guard let info, let describedStream else { return }
    if !hasBegun { link = OggLink(describedStream) }
    hasBegun = true
    group.isOpen = false
    position = max(offset, info.dataOffset)
    finder = OggPageFinder()
    assembler = OggPacketAssembler(limit: info.packetSizeUpperBound, keepsLongPackets: false)
    link?.lose()
    answers.removeAll()
    isLost = true
    state = .audio
  }

  /// Takes the next result.
  private mutating func takeAnswer(into packets: inout [Packet]) -> ReaderStep? {
    guard !answers.isEmpty else { return nil }
    switch answers.removeFirst() {
    case .step(let step): return step
    case .audio(let audio):
      packets.append(contentsOf: audio.packets)
      return .gathered(audio.bytes)
    }
  }
}

// MARK: - The end

extension OggReader {
  /// Handles the end of the file.
  private mutating func finish(_ view: borrowing WindowView) throws(ContainerError) {
    if info == nil {
      guard case .audio = state else { throw whyNothingWasFound(view) }
      begin(OggAudio())
    }
    endLink()
    state = .end(nil)
  }

  private func whyNothingWasFound(_ view: borrowing WindowView) -> ContainerError {
    guard view.end > start else { return ContainerError(.empty, at: start) }
    let hasOthersOnly = group.stream == nil && !group.others.isEmpty
    return hasOthersOnly ? unreadStreams(at: view.end) : ContainerError(.truncated, at: view.end)
  }

  /// The reason that the streams cannot be read here.
  ///
  /// Source: *The Speex Codec Manual* (Xiph.Org), 7.3: a stream begins with the name, in eight
  /// bytes.
  func unreadStreams(at offset: UInt64) -> ContainerError {
    // A library reads only whole files.
    group.hasSpeex && info == nil
      ? ContainerError(.needsLibrary(.ogg), at: start)
      : ContainerError(.unsupportedFormat, at: offset)
  }
}

extension FourCC {
  /// The name that Apple's systems use for such files, although Apple's headers do not define it.
  static let ogg = FourCC("O", "g", "g", "f")
}

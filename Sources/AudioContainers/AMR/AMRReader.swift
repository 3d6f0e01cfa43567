package import AudioModel
import AudioSyntax

/// Reads an AMR or AMR-WB file of one channel: a line of text, then frames, one per packet.
///
/// The packet includes the frame's header byte, as in MP4 files and in CAF. Frames without data
/// have the same duration as all others.
///
/// Source: RFC 4867, 5 AMR and AMR-WB Storage Format.
package struct AMRReader: ContainerReader {
  private enum State {
    case magic
    case frames
    /// The bytes here are not a frame.
    case searching
    case end
  }

  /// Consecutive frames required for a match at an arbitrary position.
  private static let chainLength = 8

  package private(set) var position: UInt64
  private var state = State.magic
  private var band = AMRBand.narrow
  /// Start of the first frame, once known.
  private var dataOffset: UInt64?
  private let tags: Tags

  /// Starts at the line of text.
  ///
  /// - Parameters:
  ///   - start: Position of the line in the file.
  ///   - tags: Tags found before the line.
  package init(at start: UInt64 = 0, tags: Tags = Tags()) {
    position = start
    self.tags = tags
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      let step: ReaderStep?
      switch state {
      case .magic: step = try readMagic(&view)
      case .frames: step = readFrames(&view, into: &packets)
      case .searching: step = search(&view)
      case .end: step = .end
      }
      position = view.position
      if let step { return step }
    }
  }

  package mutating func resynchronise(at offset: UInt64) {
    guard let dataOffset else { return }
    position = max(offset, dataOffset)
    state = .searching
  }

  private mutating func readMagic(
    _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep {
    switch AMRMagic.detect(view.bytes, at: view.index, isEnd: view.isEnd) {
    case .needs(let count): return .needs(count)
    case .confirmed(.single(let band, let byteCount)):
      view.skip(byteCount)
      dataOffset = view.position
      self.band = band
      state = .frames
      return .info(makeInfo(at: view.position))
    case .confirmed(.multichannel): throw ContainerError(.unsupportedFormat, at: position)
    case .refuted:
      guard view.remaining > 0 else { throw ContainerError(.empty, at: position) }
      throw ContainerError(.unrecognised, at: position)
    }
  }

  private func makeInfo(at dataOffset: UInt64) -> ContainerInfo {
    let format = StreamFormat(
      sampleRate: band.sampleRate, formatID: band.formatID,
      framesPerPacket: Int(band.framesPerPacket), channelCount: 1)
    var info = ContainerInfo(
      fileType: .amr, format: format, dataOffset: dataOffset,
      packetSizeUpperBound: band.largestFrame)
    info.channelLayout = .mono
    info.tags = tags
    return info
  }

  /// Appends the frames that lie whole in the view.
  private mutating func readFrames(
    _ view: inout WindowView, into packets: inout [Packet]
  ) -> ReaderStep? {
    let first = packets.count
    let base = view.position &- UInt64(view.index)
    var place = view.index
    var missing = 1
    while place < view.bytes.count {
      let byteCount = band.frameByteCount(view.bytes[place])
      missing = byteCount
      guard byteCount > 0, byteCount <= view.bytes.count - place else { break }
      packets.append(
        Packet(
          offset: base &+ UInt64(place), byteCount: UInt32(byteCount),
          frameCount: band.framesPerPacket))
      place += byteCount
      missing = 1
    }
    view.skip(place - view.index)
    guard packets.count == first else { return .packets }
    if missing == 0 {
      state = .searching
      return nil
    }
    return needs(missing, &view)
  }

  /// Moves to the first position from which frames follow each other.
  private mutating func search(_ view: inout WindowView) -> ReaderStep? {
    var place = view.index
    while place < view.bytes.count {
      switch chain(view.bytes, at: place, isEnd: view.isEnd) {
      case .confirmed:
        view.skip(place - view.index)
        state = .frames
        return nil
      case .needs(let count):
        view.skip(place - view.index)
        return .needs(count)
      case .refuted: place += 1
      }
    }
    view.skip(place - view.index)
    return needs(1, &view)
  }

  /// Whether frames with empty header padding follow each other from `index`, or to the exact end
  /// of the file.
  private func chain(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<Void> {
    var place = index
    for _ in 0..<Self.chainLength {
      guard place < bytes.count else {
        guard isEnd else { return .needs(place + 1 - index) }
        return place == bytes.count ? .confirmed(()) : .refuted
      }
      let byteCount = band.frameByteCount(bytes[place])
      guard byteCount > 0, bytes[place] & AMRBand.paddingBits == 0 else { return .refuted }
      place += byteCount
    }
    return .confirmed(())
  }

  /// Requests bytes, or ends the stream at the end of the file.
  private mutating func needs(_ count: Int, _ view: inout WindowView) -> ReaderStep {
    guard view.isEnd else { return .needs(count) }
    view.skip(view.remaining)
    state = .end
    return .end
  }
}

extension FourCC {
  static let amr = FourCC("a", "m", "r", "f")
}

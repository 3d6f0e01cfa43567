import AudioModel
import AudioSyntax

/// The markers, loops, and texts in a WAVE file's small chunks, in any order.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0*, "Cue-Points Chunk",
/// "Associated Data Chunk"; *Multimedia Data Standards Update*, 15 April 1994, "Sampler Chunk"; EBU
/// Tech 3285, "Broadcast Audio Extension Chunk".
struct WAVDetails: Equatable, Sendable {
  /// A position, with the number that other chunks use for it.
  private struct Cue: Equatable {
    var identifier: UInt32
    var frame: UInt32
  }

  /// A stretch after a cue.
  private struct Stretch: Equatable {
    var cue: UInt32
    var frameCount: UInt32
    var name: String
  }

  /// Texts with lower precedence than those of actual tags.
  private(set) var tags = Tags()
  private var cues: [Cue] = []
  private var stretches: [Stretch] = []
  private var loops: [Region] = []
  private var labels: [UInt32: String] = [:]
  /// Frames of the recording according to the `fact` chunk, if the file has one.
  private(set) var frameCount: UInt32?

  /// Maximum number of bytes to read from a chunk.
  private static let mostBytes: UInt64 = 1 << 20

  /// Bytes to read from a chunk's body, or `nil` if the chunk is not supported here.
  static func collectedByteCount(_ tag: FourCC, of byteCount: UInt64) -> Int? {
    switch tag {
    case .cue, .sampler: Int(min(byteCount, mostBytes))
    case .broadcast: Int(min(byteCount, 338))
    case .fact where byteCount >= 4: 4
    default: nil
    }
  }

  /// Bytes to read from a list of associated data.
  static func listByteCount(of byteCount: UInt64) -> Int { Int(min(byteCount, mostBytes)) }

  /// Takes the body of a chunk that ``collectedByteCount(_:of:)`` supports, or of a `LIST` of type
  /// `adtl`.
  mutating func take(_ tag: FourCC, _ body: Span<UInt8>) {
    switch tag {
    case .cue where cues.isEmpty: takeCues(body)
    case .sampler where loops.isEmpty: takeLoops(body)
    case .broadcast: takeBroadcast(body)
    case .fact: frameCount = body.littleEndian32(at: 0)
    case .associatedData: takeAssociatedData(body)
    default: break
    }
  }

  /// The trim that the stated frame count implies for packets of several frames.
  func trim(of info: ContainerInfo) -> FrameTrim? {
    let length = UInt64(info.format.framesPerPacket)
    guard length > 1, let packets = info.statedPacketCount, let frameCount, frameCount > 0 else {
      return nil
    }
    let stated = UInt64(frameCount)
    let (frames, overflow) = packets.multipliedReportingOverflow(by: length)
    guard !overflow, stated <= frames, frames - stated < length else { return nil }
    return FrameTrim(
      primingFrames: 0, validFrames: stated, remainderFrames: Int(frames - stated))
  }

  /// Fills in the details known so far.
  func fill(_ info: inout ContainerInfo) {
    info.tags.fill(from: tags)
    info.markers = cues.map { cue in
      Marker(
        framePosition: Double(cue.frame), identifier: cue.identifier, name: labels[cue.identifier])
    }
    let frames = Dictionary(cues.map { ($0.identifier, $0.frame) }) { first, _ in first }
    info.regions =
      loops
      + stretches.compactMap { stretch in
        frames[stretch.cue].map { region(stretch, from: Double($0)) }
      }
  }

  private func region(_ stretch: Stretch, from start: Double) -> Region {
    Region(
      identifier: stretch.cue, flags: [],
      name: stretch.name.isEmpty ? labels[stretch.cue] : stretch.name,
      markers: [
        Marker(
          framePosition: start, type: FourCC.regionStart.rawValue, identifier: stretch.cue),
        Marker(
          framePosition: start + Double(stretch.frameCount), type: FourCC.regionEnd.rawValue,
          identifier: stretch.cue),
      ])
  }

  private mutating func takeCues(_ body: Span<UInt8>) {
    guard body.count >= 4 else { return }
    let count = min(Int(body.littleEndian32(at: 0)), (body.count - 4) / 24)
    for index in 0..<count {
      let place = 4 + index * 24
      cues.append(
        Cue(
          identifier: body.littleEndian32(at: place), frame: body.littleEndian32(at: place + 20)))
    }
  }

  /// Reads the sampler's loops.
  ///
  /// A loop includes its last frame, so its end marker is one frame later.
  private mutating func takeLoops(_ body: Span<UInt8>) {
    guard body.count >= 36 else { return }
    let count = min(Int(body.littleEndian32(at: 28)), (body.count - 36) / 24)
    for index in 0..<count {
      let place = 36 + index * 24
      let identifier = body.littleEndian32(at: place)
      let flags: Region.Flags
      switch body.littleEndian32(at: place + 4) {
      case 0: flags = [.loopEnable, .playForward]
      case 1: flags = [.loopEnable, .playForward, .playBackward]
      case 2: flags = [.loopEnable, .playBackward]
      default: flags = .loopEnable
      }
      let start = Marker(
        framePosition: Double(body.littleEndian32(at: place + 8)),
        type: FourCC.sustainLoopStart.rawValue, identifier: identifier)
      let end = Marker(
        framePosition: Double(body.littleEndian32(at: place + 12)) + 1,
        type: FourCC.sustainLoopEnd.rawValue, identifier: identifier)
      loops.append(Region(identifier: identifier, flags: flags, markers: [start, end]))
    }
  }

  /// Reads the description and date of a broadcast recording.
  private mutating func takeBroadcast(_ body: Span<UInt8>) {
    guard body.count >= 338 else { return }
    tags.add(text(body, 0..<256), for: .comments)
    tags.add(text(body, 320..<330), for: .recordedDate)
  }

  /// Reads labels and stretches, and skips notes, which comment on a position instead of naming it.
  private mutating func takeAssociatedData(_ body: Span<UInt8>) {
    var place = 4
    while body.count - place >= 12 {
      let start = place + 8
      let byteCount = min(Int(body.littleEndian32(at: place + 4)), body.count - start)
      let end = start + byteCount
      let identifier = body.littleEndian32(at: start)
      switch body.fourCC(at: place) {
      case .label where byteCount >= 4 && labels[identifier] == nil:
        labels[identifier] = text(body, start + 4..<end)
      case .labelledText where byteCount >= 20:
        stretches.append(
          Stretch(
            cue: identifier, frameCount: body.littleEndian32(at: start + 4),
            name: text(body, start + 20..<end)))
      default: break
      }
      let isPadded = byteCount % 2 == 1 && !ChunkSize.lacksPad(body, at: end)
      place = end + (isPadded ? 1 : 0)
    }
  }

  private func text(_ body: Span<UInt8>, _ range: Range<Int>) -> String {
    TagText.latinOrUTF8(body.bytes(range)[...])
  }
}

extension FourCC {
  static let associatedData = FourCC("a", "d", "t", "l")
  static let fact = FourCC("f", "a", "c", "t")
  fileprivate static let cue = FourCC("c", "u", "e", " ")
  fileprivate static let sampler = FourCC("s", "m", "p", "l")
  static let broadcast = FourCC("b", "e", "x", "t")
  fileprivate static let label = FourCC("l", "a", "b", "l")
  fileprivate static let labelledText = FourCC("l", "t", "x", "t")
  /// Core Audio's names for the ends of regions, as in `kCAFMarkerType_RegionStart`.
  fileprivate static let regionStart = FourCC("r", "b", "e", "g")
  fileprivate static let regionEnd = FourCC("r", "e", "n", "d")
}

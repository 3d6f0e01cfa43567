package import AudioModel
import AudioSyntax

/// Reads a stream of AC-3 or Enhanced AC-3 from its first frame on.
///
/// Frames of dependent substreams and further programs belong to the packet of the preceding
/// frame. A packet therefore contains all simultaneous sound.
///
/// Source: ETSI TS 102 366, 4.3, E.1.2, E.1.3.1.1 (stream types).
package struct AC3Reader: ContainerReader {
  private var stream: FrameStream<AC3Framing>
  private var hasInfo = false
  /// Tags found before the audio.
  private let tags: Tags

  /// Starts at a frame that begins a recognized stream.
  init(at start: UInt64, framing: AC3Framing, tags: Tags = Tags()) {
    stream = FrameStream(framing, at: start)
    self.tags = tags
  }

  package var position: UInt64 { stream.position }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    guard !hasInfo else { return stream.next(window, isEnd: isEnd, into: &packets) }
    // The first packet determines the channel count.
    switch stream.syntax.unitByteCount(window, at: 0, isEnd: isEnd) {
    case .needs(let count): return .needs(count)
    case .confirmed(let count):
      hasInfo = true
      return .info(makeInfo(window.extracting(first: min(count, window.count))))
    case .refuted: throw ContainerError(.unrecognised, at: position)
    }
  }

  package mutating func resynchronise(at offset: UInt64) {
    stream.resynchronise(at: offset)
  }

  private static func frameCount(of unit: Span<UInt8>) -> Int {
    var (count, place) = (0, 0)
    while unit.count - place >= AC3Header.byteCount, let frame = AC3Header(unit, at: place) {
      count += 1
      place += frame.frameByteCount
    }
    return max(count, 1)
  }

  private mutating func makeInfo(_ unit: Span<UInt8>) -> ContainerInfo {
    let header = stream.syntax.header
    let program = AC3Program(mode: header.mode, hasLowFrequency: header.hasLowFrequency)
    var places = AC3Places(mode: header.mode, hasLowFrequency: header.hasLowFrequency)
    let first = places
    var place = header.frameByteCount
    while unit.count - place >= AC3Header.byteCount, let frame = AC3Header(unit, at: place),
      frame.role == .dependent
    {
      let own = AC3Places(mode: frame.mode, hasLowFrequency: frame.hasLowFrequency)
      places.formUnion(frame.statedPlaces(unit.extracting(place...)) ?? own)
      place += frame.frameByteCount
    }
    let isEnhanced = header.isEnhanced || place > header.frameByteCount
    // With a known frame count, a packet is complete without a look at the next one.
    stream.syntax.mostFrames = Self.frameCount(of: unit)
    let added = places.subtracting(first).channelCount
    let format = StreamFormat(
      sampleRate: Double(header.sampleRate), formatID: isEnhanced ? .enhancedAC3 : .ac3,
      framesPerPacket: header.blockCount * 256, channelCount: program.channelCount + added)
    var info = ContainerInfo(
      fileType: FourCC("a", "c", "-", "3"), format: format, dataOffset: position,
      packetSizeUpperBound: isEnhanced ? AC3Framing.longestPacket : AC3Header.longestPlainFrame)
    info.channelLayout = added == 0 ? program.layout : places.layout
    if !isEnhanced { info.statedBitRate = header.bitRate }
    info.tail = .frames
    info.tags = tags
    return info
  }
}

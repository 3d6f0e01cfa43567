internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// What the last bytes of a file tell.
struct FileEnding: Sendable {
  /// Bytes from the start of the file to behind the last packet.
  var dataEnd: UInt64
  /// Tags behind it.
  var tags: Tags
  /// Which frames are the recording, where only the end tells.
  var trim: FrameTrim?
  /// The packets that were found, where they stand side by side.
  var sample = Sample()

  /// Some of a file's packets, by whose average all are judged.
  struct Sample: Sendable {
    /// Frames and bytes of the packets.
    var frameCount: UInt64 = 0
    var byteCount: UInt64 = 0
    /// Bytes from the start of the first to the end of the last.
    var span: UInt64 = 0
  }

  /// What is known of the last bytes.
  enum Look: Sendable {
    case notYet
    /// They do not tell.
    case nothing
    case found(FileEnding)
  }
}

extension FileEnding {
  /// Bytes between two packets at most: the header that the one behind has and that is no part of it.
  private static let widestGap: UInt64 = 32

  /// Looks at the last bytes of a file: only where packets stand there side by side can be said where they end.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - size: How many there are.
  ///   - reader: One that has given `info`; not changed.
  ///   - info: What it gave.
  /// - Returns: `nil` where the bytes do not tell, or where there are hardly more than those.
  /// - Throws: ``PacketError`` of the source.
  static func find(
    in source: any ByteSource, _ size: UInt64, reader: any ContainerReader, _ info: ContainerInfo
  ) throws(PacketError) -> FileEnding? {
    guard let tail = info.tail else { return nil }
    for byteCount in tail.byteCounts {
      let wanted = UInt64(clamping: byteCount)
      guard size > wanted, size - wanted > reader.position else { return nil }
      let ending = try FileEnding(
        of: source, from: size - wanted, to: size, reader, fewestPackets: tail.fewestPackets)
      if let ending { return ending }
    }
    return nil
  }

  private init?(
    of source: any ByteSource, from start: UInt64, to size: UInt64, _ reader: any ContainerReader,
    fewestPackets: Int
  ) throws(PacketError) {
    var reader = reader
    reader.resynchronise(at: start)
    var pull = ReaderPull(source, reader: reader, expecting: Int(clamping: size - start))
    var packets: [Packet] = []
    tags = Tags()
    var gatheredEnd: UInt64?
    var isEnd = false
    while !isEnd {
      let step: ReaderStep?
      do {
        step = try pull.next(into: &packets)
      } catch {
        if case .container = error { return nil }
        throw error
      }
      switch step {
      case .packets, .trim: break
      // Their offsets tell where they begin, not how they lie.
      case .gathered: gatheredEnd = pull.reader.position
      case .completed(let info): trim = info.trim
      case .tags(let more): tags.fill(from: more)
      case nil: isEnd = true
      default: return nil
      }
    }
    if let gatheredEnd {
      guard trim != nil, gatheredEnd <= size else { return nil }
      dataEnd = gatheredEnd
      return
    }
    guard let first = packets.first, let last = packets.last, packets.count >= fewestPackets,
      first.offset - start <= (size - start) / 2,
      zip(packets, packets.dropFirst()).allSatisfy({ Self.areNeighbours($0, $1) })
    else { return nil }
    dataEnd = last.offset &+ UInt64(last.byteCount)
    sample.span = dataEnd - first.offset
    for packet in packets {
      sample.byteCount += UInt64(packet.byteCount)
      sample.frameCount += UInt64(packet.frameCount)
    }
  }

  private static func areNeighbours(_ packet: Packet, _ next: Packet) -> Bool {
    let end = packet.offset &+ UInt64(packet.byteCount)
    return next.offset >= end && next.offset - end <= widestGap
  }
}

internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Information from the last bytes of a file.
struct FileEnding: Sendable {
  /// Bytes from the start of the file to the end of the last packet.
  var dataEnd: UInt64
  /// Tags after the last packet.
  var tags: Tags
  /// The frames of the recording, if only the end of the file states them.
  var trim: FrameTrim?
  /// The packets that were found, if they are adjacent.
  var sample = Sample()

  /// Some of a file's packets, whose average represents all packets.
  struct Sample: Sendable {
    /// Frames in the packets.
    var frameCount: UInt64 = 0
    var byteCount: UInt64 = 0
    /// Bytes from the start of the first packet to the end of the last.
    var span: UInt64 = 0

    init() {}

    init(_ packets: [Packet], span: UInt64) {
      self.span = span
      for packet in packets {
        byteCount += UInt64(packet.byteCount)
        frameCount += UInt64(packet.frameCount)
      }
    }
  }

  /// The result of examining the last bytes.
  enum Look: Sendable {
    case notYet
    /// The last bytes contain no usable information.
    case nothing
    case found(FileEnding)
  }
}

extension FileEnding {
  /// Maximum bytes between two packets: the header of the next packet, which is not part of it.
  private static let widestGap: UInt64 = 32

  /// Examines the last bytes of a file for the end of its packets.
  ///
  /// The end is only known if the packets there are adjacent.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - size: The number of bytes in the source.
  ///   - reader: A reader that has returned `info`. It is not changed.
  ///   - info: The information from the reader.
  /// - Returns: `nil` if the end is unknown, or if the file is hardly larger than the examined
  ///   part.
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
    steps: while true {
      let step: ReaderStep?
      do {
        step = try pull.next(into: &packets)
      } catch {
        if case .container = error { return nil }
        throw error
      }
      switch step {
      case .packets, .trim: break
      // Offsets of gathered packets give their start, not their layout.
      case .gathered: gatheredEnd = pull.reader.position
      case .completed(let info): trim = info.trim
      case .tags(let more): tags.fill(from: more)
      case nil: break steps
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
    sample = Sample(packets, span: dataEnd - first.offset)
  }

  private static func areNeighbours(_ packet: Packet, _ next: Packet) -> Bool {
    let end = packet.offset &+ UInt64(packet.byteCount)
    return next.offset >= end && next.offset - end <= widestGap
  }
}

import AudioContainers
import AudioModel

/// Reads a file in growing windows, and traps if the reader breaks its contract.
struct FuzzRun<Reader: ContainerReader> {
  private let bytes: [UInt8]
  private let pieceByteCount: Int
  private var reader: Reader
  private var packets: [Packet] = []
  /// The end of the window.
  private var end: Int
  private var lastPacketEnd: UInt64 = 0
  private var hasInfo = false
  private var hasGoneBack = false
  private var hasEnded = false
  /// The remaining steps; each step must make progress, so a reader that repeats forever runs out.
  private var stepsLeft: Int

  init(_ bytes: [UInt8], inPiecesOf pieceByteCount: Int, with reader: Reader) {
    self.bytes = bytes
    self.pieceByteCount = pieceByteCount
    self.reader = reader
    end = min(pieceByteCount, bytes.count)
    stepsLeft = 8 * bytes.count + 100
  }

  mutating func readToEnd() {
    while !hasEnded { step() }
  }

  /// Reads until the reader reports its info.
  ///
  /// - Returns: Whether it reported the info.
  mutating func readToInfo() -> Bool {
    while !hasEnded, !hasInfo { step() }
    return hasInfo
  }

  /// Continues at `place`, as a driver does after a seek.
  mutating func resynchronise(at place: Int) {
    reader.resynchronise(at: UInt64(place))
    lastPacketEnd = 0
    end = min(Int(min(reader.position, UInt64(bytes.count))) + pieceByteCount, bytes.count)
    stepsLeft += 8 * bytes.count + 100
  }

  private mutating func step() {
    stepsLeft -= 1
    precondition(stepsLeft > 0, "the reader hangs")
    let before = reader.position
    let start = Int(min(before, UInt64(bytes.count)))
    end = max(start, end)
    let isEnd = end == bytes.count
    packets.removeAll(keepingCapacity: true)
    // A second reference to the bytes, because the run changes while the reader reads.
    let bytes = bytes
    let window = bytes.span.extracting(start..<end)
    guard let step = try? reader.next(window, isEnd: isEnd, into: &packets) else {
      hasEnded = true
      return
    }
    if reader.position < before {
      // A reader that finds no packet table after the audio goes back to the audio.
      precondition(!hasGoneBack, "the reader went back twice")
      hasGoneBack = true
      end = min(Int(reader.position) + pieceByteCount, bytes.count)
    }
    checkPackets(of: step, from: UInt64(start))
    take(step, wasAt: before, isEnd: isEnd)
  }

  private mutating func checkPackets(of step: ReaderStep, from start: UInt64) {
    precondition(packets.isEmpty || hasInfo, "a packet before the info")
    if case .gathered(let gathered) = step {
      let byteCount = packets.reduce(0) { $0 + Int($1.byteCount) }
      precondition(byteCount == gathered.count, "bytes of no packet")
      for packet in packets {
        precondition(packet.offset >= lastPacketEnd, "packets go back")
        lastPacketEnd = packet.offset
      }
      return
    }
    for packet in packets {
      precondition(packet.offset >= max(lastPacketEnd, start), "packets overlap")
      lastPacketEnd = packet.offset + UInt64(packet.byteCount)
      precondition(lastPacketEnd <= UInt64(end), "a packet that is not there")
    }
  }

  private mutating func take(_ step: ReaderStep, wasAt before: UInt64, isEnd: Bool) {
    switch step {
    case .info(let info):
      precondition(!hasInfo, "a second info")
      precondition(info.format.channelCount > 0 && info.format.sampleRate > 0)
      hasInfo = true
    case .link(let link):
      precondition(hasInfo, "a link before the info")
      precondition(link.info.format.channelCount > 0 && link.info.format.sampleRate > 0)
    case .constantPackets, .completed: precondition(hasInfo, "packets before the info")
    case .table(let table):
      precondition(hasInfo, "packets before the info")
      Self.check(table)
    case .needs(let count):
      let there = end - min(Int(min(reader.position, UInt64(bytes.count))), end)
      // After a jump, the window may hold the requested bytes, or the file may end: the reader must
      // check.
      let hasJumped = reader.position != before
      precondition(!isEnd || hasJumped, "the reader asks for more than the file")
      precondition(count > there || hasJumped, "the reader requests bytes that it has")
      precondition(count <= 1 << 22, "the reader asks for too much")
      // Some drivers wait for all requested bytes, and others try again with every piece.
      let isWaiting = pieceByteCount.isMultiple(of: 2)
      let more = isWaiting ? max(count - min(there, count), pieceByteCount) : pieceByteCount
      end += min(more, bytes.count - end)
    case .packets, .gathered: precondition(!packets.isEmpty, "no packets")
    case .tags, .trim: break
    case .end: hasEnded = true
    }
  }

  /// Checks that a table's answers for packets throughout the file are consistent.
  private static func check(_ table: any PacketTable) {
    precondition(table.firstFrame(ofPacket: table.count) == table.frameCount)
    precondition(table.packetIndex(atFrame: .max) == table.count)
    let step = max(table.count / 200, 1)
    for index in stride(from: 0, to: table.count, by: step) {
      let packet = table.packet(at: index)
      precondition(Int(packet.byteCount) <= table.maximumPacketSize, "larger than the largest")
      let frame = table.firstFrame(ofPacket: index)
      precondition(frame <= table.frameCount)
      guard packet.frameCount > 0 else { continue }
      precondition(table.packetIndex(atFrame: frame) == index, "not its own first frame")
    }
  }
}

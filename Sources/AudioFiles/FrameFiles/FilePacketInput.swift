internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// The packets of a file as input of a converter.
final class FilePacketInput: PacketInput {
  /// The packet with which the next pull starts.
  var next: UInt64 = 0
  /// Why the last pull failed.
  private(set) var failure: PacketError?
  /// Whether a pull has reached the end of the file.
  private(set) var hasEnded = false
  /// The packets that could not be decoded so far.
  private(set) var refusedPackets: Set<UInt64> = []

  /// The decoder for the packets of a chain, or `nil` for a single stream.
  var chain: ChainedDecoder? {
    didSet {
      chain?.packetWasRefused = { [unowned self] in packetWasRefused(described) }
    }
  }
  /// The index, within the last pull, of the packet requested last.
  private var described = 0
  /// Whether packets arrive slowly; then a pull takes only packets that have been found.
  var waitsForPackets = false
  /// Packets from ``next`` to the end of their link.
  private var packetsLeft = Int.max

  /// The memory into which packets are read, as many at once as fit.
  ///
  /// If this is not lent memory, it is replaced when a packet needs more.
  var memory: any PacketMemory {
    didSet { current = memory }
  }
  /// The memory of the last pull's packets.
  ///
  /// This is ``memory``, or separate memory for a packet that was too large.
  private var current: any PacketMemory
  /// The first packet of the last pull.
  private var first: UInt64 = 0
  private let file: PacketFile
  private let isConstant: Bool
  private var packets: [Packet] = []

  init(_ file: PacketFile) {
    self.file = file
    isConstant = file.info.format.hasConstantPackets
    let memory = OwnPacketMemory(byteCount: 1 << 15)
    self.memory = memory
    current = memory
  }

  func pull(_ minimum: Int) throws(PullStop) -> Int {
    failure = nil
    current = memory
    if let chain {
      packetsLeft = chain.packetsLeft(from: next)
      guard packetsLeft > 0 else {
        // An unreadable rest after the last link must not discard buffered converted frames.
        hasEnded = true
        return 0
      }
    }
    do throws(PacketError) {
      var reading = try read(minimum)
      while reading.packetCount == 0, reading.end == .bufferIsFull {
        // The size grows with the file's packets. A packet beyond the end of the file is not valid.
        current = OwnPacketMemory(byteCount: try nextByteCount())
        if !memory.isLent { memory = current }
        reading = try read(minimum)
      }
      if reading.packetCount == 0 { hasEnded = true }
      first = next
      next += UInt64(reading.packetCount)
      return reading.packetCount
    } catch {
      failure = error
      throw PullStop(status: -1)
    }
  }

  private func read(_ minimum: Int) throws(PacketError) -> PacketReading {
    packets.removeAll(keepingCapacity: true)
    // Read few packets, so that a client with a small request waits briefly. Unused packets in a
    // client's memory are read again.
    var limit = memory.isLent ? minimum : isConstant ? Int.max : max(minimum, 4)
    if waitsForPackets, !isConstant {
      limit = max(minimum, min(limit, Int(clamping: file.knownPacketCount) - Int(next)))
    }
    var reading = PacketReading()
    var failure: PacketError?
    current.write(0..<current.byteCount, ofBuffer: 0) { room in
      do throws(PacketError) {
        reading = try file.read(
          from: next, limit: min(limit, packetsLeft), ofAnyFormat: chain != nil, into: &room,
          describing: &packets)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return reading
  }

  private func nextByteCount() throws(PacketError) -> Int {
    let size = try file.place(ofPacket: next).map { Int($0.packet.byteCount) } ?? 0
    return max(size, file.info.format.bytesPerPacket, current.byteCount * 2)
  }

  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int) {
    let packet = packets[index]
    described = index
    chain?.nextFrameCount = Int(packet.frameCount)
    let start = Int(packet.offset)
    return (start..<start + Int(packet.byteCount), Int(packet.frameCount))
  }

  func packetWasRefused(_ index: Int) {
    refusedPackets.insert(first + UInt64(index))
  }

  func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    current.read(range, ofBuffer: buffer, body)
  }
}

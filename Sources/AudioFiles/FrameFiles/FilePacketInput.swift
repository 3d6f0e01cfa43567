internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// The packets of a file, as a converter pulls them.
final class FilePacketInput: PacketInput {
  /// The packet that the next pull starts with.
  var next: UInt64 = 0
  /// Why the last pull gave nothing.
  private(set) var failure: PacketError?
  /// Whether a pull has come to the end of the file.
  private(set) var hasEnded = false
  /// The packets that could not be decoded so far.
  private(set) var refusedPackets: Set<UInt64> = []

  /// What decodes the packets of a chain; `nil` for a single stream.
  var chain: ChainedDecoder? {
    didSet {
      chain?.packetWasRefused = { [unowned self] in packetWasRefused(described) }
    }
  }
  /// The packet of the last pull that was asked for last.
  private var described = 0
  /// Packets from ``next`` to the end of their link.
  private var packetsLeft = Int.max

  /// Where packets are read to, as many at once as it has room for; memory of our own grows where a packet needs it.
  var memory: any PacketMemory {
    didSet { current = memory }
  }
  /// Where the packets of the last pull are: there, or, where one was too large for a client's memory, in some of our own.
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
        // What cannot be read behind the last link is no reason to lose what its conversion holds back.
        hasEnded = true
        return 0
      }
    }
    do throws(PacketError) {
      var reading = try read(minimum)
      while reading.packetCount == 0, reading.end == .bufferIsFull {
        // Grows with what the file has: a packet that goes beyond it is none.
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

  private func read(_ minimum: Int) throws(PacketError) -> PacketFile.Reading {
    packets.removeAll(keepingCapacity: true)
    // Few packets at first, so that a client who wants few waits for few. What is left over in a client's memory is read again.
    let limit = memory.isLent ? minimum : isConstant ? Int.max : max(minimum, 4)
    var reading = PacketFile.Reading()
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

internal import AudioContainers
internal import AudioModel

/// The packets of a file, as a converter pulls them.
final class FilePacketInput: PacketInput {
  /// The packet that the next pull starts with.
  var next: UInt64 = 0
  /// Why the last pull gave nothing.
  private(set) var failure: PacketError?

  private let file: PacketFile
  private let isConstant: Bool
  private var bytes: [UInt8]
  private var packets: [Packet] = []

  /// Bytes that are read at once, more where a packet needs it.
  private static let bufferByteCount = 1 << 15

  init(_ file: PacketFile) {
    self.file = file
    isConstant = file.info.format.hasConstantPackets
    bytes = [UInt8](repeating: 0, count: Self.bufferByteCount)
  }

  func pull(_ minimum: Int) throws(PullStop) -> Int {
    failure = nil
    do throws(PacketError) {
      var reading = try read(minimum)
      while reading.packetCount == 0, reading.end == .bufferIsFull {
        // Grows with what the file has: a packet that goes beyond it is none.
        bytes = [UInt8](repeating: 0, count: try nextByteCount())
        reading = try read(minimum)
      }
      next += UInt64(reading.packetCount)
      return reading.packetCount
    } catch {
      failure = error
      throw PullStop(status: -1)
    }
  }

  private func read(_ minimum: Int) throws(PacketError) -> PacketFile.Reading {
    packets.removeAll(keepingCapacity: true)
    // What a packet may hold is given back so that the file can write to it.
    var buffer = bytes
    bytes = []
    defer { bytes = buffer }
    var room = buffer.mutableSpan
    // Few packets at first, so that a client who wants few waits for few.
    let limit = isConstant ? Int.max : max(minimum, 4)
    return try file.read(from: next, limit: limit, into: &room, describing: &packets)
  }

  private func nextByteCount() throws(PacketError) -> Int {
    let size = try file.place(ofPacket: next).map { Int($0.packet.byteCount) } ?? 0
    return max(size, file.info.format.bytesPerPacket, bytes.count * 2)
  }

  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int) {
    let packet = packets[index]
    let start = Int(packet.offset)
    return (start..<start + Int(packet.byteCount), Int(packet.frameCount))
  }

  func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let all = bytes
    body(all.span.extracting(range))
  }
}

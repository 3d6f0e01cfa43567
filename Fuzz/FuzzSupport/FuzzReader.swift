package import AudioContainers
import AudioModel

/// Reads a file to its end or error in windows that grow by `size` bytes, and traps where the reader
/// breaks its contract.
package func fuzzRead(_ bytes: [UInt8], inPiecesOf size: Int, with start: some ContainerReader) {
  var reader = start
  var packets: [Packet] = []
  var end = min(size, bytes.count)
  var lastPacketEnd: UInt64 = 0
  var hasInfo = false
  var hasGoneBack = false
  // Each step moves on, gives something, or asks for more: none repeats for ever.
  var stepsLeft = 8 * bytes.count + 100
  while true {
    stepsLeft -= 1
    precondition(stepsLeft > 0, "the reader hangs")
    let before = reader.position
    let start = Int(min(before, UInt64(bytes.count)))
    end = max(start, end)
    let isEnd = end == bytes.count
    packets.removeAll(keepingCapacity: true)
    guard
      let step = try? reader.next(
        bytes.span.extracting(start..<end), isEnd: isEnd, into: &packets)
    else { return }
    if reader.position < before {
      // One that finds no packet table behind the audio goes back to it.
      precondition(!hasGoneBack, "the reader went back twice")
      hasGoneBack = true
      end = min(Int(reader.position) + size, bytes.count)
    }
    if case .gathered(let gathered) = step {
      let byteCount = packets.reduce(0) { $0 + Int($1.byteCount) }
      precondition(byteCount == gathered.count, "bytes of no packet")
    }
    for packet in packets {
      precondition(hasInfo, "a packet before the info")
      if case .gathered = step {
        precondition(packet.offset >= lastPacketEnd, "packets go back")
        lastPacketEnd = packet.offset
        continue
      }
      precondition(packet.offset >= max(lastPacketEnd, UInt64(start)), "packets overlap")
      lastPacketEnd = packet.offset + UInt64(packet.byteCount)
      precondition(lastPacketEnd <= UInt64(end), "a packet that is not there")
    }
    switch step {
    case .info(let info):
      precondition(!hasInfo, "a second info")
      precondition(info.format.channelCount > 0 && info.format.sampleRate > 0)
      hasInfo = true
    case .constantPackets, .completed: precondition(hasInfo, "packets before the info")
    case .table(let table):
      precondition(hasInfo, "packets before the info")
      fuzzTable(table)
    case .needs(let count):
      let there = end - min(Int(min(reader.position, UInt64(bytes.count))), end)
      // Behind a jump there may be what is asked for, or less at the end: the reader must see.
      let hasJumped = reader.position != before
      precondition(!isEnd || hasJumped, "the reader asks for more than the file")
      precondition(count > there || hasJumped, "the reader asks for what it has")
      precondition(count <= 1 << 22, "the reader asks for too much")
      // Some drivers wait for all that was asked for, some try again with every piece.
      let more = size.isMultiple(of: 2) ? max(count - min(there, count), size) : size
      end += min(more, bytes.count - end)
    case .packets, .gathered: precondition(!packets.isEmpty, "no packets")
    case .tags: break
    case .end: return
    }
  }
}

/// Asks a table for packets all over, and traps where its answers contradict each other.
private func fuzzTable(_ table: any PacketTable) {
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

/// Reads one input made by libFuzzer: `prefix`, what `make` makes of the input, and `suffix`.
///
/// Its first byte says how to cut; whole and cut, the reader must keep its contract.
package func fuzzInput<Reader: ContainerReader>(
  _ bytes: RawSpan, make: (ArraySlice<UInt8>) -> [UInt8], reader: () -> Reader
) {
  var head = ByteCursor(bytes)
  guard let first = head.byte() else { return }
  var input: [UInt8] = []
  while let byte = head.byte() { input.append(byte) }
  let file = make(input[...])
  fuzzRead(file, inPiecesOf: Int(first) + 1, with: reader())
  fuzzRead(file, inPiecesOf: file.count, with: reader())
}

/// Frames of MPEG-1 layer III at 32 kbit/s and 44,100 Hz that hold nothing.
package func silentFrames(_ count: Int) -> [UInt8] {
  let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0x00] + [UInt8](repeating: 0, count: 100)
  return (0..<count).flatMap { _ in frame }
}

import AudioModel

@testable import AudioContainers

/// All that came out of a file.
struct ReadResult: Equatable, Sendable {
  var info: ContainerInfo?
  var packets: [Packet] = []
  /// The bytes of the packets, where the reader gathers them.
  var gathered: [[UInt8]]?
  /// The one run of constant packets, where there is one.
  var constant: ConstantRun?
  /// The packets of the file's own table, in windows of which they need not lie.
  var tablePackets: [Packet]?
  var laterTags = Tags()
  /// The info with what stood behind the audio.
  var completed: ContainerInfo?
  /// What was said of the recording before its end, and after how many packets.
  var trims: [Trim] = []
  /// The streams that followed, and what was known of those before them.
  var links: [Link] = []
  var error: ContainerError?

  struct Trim: Equatable, Sendable {
    var trim: FrameTrim
    var packetCount: Int
  }

  struct Link: Equatable, Sendable {
    var link: ContainerLink
    /// Packets before it.
    var packetCount: Int
    /// What was said last of the stream before it.
    var completed: ContainerInfo?
  }

  struct ConstantRun: Equatable, Sendable {
    var offset: UInt64
    var byteCount: UInt64?
  }
}

/// Breaks of the contract that a reader may never commit.
enum ContractBreak: Error {
  case needsWhatItHas(Int, at: UInt64)
  case needsAfterEnd
  case wentBack(from: UInt64, to: UInt64)
  case needsTooMuch(Int)
  case secondInfo
  case completedBeforeInfo
  case packetBeforeInfo
  case packetOutside(Packet)
  case gatheredOtherBytes(Int)
  case gatheredNotAll
  case packetsOverlap(Packet, Packet)
  case tooManySteps
  case tableContradictsItself(packet: Int)
}

/// Bytes that no reader may ask for at once: FLAC frames may have a megabyte, and more must be seen
/// to find their end.
let largestWindow = 1 << 22

/// Reads a file to its end or error, in windows that grow by `size` bytes.
///
/// - Parameters:
///   - bytes: The file.
///   - size: Bytes by which a window grows.
///   - reader: A fresh reader.
///   - mayGoBack: Whether the reader may go back once, as one that is pushed bytes may not.
/// - Returns: All that came out.
/// - Throws: ``ContractBreak``, never the reader's own error, which is part of the result.
func readAll<Reader: ContainerReader>(
  _ bytes: [UInt8], inPiecesOf size: Int = .max, with reader: Reader, mayGoBack: Bool = false
) throws -> ReadResult {
  var reader = reader
  var result = ReadResult()
  var start = 0
  var end = min(size, bytes.count)
  // Each step moves on, gives something, or asks for more: none repeats for ever.
  var stepsLeft = 8 * bytes.count + 100
  // A reader that finds no table behind the audio may go back to it, once.
  var backsLeft = 1
  while true {
    stepsLeft -= 1
    guard stepsLeft > 0 else { throw ContractBreak.tooManySteps }
    let before = reader.position
    start = Int(min(before, UInt64(bytes.count)))
    end = max(start, end)
    let isEnd = end == bytes.count
    let count = result.packets.count
    let step: ReaderStep
    do {
      let window = bytes.span.extracting(start..<end)
      step = try reader.next(window, isEnd: isEnd, into: &result.packets)
    } catch {
      result.error = error
      return result
    }
    if case .gathered(let bytes) = step {
      guard count == (result.gathered?.count ?? 0), result.info != nil else {
        throw ContractBreak.gatheredNotAll
      }
      result.gathered = try (result.gathered ?? []) + cut(bytes, result.packets[count...])
    } else {
      try check(result.packets, from: count, start..<end, result.info)
    }
    if reader.position < before {
      guard mayGoBack, backsLeft > 0 else {
        throw ContractBreak.wentBack(from: before, to: reader.position)
      }
      backsLeft -= 1
      end = min(Int(reader.position) + min(size, bytes.count), bytes.count)
    }
    switch step {
    case .info(let info):
      guard result.info == nil else { throw ContractBreak.secondInfo }
      result.info = info
    case .constantPackets(let offset, let byteCount):
      guard result.info != nil else {
        throw ContractBreak.packetBeforeInfo
      }
      result.constant = ReadResult.ConstantRun(offset: offset, byteCount: byteCount)
    case .packets, .gathered: break
    case .table(let table):
      guard result.info != nil else { throw ContractBreak.packetBeforeInfo }
      result.tablePackets = try (result.tablePackets ?? []) + packets(of: table)
    case .completed(let info):
      guard result.info != nil else { throw ContractBreak.completedBeforeInfo }
      result.completed = info
    case .tags(let tags): result.laterTags.fill(from: tags)
    case .trim(let trim):
      guard result.info != nil else { throw ContractBreak.packetBeforeInfo }
      result.trims.append(ReadResult.Trim(trim: trim, packetCount: result.packets.count))
    case .link(let link):
      guard !result.packets.isEmpty else { throw ContractBreak.packetBeforeInfo }
      result.links.append(
        ReadResult.Link(
          link: link, packetCount: result.packets.count, completed: result.completed))
      result.completed = nil
    case .needs(let needed):
      // Behind a jump there may be what is asked for, or less at the end: the reader must see.
      let hasJumped = reader.position != before
      guard !isEnd || hasJumped else { throw ContractBreak.needsAfterEnd }
      let there = max(end - Int(min(reader.position, UInt64(bytes.count))), 0)
      guard needed > there || hasJumped else {
        throw ContractBreak.needsWhatItHas(needed, at: before)
      }
      guard needed <= largestWindow else { throw ContractBreak.needsTooMuch(needed) }
      end += min(size, bytes.count - end)
    case .end: return result
    }
  }
}

/// Packets of a table that are looked at: a table of constant packets may state any number.
let largestTable = 1 << 16

/// The first packets of a table, each found in every way that a table offers.
private func packets(of table: any PacketTable) throws -> [Packet] {
  let count = min(table.count, largestTable)
  var packets: [Packet] = []
  table.append(0..<count, to: &packets)
  var frame: UInt64 = 0
  for index in 0..<count {
    let packet = packets[index]
    guard packet == table.packet(at: index), Int(packet.byteCount) <= table.maximumPacketSize,
      table.firstFrame(ofPacket: index) == frame,
      packet.frameCount == 0 || table.packetIndex(atFrame: frame) == index
    else { throw ContractBreak.tableContradictsItself(packet: index) }
    frame += UInt64(packet.frameCount)
  }
  if count == table.count {
    guard table.frameCount == frame, table.packetIndex(atFrame: frame) == count else {
      throw ContractBreak.tableContradictsItself(packet: count)
    }
  } else {
    _ = table.packet(at: table.count - 1)
  }
  return packets
}

/// The bytes of each packet that a reader put together.
private func cut(_ bytes: [UInt8], _ packets: ArraySlice<Packet>) throws -> [[UInt8]] {
  var rest = bytes[...]
  let cut = try packets.map { packet in
    guard rest.count >= Int(packet.byteCount) else {
      throw ContractBreak.gatheredOtherBytes(bytes.count)
    }
    defer { rest = rest.dropFirst(Int(packet.byteCount)) }
    return Array(rest.prefix(Int(packet.byteCount)))
  }
  let isAscending = zip(packets, packets.dropFirst()).allSatisfy { $0.offset <= $1.offset }
  guard rest.isEmpty, isAscending else { throw ContractBreak.gatheredOtherBytes(bytes.count) }
  return cut
}

private func check(
  _ packets: [Packet], from count: Int, _ window: Range<Int>, _ info: ContainerInfo?
) throws {
  for index in count..<packets.count {
    guard info != nil else { throw ContractBreak.packetBeforeInfo }
    let packet = packets[index]
    let inside =
      packet.offset >= UInt64(window.lowerBound)
      && packet.offset + UInt64(packet.byteCount) <= UInt64(window.upperBound)
    guard inside else { throw ContractBreak.packetOutside(packet) }
    guard index > 0 else { continue }
    let last = packets[index - 1]
    guard last.offset + UInt64(last.byteCount) <= packet.offset else {
      throw ContractBreak.packetsOverlap(last, packet)
    }
  }
}

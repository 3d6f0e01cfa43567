import AudioModel

@testable import AudioContainers

/// The complete result of reading a file.
struct ReadResult: Equatable, Sendable {
  var info: ContainerInfo?
  var packets: [Packet] = []
  /// The bytes of the packets, if the reader assembles them.
  var gathered: [[UInt8]]?
  /// The single run of constant packets, if any.
  var constant: ConstantRun?
  /// The packets of the file's own table, which may lie outside the windows.
  var tablePackets: [Packet]?
  var laterTags = Tags()
  /// The info completed with the metadata after the audio.
  var completed: ContainerInfo?
  /// The trims reported before the end, with the number of packets before each.
  var trims: [Trim] = []
  /// The chained streams, with the completed info of those before them.
  var links: [Link] = []
  var error: ContainerError?

  struct Trim: Equatable, Sendable {
    var trim: FrameTrim
    var packetCount: Int
  }

  struct Link: Equatable, Sendable {
    var link: ContainerLink
    /// The number of packets before the link.
    var packetCount: Int
    /// The last completed info of the previous stream.
    var completed: ContainerInfo?
  }

  struct ConstantRun: Equatable, Sendable {
    var offset: UInt64
    var byteCount: UInt64?
  }
}

/// Violations of the reader contract.
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

/// The limit in bytes of a single request.
///
/// FLAC frames may have a megabyte, and finding their end takes more bytes.
let largestWindow = 1 << 22

/// Reads a file to its end or an error, in windows that grow by `size` bytes.
///
/// - Parameters:
///   - bytes: The file.
///   - size: The growth of a window in bytes.
///   - reader: A fresh reader.
///   - mayGoBack: Whether the reader may go back once; a reader of pushed bytes may not.
/// - Returns: The complete result.
/// - Throws: ``ContractBreak``, never the reader's own error, which is part of the result.
func readAll<Reader: ContainerReader>(
  _ bytes: [UInt8], inPiecesOf size: Int = .max, with reader: Reader, mayGoBack: Bool = false
) throws -> ReadResult {
  var reader = reader
  var result = ReadResult()
  var start = 0
  var end = min(size, bytes.count)
  // Each step advances, produces output, or requests more bytes, so no step repeats forever.
  var stepsLeft = 8 * bytes.count + 100
  // A reader that finds no table after the audio may go back to the audio once.
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
      // After a jump, the window may have the requested bytes, or fewer at the end of the file.
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

/// The number of table packets to check, because a constant table may state any number.
let largestTable = 1 << 16

/// Returns the first packets of a table, each looked up in every way that a table offers.
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

/// Returns the bytes of each packet that a reader assembled.
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

import AudioCodecs
import AudioModel
import AudioProcessing
import TestSupport

@testable import AudioFiles

/// Packets in memory, a few at a time.
final class PacketList: PacketInput {
  private let packets: [[UInt8]]
  private let frameCounts: [Int]
  /// The packets of the last pull, and those after them.
  private var lent = 0..<0
  private var places: [Range<Int>] = []
  private var bytes: [UInt8] = []
  /// The largest number of packets in one pull.
  var mostAtOnce = Int.max
  /// Packets before which one pull returns no packet.
  var stops: Set<Int> = []
  /// The numbers of refused packets.
  private(set) var refused: [Int] = []

  init(_ packets: [[UInt8]], frameCounts: [Int] = []) {
    self.packets = packets
    self.frameCounts = frameCounts
  }

  /// Samples of linear PCM, each frame a packet.
  convenience init(_ samples: [Float], channelCount: Int) {
    self.init(
      stride(from: 0, to: samples.count, by: channelCount).map {
        LittleEndian.bytes(Array(samples[$0..<$0 + channelCount]))
      })
  }

  convenience init(_ encoded: EncodedPackets) {
    self.init(
      encoded.packets.map {
        Array(encoded.bytes[Int($0.offset)..<Int($0.offset) + Int($0.byteCount)])
      }, frameCounts: encoded.packets.map { Int($0.frameCount) })
  }

  func pull(_ minimum: Int) throws(PullStop) -> Int {
    let first = lent.upperBound
    if stops.remove(first) != nil { throw PullStop(status: 77) }
    var end = min(packets.count, first + min(mostAtOnce, max(minimum, 1)))
    if let stop = stops.filter({ $0 > first }).min() { end = min(end, stop) }
    lent = first..<end
    bytes = []
    places = packets[lent].map { packet in
      bytes += packet
      return bytes.count - packet.count..<bytes.count
    }
    return lent.count
  }

  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int) {
    let number = lent.lowerBound + index
    return (places[index], frameCounts.isEmpty ? 0 : frameCounts[number])
  }

  func packetWasRefused(_ index: Int) { refused.append(lent.lowerBound + index) }

  func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let bytes = bytes
    body(bytes.span.extracting(range))
  }
}

import AudioModel
import AudioSyntax

/// The silent first frame of an MP3 file, which holds a Xing or Info header.
///
/// Sources: see ``MP3Writer``.
struct MP3SummaryFrame: Sendable {
  private(set) var packetCount: UInt64 = 0
  private(set) var packetByteCount: UInt64 = 0
  /// Bytes of the frame.
  let byteCount: Int

  private let header: UInt32
  private let numbersOffset: Int
  private var firstBitRate: Int?
  private var isConstant = true
  /// Bytes before each `stride`th packet.
  private var places: [UInt64] = []
  private var stride: UInt64 = 1

  /// Bytes of tag, flags, counts, table, and quality.
  private static let xingByteCount = 120
  /// Bytes of LAME's extension.
  private static let extensionByteCount = 36
  private static let mostPlaces = 800

  /// Creates the frame from the header of the first packet.
  init(_ raw: UInt32, _ first: MPEGAudioHeader) {
    numbersOffset = 4 + first.sideInformationByteCount
    let needed = numbersOffset + Self.xingByteCount + Self.extensionByteCount
    // The lowest bit rate with sufficiently large frames.
    let index =
      (1...14).first { first.frameByteCount(bitRateIndex: $0, isPadded: false) >= needed } ?? 14
    byteCount = max(first.frameByteCount(bitRateIndex: index, isPadded: false), needed)
    // Clear the checksum and padding flags.
    header = raw & ~0xF200 | UInt32(index) << 12 | 1 << 16
  }

  /// Records a packet.
  mutating func add(byteCount: UInt32, bitRateIndex: Int) {
    if packetCount.isMultiple(of: stride) {
      if places.count == Self.mostPlaces {
        places = places.indices.filter { $0.isMultiple(of: 2) }.map { places[$0] }
        stride *= 2
      }
      if packetCount.isMultiple(of: stride) { places.append(packetByteCount) }
    }
    packetCount += 1
    packetByteCount &+= UInt64(byteCount)
    isConstant = isConstant && (firstBitRate ?? bitRateIndex) == bitRateIndex
    firstBitRate = firstBitRate ?? bitRateIndex
  }

  /// The delay and padding for LAME's extension, which counts the decoder's 529 frames as padding.
  ///
  /// - Returns: `nil` if they do not fit 12 bits each.
  static func delays(_ trim: FrameTrim) -> (delay: Int, padding: Int)? {
    let delay = trim.primingFrames - 529
    let padding = trim.remainderFrames + 529
    return (0..<4096).contains(delay) && (0..<4096).contains(padding) ? (delay, padding) : nil
  }

  /// The frame, with the counts of the packets so far.
  func bytes(_ trim: FrameTrim?) -> [UInt8] {
    var frame: [UInt8] = .big(header)
    frame.append(zeros: numbersOffset - 4)
    frame += Array((isConstant ? "Info" : "Xing").utf8)
    if packetCount > 0 {
      frame.append(big: UInt32(0xF))
      frame.append(big: UInt32(clamping: packetCount))
      frame.append(big: UInt32(clamping: packetByteCount &+ UInt64(byteCount)))
      frame += table
      frame.append(big: UInt32(0))
      if let delays = trim.flatMap(Self.delays) { frame += extended(frame, delays) }
    } else {
      frame.append(big: UInt32(0))
    }
    frame.append(zeros: byteCount - frame.count)
    return frame
  }

  /// The position of each hundredth of the time, in 256ths of the bytes.
  private var table: [UInt8] {
    let total = packetByteCount &+ UInt64(byteCount)
    return (0..<100).map { part in
      let packet = packetCount * UInt64(part) / 100
      let index = min(Int(packet / stride), places.count - 1)
      let place = index < 0 ? 0 : places[index] &+ UInt64(byteCount)
      return UInt8(min(place * 256 / max(total, 1), 255))
    }
  }

  /// Creates LAME's extension, which ends with a checksum of the preceding bytes of the frame.
  private func extended(_ frame: [UInt8], _ delays: (delay: Int, padding: Int)) -> [UInt8] {
    // Players look for this start of the name.
    var bytes = Array("LAME-OCA ".utf8)
    // Revision 0; method 1 for a constant rate, 0 for unknown; no gains or filters.
    bytes.append(isConstant ? 1 : 0)
    bytes.append(zeros: 11)
    let both = UInt32(delays.delay) << 12 | UInt32(delays.padding)
    bytes += [UInt8].big(both).dropFirst()
    bytes.append(zeros: 4)
    bytes.append(big: UInt32(clamping: packetByteCount &+ UInt64(byteCount)))
    bytes.append(big: UInt16(0))
    bytes.append(big: Self.checksum(frame + bytes))
    return bytes
  }

  /// The CRC-16 of polynomial 0x8005, least significant bit first.
  private static func checksum(_ bytes: [UInt8]) -> UInt16 {
    var value: UInt16 = 0
    for byte in bytes {
      value ^= UInt16(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
    }
    return value
  }
}

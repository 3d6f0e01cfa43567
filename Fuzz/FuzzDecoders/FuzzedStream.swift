import AudioModel

/// A format, a magic cookie, and packets, all made from the bytes of an input.
struct FuzzedStream {
  let format: StreamFormat
  private(set) var cookie: [UInt8] = []
  /// Whether our code decodes the packets, instead of a library.
  let isOurs: Bool
  private var rest: ArraySlice<UInt8>

  /// Codecs that a library decodes, but whose configuration our code reads.
  private static let foreign: [FourCC] = [
    .mpeg4AAC, .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2, .opus, .vorbis, .flac, .ac3,
    .enhancedAC3, .amrNarrowBand, .amrWideBand,
  ]

  /// - Returns: `nil` if the input is too short.
  init?(_ input: ArraySlice<UInt8>) {
    var rest = input
    guard let kind = rest.popFirst(), let detail = rest.popFirst() else { return nil }
    let channelCount = Int(detail & 7) + 1
    var format = StreamFormat(
      sampleRate: 44100, formatID: .appleLossless, framesPerPacket: 4096,
      channelCount: channelCount)
    isOurs = kind % 8 != 0
    switch kind % 8 {
    case 0:
      format.formatID = Self.foreign[Int(kind >> 3) % Self.foreign.count]
      format.sampleRate = detail & 0x80 == 0 ? 44100 : 0
      cookie = Array(rest)
      rest = []
    case 1, 2:
      // A configuration with values that a decoder accepts.
      let depth: UInt8 = [16, 20, 24, 32][Int(detail >> 3 & 3)]
      let frames: [UInt8] = kind & 0x80 == 0 ? [0, 0, 0, 64] : [0, 0, 0x10, 0]
      let rice = Array(rest.prefix(3)) + [40, 10, 14].dropFirst(rest.prefix(3).count)
      rest = rest.dropFirst(3)
      cookie =
        frames + [0, depth, rice[0], rice[1], rice[2] & 31, UInt8(channelCount)]
        + [0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xAC, 0x44]
    case 3:
      let count = Int(detail) % 64
      cookie = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    case 4: format.formatID = .appleIMA4
    case 5:
      let bytes = detail & 0x80 == 0 ? 38 : 50
      format = StreamFormat(
        sampleRate: 8000, formatID: .iLBC, bytesPerPacket: bytes, channelCount: 1)
    case 6: format.formatID = detail & 0x80 == 0 ? .aLaw : .muLaw
    default:
      let bits = Int(rest.popFirst() ?? 16)
      let bytes = Int(detail >> 3 & 15)
      format = StreamFormat(
        sampleRate: 8000, formatID: .linearPCM, formatFlags: UInt32(rest.popFirst() ?? 0),
        bytesPerPacket: bytes, framesPerPacket: 1, bytesPerFrame: bytes,
        channelCount: channelCount, bitsPerChannel: bits)
    }
    self.format = format
    self.rest = rest
  }

  /// Makes the next packet: a number of units, and their bytes.
  mutating func nextPacket() -> [UInt8]? {
    guard let count = rest.popFirst() else { return nil }
    let unit: Int =
      switch format.formatID {
      case .appleIMA4: 34 * format.channelCount
      case .linearPCM, .iLBC: max(format.bytesPerPacket, 1)
      case .aLaw, .muLaw: format.channelCount
      default: 1
      }
    let packet = Array(rest.prefix(Int(count) * unit))
    rest = rest.dropFirst(packet.count)
    return packet
  }

  /// The maximum number of samples in a packet.
  func mostSamples(of packet: [UInt8]) -> Int {
    switch format.formatID {
    case .appleLossless: 8 << 16
    case .appleIMA4: packet.count / 34 * 64
    case .iLBC: packet.count / format.bytesPerPacket * (format.bytesPerPacket == 38 ? 160 : 240)
    default: packet.count
    }
  }
}

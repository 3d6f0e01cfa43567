import AudioModel
import AudioSyntax

/// Writes the sample entry of linear PCM in a QuickTime movie.
///
/// Mono and stereo of the common widths have codes of their own, which all players know. Version 2
/// of the entry describes everything else.
///
/// Source: *QuickTime File Format*, "Sound Sample Descriptions" and "Sound Media Data Formats".
struct UncompressedSampleEntryWriter {
  private let format: StreamFormat
  /// Bytes of a sample of one channel.
  private let width: Int

  /// Checks a format; `nil` if movies cannot store it.
  init?(_ format: StreamFormat) {
    let format = format.completed
    guard format.isLinearPCM, format.channelCount > 0, format.framesPerPacket == 1,
      format.bytesPerPacket > 0, format.bytesPerPacket.isMultiple(of: format.channelCount),
      !format.pcmFlags.contains(.nonInterleaved)
    else { return nil }
    self.format = format
    width = format.bytesPerPacket / format.channelCount
    guard (1...8).contains(width), (1...width * 8).contains(format.bitsPerChannel) else {
      return nil
    }
    if format.pcmFlags.contains(.float) {
      guard [32, 64].contains(format.bitsPerChannel) else { return nil }
    }
  }

  private var isBigEndian: Bool { format.pcmFlags.contains(.bigEndian) }

  /// The code of the format and the version of its entry; `nil` without a code of its own.
  private var code: (FourCC, version: UInt16)? {
    let bits = format.bitsPerChannel
    guard bits == width * 8, format.channelCount <= 2, format.sampleRate < 65_536 else {
      return nil
    }
    if format.pcmFlags.contains(.float) {
      return bits == 32 ? (FourCC("f", "l", "3", "2"), 1) : (FourCC("f", "l", "6", "4"), 1)
    }
    guard format.pcmFlags.contains(.signedInteger) else {
      return bits == 8 ? (FourCC("r", "a", "w", " "), 0) : nil
    }
    switch bits {
    case 8: return (FourCC("t", "w", "o", "s"), 0)
    case 16:
      return (isBigEndian ? FourCC("t", "w", "o", "s") : FourCC("s", "o", "w", "t"), 0)
    case 24: return (FourCC("i", "n", "2", "4"), 1)
    case 32: return (FourCC("i", "n", "3", "2"), 1)
    default: return nil
    }
  }

  /// Creates the entry.
  ///
  /// - Parameter layout: The order of the channels, which is stated for more than two.
  /// - Returns: The entry, from its size on.
  func entry(_ layout: ChannelLayout?) -> [UInt8] {
    var boxes: [UInt8] = []
    if let layout, format.channelCount > 2 {
      boxes = .fullBox(FourCC("c", "h", "a", "n"), layout.chunkBody)
    }
    guard let (code, version) = code else { return flaggedEntry(boxes) }
    var body = head(version: version)
    body.append(big: UInt16(clamping: format.channelCount))
    body.append(big: UInt16(version == 0 ? format.bitsPerChannel : 16))
    body.append(zeros: 4)
    body.append(big: UInt32(format.sampleRate) << 16)
    if version == 1 {
      // Samples in a packet, and bytes of a packet, of a frame, and of a sample.
      for value in [1, width, format.bytesPerPacket, width] { body.append(big: UInt32(value)) }
      boxes += extensions(code)
    }
    return .box(code, body + boxes)
  }

  /// The byte order, in the box for a decoder.
  private func extensions(_ code: FourCC) -> [UInt8] {
    var name: [UInt8] = []
    name.append(code)
    let order: [UInt8] = .box(FourCC("e", "n", "d", "a"), .big(UInt16(isBigEndian ? 0 : 1)))
    let end: [UInt8] = .box(FourCC(rawValue: 0), [])
    return .box(
      FourCC("w", "a", "v", "e"), .box(FourCC("f", "r", "m", "a"), name) + order + end)
  }

  private func head(version: UInt16) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 6)
    body.append(big: UInt16(1))
    body.append(big: version)
    body.append(zeros: 6)
    return body
  }

  /// Version 2, which has Core Audio's flags.
  private func flaggedEntry(_ boxes: [UInt8]) -> [UInt8] {
    var body = head(version: 2)
    // Constants of this version, and its size.
    body += [0, 3, 0, 16, 0xFF, 0xFE, 0, 0]
    body.append(big: UInt32(65_536))
    body.append(big: UInt32(72))
    body.append(big: format.sampleRate.bitPattern)
    body.append(big: UInt32(format.channelCount))
    body.append(big: UInt32(0x7F00_0000))
    body.append(big: UInt32(format.bitsPerChannel))
    body.append(big: format.formatFlags & 0x1F)
    body.append(big: UInt32(format.bytesPerPacket))
    body.append(big: UInt32(1))
    return .box(.linearPCM, body + boxes)
  }
}

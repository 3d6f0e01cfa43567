import AudioModel
import AudioSyntax

/// Reads the packets from the consecutive frames of a LATM stream.
///
/// Payloads do not start on whole bytes, so the packets are assembled. Frames before the first
/// configuration cannot be decoded and are left out. Later frames of another configuration are left
/// out, too.
///
/// Source: ISO/IEC 14496-3:2009, 1.7.3 (LATM).
struct LATMFrames: Sendable {
  /// The configuration by which the stream was recognized.
  private var config: LATMConfig?
  /// The layout for frames that refer to an earlier configuration; `nil` if that belongs to another
  /// stream.
  private var current: LATMConfig?

  /// Whether a configuration is known.
  var isKnown: Bool { config != nil }

  /// Prepares to continue at another frame.
  mutating func forget() {
    current = config
  }

  /// Looks for the first configuration in a frame.
  ///
  /// - Parameters:
  ///   - body: The frame without its synchronization header.
  ///   - offset: Its position in the file, for the error.
  /// - Returns: The sound of the packets, or `nil` if this frame has no configuration.
  /// - Throws: ``ContainerError`` if the configuration is invalid or unsupported.
  mutating func sound(
    _ body: Span<UInt8>, at offset: UInt64
  ) throws(ContainerError) -> SoundDescription? {
    var bits = BitCursor(body)
    guard bits.flag() == false else { return nil }
    let config: LATMConfig
    do {
      config = try LATMConfig(body, &bits)
    } catch {
      throw ContainerError(error == .unsupported ? .unsupportedFormat : .malformed, at: offset)
    }
    guard var sound = SoundDescription(config.specific) else {
      throw ContainerError(.unsupportedFormat, at: offset)
    }
    self.config = config
    current = config
    sound.magicCookie = AACCookie.make(config.specificConfig)
    return sound
  }

  /// Appends the payloads of one frame, or no payloads if its contents contradict each other.
  ///
  /// Source: `AudioMuxElement`, `PayloadLengthInfo`, `PayloadMux`: 1.7.3.1, tables 1.41, 1.44 and
  /// 1.45.
  ///
  /// - Parameters:
  ///   - body: The frame without its synchronization header.
  ///   - offset: Its position in the file.
  ///   - packets: Receives the packets.
  ///   - gathered: Receives the bytes of the packets.
  mutating func read(
    _ body: Span<UInt8>, at offset: UInt64, into packets: inout [Packet], _ gathered: inout [UInt8]
  ) {
    var bits = BitCursor(body)
    guard let isSame = bits.flag() else { return }
    if !isSame {
      let stated = try? LATMConfig(body, &bits)
      current = stated?.specificConfig == config?.specificConfig ? stated : nil
    }
    guard let current else { return }
    let packetCount = packets.count
    let byteCount = gathered.count
    for _ in 0..<current.payloadCount {
      guard let bitCount = Self.payloadBitCount(current, &bits), bitCount > 0,
        bits.remaining >= bitCount
      else {
        packets.removeSubrange(packetCount...)
        gathered.removeSubrange(byteCount...)
        return
      }
      packets.append(
        Packet(
          offset: offset.clampedAdding(UInt64(bits.position / 8)),
          byteCount: UInt32((bitCount + 7) / 8),
          frameCount: UInt32(current.specific.framesPerPacket)))
      body.append(fromBit: bits.position, count: bitCount, to: &gathered)
      guard bits.skip(bitCount) else { return }
    }
  }

  private static func payloadBitCount(_ config: LATMConfig, _ bits: inout BitCursor) -> Int? {
    switch config.payloadLength {
    case .constant(let count): return count
    case .stated:
      var count = 0
      while true {
        guard let byte = bits.read(8) else { return nil }
        count += Int(byte)
        if byte < 255 { return count * 8 }
      }
    }
  }
}

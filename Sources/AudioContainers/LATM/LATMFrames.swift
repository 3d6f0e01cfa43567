import AudioModel

/// The frames of a LATM stream, one after the other, and the packets in them.
///
/// Payloads do not start on whole bytes, so the packets are put together. Frames in front of the first
/// one with a configuration cannot be decoded and are left out; so are those of another configuration later.
///
/// Source: ISO/IEC 14496-3:2009, 1.7.3 (LATM).
struct LATMFrames: Sendable {
  /// The configuration that the stream was first known by.
  private var config: LATMConfig?
  /// The layout of the frames that refer to a configuration in front; `nil` where it is another stream's.
  private var current: LATMConfig?

  /// Whether a configuration has come.
  var isKnown: Bool { config != nil }

  /// Goes on at another frame.
  mutating func forget() {
    current = config
  }

  /// Looks for the configuration in a frame before which there was none.
  ///
  /// - Parameters:
  ///   - body: The frame without the header of its synchronisation.
  ///   - offset: Where it lies, for the error.
  /// - Returns: What the packets are, or `nil` where this frame does not tell.
  /// - Throws: ``ContainerError`` where it tells what cannot be read.
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

  /// Appends the payloads of one frame; none where its contents contradict each other.
  ///
  /// Source: `AudioMuxElement`, `PayloadLengthInfo`, `PayloadMux`: 1.7.3.1, tables 1.41, 1.44 and 1.45.
  ///
  /// - Parameters:
  ///   - body: The frame without the header of its synchronisation.
  ///   - offset: Where it lies in the file.
  ///   - packets: Takes the packets.
  ///   - gathered: Takes their bytes.
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

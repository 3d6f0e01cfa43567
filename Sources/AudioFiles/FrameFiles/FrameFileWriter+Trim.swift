internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// Frames outside the recording.
extension FrameFileWriter {
  /// Whether the file can store the priming and remainder of encoded packets.
  package var canTellTrim: Bool {
    switch writer.content.fileType.description {
    case "caff", "m4af", "m4bf", "mp4f", "3gpp", "3gp2", "MPG3", "Oggf": converter.isEncoding
    default: false
    }
  }

  /// Whether the file can store ``statedTrim``.
  ///
  /// Vorbis cannot represent whole packets before the recording.
  package var canStateTrim: Bool { canTellTrim && converter.output.formatID != .vorbis }

  /// Returns the packets up to the stated end of the recording, with their bytes.
  func wanted(_ encoded: EncodedPackets) -> (bytes: [UInt8], packets: [Packet]) {
    guard let statedTrim else { return (encoded.bytes, encoded.packets) }
    let needed = UInt64(clamping: statedTrim.primingFrames) &+ statedTrim.validFrames
    let length = UInt64(converter.output.framesPerPacket)
    var (frames, byteCount) = (writer.frameCount, 0)
    let packets = encoded.packets.prefix { packet in
      guard frames < needed else { return false }
      frames += packet.frameCount > 0 ? UInt64(packet.frameCount) : length
      byteCount += Int(packet.byteCount)
      return true
    }
    return (Array(encoded.bytes.prefix(byteCount)), Array(packets))
  }
}

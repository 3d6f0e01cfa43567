internal import AudioCodecs
package import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// Frames outside the recording.
extension FrameFileWriter {
  /// The frame, at the file's rate, that is written next.
  package var position: Int64 {
    earlierFrames
      + Int64(
        RateConverter.length(
          of: takenFrames, from: clientFormat.sampleRate, to: converter.output.sampleRate))
  }

  /// Whether the file can store the priming and remainder of encoded packets.
  package var canTellTrim: Bool {
    switch writer.content.fileType.description {
    case "caff", "m4af", "m4bf", "mp4f", "MooV", "3gpp", "3gp2", "MPG3", "Oggf":
      converter.isEncoding
    default: false
    }
  }

  /// Whether the file can store ``statedTrim``.
  ///
  /// Vorbis cannot represent whole packets before the recording.
  package var canStateTrim: Bool { canTellTrim && converter.output.formatID != .vorbis }

  /// Stores the encoder's priming in the header of a file in fragments, which precedes the sound.
  func describePriming() throws(FrameFileError) {
    guard writer.content.fragments != nil, writer.packetCount == 0, let trim = converter.encoderTrim
    else { return }
    do throws(PacketWriteError) {
      try writer.change { $0.fragments?.primingFrames = trim.primingFrames }
    } catch {
      throw .writing(error)
    }
  }

  /// Changes the file's information about its audio, also while frames are written.
  package func describe(
    _ change: (inout ContainerContent) -> Void
  ) throws(FrameFileError) {
    do throws(PacketWriteError) {
      try writer.change(change)
    } catch {
      throw .writing(error)
    }
    try describePriming()
  }

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

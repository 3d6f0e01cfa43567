internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes

/// The positions of the packets in a stream.
///
/// A stream does not know future packets, so byte positions are estimates if the packet size
/// varies.
struct AudioFileStreamPlaces: PacketPlaces {
  let stream: PacketStream
  let info: ContainerInfo

  var packetSizeUpperBound: Int { info.packetSizeUpperBound }

  func hasPacket(_ packet: Int64) -> Bool {
    UInt64(exactly: packet).map { $0 < info.statedPacketCount ?? .max } ?? false
  }

  func firstFrame(ofPacket packet: Int64) throws(StatusError) -> Int64 {
    _ = try index(packet)
    let (frame, overflow) = packet.multipliedReportingOverflow(by: try framesPerPacket())
    guard !overflow else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
    return frame
  }

  func packet(
    holdingFrame frame: Int64
  ) throws(StatusError) -> (packet: Int64, offset: Int64) {
    let frames = try framesPerPacket()
    let packet = frame < 0 ? -1 : frame / frames
    _ = try index(packet)
    return (packet, frame % frames)
  }

  func byte(ofPacket packet: Int64) throws(StatusError) -> (byte: Int64, isExact: Bool) {
    guard let offset = stream.estimates.byteOffset(ofPacket: try index(packet)) else {
      throw StatusError(kAudioFileStreamError_DataUnavailable)
    }
    return (Int64(clamping: offset.value), offset.isExact)
  }

  func packet(
    holdingByte byte: Int64
  ) throws(StatusError) -> (packet: Int64, offset: UInt64, isExact: Bool) {
    guard let byte = UInt64(exactly: byte), byte < info.statedDataByteCount ?? .max else {
      throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
    }
    guard let packet = stream.estimates.packet(holdingByte: byte) else {
      throw StatusError(kAudioFileStreamError_DataUnavailable)
    }
    return (Int64(clamping: packet.index.value), packet.byteOffset, packet.index.isExact)
  }

  /// The index of a packet that may exist.
  private func index(_ packet: Int64) throws(StatusError) -> UInt64 {
    guard hasPacket(packet), let index = UInt64(exactly: packet) else {
      throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
    }
    return index
  }

  private func framesPerPacket() throws(StatusError) -> Int64 {
    guard info.format.framesPerPacket > 0 else {
      throw StatusError(kAudioFileStreamError_ValueUnknown)
    }
    return Int64(info.format.framesPerPacket)
  }
}

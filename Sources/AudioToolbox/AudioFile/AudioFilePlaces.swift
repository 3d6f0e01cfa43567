internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes

/// The exact positions of the packets in a file.
///
/// Each answer scans as many packets as it needs, and never estimates.
struct AudioFilePlaces: PacketPlaces {
  let file: PacketFile

  var packetSizeUpperBound: Int { file.info.packetSizeUpperBound }

  func hasPacket(_ packet: Int64) throws(StatusError) -> Bool {
    guard let index = UInt64(exactly: packet) else { return false }
    return try withStatus { () throws(PacketError) in try file.scan(to: index) }
  }

  func firstFrame(ofPacket packet: Int64) throws(StatusError) -> Int64 {
    Int64(clamping: try place(packet).firstFrame)
  }

  func packet(
    holdingFrame frame: Int64
  ) throws(StatusError) -> (packet: Int64, offset: Int64) {
    guard let frame = UInt64(exactly: frame),
      let place = try withStatus({ () throws(PacketError) in try file.place(holdingFrame: frame) })
    else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
    return (Int64(clamping: place.index), Int64(clamping: frame - place.firstFrame))
  }

  func byte(ofPacket packet: Int64) throws(StatusError) -> (byte: Int64, isExact: Bool) {
    let offset = try place(packet).packet.offset
    return (Int64(clamping: offset) - Int64(clamping: file.info.dataOffset), true)
  }

  func packet(
    holdingByte byte: Int64
  ) throws(StatusError) -> (packet: Int64, offset: UInt64, isExact: Bool) {
    guard let byte = UInt64(exactly: byte) else { throw StatusError(kAudioFilePositionError) }
    let offset = file.info.dataOffset &+ byte
    guard
      let place = try withStatus({ () throws(PacketError) in try file.place(nearByte: offset) })
    else { throw StatusError(kAudioFilePositionError) }
    return (Int64(clamping: place.index), offset - min(place.packet.offset, offset), true)
  }

  private func place(_ packet: Int64) throws(StatusError) -> PacketPlace {
    guard let index = UInt64(exactly: packet),
      let place = try withStatus({ () throws(PacketError) in try file.place(ofPacket: index) })
    else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
    return place
  }
}

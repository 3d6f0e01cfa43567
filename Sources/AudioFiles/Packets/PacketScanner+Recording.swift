internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Following a file that is being written.
extension PacketScanner {
  /// Replaces the header information.
  func setRecorded(_ info: ContainerInfo) {
    self.info = info
    bytes.forget()
  }

  /// Adds packets that were written.
  func addRecorded(_ packets: [Packet]) {
    table.append(packets)
    bytes.forget()
  }

  /// Sets the number of bytes of constant packets.
  func setRecorded(byteCount: UInt64) {
    let format = info.format
    guard let size = UInt32(exactly: format.bytesPerPacket), size > 0,
      let frames = UInt32(exactly: format.framesPerPacket)
    else { return }
    constantData = info.dataOffset..<(info.dataOffset &+ byteCount)
    table = PacketIndex()
    table.append(run: byteCount / UInt64(size), of: size, frames: frames, at: info.dataOffset)
    bytes.forget()
  }

  /// Switches to another source that now contains the audio, at the offset that its header states.
  func moveRecorded(to source: any ByteSource, _ info: ContainerInfo) {
    let before = self.info.dataOffset
    bytes.source = source
    self.info = info
    table.move(from: before, to: info.dataOffset)
  }
}

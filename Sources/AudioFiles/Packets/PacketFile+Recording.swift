internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Keeping up with a file that is being written.
extension PacketFile {
  /// Takes what the head says by now.
  func setRecorded(_ info: ContainerInfo) {
    self.info = info
    readWindow = nil
  }

  /// Takes note that packets were written.
  func addRecorded(_ packets: [Packet]) {
    table.append(packets)
    readWindow = nil
  }

  /// Takes note of how many bytes of constant packets there are.
  func setRecorded(byteCount: UInt64) {
    let format = info.format
    guard let bytes = UInt32(exactly: format.bytesPerPacket), bytes > 0,
      let frames = UInt32(exactly: format.framesPerPacket)
    else { return }
    constantData = info.dataOffset..<(info.dataOffset &+ byteCount)
    table = PacketIndex()
    table.append(run: byteCount / UInt64(bytes), of: bytes, frames: frames, at: info.dataOffset)
    readWindow = nil
  }

  /// Takes note that the audio is now in another source, where its head says.
  func moveRecorded(to source: any ByteSource, _ info: ContainerInfo) {
    let before = self.info.dataOffset
    self.source = source
    self.info = info
    table.move(from: before, to: info.dataOffset)
    readWindow = nil
  }
}

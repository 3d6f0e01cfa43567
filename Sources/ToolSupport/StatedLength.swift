import AudioToolbox

/// The length that the header of a file states.
struct StatedLength {
  private(set) var byteCount: UInt64?
  private(set) var packetCount: UInt64?
  /// Whether the bytes contain everything before the packets.
  private(set) var isComplete = false

  /// Reads the first bytes of a file, up to the first packets.
  init(header: [UInt8]) {
    var stream: AudioFileStreamID?
    AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &stream)
    guard let stream else { return }
    defer { AudioFileStreamClose(stream) }
    AudioFileStreamParseBytes(stream, UInt32(header.count), header, [])
    var isReady: UInt32 = 0
    var size = UInt32(MemoryLayout<UInt32>.size)
    let status = AudioFileStreamGetProperty(
      stream, kAudioFileStreamProperty_ReadyToProducePackets, &size, &isReady)
    isComplete = status == noErr && isReady != 0
    byteCount = StatedLength.value(stream, kAudioFileStreamProperty_AudioDataByteCount)
    packetCount = StatedLength.value(stream, kAudioFileStreamProperty_AudioDataPacketCount)
    // A writer that does not know the number leaves the largest value.
    if let count = packetCount, count >= UInt64(Int32.max) { packetCount = nil }
  }

  private static func value(
    _ stream: AudioFileStreamID, _ property: AudioFileStreamPropertyID
  ) -> UInt64? {
    var value: UInt64 = 0
    var size = UInt32(MemoryLayout<UInt64>.size)
    return AudioFileStreamGetProperty(stream, property, &size, &value) == noErr ? value : nil
  }
}

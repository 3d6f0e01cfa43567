import AudioToolbox
import Testing

extension Recipe {
  /// Sets the cookie, if any.
  func setCookie(of file: AudioFileID) {
    guard !cookie.isEmpty else { return }
    #expect(
      AudioFileSetProperty(
        file, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie) == noErr)
  }

  /// Writes the packets, some at a time.
  func write(to file: AudioFileID, from start: Int = 0, count: Int? = nil, batch: Int = 100) {
    var index = start
    let end = count.map { start + $0 } ?? packets.count
    while index < end {
      let some = Array(packets[index..<min(index + batch, end)])
      #expect(Recipe.write(some, of: format, to: file, at: index) == (noErr, some.count))
      index += some.count
    }
  }

  /// Writes some packets in one call.
  static func write(
    _ packets: [[UInt8]], of format: AudioStreamBasicDescription, to file: AudioFileID,
    at index: Int
  ) -> (OSStatus, Int) {
    let bytes = packets.flatMap { $0 }
    var place: Int64 = 0
    let descriptions = packets.map { packet in
      defer { place += Int64(packet.count) }
      return AudioStreamPacketDescription(
        mStartOffset: place, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
    }
    var count = UInt32(packets.count)
    let status = AudioFileWritePackets(
      file, false, UInt32(bytes.count), format.mBytesPerPacket > 0 ? nil : descriptions,
      Int64(index), &count, bytes)
    return (status, Int(count))
  }

  /// Reads all packets of an open file.
  func read(_ file: AudioFileID) -> [[UInt8]] {
    readPacketData(
      file, from: 0, requested: UInt32(packets.count + 10), room: 4_000_000,
      constant: Int(format.mBytesPerPacket)
    ).packets
  }
}

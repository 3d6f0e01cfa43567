import AudioToolbox

/// Reads a file by Audio File Stream, in pieces.
final class StreamClient {
  private let bytes: UnsafeRawBufferPointer
  private var dice = Dice(0)
  private var broken: String?
  private var packetCount = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Parses the file to its end, then a few times from random offsets.
  ///
  /// - Returns: The broken rule.
  func read(_ dice: inout Dice) -> String? {
    self.dice = dice
    var opened: AudioFileStreamID?
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { client, stream, property, _ in
        Unmanaged<StreamClient>.fromOpaque(client).takeUnretainedValue().note(stream, property)
      },
      { client, byteCount, count, bytes, descriptions in
        Unmanaged<StreamClient>.fromOpaque(client).takeUnretainedValue()
          .note(byteCount, count, descriptions)
      }, 0, &opened)
    guard status == noErr, let stream = opened else { return "no stream" }
    defer { AudioFileStreamClose(stream) }
    let pieces = [Int.max, 1 << 16, 4096, 1000, 37]
    parse(stream, from: 0, inPiecesOf: pieces[self.dice.next(pieces.count)])
    if self.dice.next(3) == 0 { seek(stream) }
    return broken
  }

  private func parse(
    _ stream: AudioFileStreamID, from start: Int, inPiecesOf size: Int,
    _ flags: AudioFileStreamParseFlags = []
  ) {
    var place = start
    var flags = flags
    while place < bytes.count, let base = bytes.baseAddress {
      let count = min(size, bytes.count - place)
      guard AudioFileStreamParseBytes(stream, UInt32(count), base + place, flags) == noErr else {
        return
      }
      flags = []
      place += count
    }
    AudioFileStreamParseBytes(stream, 0, nil, [])
  }

  private func seek(_ stream: AudioFileStreamID) {
    var offset: Int64 = 0
    var flags: AudioFileStreamSeekFlags = []
    let packet = Int64(dice.next(packetCount + 10))
    guard AudioFileStreamSeek(stream, packet, &offset, &flags) == noErr else { return }
    var start: Int64 = 0
    var size: UInt32 = 8
    AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataOffset, &size, &start)
    let (place, overflow) = start.addingReportingOverflow(offset)
    guard offset >= 0, !overflow else {
      broken = broken ?? "a seek to \(offset)"
      return
    }
    parse(stream, from: Int(min(place, Int64(bytes.count))), inPiecesOf: 1000, .discontinuity)
  }

  private func note(_ stream: AudioFileStreamID, _ property: AudioFileStreamPropertyID) {
    let values = PropertyValues(of: bytes.count) { property in
      var size: UInt32 = 0
      return AudioFileStreamGetPropertyInfo(stream, property, &size, nil) == noErr ? size : nil
    } get: { property, size, start in
      var size = size
      return AudioFileStreamGetProperty(stream, property, &size, start) == noErr ? size : nil
    }
    broken = broken ?? values.check(property, &dice)
    guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
    for property in Self.properties { broken = broken ?? values.check(property, &dice) }
  }

  private static let properties = [
    kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat,
    kAudioFileStreamProperty_FormatList, kAudioFileStreamProperty_MagicCookieData,
    kAudioFileStreamProperty_AudioDataByteCount, kAudioFileStreamProperty_AudioDataPacketCount,
    kAudioFileStreamProperty_MaximumPacketSize, kAudioFileStreamProperty_DataOffset,
    kAudioFileStreamProperty_ChannelLayout, kAudioFileStreamProperty_PacketToFrame,
    kAudioFileStreamProperty_FrameToPacket, kAudioFileStreamProperty_RestrictsRandomAccess,
    kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket,
    kAudioFileStreamProperty_PacketTableInfo, kAudioFileStreamProperty_PacketSizeUpperBound,
    kAudioFileStreamProperty_AverageBytesPerPacket, kAudioFileStreamProperty_BitRate,
    kAudioFileStreamProperty_InfoDictionary,
  ]

  private func note(
    _ byteCount: UInt32, _ count: UInt32,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) {
    packetCount += Int(count)
    for index in 0..<Int(count) {
      guard let packet = descriptions?[index] else { break }
      let isInside =
        packet.mStartOffset >= 0
        && packet.mStartOffset + Int64(packet.mDataByteSize) <= Int64(byteCount)
      if !isInside { broken = broken ?? "a packet outside of the given bytes" }
    }
    if count == 0 { broken = broken ?? "no packets" }
  }
}

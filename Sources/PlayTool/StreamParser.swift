import AudioToolbox
import ToolSupport

/// Converts arriving bytes to packets: `AudioFileStream` with storage for the packets.
final class StreamParser {
  /// The first stream; `nil` before its packets.
  private(set) var first: StreamLink?
  /// The stream of the packets that arrive now.
  private(set) var link: StreamLink?
  /// The streams after the one that plays.
  private(set) var following: [StreamLink] = []
  private(set) var parsedPacketCount = 0
  private(set) var parsedByteCount = 0
  /// Whether the file turned out to be unsuitable for streaming.
  private(set) var isNotOptimized = false
  private var stream: AudioFileStreamID?
  /// Whether the format has been reported since the last stream began.
  private var hasNewFormat = false

  var isReady: Bool { link != nil }

  init() throws(ToolFailure) {
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { context, _, property, _ in
        StreamParser.from(context)?.note(property)
      },
      { context, byteCount, packetCount, bytes, descriptions in
        let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(byteCount))
        let descriptions = UnsafeBufferPointer(
          start: descriptions, count: descriptions == nil ? 0 : Int(packetCount))
        StreamParser.from(context)?.keep(bytes, Int(packetCount), descriptions)
      }, 0, &stream)
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  deinit {
    if let stream { AudioFileStreamClose(stream) }
  }

  private var packetTable: AudioFilePacketTableInfo? {
    value(kAudioFileStreamProperty_PacketTableInfo, AudioFilePacketTableInfo())
  }

  /// Whether the file may have consecutive streams, each with its own trim.
  var mayBeChained: Bool {
    // Ogg, which has no name in Apple's headers.
    value(kAudioFileStreamProperty_FileFormat, UInt32(0)) == 0x4F67_6766
  }

  var statedPacketCount: Int? {
    value(kAudioFileStreamProperty_AudioDataPacketCount, UInt64(0)).map { Int(clamping: $0) }
  }

  var statedByteCount: Int? {
    value(kAudioFileStreamProperty_AudioDataByteCount, UInt64(0)).map { Int(clamping: $0) }
  }

  var bitRate: Double? {
    value(kAudioFileStreamProperty_BitRate, UInt32(0)).map { Double($0) }
  }

  /// The number of bytes before the audio, from the first parsed one.
  var dataOffset: UInt64 {
    UInt64(clamping: value(kAudioFileStreamProperty_DataOffset, Int64(0)) ?? 0)
  }

  /// The value of a property of any size; empty if the stream does not have it.
  private func bytes(_ property: AudioFileStreamPropertyID) -> [UInt8] {
    guard let stream else { return [] }
    var size: UInt32 = 0
    guard AudioFileStreamGetPropertyInfo(stream, property, &size, nil) == noErr, size > 0 else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFileStreamGetProperty(stream, property, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
  }

  /// Parses bytes; an empty array marks the end.
  func parse(_ bytes: [UInt8]) throws(ToolFailure) {
    guard let stream else { return }
    let status = AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, [])
    // The end may provide more information.
    link?.table = packetTable
    isNotOptimized = status == kAudioFileStreamError_NotOptimized
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  private func note(_ property: AudioFileStreamPropertyID) {
    switch property {
    case kAudioFileStreamProperty_ReadyToProducePackets: begin()
    case kAudioFileStreamProperty_DataFormat: hasNewFormat = true
    // Reported again if another stream follows.
    case kAudioFileStreamProperty_MagicCookieData: if isReady { begin() }
    case kAudioFileStreamProperty_PacketTableInfo: link?.table = packetTable
    default: break
    }
  }

  /// Begins with the packets of a stream.
  private func begin() {
    var new: StreamLink?
    if let link, !hasNewFormat {
      // The decoder of the earlier stream continues after a reset.
      new = StreamLink(
        link.format, scale: link.scale, magicCookie: link.magicCookie,
        packetSizeUpperBound: link.packetSizeUpperBound, channelLayout: link.channelLayout)
    } else if let stated = value(
      kAudioFileStreamProperty_DataFormat, AudioStreamBasicDescription())
    {
      let playable = PlayableFormat(stated, list: bytes(kAudioFileStreamProperty_FormatList))
      new = StreamLink(
        playable.format, scale: playable.scale,
        magicCookie: bytes(kAudioFileStreamProperty_MagicCookieData),
        packetSizeUpperBound: Int(
          value(kAudioFileStreamProperty_PacketSizeUpperBound, UInt32(0)) ?? 0),
        channelLayout: bytes(kAudioFileStreamProperty_ChannelLayout))
    }
    hasNewFormat = false
    guard let new else { return }
    new.table = packetTable
    if isReady { following.append(new) } else { first = new }
    link = new
  }

  /// Takes the first of the streams after the one that plays.
  func takeFollowing() -> StreamLink? { following.isEmpty ? nil : following.removeFirst() }

  private func keep(
    _ bytes: UnsafeRawBufferPointer, _ packetCount: Int,
    _ descriptions: UnsafeBufferPointer<AudioStreamPacketDescription>
  ) {
    parsedPacketCount += packetCount
    parsedByteCount += bytes.count
    link?.keep(bytes, packetCount, descriptions)
  }

  private func value<Value: BitwiseCopyable>(
    _ property: AudioFileStreamPropertyID, _ start: Value
  ) -> Value? {
    guard let stream else { return nil }
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    return AudioFileStreamGetProperty(stream, property, &size, &value) == noErr ? value : nil
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> StreamParser? {
    context.map { Unmanaged<StreamParser>.fromOpaque($0).takeUnretainedValue() }
  }
}

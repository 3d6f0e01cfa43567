import AudioToolbox
import ToolSupport

/// Takes bytes as they come, gives packets: `AudioFileStream` with the packets kept until they are wanted.
final class StreamParser {
  private(set) var format = AudioStreamBasicDescription()
  /// Frames for each that the stream counts.
  private(set) var scale = 1
  private(set) var isReady = false
  private(set) var parsedPacketCount = 0
  private(set) var parsedByteCount = 0
  private(set) var pendingFrameCount = 0
  /// Whether the file turned out to be one that cannot be parsed as it comes.
  private(set) var isNotOptimized = false
  private var stream: AudioFileStreamID?
  private var pendingBytes: [UInt8] = []
  /// Descriptions of the bytes, where packets are not of one size.
  private var pending: [AudioStreamPacketDescription] = []

  init() throws(ToolFailure) {
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { context, _, property, _ in
        if property == kAudioFileStreamProperty_ReadyToProducePackets {
          StreamParser.from(context)?.becomeReady()
        }
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

  /// Whether packets are all of one size and have no descriptions.
  var isConstant: Bool { format.mBytesPerPacket > 0 }

  var packetTable: AudioFilePacketTableInfo? {
    value(kAudioFileStreamProperty_PacketTableInfo, AudioFilePacketTableInfo())
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

  var packetSizeUpperBound: Int {
    Int(value(kAudioFileStreamProperty_PacketSizeUpperBound, UInt32(0)) ?? 0)
  }

  /// Bytes before the audio, from the first that was parsed.
  var dataOffset: UInt64 {
    UInt64(clamping: value(kAudioFileStreamProperty_DataOffset, Int64(0)) ?? 0)
  }

  var magicCookie: [UInt8] { bytes(kAudioFileStreamProperty_MagicCookieData) }

  /// The value of a property of any size, or no bytes where the stream has none.
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

  /// Parses bytes; no bytes are the end.
  func parse(_ bytes: [UInt8]) throws(ToolFailure) {
    guard let stream else { return }
    let status = AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, [])
    isNotOptimized = status == kAudioFileStreamError_NotOptimized
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  /// Moves packets into a buffer until it holds `atMost` frames, is full, or there are no more.
  func move(to buffer: AudioQueueBufferRef, atMost: Int) -> Filling {
    var filling = Filling()
    let byteCount =
      isConstant
      ? choose(room: Int(buffer.pointee.mAudioDataBytesCapacity), atMost, &filling)
      : describe(in: buffer, atMost, &filling)
    pendingBytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        buffer.pointee.mAudioData.copyMemory(from: start, byteCount: byteCount)
      }
    }
    buffer.pointee.mAudioDataByteSize = UInt32(byteCount)
    pendingBytes.removeFirst(byteCount)
    pendingFrameCount -= filling.frameCount
    return filling
  }

  /// Packets of one size: as many as fit.
  private func choose(room: Int, _ atMost: Int, _ filling: inout Filling) -> Int {
    let size = Int(format.mBytesPerPacket)
    let framesPerPacket = max(Int(format.mFramesPerPacket), 1)
    filling.packetCount = min(
      pendingBytes.count / size, room / size, max(1, atMost / framesPerPacket))
    filling.frameCount = filling.packetCount * framesPerPacket
    return filling.packetCount * size
  }

  private func describe(
    in buffer: AudioQueueBufferRef, _ atMost: Int, _ filling: inout Filling
  ) -> Int {
    guard let descriptions = buffer.pointee.mPacketDescriptions else { return 0 }
    let room = Int(buffer.pointee.mAudioDataBytesCapacity)
    var byteCount = 0
    for packet in pending {
      let size = Int(packet.mDataByteSize)
      guard filling.packetCount == 0 || filling.frameCount < atMost,
        filling.packetCount < Int(buffer.pointee.mPacketDescriptionCapacity),
        byteCount + size <= room
      else { break }
      descriptions[filling.packetCount] = packet
      descriptions[filling.packetCount].mStartOffset = Int64(byteCount)
      byteCount += size
      filling.packetCount += 1
      filling.frameCount += frames(in: packet)
    }
    buffer.pointee.mPacketDescriptionCount = UInt32(filling.packetCount)
    pending.removeFirst(filling.packetCount)
    return byteCount
  }

  private func frames(in packet: AudioStreamPacketDescription) -> Int {
    Int(format.mFramesPerPacket == 0 ? packet.mVariableFramesInPacket : format.mFramesPerPacket)
  }

  private func becomeReady() {
    isReady = true
    guard let told = value(kAudioFileStreamProperty_DataFormat, format) else { return }
    let playable = PlayableFormat(told, list: bytes(kAudioFileStreamProperty_FormatList))
    (format, scale) = (playable.format, playable.scale)
  }

  private func keep(
    _ bytes: UnsafeRawBufferPointer, _ packetCount: Int,
    _ descriptions: UnsafeBufferPointer<AudioStreamPacketDescription>
  ) {
    parsedPacketCount += packetCount
    parsedByteCount += bytes.count
    guard !isConstant else {
      pendingBytes.append(contentsOf: bytes)
      pendingFrameCount += packetCount * max(Int(format.mFramesPerPacket), 1)
      return
    }
    for packet in descriptions {
      let start = Int(packet.mStartOffset)
      pendingBytes.append(contentsOf: bytes[start..<start + Int(packet.mDataByteSize)])
      pending.append(packet)
      pendingFrameCount += frames(in: packet)
    }
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

import AudioToolbox
import ToolSupport

/// The packets of one of several consecutive streams in a file, kept until they are needed.
final class StreamLink {
  let format: AudioStreamBasicDescription
  /// The number of decoded frames for each frame that the stream counts.
  let scale: Int
  let magicCookie: [UInt8]
  let packetSizeUpperBound: Int
  /// The channel positions; empty if the stream does not specify them.
  let channelLayout: [UInt8]
  /// Whether no more packets will arrive.
  var isOver = false
  /// The stream's last packet table.
  var table: AudioFilePacketTableInfo?
  private(set) var parsedPacketCount = 0
  private(set) var pendingFrameCount = 0
  private var pendingBytes: [UInt8] = []
  /// The descriptions of the bytes, for packets of different sizes.
  private var pending: [AudioStreamPacketDescription] = []
  /// The next packet to take, and its first byte.
  private var nextPending = 0
  private var nextByte = 0

  init(
    _ format: AudioStreamBasicDescription, scale: Int, magicCookie: [UInt8],
    packetSizeUpperBound: Int, channelLayout: [UInt8]
  ) {
    self.format = format
    self.scale = scale
    self.magicCookie = magicCookie
    self.packetSizeUpperBound = packetSizeUpperBound
    self.channelLayout = channelLayout
  }

  /// Whether packets have constant size and no descriptions.
  var isConstant: Bool { format.mBytesPerPacket > 0 }

  /// Stores packets.
  func keep(
    _ bytes: UnsafeRawBufferPointer, _ packetCount: Int,
    _ descriptions: UnsafeBufferPointer<AudioStreamPacketDescription>
  ) {
    parsedPacketCount += packetCount
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

  /// Moves packets into a buffer until it holds `atMost` frames, is full, or no packets remain.
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

  /// Takes the next packet; `nil` if no packets remain, or if packets have constant size.
  func takePacket() -> [UInt8]? {
    guard nextPending < pending.count else { return nil }
    let packet = pending[nextPending]
    let size = Int(packet.mDataByteSize)
    defer {
      nextPending += 1
      nextByte += size
      pendingFrameCount -= frames(in: packet)
      // After the last packet, no bytes need to move.
      if nextPending == pending.count {
        pending.removeAll(keepingCapacity: true)
        pendingBytes.removeAll(keepingCapacity: true)
        (nextPending, nextByte) = (0, 0)
      }
    }
    return Array(pendingBytes[nextByte..<nextByte + size])
  }

  /// Chooses as many packets of constant size as fit.
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
}

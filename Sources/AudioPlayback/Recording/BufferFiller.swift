internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// The buffer that a recorder is filling, and its contents so far.
struct BufferFiller {
  enum Outcome {
    case hasRoom
    case full
    /// The next packet did not fit into the empty buffer and was dropped.
    case packetTooLarge
  }

  private let format: StreamFormat
  private(set) var buffer: (any RecordingBuffer)?
  private var part = RecordedPart()
  /// The next frame of the recording.
  var position = 0

  init(_ format: StreamFormat) {
    self.format = format
  }

  /// Returns to the first frame.
  mutating func reset() { position = 0 }

  /// Starts to fill a buffer.
  mutating func begin(_ buffer: any RecordingBuffer, startFrame: Double, nanoseconds: Int) {
    self.buffer = buffer
    part = RecordedPart()
    part.startFrame = startFrame
    part.nanoseconds = nanoseconds
  }

  /// Moves frames or packets into the buffer until it is full.
  mutating func fill(from encoder: RecordingEncoder) -> Outcome {
    guard let buffer else { return .full }
    return format.isLinearPCM ? fillFrames(buffer, encoder) : fillPackets(buffer, encoder)
  }

  /// Returns the buffer and its contents, and forgets it; `nil` if no buffer is being filled.
  mutating func end() -> (any RecordingBuffer, RecordedPart)? {
    guard let buffer else { return nil }
    self.buffer = nil
    return (buffer, part)
  }

  private mutating func fillFrames(
    _ buffer: any RecordingBuffer, _ encoder: RecordingEncoder
  ) -> Outcome {
    let count = encoder.write(into: buffer, after: part.byteCount)
    part.byteCount += count * format.bytesPerFrame
    part.packetCount += count
    position += count
    return part.byteCount + format.bytesPerFrame > buffer.byteCapacity ? .full : .hasRoom
  }

  private mutating func fillPackets(
    _ buffer: any RecordingBuffer, _ encoder: RecordingEncoder
  ) -> Outcome {
    let limit = packetLimit(of: buffer).map { $0 - part.packetCount } ?? .max
    let taken = encoder.takePackets(limit, capacity: buffer.byteCapacity - part.byteCount)
    guard !taken.packets.isEmpty else {
      guard part.packetCount == 0 else { return .full }
      let lost = encoder.takePackets(1, capacity: .max)
      position += lost.packets.reduce(0) { $0 + Int($1.frameCount) }
      return .packetTooLarge
    }
    let bytes = taken.bytes
    buffer.write(part.byteCount..<part.byteCount + bytes.count, ofBuffer: 0) { room in
      room.copy(bytes.span)
    }
    for var packet in taken.packets {
      position += Int(packet.frameCount)
      packet.offset += UInt64(part.byteCount)
      if !format.hasConstantPackets { part.packets.append(packet) }
    }
    part.byteCount += bytes.count
    part.packetCount += taken.packets.count
    let isFull =
      format.bytesPerPacket > 0
      && part.byteCount + format.bytesPerPacket > buffer.byteCapacity
    return isFull || isOutOfPackets(buffer) || !encoder.isEmpty ? .full : .hasRoom
  }

  /// The packet capacity of a buffer, if its packets need descriptions; `nil` for no limit.
  private func packetLimit(of buffer: any RecordingBuffer) -> Int? {
    format.hasConstantPackets ? nil : buffer.packetCapacity
  }

  private func isOutOfPackets(_ buffer: any RecordingBuffer) -> Bool {
    packetLimit(of: buffer) == part.packetCount
  }
}

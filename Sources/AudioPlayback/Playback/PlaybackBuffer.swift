package import AudioCodecs
package import AudioModel
package import MediaTimeline

/// A client's memory with packets, lent to a player until it gives it back.
package protocol PlaybackBuffer: AnyObject, Sendable {
  /// Lends some of the bytes.
  func withBytes(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(CodecError) -> Void
  ) throws(CodecError)
}

/// A packet in a buffer.
package struct PlaybackPacket: Hashable, Sendable {
  /// Its bytes in the buffer.
  package var bytes: Range<Int>
  /// Frames that it decodes to, 0 where only the decoder knows.
  package var frameCount: Int

  package init(bytes: Range<Int>, frameCount: Int) {
    self.bytes = bytes
    self.frameCount = frameCount
  }
}

/// A buffer with what is to be played of it.
package struct PlaybackItem: Sendable {
  package var buffer: any PlaybackBuffer
  package var byteCount: Int
  /// The packets, empty where all have one size.
  package var packets: [PlaybackPacket]
  /// Decoded frames to drop at either end.
  package var trimStart: Int
  package var trimEnd: Int
  /// The frame of the player's time at which the first frame is due, not before; `nil` for at once.
  package var startFrame: Int?
  /// Parameters that change with the first frame.
  package var changes: [PlaybackChange]

  package init(
    buffer: any PlaybackBuffer, byteCount: Int, packets: [PlaybackPacket] = [],
    trimStart: Int = 0, trimEnd: Int = 0, startFrame: Int? = nil, changes: [PlaybackChange] = []
  ) {
    self.buffer = buffer
    self.byteCount = byteCount
    self.packets = packets
    self.trimStart = trimStart
    self.trimEnd = trimEnd
    self.startFrame = startFrame
    self.changes = changes
  }

  /// Frames that all packets decode to, as far as the format tells.
  package func decodedFrames(_ format: StreamFormat) -> Int {
    if packets.isEmpty {
      guard format.bytesPerPacket > 0 else { return 0 }
      return byteCount / format.bytesPerPacket * format.framesPerPacket
    }
    return packets.reduce(0) {
      $0 + ($1.frameCount > 0 ? $1.frameCount : format.framesPerPacket)
    }
  }
}

/// Hears of a player, on its feeding thread: to be answered at once, without waiting for anything.
package protocol PlaybackObserver: AnyObject, Sendable {
  /// All of a buffer has been taken, or the buffer was thrown out.
  func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool)
  /// Everything has been heard, or nothing more can be decoded: the player stops next.
  func playbackEnds()
  /// The device has started, or has stopped; may be told again.
  func playbackRunning(_ isRunning: Bool)
  /// A packet could not be decoded; silence stands for it where its length is known.
  func playbackFailed(_ error: CodecError)
  /// Another device plays now, or other hardware of the same server.
  func playbackDeviceChanged()
}

extension PlaybackObserver {
  package func playbackEnds() {}
  /// Does nothing, where nobody asks which device plays.
  package func playbackDeviceChanged() {}
}

package import AudioCodecs
package import AudioModel
package import MediaTimeline

/// Client memory with packets, lent to a player.
package protocol PlaybackBuffer: AnyObject, Sendable {
  /// Lends a range of the bytes.
  func withBytes(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(CodecError) -> Void
  ) throws(CodecError)
}

/// A packet in a buffer.
package struct PlaybackPacket: Hashable, Sendable {
  /// Its bytes in the buffer.
  package var bytes: Range<Int>
  /// The number of frames; 0 if only the decoder knows.
  package var frameCount: Int

  package init(bytes: Range<Int>, frameCount: Int) {
    self.bytes = bytes
    self.frameCount = frameCount
  }
}

/// A buffer, and the part of it to play.
package struct PlaybackItem: Sendable {
  package var buffer: any PlaybackBuffer
  package var byteCount: Int
  /// The packets; empty if all have the same size.
  package var packets: [PlaybackPacket]
  /// Decoded frames to drop at either end.
  package var trimStart = 0
  package var trimEnd = 0
  /// The earliest player frame for the first frame; `nil` for no delay.
  package var startFrame: Int?
  /// Parameters that change with the first frame.
  package var changes: [PlaybackChange]

  package init(
    buffer: any PlaybackBuffer, byteCount: Int, packets: [PlaybackPacket] = [],
    changes: [PlaybackChange] = []
  ) {
    self.buffer = buffer
    self.byteCount = byteCount
    self.packets = packets
    self.changes = changes
  }

  /// The frames of all packets, as far as the format states them.
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

/// Receives the events of a player, on its feeding thread.
///
/// An observer must return at once.
package protocol PlaybackObserver: AnyObject, Sendable {
  /// A buffer has been decoded, or discarded.
  func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool)
  /// Everything has played, or nothing more can be decoded: the player stops next.
  func playbackEnds()
  /// The device has started or stopped.
  ///
  /// The report may repeat.
  func playbackRunning(_ isRunning: Bool)
  /// A packet could not be decoded.
  ///
  /// Silence replaces the packet if its length is known.
  func playbackFailed(_ error: CodecError)
  /// Another device plays, or other hardware of the same server.
  func playbackDeviceChanged()
}

extension PlaybackObserver {
  package func playbackEnds() {}
  /// Ignores the report.
  package func playbackDeviceChanged() {}
}

import AudioToolbox
import ToolSupport

/// Audio that a player takes in pieces, packet by packet.
protocol PacketSource: AnyObject {
  var format: AudioStreamBasicDescription { get }
  var magicCookie: [UInt8] { get }
  /// Seconds in all, as far as is known.
  var duration: Double? { get }
  /// Bytes that hold the largest packet, and some seconds where packets are small.
  var bufferByteCount: Int { get }
  /// Packets that fit such a buffer at most.
  var bufferPacketCount: Int { get }
  /// How far the bytes of a file that is being fetched have come, or `nil` for one that is here.
  var progress: SourceProgress? { get }

  /// Puts the next packets into a buffer, with their descriptions.
  ///
  /// - Parameters:
  ///   - buffer: Takes the packets.
  ///   - atLeast: Frames to wait for, where bytes come slowly.
  ///   - atMost: Frames that are enough.
  /// - Returns: What was put there; no frames at the end.
  /// - Throws: Why the packets could not be had.
  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling

  /// Whether more can be put into a buffer without waiting for bytes.
  var hasMore: Bool { get }

  /// Goes on with another moment, in seconds from the start of the recording.
  ///
  /// - Returns: Whether it can.
  func seek(toSeconds: Double) -> Bool

  /// Ends the recording after so many seconds.
  func limit(toSeconds: Double)

  /// Ends a wait for bytes, from any thread.
  func cancel()

  /// What was promised and did not come, once the end has been reached.
  var shortfall: ToolFailure? { get }

  /// The channels' places as an `AudioChannelLayout`; empty where the packets tell them.
  var channelLayout: [UInt8] { get }
}

extension PacketSource {
  var channelLayout: [UInt8] { [] }
}

/// What was put into a buffer.
struct Filling: Equatable {
  var packetCount = 0
  var frameCount = 0
  /// Frames at the start that are not part of the recording.
  var trimAtStart = 0
  /// Frames at the end that are not part of the recording.
  var trimAtEnd = 0
}

/// How much of a file is here.
struct SourceProgress {
  /// From 0 to 1, or `nil` where the length is not known.
  var bufferedFraction: Double?
  /// What plays now, as a radio station says.
  var title: String?
}

/// The frames of a recording among those that its packets decode to.
struct Recording {
  /// Frames before the recording.
  var priming = 0
  /// The first frame behind the recording, or `nil` where that is the last there is.
  var end: Int?
  /// Frames of the last packets that are not part of the recording.
  var remainder = 0
  /// Frames that wait for the end of a stream: none if no encoder leaves as many.
  var heldFrames: Int { remainder <= 65_536 ? remainder : 0 }
  /// The first frame that is to be heard, where that is another than the first of the recording.
  var start = 0
  /// Frames of the recording that are to be heard at most.
  var limit: Int?

  /// Takes what a file tells of its frames.
  ///
  /// - Parameters:
  ///   - table: What it tells.
  ///   - scale: Frames for each that it counts.
  mutating func take(_ table: AudioFilePacketTableInfo, scale: Int) {
    // As many as nobody can hear, and no more than can be counted.
    let valid = Int(max(0, min(table.mNumberValidFrames, 1 << 60)))
    priming = Int(max(0, table.mPrimingFrames)) * scale
    end = priming + valid * scale
    remainder = Int(max(0, table.mRemainderFrames)) * scale
  }

  /// Decides the end, now that the frames of all packets are counted.
  ///
  /// As in a file: the length of a header counts if it agrees with the packets, or if packets are
  /// missing. Otherwise its remainder counts.
  mutating func settle(frameCount: Int, isWhole: Bool) {
    let stated = (end ?? 0) + remainder
    if let end, end > priming, stated == frameCount || stated > frameCount && !isWhole { return }
    end = remainder > 0 ? max(frameCount - remainder, 0) : nil
  }

  /// Whether nothing from `frame` on is to be heard.
  func isOver(at frame: Int) -> Bool { limit.map { frame >= priming + $0 } ?? false }

  /// How many of `count` frames from `first` on come before and after the recording.
  func trim(first: Int, count: Int) -> (start: Int, end: Int) {
    let start = min(count, max(0, max(priming, self.start) - first))
    let end = [end, limit.map { priming + $0 }].compactMap { $0 }.min()
    let after = end.map { max(0, first + count - max($0, first)) } ?? 0
    return (start, min(count - start, after))
  }
}

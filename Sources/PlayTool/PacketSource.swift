import AudioContainers
import AudioToolbox
import AudioTransport
import ToolSupport

/// Audio that a player reads in pieces, packet by packet.
protocol PacketSource: AnyObject {
  /// The format of the packets or frames that a buffer receives.
  var format: AudioStreamBasicDescription { get }
  /// The format of the packets in the file.
  var fileFormat: AudioStreamBasicDescription { get }
  var magicCookie: [UInt8] { get }
  /// The total duration in seconds, if known.
  var duration: Double? { get }
  /// The size of a buffer in bytes: enough for the largest packet, and for some seconds of small
  /// ones.
  var bufferByteCount: Int { get }
  /// The largest number of packets in such a buffer.
  var bufferPacketCount: Int { get }
  /// The progress of a file during its transfer, or `nil` for a local file.
  var progress: SourceProgress? { get }

  /// The title that a radio station states at a time, in seconds from the start.
  func title(at seconds: Double) -> String?

  /// Reads the description of the recording, which takes no part in playback; any thread may call.
  func description() -> SourceDescription

  /// The path of a regular file, or `nil` for other sources.
  var path: String? { get }

  /// Whether the source may have pictures, by the first bytes of the file.
  var mayHavePictures: Bool { get }

  /// Opens the bytes of the file again, for its pictures.
  ///
  /// - Returns: The bytes, and a function that ends all waits for them; `nil` for other sources.
  func openFilm() throws(TransportError) -> FilmBytes?

  /// Whether ``seek(toSeconds:)`` can reach other times.
  var isSeekable: Bool { get }

  /// Writes the next packets and their descriptions into a buffer.
  ///
  /// - Parameters:
  ///   - buffer: Receives the packets.
  ///   - atLeast: The number of frames to wait for, if bytes arrive slowly.
  ///   - atMost: The number of frames that suffices.
  /// - Returns: The content of the buffer; no frames at the end.
  /// - Throws: The reason why packets are unavailable.
  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling

  /// Whether another buffer can be filled without waiting for bytes.
  var hasMore: Bool { get }

  /// Continues at another time, in seconds from the start of the recording.
  ///
  /// - Returns: Whether the source can reach the time.
  func seek(toSeconds: Double) -> Bool

  /// Ends the recording after a number of seconds.
  func limit(toSeconds: Double)

  /// Cancels a wait for bytes; any thread may call it.
  func cancel()

  /// The missing part of the promised audio, valid after the end.
  var shortfall: ToolFailure? { get }

  /// The channel positions as an `AudioChannelLayout`; empty if the packets contain them.
  var channelLayout: [UInt8] { get }
}

extension PacketSource {
  var channelLayout: [UInt8] { [] }
  var fileFormat: AudioStreamBasicDescription { format }

  func title(at seconds: Double) -> String? { nil }
  var path: String? { nil }

  var mayHavePictures: Bool {
    guard let path else { return false }
    let start = LocalFile.firstBytes(of: path, count: FilmContainer.byteCount)
    return FilmContainer.detect(start.span) != nil
  }

  func openFilm() throws(TransportError) -> FilmBytes? {
    guard let path else { return nil }
    return FilmBytes(source: try FileByteSource(path: path), cancel: {})
  }

  func description() -> SourceDescription { SourceDescription() }
  var isSeekable: Bool { false }
}

/// The bytes of a film, for its pictures.
struct FilmBytes {
  let source: any ByteSource
  /// Ends all waits for bytes; any thread may call it.
  let cancel: @Sendable () -> Void
}

/// The content of a buffer.
struct Filling: Equatable {
  var packetCount = 0
  var frameCount = 0
  /// The number of frames at the start that do not belong to the recording.
  var trimAtStart = 0
  /// The number of frames at the end that do not belong to the recording.
  var trimAtEnd = 0
}

/// The progress of a transfer.
struct SourceProgress {
  /// The transferred part, from 0 to 1, or `nil` if the length is unknown.
  var bufferedFraction: Double?
  /// The transferred seconds that have not been read, or `nil` if they are unknown.
  var bufferedSeconds: Double?
  /// How often the transfer was resumed after an error, or is about to be.
  var reconnectCount = 0
  /// Whether no bytes have arrived since the last error.
  var isReconnecting = false

  /// The parts of the progress line.
  var words: [String] {
    var words: [String] = []
    if let bufferedFraction {
      words.append("buffered \(Int((min(max(bufferedFraction, 0), 1) * 100).rounded(.down)))%")
    } else if let bufferedSeconds {
      words.append("buffered \(Int(min(max(bufferedSeconds, 0), 1e6))) s")
    }
    if isReconnecting {
      words.append("reconnecting")
    } else if reconnectCount > 0 {
      words.append(reconnectCount == 1 ? "1 reconnect" : "\(reconnectCount) reconnects")
    }
    return words
  }
}

/// The frames of a recording within the decoded frames of its packets.
struct Recording {
  /// The number of frames before the recording.
  var priming = 0
  /// The first frame after the recording, or `nil` if the recording extends to the last frame.
  var end: Int?
  /// The number of frames in the last packets that do not belong to the recording.
  var remainder = 0
  /// The number of frames to hold back until the end of the stream; 0 for implausible remainders.
  var heldFrames: Int { remainder <= 65_536 ? remainder : 0 }
  /// The first audible frame, if it differs from the first one of the recording.
  var start = 0
  /// The largest number of audible frames in the recording.
  var limit: Int?

  /// Sets the range of the recording from a file's packet table.
  ///
  /// - Parameters:
  ///   - table: The packet table.
  ///   - scale: The number of decoded frames for each frame in the table.
  mutating func take(_ table: AudioFilePacketTableInfo, scale: Int) {
    // More frames than anyone can play, but without overflow.
    let valid = Int(max(0, min(table.mNumberValidFrames, 1 << 60)))
    priming = Int(max(0, table.mPrimingFrames)) * scale
    end = priming + valid * scale
    remainder = Int(max(0, table.mRemainderFrames)) * scale
  }

  /// Determines the end after all packets have been counted.
  ///
  /// Uses the rule for files: the length in a header is valid if it matches the packets, or if
  /// packets are missing. Otherwise, only the remainder is valid.
  mutating func settle(frameCount: Int, isWhole: Bool) {
    let stated = (end ?? 0) + remainder
    if let end, end > priming, stated == frameCount || stated > frameCount && !isWhole { return }
    end = remainder > 0 ? max(frameCount - remainder, 0) : nil
  }

  /// Whether all frames from `frame` are inaudible.
  func isOver(at frame: Int) -> Bool { limit.map { frame >= priming + $0 } ?? false }

  /// Returns how many of `count` frames from `first` precede and follow the recording.
  func trim(first: Int, count: Int) -> (start: Int, end: Int) {
    let start = min(count, max(0, max(priming, self.start) - first))
    let end = [end, limit.map { priming + $0 }].compactMap { $0 }.min()
    let after = end.map { max(0, first + count - max($0, first)) } ?? 0
    return (start, min(count - start, after))
  }
}

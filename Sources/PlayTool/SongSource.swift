import AudioToolbox
import ToolSupport

/// The frames of a MIDI file.
final class SongSource: PacketSource {
  let format: AudioStreamBasicDescription
  let magicCookie: [UInt8] = []
  let duration: Double?
  let bufferByteCount = 128 << 10
  let bufferPacketCount = 0
  var progress: SourceProgress? { nil }
  var hasMore: Bool { true }
  var shortfall: ToolFailure? { limit == nil ? song.cutOff : nil }

  private let path: String
  private let song: Song
  private var nextFrame = 0
  /// The largest number of frames to play.
  private var limit: Int?

  /// Opens a file.
  ///
  /// - Throws: ``ToolFailure`` if it cannot be played.
  init(path: String, bank: String?) throws(ToolFailure) {
    self.path = path
    song = try Song(path: path, bank: bank)
    format = song.format
    duration = song.seconds
  }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling {
    let left = limit.map { max(0, $0 - nextFrame) } ?? .max
    let room = min(bufferByteCount / Int(format.mBytesPerFrame), max(1, atMost), left)
    let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
    let count = song.read(room, into: samples)
    buffer.pointee.mAudioDataByteSize = UInt32(count) * format.mBytesPerFrame
    nextFrame += count
    return Filling(packetCount: count, frameCount: count)
  }

  func seek(toSeconds seconds: Double) -> Bool {
    song.seek(toSeconds: seconds)
    nextFrame = Int((max(0, seconds) * format.mSampleRate).rounded())
    return true
  }

  func limit(toSeconds seconds: Double) {
    limit = Int((seconds * format.mSampleRate).rounded())
  }

  func cancel() {}

  func description() -> SourceDescription { SourceDescription(path: path) }
  var isSeekable: Bool { true }
}

import AudioToolbox
import AudioTransport
import ToolSupport

/// The frames of consecutive streams during their transfer, as in an Ogg file or station.
///
/// Each stream is decoded and trimmed separately, and converted to the rate and channels of the
/// first.
final class StreamFrames: PacketSource {
  let format: AudioStreamBasicDescription
  let magicCookie: [UInt8] = []
  let channelLayout: [UInt8]
  let bufferByteCount = 256 << 10
  let bufferPacketCount = 0
  var shortfall: ToolFailure? { nil }
  var hasMore: Bool { feed.hasMore }

  private let feed: StreamFeed
  private var link: StreamLink
  private var decoder: StreamDecoder
  private var nextFrame = 0
  /// The largest number of frames to play.
  private var limit: Int?

  init(_ feed: StreamFeed, _ first: StreamLink) throws(ToolFailure) {
    self.feed = feed
    link = first
    format = StreamDecoder.floats(like: first.format)
    channelLayout = format.mChannelsPerFrame > 2 ? first.channelLayout : []
    decoder = try StreamDecoder(first, to: format)
  }

  var duration: Double? {
    guard feed.bytes.byteCount != nil else { return nil }
    return feed.estimatedDuration
  }

  var progress: SourceProgress? { feed.progress }

  // Earlier audio of a stream is not stored.
  func seek(toSeconds seconds: Double) -> Bool { false }

  func limit(toSeconds seconds: Double) {
    limit = Int((seconds * format.mSampleRate).rounded())
  }

  func cancel() {
    feed.bytes.cancel()
  }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling {
    let room = min(bufferByteCount / Int(format.mBytesPerFrame), max(1, atMost))
    let wanted = min(room, max(0, (limit ?? .max) - nextFrame))
    var count = 0
    while count < wanted {
      let made = try decoder.decode(
        wanted - count, into: buffer.pointee.mAudioData + count * Int(format.mBytesPerFrame))
      count += made
      if made > 0 { continue }
      if decoder.hasEnded {
        guard try goOn() else { break }
      } else {
        // A wait for bytes that are not needed yet would delay the available frames.
        guard count < atLeast || feed.hasBytes else { break }
        try parse()
      }
    }
    if count == 0, wanted > 0, let failure = feed.failure { throw failure }
    buffer.pointee.mAudioDataByteSize = UInt32(count) * format.mBytesPerFrame
    nextFrame += count
    return Filling(packetCount: count, frameCount: count)
  }

  /// Parses more bytes, and updates the state of the decoder's stream.
  private func parse() throws(ToolFailure) {
    let hasMore = feed.parseMore()
    try decoder.takeTable()
    link.isOver = feed.parser.link !== link || !hasMore
  }

  /// Continues with the next stream if one follows.
  private func goOn() throws(ToolFailure) -> Bool {
    guard let next = feed.parser.takeFollowing() else { return false }
    link = next
    link.isOver = feed.parser.link !== link
    decoder = try StreamDecoder(next, to: format)
    return true
  }
}

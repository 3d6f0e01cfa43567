import AudioToolbox
import ToolSupport

/// A source that has been heard, without its file.
///
/// It retains what later items are compared with.
final class ClosedSource: PacketSource {
  let shortfall: ToolFailure?
  let format: AudioStreamBasicDescription
  let magicCookie: [UInt8]
  let channelLayout: [UInt8]
  let bufferByteCount: Int
  let bufferPacketCount: Int
  let duration: Double?
  var hasMore: Bool { true }
  var progress: SourceProgress? { nil }

  init(_ source: any PacketSource) {
    format = source.format
    magicCookie = source.magicCookie
    channelLayout = source.channelLayout
    duration = source.duration
    bufferByteCount = source.bufferByteCount
    bufferPacketCount = source.bufferPacketCount
    shortfall = source.shortfall
  }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling { Filling() }

  func seek(toSeconds: Double) -> Bool { false }

  func limit(toSeconds: Double) {}

  func cancel() {}
}

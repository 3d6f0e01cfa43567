import AudioToolbox
import ToolSupport

/// A source that has been played to its end and has closed its file.
///
/// It retains the properties that are compared with those of the next sources.
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

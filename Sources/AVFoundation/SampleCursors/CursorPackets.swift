internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioPlayback
internal import CoreMedia
internal import Foundation
internal import Synchronization

/// The packets of a local file, which several cursors share.
final class CursorPackets: @unchecked Sendable {
  // Unchecked: the lock admits one thread at a time to the file.

  private let lock = Mutex(())
  private let file: PacketFile
  private let priming: Int
  let count: UInt64
  let timescale: CMTimeScale
  let description: CMFormatDescription
  let url: URL?

  /// Opens a track; `nil` if it is not the sound of a local file, or has no packets.
  init?(_ track: AVAssetTrack) {
    let source = track.source
    guard track.mediaType == .audio, source.bytes.isLocalFile, let info = source.info,
      let reader = try? SourceReader(
        source.bytes, range: nil, cancellation: SourceReader.Cancellation()),
      let file = reader.packetFile, let count = try? file.packetCount(), count > 0
    else { return nil }
    self.file = file
    self.count = count
    priming = (try? file.frameTrim())?.primingFrames ?? 0
    let rate = file.info.format.sampleRate.rounded()
    timescale = CMTimeScale(exactly: max(1, min(rate, 1e9))) ?? 1
    description = info.description
    url = source.url
  }

  /// The packet at an index; `nil` if it cannot be read.
  func place(_ index: UInt64) -> PacketPlace? {
    lock.withLock { _ in try? file.place(ofPacket: index) }
  }

  /// The index of the packet that is heard at a time; the first or last index for an outside time.
  func index(at time: CMTime) -> UInt64 {
    let frame = (time.seconds * Double(timescale) + 1e-6).rounded(.down) + Double(priming)
    guard frame >= 1 else { return 0 }
    guard frame < 1e18 else { return count - 1 }
    return lock.withLock { _ in
      (try? file.place(holdingFrame: UInt64(frame)))?.index ?? count - 1
    }
  }

  /// The time of a packet's first frame, which is negative during priming.
  func time(of place: PacketPlace) -> CMTime {
    CMTime(
      value: CMTimeValue(clamping: place.firstFrame) - CMTimeValue(priming), timescale: timescale)
  }
}

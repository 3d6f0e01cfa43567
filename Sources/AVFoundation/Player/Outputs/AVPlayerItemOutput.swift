public import CoreMedia
public import CoreVideo
public import Foundation
internal import AudioRealtime
internal import Synchronization

/// An output of a player item for data other than sound.
///
/// Add it with ``AVPlayerItem/add(_:)-(AVPlayerItemOutput)``. The kinds are
/// ``AVPlayerItemVideoOutput``, ``AVPlayerItemMetadataOutput`` and ``AVPlayerItemLegibleOutput``.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the state.

  private struct Reference {
    weak var item: AVPlayerItem?
    var suppressesRendering = false
  }

  private let reference = Mutex(Reference())

  override init() { super.init() }

  /// The item to which this output has been added.
  var item: AVPlayerItem? {
    get { reference.withLock { $0.item } }
    set { reference.withLock { $0.item = newValue } }
  }

  /// Whether layers hide the pictures of the item, because the client shows them.
  open var suppressesPlayerRendering: Bool {
    get { reference.withLock { $0.suppressesRendering } }
    set { reference.withLock { $0.suppressesRendering = newValue } }
  }

  /// The item's time at a time of the host, if playback continues at the current rate.
  ///
  /// - Parameter hostTimeInSeconds: Seconds of the monotonic clock.
  /// - Returns: The time; invalid if the output has not been added to an item.
  open func itemTime(forHostTime hostTimeInSeconds: TimeInterval) -> CMTime {
    guard let item else { return .invalid }
    let now = Double(MonotonicClock.nanoseconds) / 1e9
    let isPlaying = item.player?.timeControlStatus == .playing
    let rate = isPlaying ? Double(item.player?.rate ?? 0) : 0
    let distance = CMTime(
      seconds: (hostTimeInSeconds - now) * rate, preferredTimescale: 1_000_000_000)
    return item.currentTime() + distance
  }

  /// The item's time at a time of the host in nanoseconds, if playback continues at the current
  /// rate.
  open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
    itemTime(forHostTime: Double(machAbsoluteTime) / 1e9)
  }

  /// The item's time when a display shows a picture, if playback continues at the current rate.
  ///
  /// - Parameter timestamp: The time of the display; `CVTimeStamp.hostTime` must be valid.
  /// - Returns: The time; invalid without a time of the host, or if the output has not been added
  ///   to an item.
  open func itemTime(for timestamp: CVTimeStamp) -> CMTime {
    guard CVTimeStampFlags(rawValue: timestamp.flags).contains(.hostTimeValid) else {
      return .invalid
    }
    return itemTime(forHostTime: Double(timestamp.hostTime) / 1e9)
  }
}

/// Receives events of an output.
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol {
  /// Called after the time of the item has jumped: earlier reports for later times are invalid.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
  /// Does nothing: the method is optional.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

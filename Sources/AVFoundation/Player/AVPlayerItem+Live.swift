internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// The distance of the item from the end of a live stream.
extension AVPlayerItem {
  /// The distance from the end of a live stream that the stream states; invalid for other media.
  ///
  /// It is known once the item is ready.
  public var recommendedTimeOffsetFromLive: CMTime {
    properties.access(self, \.recommendedTimeOffsetFromLive)
    return state.withLock { $0.recommendedOffset }.map(Self.time) ?? .invalid
  }

  /// The wanted distance from the end of a live stream; invalid for the recommended one.
  ///
  /// It decides where the stream starts. A change during playback applies to the next return by
  /// ``automaticallyPreservesTimeOffsetFromLive``. The distance that the stream demands is the
  /// smallest one.
  public var configuredTimeOffsetFromLive: CMTime {
    get {
      properties.access(self, \.configuredTimeOffsetFromLive)
      return media.liveOffset.map(Self.time) ?? .invalid
    }
    set {
      let seconds = newValue.isNumeric && newValue.seconds >= 0 ? newValue.seconds : nil
      properties.change(self, \.configuredTimeOffsetFromLive) { media.liveOffset = seconds }
    }
  }

  /// Whether a live stream returns to its distance from the end when playback starts again.
  ///
  /// Otherwise, the stream continues where it was before a pause or a stall.
  public var automaticallyPreservesTimeOffsetFromLive: Bool {
    get {
      properties.access(self, \.automaticallyPreservesTimeOffsetFromLive)
      return media.preservesLiveOffset
    }
    set {
      properties.change(self, \.automaticallyPreservesTimeOffsetFromLive) {
        media.preservesLiveOffset = newValue
      }
    }
  }

  /// The recommended distance from the end of a live stream has changed; the object is the item.
  public class var recommendedTimeOffsetFromLiveDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemRecommendedTimeOffsetFromLiveDidChangeNotification")
  }

  private static func time(_ seconds: Double) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: 1000)
  }

  /// Takes note of the distance that the stream states.
  func noteLiveOffset() {
    let new = media.liveHoldBack
    guard state.withLock({ $0.recommendedOffset }) != new else { return }
    properties.change(self, \.recommendedTimeOffsetFromLive) {
      state.withLock { $0.recommendedOffset = new }
    }
    NotificationCenter.default.post(
      name: Self.recommendedTimeOffsetFromLiveDidChangeNotification, object: self)
  }
}

internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// The distance of the item from the end of a live stream.
extension AVPlayerItem {
  /// The distance from the end that a live stream recommends; invalid for other media.
  ///
  /// It is known once the item is ready.
  public var recommendedTimeOffsetFromLive: CMTime {
    properties.access(self, \.recommendedTimeOffsetFromLive)
    return state.withLock { $0.recommendedOffset }.map(Self.time) ?? .invalid
  }

  /// The requested distance from the end of a live stream; invalid for the recommended distance.
  ///
  /// It decides the time at which the stream starts. A change during playback applies when the
  /// stream returns to its distance: see ``automaticallyPreservesTimeOffsetFromLive``. The stream
  /// may demand a minimum distance.
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
  /// If it is false, the stream continues at the time of the pause or the stall.
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

  /// Stores and reports the distance that the stream states.
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

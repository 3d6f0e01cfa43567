public import Foundation
internal import Synchronization

/// Settings of video, mobile networks and paid content, which change the sound of no item here.
extension AVPlayerItem {
  /// The values that a client has set.
  struct KeptSettings {
    var loadsWhilePaused = false
    var expensivePeakBitRate = 0.0
    var resolution = CGSize.zero
    var expensiveResolution = CGSize.zero
    var startsOnFirstVariant = false
    var externalMetadata: [AVMetadataItem] = []
  }

  /// Whether live streams load while the player is paused; stored, but has no effect.
  public var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
    get { state.withLock { $0.kept.loadsWhilePaused } }
    set { state.withLock { $0.kept.loadsWhilePaused = newValue } }
  }

  /// The highest bit rate on metered networks, in bits per second; stored, but has no effect.
  public var preferredPeakBitRateForExpensiveNetworks: Double {
    get { state.withLock { $0.kept.expensivePeakBitRate } }
    set { state.withLock { $0.kept.expensivePeakBitRate = newValue } }
  }

  /// The largest picture in pixels; stored, but has no effect.
  public var preferredMaximumResolution: CGSize {
    get { state.withLock { $0.kept.resolution } }
    set { state.withLock { $0.kept.resolution = newValue } }
  }

  /// The largest picture on metered networks, in pixels; stored, but has no effect.
  public var preferredMaximumResolutionForExpensiveNetworks: CGSize {
    get { state.withLock { $0.kept.expensiveResolution } }
    set { state.withLock { $0.kept.expensiveResolution = newValue } }
  }

  /// Whether a stream starts with its first playable variant.
  ///
  /// Stored, but has no effect: a stream always does.
  public var startsOnFirstEligibleVariant: Bool {
    get { state.withLock { $0.kept.startsOnFirstVariant } }
    set { state.withLock { $0.kept.startsOnFirstVariant = newValue } }
  }

  /// Metadata from the client, for its own views.
  public var externalMetadata: [AVMetadataItem] {
    get { state.withLock { $0.kept.externalMetadata } }
    set { state.withLock { $0.kept.externalMetadata = newValue } }
  }

  /// Whether a seller of media must allow playback; always false.
  public var isAuthorizationRequiredForPlayback: Bool { false }
  /// Whether the seller of the media allows this program to play them: no seller is asked.
  public var isApplicationAuthorizedForPlayback: Bool { true }
  /// Whether the seller of the media allows playback: no seller is asked.
  public var isContentAuthorizedForPlayback: Bool { true }

  /// Moves by pictures, which sound lacks: ``canStepForward`` is false, and the time stays.
  public func step(byCount stepCount: Int) {}
}

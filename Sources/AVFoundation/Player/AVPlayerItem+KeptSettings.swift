internal import AudioContainers
internal import AudioPlayback
public import Foundation
internal import Synchronization

/// Settings of video, mobile networks and paid content, which do not affect the sound.
extension AVPlayerItem {
  /// The values that a client has set.
  struct KeptSettings {
    var loadsWhilePaused = false
    var expensivePeakBitRate = 0.0
    var resolution = CGSize.zero
    var expensiveResolution = CGSize.zero
    var startsOnFirstVariant = false
    var externalMetadata: [AVMetadataItem] = []
    var isSpatializationAllowed = true
    var spatializationFormats = AVAudioSpatializationFormats.multichannel
    var variantPreferences: AVVariantPreferences = []
    var appliesHDRMetadata = true
    var apertureMode = AVVideoApertureMode.cleanAperture
    var authorization = AVContentAuthorizationStatus.unknown
  }

  /// Copies the settings of another item of the same asset.
  func takeSettings(of other: AVPlayerItem) {
    forwardPlaybackEndTime = other.forwardPlaybackEndTime
    reversePlaybackEndTime = other.reversePlaybackEndTime
    audioTimePitchAlgorithm = other.audioTimePitchAlgorithm
    audioMix = other.audioMix
    preferredForwardBufferDuration = other.preferredForwardBufferDuration
    preferredPeakBitRate = other.preferredPeakBitRate
    let (kept, choices) = other.state.withLock { ($0.kept, $0.choices) }
    state.withLock { state in
      let authorization = state.kept.authorization
      defer { state.kept.authorization = authorization }
      (state.kept, state.choices) = (kept, choices)
    }
    configuredTimeOffsetFromLive = other.configuredTimeOffsetFromLive
    automaticallyPreservesTimeOffsetFromLive = other.automaticallyPreservesTimeOffsetFromLive
    trackMixes.takeSwitches(of: other.trackMixes)
    media.selectRendition(choices[.audio]?.option?.rendition.name)
  }

  /// Whether the sound may be spatialized; stored, without effect.
  public var isAudioSpatializationAllowed: Bool {
    get { state.withLock { $0.kept.isSpatializationAllowed } }
    set { state.withLock { $0.kept.isSpatializationAllowed = newValue } }
  }

  /// The formats that may be spatialized; stored, without effect.
  public var allowedAudioSpatializationFormats: AVAudioSpatializationFormats {
    get { state.withLock { $0.kept.spatializationFormats } }
    set { state.withLock { $0.kept.spatializationFormats = newValue } }
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
  /// Stored, but has no effect: a stream always starts with that variant.
  public var startsOnFirstEligibleVariant: Bool {
    get { state.withLock { $0.kept.startsOnFirstVariant } }
    set { state.withLock { $0.kept.startsOnFirstVariant = newValue } }
  }

  /// The preferred kind of variants; stored, but has no effect, because bandwidth decides.
  public var variantPreferences: AVVariantPreferences {
    get { state.withLock { $0.kept.variantPreferences } }
    set { state.withLock { $0.kept.variantPreferences = newValue } }
  }

  /// Whether the HDR metadata of each frame affects its display; stored, but has no effect.
  public var appliesPerFrameHDRDisplayMetadata: Bool {
    get { state.withLock { $0.kept.appliesHDRMetadata } }
    set { state.withLock { $0.kept.appliesHDRMetadata = newValue } }
  }

  /// Metadata from the client, for its own views.
  public var externalMetadata: [AVMetadataItem] {
    get { state.withLock { $0.kept.externalMetadata } }
    set { state.withLock { $0.kept.externalMetadata = newValue } }
  }

  /// Whether a seller of media must allow playback; always false.
  public var isAuthorizationRequiredForPlayback: Bool { false }
  /// Whether the seller of the media allows this program to play it; always true.
  public var isApplicationAuthorizedForPlayback: Bool { true }
  /// Whether the seller of the media allows playback; always true.
  public var isContentAuthorizedForPlayback: Bool { true }

  /// Moves by pictures; has no effect, because ``canStepForward`` is false.
  public func step(byCount stepCount: Int) {}
}

/// Kinds of variants that a client prefers.
public struct AVVariantPreferences: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes preferences from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Lossless sound, if the bandwidth suffices.
  public static let scalabilityToLosslessAudio = Self(rawValue: 1)
}

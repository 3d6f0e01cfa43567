internal import AudioPlayback
public import CoreMedia
internal import Foundation

/// Properties of libraries, other devices and editing.
extension AVAsset {
  /// The references that the asset does not follow, from its options.
  public var referenceRestrictions: AVAssetReferenceRestrictions {
    let options = (self as? AVURLAsset)?.options
    guard let bits = options?[AVURLAssetReferenceRestrictionsKey] as? NSNumber else {
      return .defaultPolicy
    }
    return AVAssetReferenceRestrictions(rawValue: bits.uintValue)
  }

  /// Groups of alternative tracks: empty, because media selection offers the alternatives.
  public var trackGroups: [AVAssetTrackGroup] { [] }

  /// The smallest distance from the end of a live stream; invalid for other media.
  ///
  /// Waits for the header of the media.
  public var minimumTimeOffsetFromLive: CMTime {
    guard let seconds = (try? info().get())?.liveHoldBack else { return .invalid }
    return CMTime(seconds: seconds, preferredTimescale: 1000)
  }

  /// The date of the recording; waits for the header of the media.
  public var creationDate: AVMetadataItem? {
    commonMetadata.first { $0.commonKey == .commonKeyCreationDate }
  }

  /// Whether the photo library takes the media; always false, because it does not take audio.
  public var isCompatibleWithSavedPhotosAlbum: Bool { false }

  /// Whether the media can be sent as video to other screens; always false.
  public var isCompatibleWithAirPlayVideo: Bool { false }

  /// An unused track number; waits for the header of the media.
  public func unusedTrackID() -> CMPersistentTrackID {
    highestTrackID + 1
  }

  /// Loads an unused track number.
  ///
  /// The handler is called once, on any thread.
  public func findUnusedTrackID(
    completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void
  ) {
    load({ $0.unusedTrackID() }, { completionHandler($0 ?? kCMPersistentTrackID_Invalid, $1) })
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The date of the recording.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
    .init("creationDate") { $0.creationDate }
  }

  /// The smallest distance from the end of a live stream.
  public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
    .init("minimumTimeOffsetFromLive") { $0.minimumTimeOffsetFromLive }
  }

  /// Tracks that are alternatives of each other.
  public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> {
    .init("trackGroups") { $0.trackGroups }
  }

  /// Whether the photo library takes the media.
  public static var isCompatibleWithSavedPhotosAlbum: AVAsyncProperty<Root, Bool> {
    .init("compatibleWithSavedPhotosAlbum") { $0.isCompatibleWithSavedPhotosAlbum }
  }

  /// Whether the media can be sent as video to other screens.
  public static var isCompatibleWithAirPlayVideo: AVAsyncProperty<Root, Bool> {
    .init("compatibleWithAirPlayVideo") { $0.isCompatibleWithAirPlayVideo }
  }

  /// All choices of media.
  public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
    .init("allMediaSelections") { $0.allMediaSelections }
  }

  /// The default choice of media.
  public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
    .init("preferredMediaSelection") { $0.preferredMediaSelection }
  }

  /// The characteristics that have a media selection group.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions:
    AVAsyncProperty<Root, [AVMediaCharacteristic]>
  {
    .init("availableMediaCharacteristicsWithMediaSelectionOptions") {
      $0.availableMediaCharacteristicsWithMediaSelectionOptions
    }
  }
}

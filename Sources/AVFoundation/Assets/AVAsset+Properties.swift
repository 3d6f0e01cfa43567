public import CoreMedia
internal import Foundation

/// Properties of libraries, other devices and editing.
extension AVAsset {
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

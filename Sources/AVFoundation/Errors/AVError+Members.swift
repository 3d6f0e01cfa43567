/// The codes as members of ``AVError``, for `catch AVError.decodeFailed`.
extension AVError {
  /// Unknown.
  public static var unknown: Code { .unknown }
  /// Out of memory.
  public static var outOfMemory: Code { .outOfMemory }
  /// Session not running.
  public static var sessionNotRunning: Code { .sessionNotRunning }
  /// Device already used by another session.
  public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
  /// No data captured.
  public static var noDataCaptured: Code { .noDataCaptured }
  /// Session configuration changed.
  public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
  /// Disk full.
  public static var diskFull: Code { .diskFull }
  /// Device was disconnected.
  public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
  /// Media changed.
  public static var mediaChanged: Code { .mediaChanged }
  /// Maximum duration reached.
  public static var maximumDurationReached: Code { .maximumDurationReached }
  /// Maximum file size reached.
  public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
  /// Media discontinuity.
  public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
  /// Maximum number of samples for file format reached.
  public static var maximumNumberOfSamplesForFileFormatReached: Code {
    .maximumNumberOfSamplesForFileFormatReached
  }
  /// Device not connected.
  public static var deviceNotConnected: Code { .deviceNotConnected }
  /// Device in use by another application.
  public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
  /// Device locked for configuration by another process.
  public static var deviceLockedForConfigurationByAnotherProcess: Code {
    .deviceLockedForConfigurationByAnotherProcess
  }
  /// Session was interrupted.
  public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
  /// Media services were reset.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// Export failed.
  public static var exportFailed: Code { .exportFailed }
  /// Decode failed.
  public static var decodeFailed: Code { .decodeFailed }
  /// Invalid source media.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// File already exists.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// Composition track segments not contiguous.
  public static var compositionTrackSegmentsNotContiguous: Code {
    .compositionTrackSegmentsNotContiguous
  }
  /// Invalid composition track segment duration.
  public static var invalidCompositionTrackSegmentDuration: Code {
    .invalidCompositionTrackSegmentDuration
  }
  /// Invalid composition track segment source start time.
  public static var invalidCompositionTrackSegmentSourceStartTime: Code {
    .invalidCompositionTrackSegmentSourceStartTime
  }
  /// Invalid composition track segment source duration.
  public static var invalidCompositionTrackSegmentSourceDuration: Code {
    .invalidCompositionTrackSegmentSourceDuration
  }
  /// File format not recognized.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// File failed to parse.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// Maximum still image capture requests exceeded.
  public static var maximumStillImageCaptureRequestsExceeded: Code {
    .maximumStillImageCaptureRequestsExceeded
  }
  /// Content is protected.
  public static var contentIsProtected: Code { .contentIsProtected }
  /// No image at time.
  public static var noImageAtTime: Code { .noImageAtTime }
  /// Decoder not found.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// Encoder not found.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// Content is not authorized.
  public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
  /// Application is not authorized.
  public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
  /// Device is not available in background.
  public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
  /// Operation not supported for asset.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// Decoder temporarily unavailable.
  public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
  /// Encoder temporarily unavailable.
  public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
  /// Invalid video composition.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// Reference forbidden by reference policy.
  public static var referenceForbiddenByReferencePolicy: Code {
    .referenceForbiddenByReferencePolicy
  }
  /// Invalid output URLPath extension.
  public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
  /// Screen capture failed.
  public static var screenCaptureFailed: Code { .screenCaptureFailed }
  /// Display was disabled.
  public static var displayWasDisabled: Code { .displayWasDisabled }
  /// Torch level unavailable.
  public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
  /// Operation interrupted.
  public static var operationInterrupted: Code { .operationInterrupted }
  /// Incompatible asset.
  public static var incompatibleAsset: Code { .incompatibleAsset }
  /// Failed to load media data.
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
  /// Server incorrectly configured.
  public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
  /// Application is not authorized to use device.
  public static var applicationIsNotAuthorizedToUseDevice: Code {
    .applicationIsNotAuthorizedToUseDevice
  }
  /// Failed to parse.
  public static var failedToParse: Code { .failedToParse }
  /// File type does not support sample references.
  public static var fileTypeDoesNotSupportSampleReferences: Code {
    .fileTypeDoesNotSupportSampleReferences
  }
  /// Undecodable media data.
  public static var undecodableMediaData: Code { .undecodableMediaData }
  /// Air play controller requires internet.
  public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
  /// Air play receiver requires internet.
  public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
  /// Video compositor failed.
  public static var videoCompositorFailed: Code { .videoCompositorFailed }
  /// Recording already in progress.
  public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
  /// Unsupported output settings.
  public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
  /// Operation not allowed.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// Content is unavailable.
  public static var contentIsUnavailable: Code { .contentIsUnavailable }
  /// Format unsupported.
  public static var formatUnsupported: Code { .formatUnsupported }
  /// Malformed depth.
  public static var malformedDepth: Code { .malformedDepth }
  /// Content not updated.
  public static var contentNotUpdated: Code { .contentNotUpdated }
  /// No longer playable.
  public static var noLongerPlayable: Code { .noLongerPlayable }
  /// No compatible alternates for external display.
  public static var noCompatibleAlternatesForExternalDisplay: Code {
    .noCompatibleAlternatesForExternalDisplay
  }
  /// No source track.
  public static var noSourceTrack: Code { .noSourceTrack }
  /// External playback not supported for asset.
  public static var externalPlaybackNotSupportedForAsset: Code {
    .externalPlaybackNotSupportedForAsset
  }
  /// Operation not supported for preset.
  public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
  /// Session hardware cost overage.
  public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
  /// Unsupported device active format.
  public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
  /// Incorrectly configured.
  public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
  /// Segment started with non sync sample.
  public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
  /// Rosetta not installed.
  public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
  /// Operation cancelled.
  public static var operationCancelled: Code { .operationCancelled }
  /// Content key request cancelled.
  public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
  /// Invalid sample cursor.
  public static var invalidSampleCursor: Code { .invalidSampleCursor }
  /// Failed to load sample data.
  public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
  /// Air play receiver temporarily unavailable.
  public static var airPlayReceiverTemporarilyUnavailable: Code {
    .airPlayReceiverTemporarilyUnavailable
  }
  /// Encode failed.
  public static var encodeFailed: Code { .encodeFailed }
  /// Sandbox extension denied.
  public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
  /// Content key invalid.
  public static var contentKeyInvalid: Code { .contentKeyInvalid }
  /// No smart framings enabled.
  public static var noSmartFramingsEnabled: Code { .noSmartFramingsEnabled }
  /// Auto white balance not locked.
  public static var autoWhiteBalanceNotLocked: Code { .autoWhiteBalanceNotLocked }
  /// Follow external sync device timed out.
  public static var followExternalSyncDeviceTimedOut: Code { .followExternalSyncDeviceTimedOut }
}

internal import AudioToolbox

/// The statuses of audio units that an engine reports.
///
/// Source: Apple's `AUComponent.h`.
enum EngineStatus {
  /// `kAudioUnitErr_InvalidPropertyValue`.
  static let invalidPropertyValue: OSStatus = -10_851
  /// `kAudioUnitErr_FormatNotSupported`.
  static let formatNotSupported: OSStatus = -10_868
  /// `kAudioUnitErr_FailedInitialization`.
  static let failedInitialization: OSStatus = -10_875
  /// `kAudioUnitErr_NoConnection`.
  static let noConnection: OSStatus = -10_876
}

internal import AudioContainers
internal import Foundation
internal import Synchronization

/// Properties of the track in MPEG-4 and QuickTime files; set them before writing starts.
extension AVAssetWriterInput {
  /// The language as three letters of ISO 639-2/T, such as `fra`; `nil` if it is undetermined.
  public var languageCode: String? {
    get { state.withLock { $0.properties.language.isEmpty ? nil : $0.properties.language } }
    set { state.withLock { $0.properties.language = newValue ?? "" } }
  }

  /// The language as a tag of RFC 5646, such as `fr-CA`.
  public var extendedLanguageTag: String? {
    get { state.withLock { $0.properties.languageTag.isEmpty ? nil : $0.properties.languageTag } }
    set { state.withLock { $0.properties.languageTag = newValue ?? "" } }
  }

  /// The volume of the track, from 0 to 1.
  public var preferredVolume: Float {
    get { state.withLock { $0.properties.volume } }
    set { state.withLock { $0.properties.volume = newValue } }
  }

  /// Whether players play the track by default.
  public var marksOutputTrackAsEnabled: Bool {
    get { state.withLock { $0.properties.isEnabled } }
    set { state.withLock { $0.properties.isEnabled = newValue } }
  }

  /// The properties for the file.
  var properties: TrackProperties { state.withLock { $0.properties } }
}

internal import AudioContainers
public import CoreMedia
public import Foundation
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

  /// The width and height of a track of texts or subtitles, in pixels; other tracks have none.
  public var naturalSize: CGSize {
    get {
      state.withLock { CGSize(width: $0.properties.width, height: $0.properties.height) }
    }
    set {
      state.withLock { state in
        (state.properties.width, state.properties.height) = (newValue.width, newValue.height)
      }
    }
  }

  /// How a track of texts or subtitles is placed for display.
  public var transform: CGAffineTransform {
    get {
      let numbers = state.withLock { $0.properties.transform }
      guard numbers.count == 6 else { return .identity }
      return CGAffineTransform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
    set {
      let numbers: [Double] =
        newValue == .identity
        ? [] : [newValue.a, newValue.b, newValue.c, newValue.d, newValue.tx, newValue.ty]
      state.withLock { $0.properties.transform = numbers }
    }
  }

  /// The duration of sound that lies together in the file; invalid for the usual one.
  ///
  /// A chunk has at least one packet, or 256 frames of linear PCM. Movies in fragments ignore it.
  public var preferredMediaChunkDuration: CMTime {
    get { state.withLock { $0.chunkDuration } }
    set {
      state.withLock { state in
        state.chunkDuration = newValue
        state.properties.chunkDuration =
          newValue.isNumeric ? max(0, min(newValue.seconds, 1e6)) : 0
      }
    }
  }

  /// The properties for the file.
  var properties: TrackProperties { state.withLock { $0.properties } }
}

internal import AudioContainers
public import CoreMedia
internal import Foundation
internal import Synchronization

/// Texts, metadata, and the relations of tracks.
extension AVAssetWriterInput {
  /// A relation to the track of another input.
  struct Association {
    var input: ObjectIdentifier
    var type: String
  }

  /// Units per second of the times of texts and metadata; 0 for those of the samples.
  ///
  /// The clock of sound counts its frames.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock { $0.timescale } }
    set { state.withLock { $0.timescale = newValue } }
  }

  /// Whether the track can refer to the track of another input.
  ///
  /// - Parameters:
  ///   - input: The other input.
  ///   - trackAssociationType: The raw value of an `AVAssetTrack.AssociationType`.
  /// - Returns: Whether the type has four characters, and fits the media types of both inputs.
  public func canAddTrackAssociation(
    withTrackOf input: AVAssetWriterInput, type trackAssociationType: String
  ) -> Bool {
    guard input !== self, trackAssociationType.utf8.count == 4 else { return false }
    guard writer?.status ?? .unknown == .unknown else { return false }
    switch AVAssetTrack.AssociationType(rawValue: trackAssociationType) {
    case .chapterList: return !mediaType.isTimed && input.mediaType == .text
    case .metadataReferent: return mediaType == .metadata
    case .audioFallback: return mediaType == .audio && input.mediaType == .audio
    default: return true
    }
  }

  /// Makes the track refer to the track of another input.
  ///
  /// For chapters, the sound refers to a track of texts with the type `chapterList`.
  ///
  /// - Parameters:
  ///   - input: An input of the same writer.
  ///   - trackAssociationType: The raw value of an `AVAssetTrack.AssociationType`.
  public func addTrackAssociation(
    withTrackOf input: AVAssetWriterInput, type trackAssociationType: String
  ) {
    guard canAddTrackAssociation(withTrackOf: input, type: trackAssociationType) else { return }
    let association = Association(input: ObjectIdentifier(input), type: trackAssociationType)
    state.withLock { $0.associations.append(association) }
  }

  /// Adds texts or metadata.
  func appendTimed(_ body: (inout TimedSamples) throws(AVError) -> Void) -> Bool {
    guard mediaType.isTimed, isReadyForMoreMediaData, let writer else { return false }
    guard writer.session != nil else {
      writer.fail(AVError(.unknown, "samples were appended before startSession(atSourceTime:)"))
      return false
    }
    var isLate = false
    let failure = state.withLock { state -> AVError? in
      isLate = state.isFinished
      guard !isLate else { return nil }
      var samples = state.timed ?? TimedSamples(mediaType, sourceFormatHint)
      state.timed = nil
      defer { state.timed = samples }
      do throws(AVError) {
        try body(&samples)
        state.appendCount += 1
        return nil
      } catch {
        return error
      }
    }
    if let failure { writer.fail(failure) }
    return failure == nil && !isLate
  }

  /// The track of texts or metadata; `nil` without samples in the session.
  func timedContent(in session: (start: CMTime, end: CMTime)) -> TimedTrackContent? {
    state.withLock { state in
      var content = state.timed?.content(timescale: state.timescale, in: session)
      content?.properties = state.properties
      return content
    }
  }

  /// The relations to other tracks.
  var associations: [Association] { state.withLock { $0.associations } }
}

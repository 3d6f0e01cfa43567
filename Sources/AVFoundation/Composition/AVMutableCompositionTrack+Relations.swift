public import CoreMedia
public import Foundation
internal import Synchronization

/// A description that stands for the description of a source in a composition's track.
public final class AVCompositionTrackFormatDescriptionReplacement: NSObject, Sendable {
  /// The description of the source.
  public let originalFormatDescription: CMFormatDescription
  /// The description that stands for it.
  public let replacementFormatDescription: CMFormatDescription

  init(_ original: CMFormatDescription, _ replacement: CMFormatDescription) {
    originalFormatDescription = original
    replacementFormatDescription = replacement
  }
}

/// Relations to other tracks, and descriptions that a client corrects.
extension AVMutableCompositionTrack {
  /// Makes the track refer to another track of the composition.
  ///
  /// - Parameters:
  ///   - compositionTrack: The other track.
  ///   - trackAssociationType: The type, with four characters.
  public func addTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AssociationType
  ) {
    guard compositionTrack !== self, trackAssociationType.rawValue.utf8.count == 4 else { return }
    let association = Association(type: trackAssociationType, trackID: compositionTrack.trackID)
    state.withLock { state in
      if !state.associations.contains(association) { state.associations.append(association) }
    }
  }

  /// Removes a reference to another track.
  public func removeTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AssociationType
  ) {
    let association = Association(type: trackAssociationType, trackID: compositionTrack.trackID)
    state.withLock { state in state.associations.removeAll { $0 == association } }
  }

  /// Lets the track state another description for a source's description.
  ///
  /// Decoders still use the description of the source.
  ///
  /// - Parameters:
  ///   - originalFormatDescription: A description of the track's sources.
  ///   - replacementFormatDescription: The description to state; `nil` for the original one.
  public func replaceFormatDescription(
    _ originalFormatDescription: CMFormatDescription,
    with replacementFormatDescription: CMFormatDescription?
  ) {
    state.withLock { state in
      state.replacements.removeAll { $0.originalFormatDescription == originalFormatDescription }
      guard let replacementFormatDescription else { return }
      state.replacements.append(
        AVCompositionTrackFormatDescriptionReplacement(
          originalFormatDescription, replacementFormatDescription))
    }
  }
}

internal import AudioContainers
internal import AudioModel
internal import Foundation
internal import Synchronization

extension AVAssetTrack {
  /// The kind of an association of tracks.
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    /// The four characters of QuickTime's track reference.
    public let rawValue: String

    /// Makes a type from its four characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    // Source: QuickTime File Format, "Track Reference Atoms".

    /// The same sound in a format that more players decode.
    public static let audioFallback = Self(rawValue: "fall")
    /// The texts of chapters.
    public static let chapterList = Self(rawValue: "chap")
    /// Subtitles that are shown to all viewers.
    public static let forcedSubtitlesOnly = Self(rawValue: "forc")
    /// A track that is selected together with this one.
    public static let selectionFollower = Self(rawValue: "folw")
    /// Time codes.
    public static let timecode = Self(rawValue: "tmcd")
    /// The track from which metadata for rendering come.
    public static let renderMetadataSource = Self(rawValue: "rndr")
    /// The track that metadata describe.
    public static let metadataReferent = Self(rawValue: "cdsc")
  }

  /// The types of associations that the movie states for the track.
  public var availableTrackAssociationTypes: [AssociationType] {
    var types: [AssociationType] = []
    for reference in trackReferences {
      let type = AssociationType(rawValue: reference.type.description)
      if !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// The tracks of an association, in the order of the movie; empty after the asset is released.
  public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    let numbers = trackReferences.filter { $0.type.description == trackAssociationType.rawValue }
      .flatMap(\.identifiers)
    guard !numbers.isEmpty, let tracks = asset?.tracks else { return [] }
    return numbers.compactMap { number in tracks.first { $0.fileNumber == number } }
  }

  /// Loads the tracks of an association.
  ///
  /// The handler is called once, on any thread.
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      completionHandler(self.associatedTracks(ofType: trackAssociationType), nil)
    }
  }

  /// Loads the tracks of an association.
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType
  ) async throws -> [AVAssetTrack] { associatedTracks(ofType: trackAssociationType) }

  /// The references of the track in the movie.
  private var trackReferences: [TrackReference] {
    guard let composed = self as? AVCompositionTrack else {
      return sound?.references ?? timedTrack?.references ?? []
    }
    return composed.state.withLock(\.associations).map { association in
      TrackReference(
        type: FourCC(rawValue: AVMediaType(association.type.rawValue).code),
        identifiers: [UInt32(bitPattern: association.trackID)])
    }
  }

  /// The number of the track in the movie.
  private var fileNumber: UInt32? {
    self is AVCompositionTrack
      ? UInt32(bitPattern: trackID) : sound?.identifier ?? timedTrack?.identifier
  }
}

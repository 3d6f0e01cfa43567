internal import Foundation

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

  /// The types of associated tracks: empty, because associations are not reported.
  public var availableTrackAssociationTypes: [AssociationType] { [] }

  /// The tracks of an association: empty, because associations are not reported.
  public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    []
  }

  /// Loads the tracks of an association: an empty array.
  ///
  /// The handler is called once, on any thread.
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { completionHandler([], nil) }
  }

  /// Loads the tracks of an association: an empty array.
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType
  ) async throws -> [AVAssetTrack] { [] }
}

internal import AudioContainers
internal import AudioModel
internal import CoreMedia
internal import Foundation

/// The file that a writer makes: its location, its type, and all content except the sound.
struct WritingRequest: Sendable {
  var url: URL
  var fileType: FourCC
  /// Receives segments instead of the file.
  var sink: SegmentSink?
  var fragments: FragmentPlan?
  /// Time of the first frame in segments.
  var start = CMTime.zero
  /// Whether the tables come before the sound, if the file type permits it.
  var isForNetwork = false
  var tags = Tags()
  var picture: [UInt8] = []
  var track = TrackProperties()

  /// Adds the tags, the track's properties and the fragments to the description of the sound.
  ///
  /// - Parameters:
  ///   - content: The description of the sound.
  ///   - withTags: Whether to add metadata, which not all files can store.
  func describe(_ content: inout ContainerContent, withTags: Bool = true) {
    content.fragments = fragments
    let first = Int(framesOf: start.seconds, sampleRate: content.format.sampleRate)
    content.fragments?.startFrame = UInt64(max(0, first))
    content.track = track
    guard withTags else { return }
    if !tags.isEmpty { _ = content.set(tags: tags) }
    if !picture.isEmpty { content.set(picture: picture) }
  }

  var hasTags: Bool { !tags.isEmpty || !picture.isEmpty }
}

extension AVFileType {
  /// Whether files of the type can have movie fragments.
  var hasFragments: Bool {
    [.m4a, .mp4, .mov, .mobile3GPP, .mobile3GPP2].contains(self)
  }
}

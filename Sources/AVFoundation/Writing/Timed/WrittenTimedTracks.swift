internal import AudioContainers
internal import AudioModel
internal import CoreMedia

/// The tracks of texts and metadata of a writer, and the references of its sound track.
struct WrittenTimedTracks: Sendable {
  private(set) var tracks: [TimedTrackContent] = []
  private(set) var soundReferences: [TrackReference] = []

  /// Collects the tracks of inputs; inputs without samples have no track.
  init(_ inputs: [AVAssetWriterInput], _ session: (start: CMTime, end: CMTime)?) {
    guard let session else { return }
    // The sound is the first track of the file.
    var numbers: [ObjectIdentifier: UInt32] = [:]
    var written: [(AVAssetWriterInput, TimedTrackContent)] = []
    for input in inputs {
      if input.mediaType == .audio { numbers[ObjectIdentifier(input)] = 1 }
      guard input.mediaType.isTimed, let content = input.timedContent(in: session) else {
        continue
      }
      written.append((input, content))
      numbers[ObjectIdentifier(input)] = UInt32(written.count + 1)
    }
    for (input, content) in written {
      var content = content
      content.properties.references = Self.references(of: input, numbers)
      tracks.append(content)
    }
    if let sound = inputs.first(where: { $0.mediaType == .audio }) {
      soundReferences = Self.references(of: sound, numbers)
    }
  }

  private static func references(
    of input: AVAssetWriterInput, _ numbers: [ObjectIdentifier: UInt32]
  ) -> [TrackReference] {
    var references: [TrackReference] = []
    for association in input.associations {
      guard let number = numbers[association.input] else { continue }
      let type = FourCC(rawValue: AVMediaType(association.type).code)
      if let index = references.firstIndex(where: { $0.type == type }) {
        references[index].identifiers.append(number)
      } else {
        references.append(TrackReference(type: type, identifiers: [number]))
      }
    }
    return references
  }

  /// Adds the tracks to the description of the file, or the texts of the first one as chapters.
  func describe(_ content: inout ContainerContent) {
    guard !content.hasMarkers else { return content.tags.chapters = chapters }
    content.timedTracks = tracks
    content.track.references = soundReferences
  }

  /// The texts of the first track; empty texts only end the previous ones.
  private var chapters: [Chapter] {
    guard let track = tracks.first else { return [] }
    return track.samples.compactMap { sample in
      let title = ChapterText.title(sample.bytes.span)
      guard !title.isEmpty else { return nil }
      return Chapter(start: Double(sample.start) / Double(track.timescale), title: title)
    }
  }

  var isEmpty: Bool { tracks.isEmpty && soundReferences.isEmpty }
}

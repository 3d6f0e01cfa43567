import AudioModel

/// Writes marks and named stretches as the chunks of a WAVE file.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0*, "Cue-Points Chunk", "Associated
/// Data Chunk".
enum WAVMarksWriter {
  private struct Cue {
    var identifier: UInt32
    var frame: UInt32
    var name: String?
    /// Frames of the stretch that starts there, or `nil` for a mark.
    var frameCount: UInt32?
  }

  /// The chunks for the marks and for the regions that have a start and an end; none where there are none.
  static func chunks(_ markers: [Marker], _ regions: [Region]) -> [DataChunk] {
    let cues = cues(markers, regions)
    guard !cues.isEmpty else { return [] }
    var places: [UInt8] = .little(UInt32(clamping: cues.count))
    var texts: [UInt8] = []
    texts.append(.associatedData)
    for cue in cues {
      places.append(little: cue.identifier)
      places.append(little: cue.frame)
      places.append(FourCC("d", "a", "t", "a"))
      places.append(zeros: 8)
      places.append(little: cue.frame)
      append(cue, &texts)
    }
    let chunks = [DataChunk(FourCC("c", "u", "e", " "), places)]
    return texts.count > 4 ? chunks + [DataChunk(FourCC("L", "I", "S", "T"), texts)] : chunks
  }

  private static func append(_ cue: Cue, _ texts: inout [UInt8]) {
    let name = Array((cue.name ?? "").utf8) + [0]
    if let frameCount = cue.frameCount {
      var body: [UInt8] = .little(cue.identifier)
      body.append(little: frameCount)
      body.append(FourCC("r", "g", "n", " "))
      body.append(zeros: 8)
      body.append(contentsOf: name)
      let chunk = DataChunk(FourCC("l", "t", "x", "t"), body)
      texts.append(contentsOf: ChunkSyntax.riff.bytes(of: chunk))
    } else if name.count > 1 {
      let chunk = DataChunk(FourCC("l", "a", "b", "l"), .little(cue.identifier) + name)
      texts.append(contentsOf: ChunkSyntax.riff.bytes(of: chunk))
    }
  }

  /// Marks first; numbers that are taken already are given anew.
  private static func cues(_ markers: [Marker], _ regions: [Region]) -> [Cue] {
    var cues = markers.map { marker in
      Cue(
        identifier: marker.identifier, frame: frame(marker.framePosition), name: marker.name,
        frameCount: nil)
    }
    var taken = Set(markers.map(\.identifier))
    for region in regions {
      let places = region.markers.map { frame($0.framePosition) }.sorted()
      guard let start = places.first, let end = places.last, places.count > 1 else { continue }
      var identifier = region.identifier
      while !taken.insert(identifier).inserted { identifier &+= 1 }
      cues.append(
        Cue(identifier: identifier, frame: start, name: region.name, frameCount: end - start))
    }
    return cues
  }

  private static func frame(_ position: Double) -> UInt32 {
    position >= 0 && position < 0x1p32 ? UInt32(position) : 0
  }
}

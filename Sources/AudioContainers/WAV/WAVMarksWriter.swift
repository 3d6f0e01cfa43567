import AudioModel
import AudioSyntax

/// Writes markers, named stretches, and loops as the chunks of a WAVE file.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0*, "Cue-Points Chunk",
/// "Associated Data Chunk"; *Multimedia Data Standards Update*, 15 April 1994, "Sampler Chunk".
enum WAVMarksWriter {
  private struct Cue {
    var identifier: UInt32
    var frame: UInt32
    var name: String?
    /// Frames of the stretch that starts here, or `nil` for a marker.
    var frameCount: UInt32?
    /// Whether a marker exists at the start of the stretch.
    var isMarked = false
  }

  /// A marker without its name.
  private struct Place: Hashable {
    var identifier: UInt32
    var frame: UInt32
  }

  /// Creates chunks for the markers, and for the regions with a start and an end.
  ///
  /// - Parameters:
  ///   - markers: The markers.
  ///   - regions: The stretches and the loops.
  ///   - old: The existing sampler chunks.
  /// - Returns: The chunks; possibly empty.
  static func chunks(
    _ markers: [Marker], _ regions: [Region], over old: [DataChunk]
  ) -> [DataChunk] {
    let loops = regions.filter { $0.flags.contains(.loopEnable) }
    let sampler = sampler(loops, over: old.first?.body)
    return cueChunks(cues(markers, regions.filter { !$0.flags.contains(.loopEnable) }))
      + (sampler.map { [$0] } ?? [])
  }

  private static func cueChunks(_ cues: [Cue]) -> [DataChunk] {
    guard !cues.isEmpty else { return [] }
    let marks = cues.filter { !$0.isMarked }
    var places: [UInt8] = .little(UInt32(clamping: marks.count))
    var texts: [UInt8] = []
    texts.append(.associatedData)
    for cue in marks {
      places.append(little: cue.identifier)
      places.append(little: cue.frame)
      places.append(FourCC("d", "a", "t", "a"))
      places.append(zeros: 8)
      places.append(little: cue.frame)
    }
    for cue in cues { append(cue, &texts) }
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

  /// Creates cues, markers first, and renumbers regions whose number is taken.
  private static func cues(_ markers: [Marker], _ regions: [Region]) -> [Cue] {
    var cues = markers.map { marker in
      Cue(
        identifier: marker.identifier, frame: frame(marker.framePosition), name: marker.name,
        frameCount: nil)
    }
    var taken = Set(markers.map(\.identifier))
    let marked = Set(
      markers.map { Place(identifier: $0.identifier, frame: frame($0.framePosition)) })
    for region in regions {
      let places = region.markers.map { frame($0.framePosition) }.sorted()
      guard let start = places.first, let end = places.last, places.count > 1 else { continue }
      var cue = Cue(
        identifier: region.identifier, frame: start, name: region.name, frameCount: end - start)
      // Readers also treat the start of a stretch as a marker.
      cue.isMarked = marked.contains(Place(identifier: cue.identifier, frame: start))
      while !cue.isMarked, !taken.insert(cue.identifier).inserted { cue.identifier &+= 1 }
      cues.append(cue)
    }
    return cues
  }

  /// Creates the sampler chunk with the loops, which include their last frames.
  private static func sampler(_ loops: [Region], over old: [UInt8]?) -> DataChunk? {
    var body = old.map { Array($0.prefix(28)) } ?? []
    guard !loops.isEmpty || !body.isEmpty else { return nil }
    body.append(zeros: 28 - body.count)
    if old == nil { body[12] = 60 }
    var entries: [UInt8] = []
    var count: UInt32 = 0
    for loop in loops {
      let places = loop.markers.map { frame($0.framePosition) }.sorted()
      guard let start = places.first, let end = places.last, places.count > 1, end > start else {
        continue
      }
      let isBackward = loop.flags.contains(.playBackward)
      entries.append(little: loop.identifier)
      entries.append(
        little: UInt32(!isBackward ? 0 : loop.flags.contains(.playForward) ? 1 : 2))
      entries.append(little: start)
      entries.append(little: end - 1)
      // No fraction of a frame, endless repetition.
      entries.append(zeros: 8)
      count += 1
    }
    body.append(little: count)
    body.append(little: UInt32(0))
    return DataChunk(.waveSampler, body + entries)
  }

  private static func frame(_ position: Double) -> UInt32 {
    position >= 0 && position < 0x1p32 ? UInt32(position) : 0
  }
}

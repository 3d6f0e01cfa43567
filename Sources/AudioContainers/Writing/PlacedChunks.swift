import AudioModel

/// The chunks in the head of a file that is being written, and what of them holds still.
struct PlacedChunks: Sendable {
  /// A chunk, and where its header starts in the file.
  struct Place: Sendable {
    var chunk: DataChunk
    var offset: UInt64
  }

  /// How to get from the chunks that are there to those that are wanted.
  struct Difference {
    /// Chunks whose contents change in place.
    var changed: [Place] = []
    /// Chunks that are to count no more.
    var stale: [Place] = []
    /// Chunks for which there is no place.
    var additional: [DataChunk] = []
  }

  private(set) var list: [Place] = []

  /// Takes note of a chunk in the head.
  mutating func add(_ chunk: DataChunk, at offset: UInt64) {
    list.append(Place(chunk: chunk, offset: offset))
  }

  /// The place of the first chunk of a kind.
  func offset(of tag: FourCC) -> UInt64? {
    list.first { $0.chunk.tag == tag }?.offset
  }

  /// Compares the chunks with those that are wanted; one of the same size takes the place of its like.
  func difference(to wanted: [DataChunk]) -> Difference {
    var difference = Difference()
    var free = list
    var left: [DataChunk] = []
    for chunk in wanted {
      if let index = free.firstIndex(where: { $0.chunk == chunk }) {
        free.remove(at: index)
      } else {
        left.append(chunk)
      }
    }
    for chunk in left {
      let index = free.firstIndex {
        $0.chunk.tag == chunk.tag && $0.chunk.body.count == chunk.body.count
      }
      if let index {
        difference.changed.append(Place(chunk: chunk, offset: free.remove(at: index).offset))
      } else {
        difference.additional.append(chunk)
      }
    }
    difference.stale = free
    return difference
  }

  /// Forgets the chunks of a kind.
  mutating func remove(_ tag: FourCC) {
    list.removeAll { $0.chunk.tag == tag }
  }

  /// Takes the changes over as made.
  mutating func apply(_ difference: Difference, filler: FourCC) {
    for place in difference.changed { replace(place.offset, place.chunk) }
    for place in difference.stale {
      replace(place.offset, DataChunk(filler, place.chunk.body))
    }
    list.removeAll { $0.chunk.tag == filler }
  }

  private mutating func replace(_ offset: UInt64, _ chunk: DataChunk) {
    guard let index = list.firstIndex(where: { $0.offset == offset }) else { return }
    list[index].chunk = chunk
  }
}

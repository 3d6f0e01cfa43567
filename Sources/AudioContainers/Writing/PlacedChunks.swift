import AudioModel

/// The chunks in the head of a file during writing, with their positions.
struct PlacedChunks: Sendable {
  /// A chunk, and the position of its header in the file.
  struct Place: Sendable {
    var chunk: DataChunk
    var offset: UInt64
  }

  /// The difference between the existing and the wanted chunks.
  struct Difference {
    /// Chunks whose contents change in place.
    var changed: [Place] = []
    /// Chunks that no longer count.
    var stale: [Place] = []
    /// Chunks without a place.
    var additional: [DataChunk] = []
  }

  private(set) var list: [Place] = []

  /// Records a chunk in the head.
  mutating func add(_ chunk: DataChunk, at offset: UInt64) {
    list.append(Place(chunk: chunk, offset: offset))
  }

  /// The position of the first chunk of a kind.
  func offset(of tag: FourCC) -> UInt64? {
    list.first { $0.chunk.tag == tag }?.offset
  }

  /// Compares the chunks with the wanted ones.
  ///
  /// A chunk can replace one of the same kind and size.
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

  /// Removes the chunks of a kind.
  mutating func remove(_ tag: FourCC) {
    list.removeAll { $0.chunk.tag == tag }
  }

  /// Records the changes as made.
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

/// The notes that have started and not ended, for the render thread.
struct SoundingNotes {
  struct Note {
    var beat = 0.0
    var destination = 0
    var end = SynthesizerMessage(0x80)
  }

  private static let capacity = 2_048

  private var notes = [Note](repeating: Note(), count: capacity)
  private var count = 0
  /// The index of the note that ends first.
  private var first = 0

  /// The end of the note that ends first; `nil` without notes.
  var nextBeat: Double? { count > 0 ? notes[first].beat : nil }

  var isFull: Bool { count == Self.capacity }

  mutating func add(_ note: Note) {
    notes[count] = note
    if count == 0 || note.beat < notes[first].beat { first = count }
    count += 1
  }

  /// Takes the note that ends first.
  mutating func takeFirst() -> Note {
    let note = notes[first]
    count -= 1
    // The others keep their order, which is that of their starts.
    var index = first
    while index < count {
      notes[index] = notes[index + 1]
      index += 1
    }
    first = 0
    index = 1
    while index < count {
      if notes[index].beat < notes[first].beat { first = index }
      index += 1
    }
    return note
  }
}

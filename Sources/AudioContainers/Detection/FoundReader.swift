import AudioModel

/// The reader of the container that was found.
enum FoundReader: ContainerReader {
  case wave(WAVReader)
  case mpeg(MPEGAudioReader)
  case adts(ADTSReader)
  /// A reader that is called once for many packets, so that finding it out each time costs nothing.
  case other(any ContainerReader)

  var position: UInt64 {
    switch self {
    case .wave(let reader): reader.position
    case .mpeg(let reader): reader.position
    case .adts(let reader): reader.position
    case .other(let reader): reader.position
    }
  }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    switch self {
    case .wave(var reader):
      defer { self = .wave(reader) }
      return try reader.next(window, isEnd: isEnd, into: &packets)
    case .mpeg(var reader):
      defer { self = .mpeg(reader) }
      return try reader.next(window, isEnd: isEnd, into: &packets)
    case .adts(var reader):
      defer { self = .adts(reader) }
      return try reader.next(window, isEnd: isEnd, into: &packets)
    case .other(var reader):
      // A second reference would copy the tables that the reader is collecting.
      self = .wave(WAVReader())
      defer { self = .other(reader) }
      return try reader.next(window, isEnd: isEnd, into: &packets)
    }
  }

  mutating func resynchronise(at offset: UInt64) {
    switch self {
    case .wave(var reader):
      reader.resynchronise(at: offset)
      self = .wave(reader)
    case .mpeg(var reader):
      reader.resynchronise(at: offset)
      self = .mpeg(reader)
    case .adts(var reader):
      reader.resynchronise(at: offset)
      self = .adts(reader)
    case .other(var reader):
      reader.resynchronise(at: offset)
      self = .other(reader)
    }
  }
}

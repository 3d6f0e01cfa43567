internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Gives a reader the bytes it asks for, from a source that can be read at any offset.
struct ReaderPull {
  private let source: any ByteSource
  private(set) var reader: any ContainerReader
  /// The bytes around the reader's position; those of packets just found are often still in it.
  private(set) var window: SourceWindow
  private var isEnd = false
  private(set) var hasEnded = false
  /// The reader as it was before it was told that the source ends, where the source may yet go on.
  private var resumable: (any ContainerReader)?

  /// Starts with a reader, wherever that stands.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - reader: The reader.
  ///   - expected: Bytes that it is going to read, where that is known.
  init(
    _ source: any ByteSource, reader: any ContainerReader,
    expecting expected: Int = SourceWindow.firstBlockSize
  ) {
    self.source = source
    self.reader = reader
    window = SourceWindow(expecting: expected)
  }

  /// Goes on with another reader.
  mutating func restart(with reader: any ContainerReader) {
    self.reader = reader
    resumable = nil
    hasEnded = false
    // What is held may lie behind the place to which the reading goes back.
    isEnd = isStatedEnd && reader.position >= window.start
  }

  /// Whether the source ended before the size it states, so that what is found since may yet change.
  var isProvisional: Bool { resumable != nil }

  /// Reads up to the next answer other than `.needs`.
  ///
  /// - Parameter packets: Takes packets that were found; not cleared first.
  /// - Returns: The answer, or `nil` at the end.
  /// - Throws: ``PacketError``; after one of a transport the same can be tried again.
  mutating func next(into packets: inout [Packet]) throws(PacketError) -> ReaderStep? {
    while !hasEnded {
      let before = reader.position
      switch try step(into: &packets) {
      case .needs(let count):
        let position = reader.position
        let held = window.count(from: position)
        if position != before, held >= count { continue }
        if isEnd, position >= window.start {
          // Behind a jump at the end there may be less than is asked for, which the reader must see.
          guard position != before else {
            hasEnded = true
            return nil
          }
          continue
        }
        // A reader that asks for what it had would go round for ever.
        let wanted = max(count, held + 1)
        try fill(from: position, holding: wanted)
      case .end: hasEnded = true
      case let answer: return answer
      }
    }
    return nil
  }

  /// Looks whether a source that had ended before its stated size goes on by now.
  ///
  /// - Returns: Whether it does. The reader then stands where it stood before that end.
  /// - Throws: ``PacketError`` where the source fails.
  mutating func resume() throws(PacketError) -> Bool {
    guard let earlier = resumable else { return false }
    let position = earlier.position
    let held = window.count(from: position)
    guard try move(to: position, holding: held + 1) else { return false }
    reader = earlier
    resumable = nil
    hasEnded = false
    isEnd = isStatedEnd
    return true
  }

  private mutating func step(into packets: inout [Packet]) throws(PacketError) -> ReaderStep {
    // A second reference to the bytes, since the reader changes while it reads.
    let window = window
    do {
      return try reader.next(window.bytes(from: reader.position), isEnd: isEnd, into: &packets)
    } catch {
      #if LibAV
        // This one asks the source for bytes itself.
        if let failure = (reader as? LibraryReader)?.transportFailure { throw .transport(failure) }
      #endif
      hasEnded = true
      throw .container(error)
    }
  }

  private mutating func fill(from position: UInt64, holding count: Int) throws(PacketError) {
    // What lies behind the stated end is not asked for.
    let mayHold = source.byteCount.map { position < $0 } ?? true
    let isFilled = mayHold ? try move(to: position, holding: count) : false
    isEnd = !isFilled || isStatedEnd
    if !isFilled, mayHold, let size = source.byteCount, window.end < size {
      resumable = reader
    }
  }

  private var isStatedEnd: Bool { source.byteCount.map { window.end >= $0 } ?? false }

  private mutating func move(to position: UInt64, holding count: Int) throws(PacketError) -> Bool {
    do {
      return try window.move(to: position, holding: count, from: source)
    } catch {
      throw .transport(error)
    }
  }
}

internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Gives a reader the bytes that it requests, from a source with random access.
struct ReaderPull {
  private let source: any ByteSource
  private(set) var reader: any ContainerReader
  /// The bytes around the reader's position, which often include those of the packets just found.
  private(set) var window: SourceWindow
  private var isEnd = false
  private(set) var hasEnded = false
  /// The reader before it learned that the source ends, if the source may still grow.
  private var resumable: (any ContainerReader)?

  /// Starts with a reader at its current position.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - reader: The reader.
  ///   - expected: The number of bytes that the reader will read, if known.
  init(
    _ source: any ByteSource, reader: any ContainerReader,
    expecting expected: Int = SourceWindow.firstBlockSize
  ) {
    self.source = source
    self.reader = reader
    window = SourceWindow(expecting: expected)
  }

  /// Continues with another reader.
  mutating func restart(with reader: any ContainerReader) {
    self.reader = reader
    resumable = nil
    hasEnded = false
    // The bytes in memory may lie after the position to which reading returns.
    isEnd = isStatedEnd && reader.position >= window.start
  }

  /// Whether the source ended before its stated size; then later results may still change.
  var isProvisional: Bool { resumable != nil }

  /// Reads up to the next step other than `.needs`.
  ///
  /// - Parameter packets: Receives the packets that are found. It is not cleared first.
  /// - Returns: The step, or `nil` at the end.
  /// - Throws: ``PacketError``. After a transport error, the call can be repeated.
  mutating func next(into packets: inout [Packet]) throws(PacketError) -> ReaderStep? {
    while !hasEnded {
      let before = reader.position
      switch try step(into: &packets) {
      case .needs(let count):
        let position = reader.position
        let held = window.count(from: position)
        if position != before, held >= count { continue }
        if isEnd, position >= window.start {
          // After a jump near the end, the reader must see that fewer bytes remain.
          guard position != before else {
            hasEnded = true
            return nil
          }
          continue
        }
        // A reader that requests no more than it had would loop forever.
        let wanted = max(count, held + 1)
        try fill(from: position, holding: wanted)
      case .end: hasEnded = true
      case let answer: return answer
      }
    }
    return nil
  }

  /// Checks whether a source that ended before its stated size has grown.
  ///
  /// - Returns: Whether the source has grown. If so, the reader returns to its position before that
  ///   end.
  /// - Throws: ``PacketError`` if the source fails.
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

  /// Treats the bytes in memory as the end of the file.
  mutating func endEarly() { isEnd = true }

  private mutating func step(into packets: inout [Packet]) throws(PacketError) -> ReaderStep {
    // A second reference to the bytes, because the reader changes while it reads.
    let window = window
    do {
      return try reader.next(window.bytes(from: reader.position), isEnd: isEnd, into: &packets)
    } catch {
      #if LibAV
        // This reader requests bytes from the source itself.
        if let failure = (reader as? LibraryReader)?.transportFailure { throw .transport(failure) }
      #endif
      hasEnded = true
      throw .container(error)
    }
  }

  private mutating func fill(from position: UInt64, holding count: Int) throws(PacketError) {
    // Do not request bytes after the stated end.
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

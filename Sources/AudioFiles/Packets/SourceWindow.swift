internal import AudioModel
internal import AudioTransport

/// The part of a source that is in memory: one contiguous range, which moves forward.
struct SourceWindow {
  /// Bytes from the start of the source to the first byte in memory.
  private(set) var start: UInt64 = 0
  /// Bytes in memory.
  private(set) var count = 0
  private var storage: [UInt8]

  /// Bytes in the first read.
  ///
  /// Later reads double in size as long as reading is sequential.
  ///
  /// The first read is small, because the header may be sufficient.
  static let firstBlockSize = 4 << 10
  private static let blockSize = 256 << 10

  /// Creates an empty window.
  ///
  /// - Parameter expected: The number of bytes that will be read, if known.
  init(expecting expected: Int = Self.firstBlockSize) {
    storage = Array(repeating: 0, count: min(max(expected, 1), Self.blockSize))
  }

  /// Bytes from the start of the source to the end of the window.
  var end: UInt64 { start &+ UInt64(count) }

  /// Returns the number of bytes in memory from `position` on.
  func count(from position: UInt64) -> Int {
    position >= start && position < end ? Int(end &- position) : 0
  }

  /// Returns the bytes in memory from `position` on.
  @_lifetime(borrow self)
  func bytes(from position: UInt64) -> Span<UInt8> {
    let held = count(from: position)
    return storage.span.extracting(count - held..<count)
  }

  /// Copies `count` bytes from `position` to the start of `buffer`.
  ///
  /// The bytes must be in memory.
  func copy(from position: UInt64, count: Int, to buffer: inout MutableSpan<UInt8>) {
    buffer.copy(bytes(from: position).extracting(first: count))
  }

  /// Moves to `position` and reads until `minimum` bytes follow it in memory, or the source ends.
  ///
  /// Keeps additional bytes that a read returns. If a read fails, keeps the bytes in memory.
  ///
  /// - Returns: Whether `minimum` bytes are in memory.
  mutating func move(
    to position: UInt64, holding minimum: Int, from source: any ByteSource
  ) throws(TransportError) -> Bool {
    let goesOn = count > 0 && position > start && position <= end
    keep(from: position)
    if goesOn, storage.count < Self.blockSize, count < minimum { grow() }
    while count < minimum {
      // Memory grows with the bytes received, not with the bytes promised.
      if count == storage.count { grow() }
      let read = try Self.read(at: end, into: &storage, from: count, source)
      guard read > 0 else { return false }
      count += read
    }
    return true
  }

  private mutating func grow() {
    storage += [UInt8](repeating: 0, count: storage.count)
  }

  private static func read(
    at offset: UInt64, into storage: inout [UInt8], from index: Int, _ source: any ByteSource
  ) throws(TransportError) -> Int {
    var bytes = storage.mutableSpan
    var space = bytes._mutatingExtracting(index...)
    let room = space.count
    return min(try source.read(at: offset, into: &space), room)
  }

  /// Drops the bytes before `position`.
  private mutating func keep(from position: UInt64) {
    let kept = count(from: position)
    let dropped = count - kept
    if dropped > 0, kept > 0 {
      let rest = Array(storage[dropped..<count])
      var space = storage.mutableSpan
      space.copy(rest.span)
    }
    start = position
    count = kept
  }
}

import AudioTransport
import Glibc

/// The bytes of a pipe or of standard input, which can be read once and in order.
final class PipeByteSource: ArrivingBytes {
  /// The limit of bytes to keep from the start, for another reader.
  private static let mostKept = 16 << 20

  private let descriptor: Int32
  private let ownsDescriptor: Bool
  /// A pipe that becomes readable when the source is cancelled.
  private let cancellation: (reading: Int32, writing: Int32)
  /// All bytes from the start, until the limit or ``forgetStart()``.
  private(set) var start: [UInt8]? = []
  /// The number of bytes read so far.
  private var readCount: UInt64 = 0
  private var hasEnded = false

  /// Reads an open descriptor, and leaves it open.
  init(descriptor: Int32) throws(TransportError) {
    (self.descriptor, ownsDescriptor) = (descriptor, false)
    cancellation = Self.makePipe()
    guard cancellation.reading >= 0 else { throw TransportError(.system(errno)) }
  }

  /// Opens a named pipe, to which a program may write later.
  init(path: String) throws(TransportError) {
    // Without O_NONBLOCK, a wait for a writer could not be cancelled.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw TransportError(.system(errno)) }
    ownsDescriptor = true
    cancellation = Self.makePipe()
    guard cancellation.reading >= 0 else { throw TransportError(.system(errno)) }
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
    guard cancellation.reading >= 0 else { return }
    close(cancellation.reading)
    close(cancellation.writing)
  }

  /// Returns both ends of a new pipe, or -1 for both if it fails.
  private static func makePipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  var byteCount: UInt64? { hasEnded ? readCount : nil }

  func connect() {}

  var progress: HTTPProgress {
    var waiting: Int32 = 0
    let isKnown = ioctl(descriptor, UInt(FIONREAD), &waiting) == 0
    let bufferedEnd = readCount + (isKnown ? UInt64(max(0, waiting)) : 0)
    return HTTPProgress(readOffset: readCount, bufferedEnd: bufferedEnd, byteCount: byteCount)
  }

  func cancel() {
    var byte: UInt8 = 0
    _ = write(cancellation.writing, &byte, 1)
  }

  /// Frees the bytes from the start, which cannot be read again afterwards.
  func forgetStart() { start = nil }

  func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard offset == readCount else { return try readAgain(at: offset, into: &buffer) }
    let count = try readNext(into: &buffer)
    readCount += UInt64(count)
    hasEnded = count == 0 && !buffer.isEmpty
    if var kept = start.take(), kept.count + count <= Self.mostKept {
      for index in 0..<count { kept.append(buffer[index]) }
      start = kept
    }
    return count
  }

  private func readAgain(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard let start, let first = Int(exactly: offset), first < start.count else {
      throw TransportError(.cannotSeek)
    }
    let count = min(buffer.count, start.count - first)
    for index in 0..<count { buffer[index] = start[first + index] }
    return count
  }

  private func readNext(into buffer: inout MutableSpan<UInt8>) throws(TransportError) -> Int {
    while !hasEnded, !buffer.isEmpty {
      var wanted = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: cancellation.reading, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&wanted, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        throw TransportError(.system(errno))
      }
      guard wanted[1].revents == 0 else { throw TransportError(.cancelled) }
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      guard errno == EINTR || errno == EAGAIN else { throw TransportError(.system(errno)) }
    }
    return 0
  }
}

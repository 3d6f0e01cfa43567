internal import AudioTransport

/// A source, and the bytes around the last read.
///
/// Small reads in order cause few reads of the source.
final class WindowedSource {
  var source: any ByteSource {
    didSet { window = nil }
  }
  private var window: SourceWindow?

  /// The bytes read before a source ended or failed.
  struct Copied {
    var count: Int
    var failure: PacketError?
  }

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Discards the bytes in memory, because the source has changed.
  func forget() {
    window = nil
  }

  /// Copies bytes from memory if possible, and otherwise through a window if they are few.
  ///
  /// - Parameters:
  ///   - offset: Bytes from the start of the source.
  ///   - count: The number of bytes.
  ///   - recent: The bytes that the reader of the packets has in memory.
  ///   - buffer: Receives the bytes.
  /// - Returns: The bytes copied, and why they are fewer than `count`.
  func copy(
    from offset: UInt64, count: Int, recent: SourceWindow, into buffer: inout MutableSpan<UInt8>
  ) -> Copied {
    if recent.count(from: offset) >= count {
      recent.copy(from: offset, count: count, to: &buffer)
      return Copied(count: count)
    }
    let ahead = Int(clamping: Int64(bitPattern: recent.start &- offset))
    if 0 < ahead, ahead < count, recent.count >= count - ahead {
      // The window starts after the first requested bytes, so read those bytes first.
      let read = readAll(at: offset, count: ahead, into: &buffer)
      guard read.count == ahead else { return read }
      var rest = buffer._mutatingExtracting(ahead..<count)
      recent.copy(from: recent.start, count: count - ahead, to: &rest)
      return Copied(count: count)
    }
    guard count < 64 << 10 else { return readAll(at: offset, count: count, into: &buffer) }
    var held = window.take() ?? SourceWindow()
    defer { window = held }
    var failure: PacketError?
    do {
      if held.count(from: offset) < count {
        _ = try held.move(to: offset, holding: count, from: source)
      }
    } catch {
      failure = .transport(error)
    }
    let copied = min(count, held.count(from: offset))
    held.copy(from: offset, count: copied, to: &buffer)
    return Copied(count: copied, failure: failure)
  }

  /// Reads `count` bytes, or fewer at the end of the source.
  func readWhole(
    at offset: UInt64, count: Int, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> Int {
    let read = readAll(at: offset, count: count, into: &buffer)
    if let failure = read.failure { throw failure }
    return read.count
  }

  /// Reads until `count` bytes have arrived, or the source ends or fails.
  func readAll(
    at offset: UInt64, count: Int, into buffer: inout MutableSpan<UInt8>
  ) -> Copied {
    var done = 0
    while done < count {
      var space = buffer._mutatingExtracting(done..<count)
      do {
        let read = try source.read(at: offset &+ UInt64(done), into: &space)
        guard read > 0 else { break }
        done += min(read, count - done)
      } catch {
        return Copied(count: done, failure: .transport(error))
      }
    }
    return Copied(count: done)
  }
}

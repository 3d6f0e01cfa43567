internal import AudioContainers
package import AudioTransport

/// Segments that are decoded as one file: without a discontinuity, in one format.
///
/// The source has no size before its end. It keeps some bytes behind the reader.
package final class HLSRun: ByteSource {
  /// Bytes of one read.
  private static let pieceByteCount = 16 << 10
  /// Bytes behind the reader that are kept: a fragment is described before its packets.
  private static let keptByteCount: UInt64 = 8 << 20

  /// Seconds of playback at the first frame.
  package private(set) var startTime = 0.0
  /// Why the source failed, if the reason is more than a transfer's.
  package private(set) var failure: HLSFailure?
  /// The first segment, with whose properties the others agree.
  let first: HLSSegment

  private let session: HLSSession
  private var filter = HLSMediaFilter()
  private var bytes = ByteBlocks(start: 0)
  private var current: HLSSegmentBytes?
  private var hasEnded = false

  /// Opens the first segment.
  init(_ session: HLSSession, _ opened: HLSOpenedSegment) throws(HLSFailure) {
    self.session = session
    first = opened.bytes.segment
    if let map = opened.map {
      filter.takeMap(map)
      bytes.append(map.span)
    }
    current = opened.bytes
    filter.beginSegment()
    while !filter.isTimeKnown, try produce() {}
    startTime = session.time(of: filter.timestamp, in: first, startingAt: opened.time)
  }

  package var byteCount: UInt64? { hasEnded ? bytes.end : nil }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard offset >= bytes.start else { throw TransportError(.cannotSeek) }
    do throws(HLSFailure) {
      while offset >= bytes.end {
        guard try produce() else { return 0 }
        drop(behind: offset)
      }
    } catch {
      failure = error
      if case .transport(let error) = error { throw error }
      throw TransportError(.changed)
    }
    return bytes.copy(from: offset, into: &buffer)
  }

  private func drop(behind offset: UInt64) {
    guard offset > Self.keptByteCount else { return }
    bytes.drop(before: min(offset - Self.keptByteCount, bytes.end))
  }

  /// Adds bytes, or continues with the next segment.
  ///
  /// - Returns: Whether the run has not ended.
  private func produce() throws(HLSFailure) -> Bool {
    guard !hasEnded else { return false }
    guard let current else {
      guard let next = try session.openNext(joining: self) else {
        hasEnded = true
        return false
      }
      self.current = next.bytes
      filter.beginSegment()
      return true
    }
    var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
    let count: Int
    do throws(TransportError) {
      var span = piece.mutableSpan
      count = try current.read(into: &span)
    } catch {
      throw .transport(error)
    }
    var output: [UInt8] = []
    let isEnd = count == 0
    do throws(HLSMediaFilter.Refusal) {
      try filter.read(piece.span.extracting(0..<count), isEnd: isEnd, into: &output)
    } catch {
      throw error == .protected ? .protected : .notMedia
    }
    bytes.append(output.span)
    if isEnd { self.current = nil }
    session.loadAhead(of: current, isEnd: isEnd)
    return true
  }
}

internal import AudioContainers
internal import AudioTransport

/// The bytes of one segment.
final class HLSSegmentBytes {
  let segment: HLSSegment
  private let resource: HLSOpenResource
  /// The offset in the resource of the next byte.
  private var position: UInt64
  /// The offset after the last byte; `nil` for the end of the resource.
  private let end: UInt64?

  init(_ segment: HLSSegment, _ resource: HLSOpenResource) {
    self.segment = segment
    self.resource = resource
    position = UInt64(segment.range?.offset ?? 0)
    end = segment.range.map { UInt64($0.end) }
  }

  /// Reads the next bytes.
  ///
  /// - Returns: The number of bytes, which is 0 only at the end.
  func read(into buffer: inout MutableSpan<UInt8>) throws(TransportError) -> Int {
    let left = end.map { Int(clamping: $0 - min(position, $0)) } ?? buffer.count
    guard left > 0 else { return 0 }
    var room = buffer._mutatingExtracting(0..<min(left, buffer.count))
    let count = try resource.source.read(at: position, into: &room)
    // A short body is no end.
    if count == 0, end != nil { throw TransportError(.changed) }
    position += UInt64(count)
    return count
  }

  /// Whether a server has sent all bytes, so that it can send others.
  var isBuffered: Bool {
    guard let progress = resource.progress else { return false }
    guard let end = end ?? progress.byteCount else { return false }
    return progress.bufferedEnd >= end
  }

  /// Whether the segment has been read to its end.
  var isDone: Bool { end.map { position >= $0 } ?? false }

  /// The resource, if it contains other segments, too.
  var sharedResource: HLSOpenResource? { segment.range == nil ? nil : resource }
}

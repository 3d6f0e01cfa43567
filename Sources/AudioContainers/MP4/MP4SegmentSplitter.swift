import AudioModel
import AudioSyntax

/// Divides the bytes of ``MP4Writer`` into a header and media segments.
///
/// The header ends before the first `styp` box, and each segment ends with its `mdat` box.
package struct MP4SegmentSplitter: Sendable {
  /// A part of the stream.
  package struct Segment: Equatable, Sendable {
    package var bytes: [UInt8]
    /// Time of the first frame and number of frames; `nil` for the header.
    package var frames: (start: UInt64, count: UInt64)?

    package static func == (first: Segment, second: Segment) -> Bool {
      first.bytes == second.bytes && first.frames?.start == second.frames?.start
        && first.frames?.count == second.frames?.count
    }
  }

  private var bytes: [UInt8] = []
  private var hasHeader = false

  package init() {}

  /// Takes the next bytes of the stream.
  ///
  /// - Returns: The parts that are complete.
  package mutating func append(_ new: Span<UInt8>) -> [Segment] {
    bytes.append(new)
    let held = bytes
    var segments: [Segment] = []
    var (start, index) = (0, 0)
    var time: UInt64 = 0
    var count: UInt64 = 0
    let span = held.span
    while span.count - index >= 8 {
      let size = Int(span.bigEndian32(at: index))
      guard size >= 8, size <= span.count - index else { break }
      if span.has("styp", at: index + 4), !hasHeader {
        hasHeader = true
        segments.append(Segment(bytes: Array(held[start..<index])))
        start = index
      }
      if span.has("moof", at: index + 4) {
        (time, count) = Self.times(span.extracting(index..<index + size))
      }
      index += size
      if span.has("mdat", at: index - size + 4) {
        segments.append(Segment(bytes: Array(held[start..<index]), frames: (time, count)))
        start = index
      }
    }
    if start > 0 { bytes = Array(held[start...]) }
    return segments
  }

  /// Ends the stream.
  ///
  /// - Returns: The header of a stream without segments.
  package mutating func finish() -> Segment? {
    guard !hasHeader, !bytes.isEmpty else { return nil }
    hasHeader = true
    defer { bytes = [] }
    return Segment(bytes: bytes)
  }

  /// Start and duration of a fragment of the writer, whose boxes have a fixed order.
  private static func times(_ box: Span<UInt8>) -> (start: UInt64, count: UInt64) {
    // `moof`, `mfhd` and `traf`; then `tfhd`, `tfdt` and `trun`.
    let header = 8 + 16 + 8
    guard box.count >= header + 4 else { return (0, 0) }
    let headerByteCount = Int(min(box.bigEndian32(at: header), 64))
    let (time, run) = (header + headerByteCount + 12, header + headerByteCount + 20 + 12)
    guard box.count >= run + 8 else { return (0, 0) }
    // With defaults in its header, a fragment lists no packets, and each packet has one frame.
    guard headerByteCount == 16 else {
      return (box.bigEndian64(at: time), UInt64(box.bigEndian32(at: run)))
    }
    var frames: UInt64 = 0
    var index = run + 8
    while box.count - index >= 8 {
      frames += UInt64(box.bigEndian32(at: index))
      index += 8
    }
    return (box.bigEndian64(at: time), frames)
  }
}

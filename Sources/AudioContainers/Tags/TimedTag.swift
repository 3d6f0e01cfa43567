/// An ID3 tag in the segments of a stream, with the time at which it applies.
package struct TimedTag: Equatable, Sendable {
  /// 33 bits at 90 kHz; `nil` if the segment has no timestamps.
  package var timestamp: UInt64?
  /// The tag, or several.
  package var bytes: [UInt8]
}

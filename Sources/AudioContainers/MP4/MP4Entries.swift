/// The remaining part of a list.
struct MP4Entries: Sendable {
  /// Bytes of an entry.
  var width: Int
  /// Stated remaining entries.
  ///
  /// The list may contain fewer.
  var remaining: UInt64
  /// Bits of a size in a compact list.
  var sizeBits = 32
  /// Samples that the list states.
  var sampleCount = 0
}

/// How far an HTTP source has come, for a display.
package struct HTTPProgress: Equatable, Sendable {
  /// Offset of the next byte that the reader wants.
  package var readOffset: UInt64 = 0
  /// Offset up to which all bytes from ``readOffset`` on are here.
  package var bufferedEnd: UInt64 = 0
  /// Bytes in all, or `nil` where the server does not tell and the end has not come.
  package var byteCount: UInt64?
  /// What plays now, as a radio station says.
  package var title: String?
  /// The media type that the server states.
  package var contentType: String?
  /// Whether any byte can be asked for: the length is known and the server gives parts.
  package var isSeekable = false
}

extension HTTPProgress {
  /// The progress of bytes that no server sends.
  package init(readOffset: UInt64, bufferedEnd: UInt64, byteCount: UInt64?) {
    self.readOffset = readOffset
    self.bufferedEnd = bufferedEnd
    self.byteCount = byteCount
  }
}

/// The progress of an HTTP source, for display.
package struct HTTPProgress: Equatable, Sendable {
  /// Offset of the next byte for the reader.
  package var readOffset: UInt64 = 0
  /// Offset of the end of the bytes available from ``readOffset`` on.
  package var bufferedEnd: UInt64 = 0
  /// Total bytes, or `nil` if the server does not state them and the end has not arrived.
  package var byteCount: UInt64?
  /// The radio station's metadata for the audio that is read next.
  package var text: ICYText?
  /// The current title according to a radio station.
  package var title: String? { text?.field("StreamTitle")?.text }
  /// The media type that the server states.
  package var contentType: String?
  /// The URL after redirects, once the server has answered.
  package var url: String?
  /// Bytes that have arrived, and the seconds in which the transfer was not paused.
  package var receivedByteCount: UInt64 = 0
  package var receivingSeconds = 0.0
  /// Whether random access is possible: the length is known and the server supports ranges.
  package var isSeekable = false
  /// How often the transfer was resumed after an error, or is about to be.
  package var reconnectCount = 0
  /// Whether no bytes have arrived since the last error, and the transfer will be resumed.
  package var isReconnecting = false
  /// Figures of the transfers; `nil` without a server.
  package var statistics: HTTPStatistics?
}

extension HTTPProgress {
  /// Creates the progress of bytes without a server.
  package init(readOffset: UInt64, bufferedEnd: UInt64, byteCount: UInt64?) {
    self.readOffset = readOffset
    self.bufferedEnd = bufferedEnd
    self.byteCount = byteCount
  }
}

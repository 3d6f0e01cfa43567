/// The streams that begin at the same time.
///
/// Source: RFC 3533, 4: their first pages come before all others.
struct OggGroup: Sendable {
  /// Whether more streams may begin.
  var isOpen = true
  /// The number of the stream to read.
  var serial: UInt32?
  /// The stream to read, as far as its headers have arrived.
  var stream: OggStream?
  /// The numbers of the other streams.
  var others: Set<UInt32> = []
  /// Whether another stream is Speex, which a library reads.
  var hasSpeex = false
}

package import AudioContainers
package import AudioTransport

/// Why a stream of HTTP Live Streaming cannot be played, or not any further.
package enum HLSFailure: Error, Equatable, Sendable {
  /// A playlist or a segment could not be read.
  case transport(TransportError)
  /// A playlist is damaged, or not a playlist of this kind.
  case list(HLSError)
  /// No variant has a codec that can be decoded.
  case noVariant
  /// The segments need a licence, or a key of an unsupported format.
  case protected
  /// A segment is no media.
  case notMedia
}

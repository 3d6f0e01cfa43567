package import AudioContainers
package import AudioTransport

/// Why a stream of HTTP Live Streaming cannot be played or continued.
package enum HLSFailure: Error, Equatable, Sendable {
  /// A playlist or a segment could not be read.
  case transport(TransportError)
  /// A playlist is damaged, or lists media files instead of segments.
  case list(HLSError)
  /// No variant has a codec that can be decoded.
  case noVariant
  /// The segments need a license, or a key of an unsupported format.
  case protected
  /// A key is not 16 bytes long.
  case key
  /// The library that decrypts segments is not installed or not part of the build.
  case cipherMissing
  /// A segment is not in a supported media format.
  case notMedia

  /// Whether another attempt, or another segment, may succeed.
  var isTemporary: Bool {
    switch self {
    case .transport(let error):
      switch error.reason {
      case .cancelled, .unavailable, .unsupportedURL: false
      default: true
      }
    case .notMedia, .key: true
    case .list, .noVariant, .protected, .cipherMissing: false
    }
  }
}

/// Runs a body, whose transport errors become failures.
func transporting<Result>(
  _ body: () throws(TransportError) -> Result
) throws(HLSFailure) -> Result {
  do throws(TransportError) {
    return try body()
  } catch {
    throw .transport(error)
  }
}

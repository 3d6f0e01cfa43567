package import AudioTransport

/// Why pictures are unavailable.
package struct VideoError: Error, Equatable {
  /// The kinds of reasons.
  package enum Reason: Equatable, Sendable {
    /// A library is not installed, or this build does not use it.
    case noLibrary
    /// The file has no moving pictures, or only in unsupported codecs.
    case noPictures
    case malformed
    case outOfMemory
    /// There is no display.
    case noDisplay
    case transport(TransportError)
  }

  package let reason: Reason

  package init(_ reason: Reason) { self.reason = reason }
}

/// The reason and the location of a read failure.
package struct ContainerError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// Not a known container: the first bytes lack consistent structure.
    case unrecognised
    /// A container that a library reads at arbitrary offsets, which pushed bytes cannot provide.
    case needsLibrary(LibraryFormat)
    /// A known container with an unsupported codec or layout.
    case unsupportedFormat
    /// The file ends inside a header, or before any audio.
    case truncated
    /// Fields contradict each other or the specification.
    case malformed
    /// The file is empty.
    case empty
  }

  package var reason: Reason

  /// Position in the file, in bytes, of the faulty header or body, or of the end of a truncated
  /// file.
  package var offset: UInt64

  package init(_ reason: Reason, at offset: UInt64) {
    self.reason = reason
    self.offset = offset
  }
}

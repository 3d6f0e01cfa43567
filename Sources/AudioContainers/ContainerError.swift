/// Why a file could not be read, and where.
package struct ContainerError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// No known container: not enough consistent structure in the first bytes.
    case unrecognised
    /// A container that a library reads, at any offset: none for bytes that are pushed.
    case needsLibrary(LibraryFormat)
    /// A known container that carries a codec or layout that is not supported.
    case unsupportedFormat
    /// The file ended inside a header, or before any audio.
    case truncated
    /// Fields contradict each other or the specification.
    case malformed
    /// The file is empty.
    case empty
  }

  package var reason: Reason

  /// Bytes from the start of the file to the header or body at fault, or to the end of a file that
  /// stops too soon.
  package var offset: UInt64

  package init(_ reason: Reason, at offset: UInt64) {
    self.reason = reason
    self.offset = offset
  }
}

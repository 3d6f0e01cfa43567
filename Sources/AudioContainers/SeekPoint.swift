/// A place in the audio data that a table of the file names.
package struct SeekPoint: Hashable, Sendable {
  /// Frames before the packet there.
  package var frame: UInt64
  /// Bytes from ``ContainerInfo/dataOffset`` to the packet.
  package var byteOffset: UInt64

  package init(frame: UInt64, byteOffset: UInt64) {
    self.frame = frame
    self.byteOffset = byteOffset
  }
}

/// A location in the audio data from a table in the file.
package struct SeekPoint: Hashable, Sendable {
  /// Frames before the packet at this location.
  package var frame: UInt64
  /// Bytes from ``ContainerInfo/dataOffset`` to the packet.
  package var byteOffset: UInt64

  package init(frame: UInt64, byteOffset: UInt64) {
    self.frame = frame
    self.byteOffset = byteOffset
  }
}

/// The position, size, and duration of one audio packet in its file.
// Readers in other modules create every packet. The compiler inlines members of a package type
// into other modules only if the type is `@usableFromInline`.
@usableFromInline
package struct Packet: Hashable, Sendable {
  /// Bytes from the start of the file to the packet's first byte, after any header.
  @usableFromInline package var offset: UInt64
  /// Bytes of the packet without container data, as passed to a decoder.
  @usableFromInline package var byteCount: UInt32
  /// Frames that the packet decodes to.
  @usableFromInline package var frameCount: UInt32

  @inlinable
  package init(offset: UInt64, byteCount: UInt32, frameCount: UInt32) {
    self.offset = offset
    self.byteCount = byteCount
    self.frameCount = frameCount
  }
}

/// The part of the decoded frames that is the recording.
///
/// The frames in all packets are priming + valid + remainder.
package struct FrameTrim: Hashable, Sendable {
  /// Frames at the start that only prepare the decoder.
  package var primingFrames: Int
  /// Frames of the recording.
  package var validFrames: UInt64
  /// Frames at the end that only fill the last packet.
  package var remainderFrames: Int

  package init(primingFrames: Int, validFrames: UInt64, remainderFrames: Int) {
    self.primingFrames = primingFrames
    self.validFrames = validFrames
    self.remainderFrames = remainderFrames
  }
}

/// Where one packet of audio lies in its file, and how much it holds.
package struct Packet: Hashable, Sendable {
  /// Bytes from the start of the file to the packet's first byte, past any header it has in the file.
  package var offset: UInt64
  /// Bytes of the packet as a decoder wants it.
  package var byteCount: UInt32
  /// Frames that the packet decodes to.
  package var frameCount: UInt32

  package init(offset: UInt64, byteCount: UInt32, frameCount: UInt32) {
    self.offset = offset
    self.byteCount = byteCount
    self.frameCount = frameCount
  }
}

/// Which of the frames that the packets decode to are the recording itself.
///
/// The frames in all packets are priming + valid + remainder.
package struct FrameTrim: Hashable, Sendable {
  /// Frames at the start that only warm the decoder up.
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

package import AudioCodecs

/// Why frames of a file could not be read or written.
package enum FrameFileError: Error, Equatable, Sendable {
  /// The packets could not be read.
  case packets(PacketError)
  /// The packets could not be written.
  case writing(PacketWriteError)
  /// The packets could not be decoded or encoded.
  case codec(CodecError)
  /// The file has no such frame.
  case invalidSeek
}

package import AudioCodecs
package import AudioFiles
package import AudioTransport

/// Why a medium cannot be played.
package enum MediaFailure: Error, Equatable, Sendable {
  /// The bytes could not be read.
  case transport(TransportError)
  /// The bytes are not in a supported sound format.
  case packets(PacketError)
  /// The packets cannot be decoded.
  case codec(CodecError)
  /// A stream's playlist or its segments cannot be played.
  case list(HLSFailure)
  /// No device plays.
  case device

  init(_ error: FrameFileError) {
    self =
      switch error {
      case .packets(.transport(let error)): .transport(error)
      case .packets(let error): .packets(error)
      case .codec(let error): .codec(error)
      case .writing, .invalidSeek: .codec(.badPacket)
      }
  }

  init(_ error: PacketError) {
    if case .transport(let error) = error {
      self = .transport(error)
    } else {
      self = .packets(error)
    }
  }
}

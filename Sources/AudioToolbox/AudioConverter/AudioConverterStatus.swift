internal import AudioCodecs
internal import AudioFiles
internal import CoreAudioTypes

extension StatusError {
  /// Creates the status for a codec error.
  init(_ error: CodecError) {
    switch error {
    case .unsupportedFormat, .libraryMissing, .channelsWithoutPlace:
      self.init(kAudioConverterErr_FormatNotSupported)
    case .alreadyBegun: self.init(kAudioConverterErr_OperationNotSupported)
    case .badConfiguration, .badPacket: self.init(kAudioConverterErr_UnspecifiedError)
    }
  }

  /// Creates the status for the end of a fill, or returns `nil` for status 0.
  init?(_ stop: FillResult.Stop?) {
    switch stop {
    case nil, .end: return nil
    case .input(let stop): self.init(stop.status)
    case .codec(let error): self.init(error)
    }
  }
}

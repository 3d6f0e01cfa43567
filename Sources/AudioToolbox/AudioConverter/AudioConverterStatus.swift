internal import AudioCodecs
internal import AudioFiles
internal import CoreAudioTypes

extension StatusError {
  /// The status of a decoder's error.
  init(_ error: CodecError) {
    switch error {
    case .unsupportedFormat, .libraryMissing, .channelsWithoutPlace:
      self.init(kAudioConverterErr_FormatNotSupported)
    case .alreadyBegun: self.init(kAudioConverterErr_OperationNotSupported)
    case .badConfiguration, .badPacket: self.init(kAudioConverterErr_UnspecifiedError)
    }
  }

  /// The status with which a fill ends, or `nil` where it is 0.
  init?(_ stop: FillResult.Stop?) {
    switch stop {
    case nil, .end: return nil
    case .input(let stop): self.init(stop.status)
    case .codec(let error): self.init(error)
    }
  }
}

internal import AudioCodecs
internal import AudioProcessing

extension CodecError {
  /// Converts an error of rate conversion.
  init(_ error: RateError) {
    self = error == .libraryMissing ? .libraryMissing : .badConfiguration
  }
}

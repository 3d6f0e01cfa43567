internal import AudioCodecs
internal import AudioProcessing

extension CodecError {
  /// What a converter of packets says where the conversion of the rate fails.
  init(_ error: RateError) {
    self = error == .libraryMissing ? .libraryMissing : .badConfiguration
  }
}

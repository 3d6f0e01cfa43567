package import AudioCodecs
package import AudioDevices

/// The reason why a player cannot play.
package enum PlaybackError: Error, Equatable, Sendable {
  /// No device plays.
  case device(DeviceError)
  /// No packet can be decoded: the codec or its configuration is missing.
  case codec(CodecError)
}

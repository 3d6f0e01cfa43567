/// Why packets could not be decoded or encoded.
package enum CodecError: Error, Equatable, Sendable {
  /// No component decodes or encodes this format.
  case unsupportedFormat
  /// The component's library is not installed.
  case libraryMissing
  /// The configuration (magic cookie) is missing or invalid.
  case badConfiguration
  /// The packet violates the format.
  case badPacket
  /// The codec does not support the loudspeakers of the channels.
  case channelsWithoutPlace
  /// The stream has already begun in a way that rules out the change.
  case alreadyBegun
}

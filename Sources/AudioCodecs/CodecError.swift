/// Why packets could not be decoded or encoded.
package enum CodecError: Error, Equatable, Sendable {
  /// No component decodes this format.
  case unsupportedFormat
  /// The component's library is not on this machine.
  case libraryMissing
  /// The configuration (magic cookie) is missing or wrong.
  case badConfiguration
  /// The packet is not what the format allows.
  case badPacket
  /// The channels are of loudspeakers that the codec has not.
  case channelsWithoutPlace
  /// What was asked for needs another beginning than the stream has.
  case alreadyBegun
}

/// The element of an AAC stream that defines its channels if the header does not.
///
/// Source: ISO/IEC 14496-3:2009, 4.4.1.1 program_config_element, 4.5.1.1 (with channel
/// configuration 0 the stream has one), table 4.85 (its number among the elements).
package enum ADTSProgram {
  /// Bytes of a raw data block that contain the element, except for its comment.
  package static let longestElement = 64

  /// Creates a decoder configuration that contains the element without its comment.
  ///
  /// - Parameters:
  ///   - block: A raw data block, or its first ``longestElement`` bytes.
  ///   - header: The header before it.
  /// - Returns: `nil` if the block does not begin with such an element.
  package static func configuration(_ block: Span<UInt8>, header: ADTSHeader) -> [UInt8]? {
    var bits = BitCursor(block)
    guard bits.read(3) == 5, let program = ProgramChannels(&bits) else { return nil }
    var config = AudioSpecificConfig(header)
    config.program = program
    return config.bytes(hasBandReplication: nil)
  }
}

import AudioModel
import AudioSyntax

/// The audio formats that an MPEG-4 decoder configuration describes.
package enum MPEG4Formats {
  /// The formats that the audio can be decoded to.
  ///
  /// - Parameter cookie: An `ES_Descriptor`, the body of an `esds` box with version and flags, or a
  ///   bare `AudioSpecificConfig`.
  /// - Returns: The formats, the richest first; empty if the configuration does not describe them.
  package static func formats(_ cookie: [UInt8]) -> [LayeredFormat] {
    let bytes = cookie.span
    var start = 0
    if cookie.count > 4, cookie[..<4].allSatisfy({ $0 == 0 }) { start = 4 }
    let body = bytes.extracting(start..<bytes.count)
    var configuration = body
    if let descriptor = ElementaryStreamDescriptor(body) {
      guard [0x40, 0x66, 0x67, 0x68].contains(descriptor.objectType) else { return [] }
      configuration = body.extracting(descriptor.configuration)
    }
    guard let specific = AudioSpecificConfig(configuration),
      let description = SoundDescription(specific)
    else { return [] }
    let layers = description.layeredFormats
    return layers.isEmpty
      ? [LayeredFormat(format: description.format, channelLayout: description.channelLayout)]
      : layers
  }
}

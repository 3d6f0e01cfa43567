import AudioModel
import AudioSyntax

extension ChannelLayout {
  /// Reads an `AudioChannelLayout` from the body of a CAF `chan` or AIFF `CHAN` chunk.
  ///
  /// Returns `nil` if the body is too short for the layout or for its stated descriptions.
  ///
  /// Source: *Apple Core Audio Format Specification 1.0*, "Channel Layout Chunk".
  init?(chunk body: Span<UInt8>) {
    guard body.count >= 12 else { return nil }
    let count = Int(body.bigEndian32(at: 8))
    guard count <= (body.count - 12) / 20 else { return nil }
    self.init(tag: body.bigEndian32(at: 0), bitmap: body.bigEndian32(at: 4))
    for index in 0..<count {
      let place = 12 + index * 20
      descriptions.append(
        ChannelDescription(
          label: body.bigEndian32(at: place), flags: body.bigEndian32(at: place + 4),
          coordinates: SIMD3(
            body.bigEndianFloat(at: place + 8), body.bigEndianFloat(at: place + 12),
            body.bigEndianFloat(at: place + 16))))
    }
  }
}

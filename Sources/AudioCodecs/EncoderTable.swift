import AudioModel

/// The encoders of this build.
///
/// Alternatives for the same codec are in order of preference.
enum EncoderTable {
  /// One encoder.
  struct Component: Sendable {
    var formatIDs: [FourCC]
    var abilities: @Sendable (FourCC) -> EncoderAbilities
    var make: @Sendable (StreamFormat, EncoderSettings) throws(CodecError) -> any PacketEncoder

    init(
      _ formatIDs: FourCC...,
      abilities: @escaping @Sendable (FourCC) -> EncoderAbilities = { _ in EncoderAbilities() },
      make:
        @escaping @Sendable (StreamFormat, EncoderSettings) throws(CodecError) ->
        any PacketEncoder
    ) {
      self.formatIDs = formatIDs
      self.abilities = abilities
      self.make = make
    }
  }

  static let encoders: [Component] = swiftEncoders + libAVEncoders

  private static let swiftEncoders: [Component] = [
    Component(.aLaw) { format, _ throws(CodecError) in try G711Encoder(format, .a) },
    Component(.muLaw) { format, _ throws(CodecError) in try G711Encoder(format, .mu) },
    Component(.appleIMA4) { format, _ throws(CodecError) in try IMA4Encoder(format) },
    Component(.appleLossless, abilities: { _ in ALACEncoder.abilities }) {
      format, settings throws(CodecError) in try ALACEncoder(format, settings)
    },
  ]

  #if LibAV
    private static let libAVEncoders: [Component] = [
      Component(
        .mpeg4AAC, .mpegLayer3, .flac, .opus, .vorbis, .ac3, .enhancedAC3,
        abilities: { LibAVEncoderFacts.of($0)?.abilities ?? EncoderAbilities() }
      ) { format, settings throws(CodecError) in try LibAVEncoder(format, settings) }
    ]
  #else
    private static let libAVEncoders: [Component] = []
  #endif
}

import AudioModel

/// The decoders of this build.
///
/// Alternatives for the same codec are in order of preference.
enum CodecTable {
  /// One decoder.
  struct Component: Sendable {
    var formatIDs: [FourCC]
    var make: @Sendable (StreamFormat, [UInt8]) throws(CodecError) -> any PacketDecoder

    init(
      _ formatIDs: [FourCC],
      make: @escaping @Sendable (StreamFormat, [UInt8]) throws(CodecError) -> any PacketDecoder
    ) {
      self.formatIDs = formatIDs
      self.make = make
    }

    init(
      _ formatIDs: FourCC...,
      make: @escaping @Sendable (StreamFormat, [UInt8]) throws(CodecError) -> any PacketDecoder
    ) {
      self.init(formatIDs, make: make)
    }
  }

  static let decoders: [Component] =
    swiftDecoders + mpg123Decoders + flacDecoders + iLBCDecoders + opusDecoders + libAVDecoders

  private static let swiftDecoders = [
    Component(.linearPCM) { format, _ throws(CodecError) in try PCMDecoder(format) },
    Component(.aLaw) { format, _ throws(CodecError) in try G711Decoder(format, .a) },
    Component(.muLaw) { format, _ throws(CodecError) in try G711Decoder(format, .mu) },
    Component(.appleIMA4) { format, _ throws(CodecError) in try IMA4Decoder(format) },
    Component(.appleLossless) { format, cookie throws(CodecError) in
      try ALACDecoder(format, cookie)
    },
  ]

  #if MPG123
    private static let mpg123Decoders = [
      Component(.mpegLayer1) { format, _ throws(CodecError) in
        try MPEGAudioDecoder(format, layer: 1)
      },
      Component(.mpegLayer2) { format, _ throws(CodecError) in
        try MPEGAudioDecoder(format, layer: 2)
      },
      Component(.mpegLayer3) { format, _ throws(CodecError) in
        try MPEGAudioDecoder(format, layer: 3)
      },
    ]
  #else
    private static let mpg123Decoders: [Component] = []
  #endif

  #if FLAC
    private static let flacDecoders = [
      Component(.flac) { format, cookie throws(CodecError) in try FLACDecoder(format, cookie) }
    ]
  #else
    private static let flacDecoders: [Component] = []
  #endif

  #if ILBC
    private static let iLBCDecoders = [
      Component(.iLBC) { format, _ throws(CodecError) in try ILBCDecoder(format) }
    ]
  #else
    private static let iLBCDecoders: [Component] = []
  #endif

  #if Opus
    private static let opusDecoders = [
      Component(.opus) { format, cookie throws(CodecError) in try LibOpusDecoder(format, cookie) }
    ]
  #else
    private static let opusDecoders: [Component] = []
  #endif

  #if LibAV
    private static let libAVDecoders = [
      Component(.mpeg4AAC, .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2) {
        format, cookie throws(CodecError) in try AACDecoder(format, cookie)
      },
      Component(.opus) { format, cookie throws(CodecError) in try OpusDecoder(format, cookie) },
      Component(LibAVCodec.formatIDs) { format, cookie throws(CodecError) in
        try LibAVDecoder(format, cookie)
      },
      // Fallback without libmpg123. FLAC above is likewise a fallback without libFLAC.
      Component(.mpegLayer1, .mpegLayer2, .mpegLayer3) { format, cookie throws(CodecError) in
        try LibAVDecoder(format, cookie)
      },
    ]
  #else
    private static let libAVDecoders: [Component] = []
  #endif
}

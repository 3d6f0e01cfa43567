internal import AudioCodecs
internal import AudioModel
internal import CoreAudioTypes

/// The best decoder or encoder of a format on this machine.
struct CodecComponent: Sendable {
  var type: UInt32
  var formatID: AudioFormatID

  /// All components: decoders, then encoders, each in the format order of `AudioFormat`.
  ///
  /// The first use loads the encoder libraries. Linear PCM has no codec.
  static let all: [CodecComponent] =
    DecoderFactory.formatIDs.filter { $0 != .linearPCM }.map {
      CodecComponent(type: kAudioDecoderComponentType, formatID: $0.rawValue)
    }
    + EncoderFactory.formatIDs.filter(EncoderFactory.canEncode).map {
      CodecComponent(type: kAudioEncoderComponentType, formatID: $0.rawValue)
    }

  /// The types of codecs.
  static let types = [kAudioDecoderComponentType, kAudioEncoderComponentType]

  /// All codecs as components.
  static let components = all.map {
    Component(kind: .codec, description: $0.description, name: $0.name)
  }

  var name: String {
    let use = type == kAudioDecoderComponentType ? "Decoder" : "Encoder"
    return "OpenCoreAudio: \(AudioFormatNames.name(of: formatID)) \(use)"
  }

  var description: AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: formatID,
      componentManufacturer: kAppleSoftwareAudioCodecManufacturer, componentFlags: 0,
      componentFlagsMask: 0)
  }
}

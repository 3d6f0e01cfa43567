internal import AudioCodecs
internal import AudioModel
internal import CoreAudioTypes

/// What is behind an `AudioComponent`: the best decoder or encoder of a format on this machine.
struct CodecComponent: Sendable {
  var type: UInt32
  var formatID: AudioFormatID

  /// All, the decoders first, each kind in the order in which `AudioFormat` lists the formats.
  ///
  /// The first use opens the libraries behind the encoders. Linear PCM is converted without a codec.
  static let all: [CodecComponent] =
    DecoderFactory.formatIDs.filter { $0 != .linearPCM }.map {
      CodecComponent(type: kAudioDecoderComponentType, formatID: $0.rawValue)
    }
    + EncoderFactory.formatIDs.filter(EncoderFactory.canEncode).map {
      CodecComponent(type: kAudioEncoderComponentType, formatID: $0.rawValue)
    }

  /// Codecs have no versions of their own.
  static let version: UInt32 = 0x0001_0000

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

  /// Whether the component is what is looked for: 0 stands for anything, and only flags of the mask count.
  func matches(_ wanted: AudioComponentDescription) -> Bool {
    let own = description
    func matches(_ value: UInt32, _ wish: UInt32) -> Bool { wish == 0 || value == wish }
    return matches(own.componentType, wanted.componentType)
      && matches(own.componentSubType, wanted.componentSubType)
      && matches(own.componentManufacturer, wanted.componentManufacturer)
      && (own.componentFlags ^ wanted.componentFlags) & wanted.componentFlagsMask == 0
  }

  /// The reference of a component, which is a number, not an address.
  static func reference(_ index: Int) -> AudioComponent? {
    // Safe: nobody reads memory by this pointer; it only carries the number.
    unsafe AudioComponent(bitPattern: (index + 1) << lowBits)
  }

  /// The index of the component behind a reference, or `nil` where there is none.
  static func index(of reference: AudioComponent) -> Int? {
    let number = Int(bitPattern: reference)
    let index = number >> lowBits - 1
    guard all.indices.contains(index), (index + 1) << lowBits == number else { return nil }
    return index
  }

  /// The component behind a reference.
  ///
  /// - Throws: `kAudio_ParamError` where there is none.
  static func find(_ reference: AudioComponent) throws(StatusError) -> CodecComponent {
    guard let index = unsafe index(of: reference) else { throw StatusError(kAudio_ParamError) }
    return all[index]
  }

  // Clients may take a small reference for something else.
  private static let lowBits = 4
}

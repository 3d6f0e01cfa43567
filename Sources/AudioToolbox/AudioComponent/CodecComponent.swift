internal import AudioCodecs
internal import AudioModel
internal import CoreAudioTypes

/// The value that an `AudioComponent` refers to: the best decoder or encoder of a format on this
/// machine.
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

  /// The version of all components.
  ///
  /// Codecs are not versioned.
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

  /// Whether the component matches a description.
  ///
  /// 0 matches any value, and only the flags in the mask count.
  func matches(_ wanted: AudioComponentDescription) -> Bool {
    let own = description
    func matches(_ value: UInt32, _ requested: UInt32) -> Bool {
      requested == 0 || value == requested
    }
    return matches(own.componentType, wanted.componentType)
      && matches(own.componentSubType, wanted.componentSubType)
      && matches(own.componentManufacturer, wanted.componentManufacturer)
      && (own.componentFlags ^ wanted.componentFlags) & wanted.componentFlagsMask == 0
  }

  /// The reference to a component, which is a number instead of an address.
  static func reference(_ index: Int) -> AudioComponent? {
    // Safe: the pointer is never dereferenced and only holds a number.
    unsafe AudioComponent(bitPattern: (index + 1) << lowBits)
  }

  /// The index of the component for a reference, or `nil` if the reference is invalid.
  static func index(of reference: AudioComponent) -> Int? {
    let number = Int(bitPattern: reference)
    let index = number >> lowBits - 1
    guard all.indices.contains(index), (index + 1) << lowBits == number else { return nil }
    return index
  }

  /// The component for a reference.
  ///
  /// - Throws: `kAudio_ParamError` if the component does not exist.
  static func find(_ reference: AudioComponent) throws(StatusError) -> CodecComponent {
    guard let index = unsafe index(of: reference) else { throw StatusError(kAudio_ParamError) }
    return all[index]
  }

  // The number of unused low bits, because clients may misinterpret small references.
  private static let lowBits = 4
}

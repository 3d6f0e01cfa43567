import AudioToolbox
import ToolSupport

/// A converter, which may belong to a file.
struct FileConverter {
  let reference: AudioConverterRef

  /// Sets a property to an array of numbers.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - numbers: The value.
  ///   - option: The command line option, for the failure.
  /// - Throws: ``ToolFailure``.
  func set<Number: BitwiseCopyable>(
    _ property: AudioConverterPropertyID, _ numbers: [Number], called option: String? = nil
  ) throws(ToolFailure) {
    let status = AudioConverterSetProperty(
      reference, property, UInt32(numbers.count * MemoryLayout<Number>.size), numbers)
    guard status == noErr else {
      throw option.map {
        ToolFailure("\($0): the converter does not support this option or its value")
      }
        ?? ToolFailure(status: status)
    }
  }
}

extension FileConverter {
  /// The bytes of a property; empty if the converter does not have it.
  func bytes(_ property: AudioConverterPropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard AudioConverterGetPropertyInfo(reference, property, &size, nil) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioConverterGetProperty(reference, property, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
  }
}

extension FileConverter {
  /// Configures the encoder.
  ///
  /// - Returns: The strategy, if the options request one.
  @discardableResult
  func setEncoder(_ options: ConversionOptions) throws(ToolFailure) -> EncoderStrategy? {
    let strategy = try options.strategy.map { (wanted) throws(ToolFailure) in
      try setStrategy(wanted)
    }
    if let quality = options.quality {
      try set(kAudioConverterCodecQuality, [quality], called: "-q")
      // Without another limit, the bit rate follows the quality, too.
      if strategy?.taken == kAudioCodecBitRateControlMode_Variable {
        try set(kAudioCodecPropertySoundQualityForVBR, [quality], called: "-q")
      }
    }
    if let bitRate = options.bitRate { try setBitRate(bitRate) }
    // An encoder without a separate quality for the rate has only one quality.
    let followsQuality =
      strategy?.wanted != kAudioCodecBitRateControlMode_Variable
      || strategy?.taken == kAudioCodecBitRateControlMode_Variable
    for property in options.encoderProperties {
      let isRate = property.code == kAudioCodecPropertySoundQualityForVBR && !followsQuality
      try set(
        isRate ? kAudioConverterCodecQuality : property.code, [property.value],
        called: "-u \(Numbers.fourCharacters(property.code))")
    }
    return strategy
  }
}

extension ExtAudioFileRef {
  /// The converter between file and client.
  func converter() throws(ToolFailure) -> FileConverter {
    let reference = try value(kExtAudioFileProperty_AudioConverter, AudioConverterRef?.none)
    guard let reference else {
      throw ToolFailure(
        "the audio is written without an encoder, so -b, -q, -s and -u do not apply")
    }
    return FileConverter(reference: reference)
  }

  /// Notifies the file of changes to its converter.
  func takeConverterSettings() throws(ToolFailure) {
    try set(kExtAudioFileProperty_ConverterConfig, UInt(0))
  }
}

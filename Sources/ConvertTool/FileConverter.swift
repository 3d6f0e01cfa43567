import AudioToolbox
import ToolSupport

/// A converter, of a file or by itself.
struct FileConverter {
  let reference: AudioConverterRef

  /// Sets a property to some numbers.
  ///
  /// - Parameters:
  ///   - property: Which one.
  ///   - numbers: Its value.
  ///   - option: The option that asked for it, for the failure.
  /// - Throws: ``ToolFailure``.
  func set<Number: BitwiseCopyable>(
    _ property: AudioConverterPropertyID, _ numbers: [Number], called option: String? = nil
  ) throws(ToolFailure) {
    let status = AudioConverterSetProperty(
      reference, property, UInt32(numbers.count * MemoryLayout<Number>.size), numbers)
    guard status == noErr else {
      throw option.map { ToolFailure("\($0): not for this format") } ?? ToolFailure(status: status)
    }
  }
}

extension FileConverter {
  /// The bytes of a property; none where it is not there.
  func bytes(_ property: AudioConverterPropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard AudioConverterGetPropertyInfo(reference, property, &size, nil) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioConverterGetProperty(reference, property, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
  }
}

extension FileConverter {
  /// Chooses how is encoded.
  ///
  /// - Returns: The strategy, where one was asked for.
  @discardableResult
  func setEncoder(_ options: ConversionOptions) throws(ToolFailure) -> EncoderStrategy? {
    let strategy = try options.strategy.map { (wanted) throws(ToolFailure) in
      try setStrategy(wanted)
    }
    if let quality = options.quality {
      try set(kAudioConverterCodecQuality, [quality], called: "-q")
      // Where nothing else is kept to, the quality is also what the rate follows.
      if strategy?.taken == kAudioCodecBitRateControlMode_Variable {
        try set(kAudioCodecPropertySoundQualityForVBR, [quality], called: "-q")
      }
    }
    if let bitRate = options.bitRate { try setBitRate(bitRate) }
    // An encoder whose rate does not follow a quality of its own has just the one that it aims by.
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
    guard let reference else { throw ToolFailure("nothing is converted") }
    return FileConverter(reference: reference)
  }

  /// Tells the file that its converter was changed.
  func takeConverterSettings() throws(ToolFailure) {
    try set(kExtAudioFileProperty_ConverterConfig, UInt(0))
  }
}

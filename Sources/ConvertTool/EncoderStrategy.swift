import AudioToolbox
import ToolSupport

/// The requested and the actual strategy of an encoder's bit rate, numbered as in `-s`.
struct EncoderStrategy {
  let wanted: UInt32
  /// `nil` if the encoder has no strategies.
  let taken: UInt32?

  /// Substitutes for unsupported strategies, the nearest first.
  ///
  /// The two middle strategies prefer each other.
  static let substitutes: [UInt32: [UInt32]] = [
    kAudioCodecBitRateControlMode_Constant: [1, 2, 3],
    kAudioCodecBitRateControlMode_LongTermAverage: [2, 0, 3],
    kAudioCodecBitRateControlMode_VariableConstrained: [1, 3, 0],
    kAudioCodecBitRateControlMode_Variable: [2, 1, 0],
  ]

  /// The note to print if the actual strategy differs.
  ///
  /// - Parameter codec: The codec.
  /// - Returns: `nil` if the strategies are equal.
  func note(_ codec: AudioFormatID) -> String? {
    guard taken != wanted else { return nil }
    let name = Numbers.fourCharacters(codec)
    guard let taken else { return "-s \(wanted): the encoder of '\(name)' has no strategies" }
    return
      "-s \(wanted): the encoder of '\(name)' lacks this strategy and uses the nearest, -s \(taken)"
  }
}

extension FileConverter {
  /// Sets the encoder's strategy, or else the nearest supported one.
  ///
  /// - Parameter wanted: The strategy, numbered as in `-s`.
  /// - Returns: The requested and the actual strategy.
  /// - Throws: ``ToolFailure`` if the converter has no encoder.
  func setStrategy(_ wanted: UInt32) throws(ToolFailure) -> EncoderStrategy {
    // Every encoder has a quality.
    guard !bytes(kAudioConverterCodecQuality).isEmpty else {
      throw ToolFailure("-s: the data format has no encoder, so this option does not apply")
    }
    let property = kAudioCodecPropertyBitRateControlMode
    guard !bytes(property).isEmpty else { return EncoderStrategy(wanted: wanted, taken: nil) }
    let all = [wanted] + (EncoderStrategy.substitutes[wanted] ?? [])
    let taken = all.first { strategy in
      let size = UInt32(MemoryLayout<UInt32>.size)
      return AudioConverterSetProperty(reference, property, size, [strategy]) == noErr
    }
    return EncoderStrategy(wanted: wanted, taken: taken)
  }
}

import AudioToolbox
import ToolSupport

/// Whether and how an encoder's bit rate varies, as `-s` numbers it: what was asked for, and what was taken.
struct EncoderStrategy {
  let wanted: UInt32
  /// `nil` where the encoder has none to choose from.
  let taken: UInt32?

  /// Others in the place of one that an encoder has not, the nearest first: what varies a little stays between the two ends.
  static let substitutes: [UInt32: [UInt32]] = [
    kAudioCodecBitRateControlMode_Constant: [1, 2, 3],
    kAudioCodecBitRateControlMode_LongTermAverage: [2, 0, 3],
    kAudioCodecBitRateControlMode_VariableConstrained: [1, 3, 0],
    kAudioCodecBitRateControlMode_Variable: [2, 1, 0],
  ]

  /// What to say where another was taken.
  ///
  /// - Parameter codec: What is encoded.
  /// - Returns: `nil` where it is the one that was asked for.
  func note(_ codec: AudioFormatID) -> String? {
    guard taken != wanted else { return nil }
    let name = Numbers.fourCharacters(codec)
    guard let taken else { return "-s \(wanted): the encoder of '\(name)' has no strategies" }
    return
      "-s \(wanted): the encoder of '\(name)' has no such strategy; it takes the nearest, -s \(taken)"
  }
}

extension FileConverter {
  /// Has the encoder keep to its bit rate as asked for, or else in the way of its own that comes nearest.
  ///
  /// - Parameter wanted: The strategy, as `-s` numbers it.
  /// - Returns: Which one it has become.
  /// - Throws: ``ToolFailure`` where nothing is encoded.
  func setStrategy(_ wanted: UInt32) throws(ToolFailure) -> EncoderStrategy {
    // Every encoder has a quality.
    guard !bytes(kAudioConverterCodecQuality).isEmpty else {
      throw ToolFailure("-s: not for this format")
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

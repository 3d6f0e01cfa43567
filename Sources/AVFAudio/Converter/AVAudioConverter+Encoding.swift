internal import AudioToolbox
public import Foundation

// What an encoder can be asked for, and the dither.
extension AVAudioConverter {
  /// Whether samples that lose bits on their way to whole numbers are dithered.
  public var dither: Bool {
    get { (word(kAudioConverterPropertyDithering) ?? 0) != 0 }
    set {
      set(kAudioConverterPropertyDithering, [newValue ? kDitherAlgorithm_TPDF : 0 as UInt32])
    }
  }

  /// Whether and how the bit rate may vary: an `AVAudioBitRateStrategy`; nil where that cannot be told.
  ///
  /// A strategy that the encoder does not have changes nothing.
  public var bitRateStrategy: String? {
    get {
      word(kAudioCodecPropertyBitRateControlMode).flatMap { mode in
        EncoderChoices.controlModes.first { $0.value == mode }?.key
      }
    }
    set {
      if let mode = newValue.flatMap({ EncoderChoices.controlModes[$0] }) {
        set(kAudioCodecPropertyBitRateControlMode, [mode])
      }
    }
  }

  /// Bits a second that the encoder has for any format, of a range both ends; nil where nothing is encoded.
  public var availableEncodeBitRates: [NSNumber]? {
    numbers(kAudioConverterAvailableEncodeBitRates)
  }

  /// Bits a second that the encoder has for the output's format, of a range both ends; nil where nothing is encoded.
  public var applicableEncodeBitRates: [NSNumber]? {
    numbers(kAudioConverterApplicableEncodeBitRates)
  }

  /// Sample rates in hertz that the encoder takes, 0 where it takes any; nil where nothing is encoded.
  public var availableEncodeSampleRates: [NSNumber]? {
    numbers(kAudioConverterAvailableEncodeSampleRates)
  }

  /// Sample rates in hertz that the encoder takes, 0 where it takes any; nil where nothing is encoded.
  public var applicableEncodeSampleRates: [NSNumber]? {
    numbers(kAudioConverterApplicableEncodeSampleRates)
  }

  /// Tags of the layouts that the encoder takes; nil where nothing is encoded.
  public var availableEncodeChannelLayoutTags: [NSNumber]? {
    guard isEncoding else { return nil }
    return list(kAudioConverterAvailableEncodeChannelLayoutTags, of: UInt32.self).map {
      NSNumber(value: $0)
    }
  }

  private var isEncoding: Bool {
    unsafe outputFormat.streamDescription.pointee.mFormatID != kAudioFormatLinearPCM
  }

  /// The ends of ranges, each once.
  private func numbers(_ property: AudioConverterPropertyID) -> [NSNumber]? {
    guard isEncoding else { return nil }
    let ends = list(property, of: Double.self)
    return ends.indices.filter { $0 == 0 || ends[$0] != ends[$0 - 1] }.map {
      NSNumber(value: ends[$0])
    }
  }
}

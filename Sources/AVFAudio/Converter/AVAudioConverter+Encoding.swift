internal import AudioToolbox
public import Foundation

// The properties of encoders, and the dither.
extension AVAudioConverter {
  /// Whether to dither samples that lose bits in a conversion to integers.
  public var dither: Bool {
    get { (word(kAudioConverterPropertyDithering) ?? 0) != 0 }
    set {
      set(kAudioConverterPropertyDithering, [newValue ? kDitherAlgorithm_TPDF : 0 as UInt32])
    }
  }

  /// An `AVAudioBitRateStrategy`, or `nil` if the converter has no bit rate control.
  ///
  /// Setting a strategy that the encoder does not support has no effect.
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

  /// The encoder's bit rates for any format, in bits per second; `nil` if the output is linear PCM.
  ///
  /// A range contributes both of its ends.
  public var availableEncodeBitRates: [NSNumber]? {
    numbers(kAudioConverterAvailableEncodeBitRates)
  }

  /// The encoder's bit rates for the output format, in bits per second; `nil` for linear PCM.
  ///
  /// A range contributes both of its ends.
  public var applicableEncodeBitRates: [NSNumber]? {
    numbers(kAudioConverterApplicableEncodeBitRates)
  }

  /// The sample rates the encoder accepts, in hertz; `nil` if the output is linear PCM.
  ///
  /// A value of 0 means any rate.
  public var availableEncodeSampleRates: [NSNumber]? {
    numbers(kAudioConverterAvailableEncodeSampleRates)
  }

  /// The sample rates the encoder accepts, in hertz; `nil` if the output is linear PCM.
  ///
  /// A value of 0 means any rate.
  public var applicableEncodeSampleRates: [NSNumber]? {
    numbers(kAudioConverterApplicableEncodeSampleRates)
  }

  /// The tags of the layouts that the encoder accepts; `nil` if the output is linear PCM.
  public var availableEncodeChannelLayoutTags: [NSNumber]? {
    guard isEncoding else { return nil }
    return list(kAudioConverterAvailableEncodeChannelLayoutTags, of: UInt32.self).map {
      NSNumber(value: $0)
    }
  }

  private var isEncoding: Bool {
    unsafe outputFormat.streamDescription.pointee.mFormatID != kAudioFormatLinearPCM
  }

  /// The ends of ranges, without consecutive duplicates.
  private func numbers(_ property: AudioConverterPropertyID) -> [NSNumber]? {
    guard isEncoding else { return nil }
    let ends = list(property, of: Double.self)
    return ends.indices.filter { $0 == 0 || ends[$0] != ends[$0 - 1] }.map {
      NSNumber(value: ends[$0])
    }
  }
}

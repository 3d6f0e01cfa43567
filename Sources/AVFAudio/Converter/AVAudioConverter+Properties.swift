public import AudioToolbox
public import Foundation

extension AVAudioConverter {
  /// The input channel for each output channel, or -1 for silence.
  public var channelMap: [NSNumber] {
    get { list(kAudioConverterChannelMap, of: Int32.self).map { NSNumber(value: $0) } }
    set { set(kAudioConverterChannelMap, newValue.map(\.int32Value)) }
  }

  /// The codec's configuration.
  ///
  /// Setting it configures the decoder of the input. Reading it returns the encoder's cookie, or
  /// else the decoder's.
  public var magicCookie: Data? {
    get {
      let output = list(kAudioConverterCompressionMagicCookie, of: UInt8.self)
      let bytes =
        output.isEmpty ? list(kAudioConverterDecompressionMagicCookie, of: UInt8.self) : output
      return bytes.isEmpty ? nil : Data(bytes)
    }
    set { set(kAudioConverterDecompressionMagicCookie, newValue.map(Array.init) ?? []) }
  }

  /// Whether to mix channels down if the input has more channels than the output.
  ///
  /// The levels follow Recommendation ITU-R BS.775. Without channel layouts, the converter assigns
  /// the input channels to the output channels in turn.
  public var downmix: Bool {
    get { word(kAudioConverterPropertyPerformDownmix) == 1 }
    set { set(kAudioConverterPropertyPerformDownmix, [newValue ? 1 : 0 as UInt32]) }
  }

  /// The quality of the sample rate conversion: the raw value of an `AVAudioQuality`, 0 to 127.
  ///
  /// Setting an unsupported value has no effect.
  public var sampleRateConverterQuality: Int {
    get { Int(word(kAudioConverterSampleRateConverterQuality) ?? 0x40) }
    set {
      if let quality = UInt32(exactly: newValue) {
        set(kAudioConverterSampleRateConverterQuality, [quality])
      }
    }
  }

  /// The algorithm of the sample rate conversion, or `nil` if the rate does not change.
  public var sampleRateConverterAlgorithm: String? {
    get {
      switch word(kAudioConverterSampleRateConverterComplexity) {
      case kAudioConverterSampleRateConverterComplexity_Normal:
        AVSampleRateConverterAlgorithm_Normal
      case kAudioConverterSampleRateConverterComplexity_Mastering:
        AVSampleRateConverterAlgorithm_Mastering
      case kAudioConverterSampleRateConverterComplexity_MinimumPhase:
        AVSampleRateConverterAlgorithm_MinimumPhase
      default: nil
      }
    }
    set {
      if let complexity = newValue.flatMap(EncoderChoices.complexity) {
        set(kAudioConverterSampleRateConverterComplexity, [complexity])
      }
    }
  }

  /// The frames that the resampling filter assumes before the first frame and after the last.
  public var primeMethod: AVAudioConverterPrimeMethod {
    get {
      word(kAudioConverterPrimeMethod).flatMap { AVAudioConverterPrimeMethod(rawValue: Int($0)) }
        ?? .normal
    }
    set { set(kAudioConverterPrimeMethod, [UInt32(newValue.rawValue)]) }
  }

  /// The priming frames of the output's codec, the input's codec, or the resampling filter.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get {
      let words = list(kAudioConverterPrimeInfo, of: UInt32.self)
      guard words.count == 2 else { return AVAudioConverterPrimeInfo() }
      return AVAudioConverterPrimeInfo(leadingFrames: words[0], trailingFrames: words[1])
    }
    set { set(kAudioConverterPrimeInfo, [newValue.leadingFrames, newValue.trailingFrames]) }
  }

  /// The encoder's bit rate in bits per second; an average if the rate varies.
  ///
  /// The value is 0 if the rate is unknown or cannot be chosen.
  public var bitRate: Int {
    get { Int(word(kAudioConverterEncodeBitRate) ?? 0) }
    set {
      // Setting an unsupported rate has no effect.
      if newValue >= 0 { set(kAudioConverterEncodeBitRate, [UInt32(clamping: newValue)]) }
    }
  }

  /// The largest output packet size in bytes.
  public var maximumOutputPacketSize: Int {
    Int(word(kAudioConverterPropertyMaximumOutputPacketSize) ?? 0)
  }

  /// Passes the formats' channel layouts to the converter.
  ///
  /// - Returns: `false` if the converter rejects a layout, for example one that the encoder does
  ///   not support.
  func setLayouts() -> Bool {
    for (property, format) in [
      (kAudioConverterInputChannelLayout, inputFormat),
      (kAudioConverterOutputChannelLayout, outputFormat),
    ] {
      guard let layout = format.channelLayout else { continue }
      let size = UInt32(clamping: layout.value.sizeInBytes)
      // Safe: the layout has this many bytes, and outlives the call.
      let status = unsafe AudioConverterSetProperty(converter, property, size, layout.layout)
      guard status == noErr else { return false }
    }
    return true
  }

  /// The value of a 32-bit property, or `nil` if the converter does not have the property.
  func word(_ property: AudioConverterPropertyID) -> UInt32? {
    list(property, of: UInt32.self).first
  }

  /// The values of a property; empty if the converter does not have the property.
  func list<Value: BitwiseCopyable & ExpressibleByIntegerLiteral>(
    _ property: AudioConverterPropertyID, of type: Value.Type
  ) -> [Value] {
    var size: UInt32 = 0
    guard unsafe AudioConverterGetPropertyInfo(converter, property, &size, nil) == noErr else {
      return []
    }
    var values = [Value](repeating: 0, count: Int(size) / MemoryLayout<Value>.size)
    guard !values.isEmpty else { return [] }
    let status = unsafe AudioConverterGetProperty(converter, property, &size, &values)
    return status == noErr ? values : []
  }

  func set<Value: BitwiseCopyable>(
    _ property: AudioConverterPropertyID, _ values: [Value]
  ) {
    let size = UInt32(values.count * MemoryLayout<Value>.size)
    // Safe: `values` has this many bytes. A rejected value leaves the property unchanged, and the
    // client can read it back.
    _ = unsafe values.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map {
        unsafe AudioConverterSetProperty(converter, property, size, $0)
      }
    }
  }
}

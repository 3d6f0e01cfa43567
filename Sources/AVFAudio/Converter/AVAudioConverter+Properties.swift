public import AudioToolbox
public import Foundation

extension AVAudioConverter {
  /// For each channel out, the channel in, or -1 for silence.
  public var channelMap: [NSNumber] {
    get { list(kAudioConverterChannelMap, of: Int32.self).map { NSNumber(value: $0) } }
    set { set(kAudioConverterChannelMap, newValue.map(\.int32Value)) }
  }

  /// The configuration: that of the input's codec when it is set, that of the output's when it is asked for, where there is one.
  public var magicCookie: Data? {
    get {
      let output = list(kAudioConverterCompressionMagicCookie, of: UInt8.self)
      let bytes =
        output.isEmpty ? list(kAudioConverterDecompressionMagicCookie, of: UInt8.self) : output
      return bytes.isEmpty ? nil : Data(bytes)
    }
    set { set(kAudioConverterDecompressionMagicCookie, newValue.map(Array.init) ?? []) }
  }

  /// Whether channels are mixed down where there are more of them in than out.
  ///
  /// The levels are those of Recommendation ITU-R BS.775. Where nothing tells what the channels are, each channel in counts
  /// for the channel out of its number, in turn.
  public var downmix: Bool {
    get { word(kAudioConverterPropertyPerformDownmix) == 1 }
    set { set(kAudioConverterPropertyPerformDownmix, [newValue ? 1 : 0 as UInt32]) }
  }

  /// The quality of converting the sample rate: an `AVAudioQuality`'s number, 0 to 127.
  ///
  /// Other numbers change nothing.
  public var sampleRateConverterQuality: Int {
    get { Int(word(kAudioConverterSampleRateConverterQuality) ?? 0x40) }
    set {
      if let quality = UInt32(exactly: newValue) {
        set(kAudioConverterSampleRateConverterQuality, [quality])
      }
    }
  }

  /// The algorithm of converting the sample rate, or nil where it stays.
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

  /// What the filter of the sample rate has around the first and the last frame.
  public var primeMethod: AVAudioConverterPrimeMethod {
    get {
      word(kAudioConverterPrimeMethod).flatMap { AVAudioConverterPrimeMethod(rawValue: Int($0)) }
        ?? .normal
    }
    set { set(kAudioConverterPrimeMethod, [UInt32(newValue.rawValue)]) }
  }

  /// Frames of priming: of the output's codec, of the input's codec, or of the filter of the sample rate.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get {
      let words = list(kAudioConverterPrimeInfo, of: UInt32.self)
      guard words.count == 2 else { return AVAudioConverterPrimeInfo() }
      return AVAudioConverterPrimeInfo(leadingFrames: words[0], trailingFrames: words[1])
    }
    set { set(kAudioConverterPrimeInfo, [newValue.leadingFrames, newValue.trailingFrames]) }
  }

  /// Bits a second that the encoder makes, about as many where they vary; 0 where they are not known or cannot be chosen.
  public var bitRate: Int {
    get { Int(word(kAudioConverterEncodeBitRate) ?? 0) }
    set {
      // What no encoder makes changes nothing.
      if newValue >= 0 { set(kAudioConverterEncodeBitRate, [UInt32(clamping: newValue)]) }
    }
  }

  /// Bytes that no packet of the output exceeds.
  public var maximumOutputPacketSize: Int {
    Int(word(kAudioConverterPropertyMaximumOutputPacketSize) ?? 0)
  }

  /// Tells the converter what the channels are.
  ///
  /// - Returns: Whether it can be; not where an encoder has other loudspeakers.
  func setLayouts() -> Bool {
    for (property, format) in [
      (kAudioConverterInputChannelLayout, inputFormat),
      (kAudioConverterOutputChannelLayout, outputFormat),
    ] {
      guard let layout = format.channelLayout else { continue }
      let size = UInt32(clamping: layout.value.sizeInBytes)
      // Safe: the layout has as many bytes, and lives longer than the call.
      let status = unsafe AudioConverterSetProperty(converter, property, size, layout.layout)
      guard status == noErr else { return false }
    }
    return true
  }

  /// The value of a property of one word, or nil where there is none.
  func word(_ property: AudioConverterPropertyID) -> UInt32? {
    list(property, of: UInt32.self).first
  }

  /// The value of a property; empty where there is none.
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
    // Safe: there are as many bytes. What the converter refuses stays as it is, as the property then tells.
    _ = unsafe values.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map {
        unsafe AudioConverterSetProperty(converter, property, size, $0)
      }
    }
  }
}

package import AudioToolbox

/// AudioToolbox's information about the encoder of a codec.
package enum EncoderAnswers {
  /// All codecs that AudioToolbox can encode, except linear PCM.
  package static var codecs: [AudioFormatID] {
    var size: UInt32 = 0
    let property = kAudioFormatProperty_EncodeFormatIDs
    guard AudioFormatGetPropertyInfo(property, 0, nil, &size) == noErr else { return [] }
    var codecs = [AudioFormatID](
      repeating: 0, count: Int(size) / MemoryLayout<AudioFormatID>.size)
    guard AudioFormatGetProperty(property, 0, nil, &size, &codecs) == noErr else { return [] }
    return codecs.filter { $0 != kAudioFormatLinearPCM }
  }

  /// The supported sample rates in hertz, in ascending order.
  ///
  /// The array is empty if no encoder exists or any rate is supported.
  package static func sampleRates(of codec: AudioFormatID) -> [Double] {
    var codec = codec
    let property = kAudioFormatProperty_AvailableEncodeSampleRates
    let codecSize = UInt32(MemoryLayout<AudioFormatID>.size)
    var size: UInt32 = 0
    guard AudioFormatGetPropertyInfo(property, codecSize, &codec, &size) == noErr else { return [] }
    var ranges = [AudioValueRange](
      repeating: AudioValueRange(), count: Int(size) / MemoryLayout<AudioValueRange>.stride)
    guard AudioFormatGetProperty(property, codecSize, &codec, &size, &ranges) == noErr else {
      return []
    }
    // A range from 0 to 0 means any rate.
    return ranges.map(\.mMaximum).filter { $0 > 0 }.sorted()
  }

  /// The encoder's rate for a source: the lowest without a loss, or else the highest.
  ///
  /// A rate that is lower by less than one percent counts as lossless: 48,000 Hz suffice for
  /// 48,048.
  package static func sampleRate(of codec: AudioFormatID, for rate: Double) -> Double {
    let rates = sampleRates(of: codec)
    guard !rates.contains(rate) else { return rate }
    return rates.first { $0 >= rate * 0.99 } ?? rates.last ?? rate
  }
}

import AudioToolbox

/// A conversion of Float32 from one rate to another, by `AudioConverter`.
public struct RateConversion {
  public var inputRate: Double
  public var outputRate: Double
  public var channelCount: UInt32 = 1
  /// `kAudioConverterSampleRateConverterComplexity_Normal` and so on.
  public var complexity: UInt32
  /// 0 to 127.
  public var quality: UInt32

  public init(
    from inputRate: Double, to outputRate: Double, _ complexity: UInt32, _ quality: UInt32
  ) {
    self.inputRate = inputRate
    self.outputRate = outputRate
    self.complexity = complexity
    self.quality = quality
  }

  private func format(_ rate: Double) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 4 * channelCount,
      mFramesPerPacket: 1, mBytesPerFrame: 4 * channelCount, mChannelsPerFrame: channelCount,
      mBitsPerChannel: 32, mReserved: 0)
  }

  /// What the client of the input callback lends.
  private final class Input {
    var samples: UnsafeMutableBufferPointer<Float>
    let frameLength: Int
    var isGiven = false

    init(_ samples: UnsafeMutableBufferPointer<Float>, frameLength: Int) {
      self.samples = samples
      self.frameLength = frameLength
    }
  }

  /// Converts interleaved samples, in one call.
  ///
  /// - Returns: What came out; nothing where it could not be converted.
  public func convert(_ samples: [Float]) -> [Float] {
    var (from, to) = (format(inputRate), format(outputRate))
    var converter: AudioConverterRef?
    guard AudioConverterNew(&from, &to, &converter) == noErr, let converter else { return [] }
    defer { AudioConverterDispose(converter) }
    for (property, value) in [
      (kAudioConverterSampleRateConverterComplexity, complexity),
      (kAudioConverterSampleRateConverterQuality, quality),
    ] {
      var value = value
      guard AudioConverterSetProperty(converter, property, 4, &value) == noErr else { return [] }
    }
    let channels = Int(channelCount)
    let capacity = Int(Double(samples.count / channels) * outputRate / inputRate) + 64
    var output = [Float](repeating: 0, count: capacity * channels)
    var frames = UInt32(capacity)
    var copy = samples
    let status = copy.withUnsafeMutableBufferPointer { lent in
      let input = Input(lent, frameLength: channels)
      return output.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: channelCount, mDataByteSize: UInt32(bytes.count),
            mData: bytes.baseAddress))
        return withExtendedLifetime(input) {
          AudioConverterFillComplexBuffer(
            converter,
            { _, count, data, _, client in
              guard let client else { return kAudio_ParamError }
              let input = Unmanaged<Input>.fromOpaque(client).takeUnretainedValue()
              guard !input.isGiven else {
                count.pointee = 0
                return noErr
              }
              input.isGiven = true
              count.pointee = UInt32(input.samples.count / input.frameLength)
              data.pointee.mBuffers.mData = UnsafeMutableRawPointer(input.samples.baseAddress)
              data.pointee.mBuffers.mDataByteSize = UInt32(4 * input.samples.count)
              return noErr
            }, Unmanaged.passUnretained(input).toOpaque(), &frames, &list, nil)
        }
      }
    }
    guard status == noErr else { return [] }
    return Array(output[..<(Int(frames) * channels)])
  }
}

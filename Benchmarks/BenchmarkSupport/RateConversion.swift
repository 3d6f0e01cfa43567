import AudioToolbox

/// A sample rate conversion of Float32 by `AudioConverter`.
public struct RateConversion {
  /// The input rate, in hertz.
  public var inputRate: Double
  /// The output rate, in hertz.
  public var outputRate: Double
  /// The number of channels.
  public var channelCount: UInt32 = 1
  /// A constant such as `kAudioConverterSampleRateConverterComplexity_Normal`.
  public var complexity: UInt32
  /// The quality, 0 to 127.
  public var quality: UInt32

  /// Makes a conversion, of mono by default.
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

  /// The samples that the input callback lends.
  private final class Input {
    let samples: UnsafeMutableBufferPointer<Float>
    let frameLength: Int
    var isGiven = false

    init(_ samples: UnsafeMutableBufferPointer<Float>, frameLength: Int) {
      self.samples = samples
      self.frameLength = frameLength
    }
  }

  /// Frames in each call.
  private static let blockLength = 16_384

  /// Converts interleaved samples and returns the output.
  ///
  /// - Returns: The output; empty if the conversion fails.
  public func convert(_ samples: [Float]) -> [Float] {
    var output: [Float] = []
    _ = run(samples) { output += $0 }
    return output
  }

  /// Converts interleaved samples and counts the output.
  ///
  /// - Returns: The number of output frames.
  public func count(_ samples: [Float]) -> Int {
    run(samples) { _ in }
  }

  private func run(_ samples: [Float], _ take: (ArraySlice<Float>) -> Void) -> Int {
    var (from, to) = (format(inputRate), format(outputRate))
    var reference: AudioConverterRef?
    guard AudioConverterNew(&from, &to, &reference) == noErr, let converter = reference else {
      return 0
    }
    defer { AudioConverterDispose(converter) }
    for (property, value) in [
      (kAudioConverterSampleRateConverterComplexity, complexity),
      (kAudioConverterSampleRateConverterQuality, quality),
    ] {
      var value = value
      guard AudioConverterSetProperty(converter, property, 4, &value) == noErr else { return 0 }
    }
    let channels = Int(channelCount)
    var room = [Float](repeating: 0, count: Self.blockLength * channels)
    return samples.withUnsafeBufferPointer { lent in
      // The converter only reads the samples that its callback lends.
      let input = Input(UnsafeMutableBufferPointer(mutating: lent), frameLength: channels)
      var total = 0
      while true {
        var frames = UInt32(Self.blockLength)
        let status = room.withUnsafeMutableBytes { bytes in
          var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
              mNumberChannels: channelCount, mDataByteSize: UInt32(bytes.count),
              mData: bytes.baseAddress))
          return withExtendedLifetime(input) {
            AudioConverterFillComplexBuffer(
              converter, Self.lend, Unmanaged.passUnretained(input).toOpaque(), &frames, &list, nil)
          }
        }
        guard status == noErr, frames > 0 else { return total }
        take(room[..<(Int(frames) * channels)])
        total += Int(frames)
      }
    }
  }

  /// Lends all input at once, then reports the end.
  private static let lend: AudioConverterComplexInputDataProc = { _, count, data, _, client in
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
  }
}

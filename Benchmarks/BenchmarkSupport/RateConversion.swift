import AudioToolbox

/// A conversion of Float32 from one rate to another, by `AudioConverter`.
public struct RateConversion {
  /// Frames a second that come in.
  public var inputRate: Double
  /// Frames a second that go out.
  public var outputRate: Double
  /// Channels of a frame.
  public var channelCount: UInt32 = 1
  /// `kAudioConverterSampleRateConverterComplexity_Normal` and so on.
  public var complexity: UInt32
  /// 0 to 127.
  public var quality: UInt32

  /// Converts mono, unless told otherwise.
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
    let samples: UnsafeMutableBufferPointer<Float>
    let frameLength: Int
    var isGiven = false

    init(_ samples: UnsafeMutableBufferPointer<Float>, frameLength: Int) {
      self.samples = samples
      self.frameLength = frameLength
    }
  }

  /// Frames of a call.
  private static let blockLength = 16_384

  /// Converts interleaved samples, and keeps what comes out.
  ///
  /// - Returns: What came out; nothing where it could not be converted.
  public func convert(_ samples: [Float]) -> [Float] {
    var output: [Float] = []
    _ = run(samples) { output += $0 }
    return output
  }

  /// Converts interleaved samples.
  ///
  /// - Returns: Frames that came out.
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
      // The converter only reads what its callback lends.
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

  /// Gives all input at once, and then none.
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

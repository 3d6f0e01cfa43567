import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Conversion of the sample rate.
struct AudioConverterRateTests {
  /// The settings of a conversion.
  struct Setting: Sendable, CustomTestStringConvertible {
    var complexity: UInt32
    var quality: UInt32
    /// The required ratio of a tone to everything else, in decibels.
    var signalToNoise: Double

    var testDescription: String { "\(String(complexity, radix: 16)) \(quality)" }

    func apply(to converter: TestConverter) throws {
      try set(
        converter, kAudioConverterSampleRateConverterComplexity, complexity)
      try set(converter, kAudioConverterSampleRateConverterQuality, quality)
    }
  }

  static let linear = Setting(
    complexity: kAudioConverterSampleRateConverterComplexity_Linear, quality: 0, signalToNoise: 40)

  #if Soxr
    static let filters: [Setting] = [
      Setting(
        complexity: kAudioConverterSampleRateConverterComplexity_Normal, quality: 0,
        signalToNoise: 90),
      Setting(
        complexity: kAudioConverterSampleRateConverterComplexity_Normal, quality: 0x20,
        signalToNoise: 95),
      Setting(
        complexity: kAudioConverterSampleRateConverterComplexity_Normal, quality: 0x40,
        signalToNoise: 120),
      Setting(
        complexity: kAudioConverterSampleRateConverterComplexity_Normal, quality: 0x60,
        signalToNoise: 138),
      Setting(
        complexity: kAudioConverterSampleRateConverterComplexity_Normal, quality: 0x7F,
        signalToNoise: 140),
      Setting(
        complexity: kAudioConverterSampleRateConverterComplexity_Mastering, quality: 0x7F,
        signalToNoise: 140),
      Setting(
        complexity: kAudioConverterSampleRateConverterComplexity_MinimumPhase, quality: 0x7F,
        signalToNoise: 130),
    ]
  #else
    static let filters: [Setting] = []
  #endif

  static func set(
    _ converter: TestConverter, _ property: AudioConverterPropertyID, _ value: UInt32
  ) throws {
    var value = value
    let status = AudioConverterSetProperty(converter.reference, property, 4, &value)
    if status != noErr { throw ConverterFailure(status: status) }
  }

  /// A tone of 997 hertz at half of full scale, in Float32.
  static func tone(_ frameCount: Int, rate: Double, channels: Int = 1) -> [UInt8] {
    (0..<frameCount).flatMap { frame in
      (0..<channels).flatMap { channel -> [UInt8] in
        let angle = 2 * Double.pi * 997 * Double(channel + 1) * Double(frame) / rate
        let bits = Float(0.5 * sin(angle)).bitPattern
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
      }
    }
  }

  static func convert(
    _ bytes: [UInt8], _ source: AudioStreamBasicDescription,
    _ destination: AudioStreamBasicDescription, _ settings: [Setting] = [],
    answers: [Int] = [], portions: [Int] = [4096], method: UInt32? = nil, misalignment: Int = 0
  ) throws -> [Float] {
    let converter = try TestConverter(source, destination)
    for setting in settings { try setting.apply(to: converter) }
    if let method { try set(converter, kAudioConverterPrimeMethod, method) }
    return try drain(
      converter, bytes, source, destination, answers: answers, portions: portions,
      misalignment: misalignment)
  }

  static func drain(
    _ converter: TestConverter, _ bytes: [UInt8], _ source: AudioStreamBasicDescription,
    _ destination: AudioStreamBasicDescription, answers: [Int] = [], portions: [Int] = [4096],
    misalignment: Int = 0
  ) throws -> [Float] {
    let width = Int(source.mBytesPerFrame)
    let client = ConverterClient(source, TestPackets.cut(bytes) { $0.isEmpty ? nil : width })
    client.answers = answers.map { .packets($0) }
    client.misalignment = misalignment
    let result = client.drain(converter.reference, destination, portions: portions)
    if let status = result.statuses.first(where: { $0 != noErr }) {
      throw ConverterFailure(status: status)
    }
    return LittleEndian.float(result.buffers[0])
  }

  /// The ratio of the tone in `samples` to the rest in decibels, without the samples near the ends.
  static func signalToNoise(_ samples: [Float], rate: Double, without edge: Int) -> Double {
    let middle = samples.dropFirst(edge).dropLast(edge).map(Double.init)
    let angle = 2 * Double.pi * 997 / rate
    var (ss, sc, cc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, value) in middle.enumerated() {
      let (s, c) = (sin(angle * Double(index)), cos(angle * Double(index)))
      ss += s * s
      sc += s * c
      cc += c * c
      ys += value * s
      yc += value * c
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((ys * cc - yc * sc) / determinant, (yc * ss - ys * sc) / determinant)
    var (signal, noise) = (0.0, 0.0)
    for (index, value) in middle.enumerated() {
      let fit = a * sin(angle * Double(index)) + b * cos(angle * Double(index))
      signal += fit * fit
      noise += (value - fit) * (value - fit)
    }
    return 10 * log10(signal / noise)
  }

  static let rates: [(Double, Double)] = [
    (44100, 48000), (48000, 44100), (96000, 44100), (44100, 16000), (8000, 44100), (16000, 48000),
    (44100, 22050), (11025, 96000),
  ]

  @Test(
    "a tone keeps its frequency and purity", arguments: [linear] + filters,
    [rates[0], rates[1], rates[3]])
  func toneStays(_ setting: Setting, _ rates: (Double, Double)) throws {
    let source = AudioStreamBasicDescription.float32(rate: rates.0, channels: 1)
    let destination = AudioStreamBasicDescription.float32(rate: rates.1, channels: 1)
    let samples = try Self.convert(
      Self.tone(20000, rate: rates.0), source, destination, [setting])
    let measured = Self.signalToNoise(samples, rate: rates.1, without: 2500)
    #expect(measured >= setting.signalToNoise)
  }

  @Test(
    "the length is the input's times the quotient of the rates, rounded", arguments: rates,
    [linear] + filters.dropFirst(2).prefix(1))
  func length(_ rates: (Double, Double), _ setting: Setting) throws {
    let source = AudioStreamBasicDescription.float32(rate: rates.0, channels: 1)
    let destination = AudioStreamBasicDescription.float32(rate: rates.1, channels: 1)
    for count in [1, 2, 100, 2001] {
      let samples = try Self.convert(
        Self.tone(count, rate: rates.0), source, destination, [setting])
      #expect(samples.count == Int((Double(count) * rates.1 / rates.0 + 0.5).rounded(.down)))
    }
  }

  @Test("an empty input gives an empty output", arguments: [linear] + filters)
  func nothing(_ setting: Setting) throws {
    let source = AudioStreamBasicDescription.float32(rate: 44100, channels: 2)
    let samples = try Self.convert([], source, .float32(rate: 48000, channels: 2), [setting])
    #expect(samples.isEmpty)
  }

  @Test(
    "any division of input and output gives the same samples", arguments: rates,
    [linear] + filters.dropFirst(2).prefix(1))
  func cuts(_ rates: (Double, Double), _ setting: Setting) throws {
    let source = AudioStreamBasicDescription.float32(rate: rates.0, channels: 2)
    let destination = AudioStreamBasicDescription.float32(rate: rates.1, channels: 2)
    let bytes = Self.tone(2000, rate: rates.0, channels: 2)
    let whole = try Self.convert(
      bytes, source, destination, [setting], answers: [2000], portions: [30_000])
    let ones = try Self.convert(bytes, source, destination, [setting], portions: [1])
    #expect(ones == whole)
    let odd = try Self.convert(
      bytes, source, destination, [setting], answers: [1, 7, 500, 3, 512],
      portions: [5, 777, 1, 4096])
    #expect(odd == whole)
    let askew = try Self.convert(
      bytes, source, destination, [setting], answers: [300, 1, 700], portions: [600],
      misalignment: 1)
    #expect(askew == whole)
  }

  @Test("no sample of the previous stream remains after a reset", arguments: [linear] + filters)
  func reset(_ setting: Setting) throws {
    let source = AudioStreamBasicDescription.float32(rate: 44100, channels: 1)
    let destination = AudioStreamBasicDescription.float32(rate: 48000, channels: 1)
    let bytes = Self.tone(3000, rate: 44100)
    let fresh = try Self.convert(bytes, source, destination, [setting])
    let converter = try TestConverter(source, destination)
    try setting.apply(to: converter)
    let client = ConverterClient(source, TestPackets.cut(bytes.reversed()) { $0.isEmpty ? nil : 4 })
    client.fill(converter.reference, destination, frames: 1234)
    AudioConverterReset(converter.reference)
    let again = try Self.drain(converter, bytes, source, destination)
    #expect(again == fresh)
    // An ended stream stays ended until a reset.
    #expect(client.fill(converter.reference, destination, frames: 10).frameCount == 0)
    AudioConverterReset(converter.reference)
    #expect(try Self.drain(converter, bytes, source, destination) == fresh)
  }

  @Test("an error from the callback loses no pending frames", arguments: [linear] + filters)
  func stops(_ setting: Setting) throws {
    let source = AudioStreamBasicDescription.float32(rate: 44100, channels: 1)
    let destination = AudioStreamBasicDescription.float32(rate: 16000, channels: 1)
    let bytes = Self.tone(5000, rate: 44100)
    let whole = try Self.convert(
      bytes, source, destination, [setting], answers: [5000], portions: [5000])
    let converter = try TestConverter(source, destination)
    try setting.apply(to: converter)
    let client = ConverterClient(source, TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 })
    client.answers = [
      .packets(100), .status(-7), .packets(1000), .status(-7), .status(-7), .packets(3),
    ]
    var samples: [Float] = []
    var statuses: Set<OSStatus> = []
    while true {
      let result = client.fill(converter.reference, destination, frames: 300)
      statuses.insert(result.status)
      samples += LittleEndian.float(result.buffers[0])
      if result.status == noErr, result.frameCount == 0 { break }
    }
    #expect(statuses == [noErr, -7])
    #expect(samples == whole)
  }

  #if Soxr
    @Test("channels keep their order in integer and separate output")
    func channels() throws {
      let source = AudioStreamBasicDescription.float32(rate: 44100, channels: 2)
      let bytes = Self.tone(5000, rate: 44100, channels: 2)
      let both = try Self.convert(bytes, source, .float32(rate: 48000, channels: 2))
      let left = try Self.convert(bytes, source, .float32(rate: 48000, channels: 1))
      #expect(left == stride(from: 0, to: both.count, by: 2).map { both[$0] })
      let converter = try TestConverter(
        source,
        .pcm(
          16,
          kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
            | kAudioFormatFlagIsNonInterleaved, rate: 48000))
      let client = ConverterClient(source, TestPackets.cut(bytes) { $0.isEmpty ? nil : 8 })
      let separate = client.drain(
        converter.reference,
        .pcm(
          16,
          kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
            | kAudioFormatFlagIsNonInterleaved, rate: 48000), portions: [700])
      for channel in 0...1 {
        let expected = stride(from: channel, to: both.count, by: 2).map {
          Int16((both[$0] * 32768).rounded(.toNearestOrEven))
        }
        #expect(LittleEndian.int16(separate.buffers[channel]) == expected)
      }
    }

    @Test("priming comes from the input, is silent, or stays as latency")
    func priming() throws {
      let source = AudioStreamBasicDescription.float32(rate: 44100, channels: 1)
      let destination = AudioStreamBasicDescription.float32(rate: 48000, channels: 1)
      let bytes = Self.tone(20000, rate: 44100)
      let normal = try Self.convert(bytes, source, destination)
      let converter = try TestConverter(source, destination)
      var info = AudioConverterPrimeInfo()
      var size: UInt32 = 8
      #expect(
        AudioConverterGetProperty(
          converter.reference, kAudioConverterPrimeInfo, &size, &info) == noErr)
      // A whole number of frames at both rates.
      let leading = Int(info.leadingFrames)
      #expect(leading > 0 && leading.isMultiple(of: 147))
      let delay = leading / 147 * 160
      let pre = try Self.convert(bytes, source, destination, method: kConverterPrimeMethod_Pre)
      let early = SampleDifference(
        pre, reference: Array(normal.dropFirst(delay)))
      #expect(early.missing == 0 && early.peak < 1e-6)
      #expect(pre.count == ((20000 - leading) * 160 * 2 + 147) / (2 * 147))
      let none = try Self.convert(bytes, source, destination, method: kConverterPrimeMethod_None)
      #expect(none.count == normal.count)
      let shifted = SampleDifference(
        Array(none.dropFirst(delay)), reference: Array(normal.dropLast(delay)))
      #expect(shifted.missing == 0 && shifted.peak < 1e-6)
    }

    @Test("samples equal FFmpeg's with the same library, if available")
    func sameAsFFmpeg() throws {
      let raw = try FFmpeg.encode(
        ["-f", "f32le"], sampleRate: 44100, channelCount: 2, seconds: 0.5)
      let reference = LittleEndian.float(
        try FFmpeg.decode(
          raw, ["-f", "f32le", "-ar", "44100", "-ac", "2"],
          ["-af", "aresample=48000:resampler=soxr:precision=28:osf=flt", "-f", "f32le"]))
      let samples = try Self.convert(
        raw, .float32(rate: 44100), .float32(rate: 48000),
        [
          Setting(
            complexity: kAudioConverterSampleRateConverterComplexity_Normal, quality: 0x7F,
            signalToNoise: 0)
        ])
      let difference = SampleDifference(
        Array(samples.prefix(reference.count)), reference: reference)
      #expect(abs(samples.count - reference.count) <= 2)
      #expect(difference.signalToNoise > 100)
    }
  #else
    @Test("without the library, a filter returns 'fmt?', but linear interpolation works")
    func withoutLibrary() throws {
      let source = AudioStreamBasicDescription.float32(rate: 44100, channels: 1)
      let destination = AudioStreamBasicDescription.float32(rate: 48000, channels: 1)
      #expect(throws: ConverterFailure(status: kAudioConverterErr_FormatNotSupported)) {
        try Self.convert(Self.tone(10, rate: 44100), source, destination)
      }
    }
  #endif

  @Test("settings can be read back, and invalid ones are refused")
  func settings() throws {
    let converter = try TestConverter(.float32(rate: 44100), .float32(rate: 48000))
    let properties = [
      kAudioConverterSampleRateConverterComplexity: [
        kAudioConverterSampleRateConverterComplexity_Linear,
        kAudioConverterSampleRateConverterComplexity_MinimumPhase,
        kAudioConverterSampleRateConverterComplexity_Mastering,
      ],
      kAudioConverterSampleRateConverterQuality: [0, 0x33, 0x7F],
      kAudioConverterPrimeMethod: [0, 1, 2],
    ]
    let wrong: [AudioConverterPropertyID: UInt32] = [
      kAudioConverterSampleRateConverterComplexity: 5,
      kAudioConverterSampleRateConverterQuality: 0x80, kAudioConverterPrimeMethod: 3,
    ]
    for (property, values) in properties {
      for value in values {
        try Self.set(converter, property, value)
        #expect(
          AudioConverterPropertyTests.get(converter, property).bytes
            == AudioConverterPropertyTests.number(Int(value)))
      }
      #expect(throws: ConverterFailure(status: kAudio_ParamError)) {
        try Self.set(converter, property, wrong[property] ?? 0)
      }
    }
    // A conversion that keeps the rate has no such setting.
    let plain = try TestConverter(.float32(), .int16())
    for property in properties.keys {
      #expect(throws: ConverterFailure(status: kAudioConverterErr_PropertyNotSupported)) {
        try Self.set(plain, property, 0)
      }
    }
  }

  @Test("a matrix mixes channels")
  func mixMap() throws {
    let converter = try TestConverter(.float32(channels: 2), .float32(channels: 1))
    let levels: [Float] = [0.25, 0.5]
    #expect(
      AudioConverterSetProperty(
        converter.reference, kAudioConverterPropertyChannelMixMap, 8, levels) == noErr)
    let bytes = Self.tone(100, rate: 8000, channels: 2)
    let samples = try Self.drain(
      converter, bytes, .float32(channels: 2), .float32(channels: 1), portions: [33])
    let floats = LittleEndian.float(bytes)
    let mixed = (0..<100).map { frame -> Float in
      let (left, right): (Float, Float) = (floats[2 * frame] * 0.25, floats[2 * frame + 1] * 0.5)
      return left + right
    }
    #expect(samples == mixed)
  }

  @Test("ConvertComplexBuffer converts separate channels, and only at one rate")
  func complexBuffer() throws {
    let separate = AudioStreamBasicDescription.pcm(
      32,
      kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved)
    let converter = try TestConverter(.int16(), separate)
    var input: [Int16] = [1, -1, 2, -2, 3, -3]
    var left = [Float](repeating: 9, count: 4)
    var right = left
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    let status = input.withUnsafeMutableBytes { input in
      left.withUnsafeMutableBytes { left in
        right.withUnsafeMutableBytes { right in
          var source = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
              mNumberChannels: 2, mDataByteSize: 12, mData: input.baseAddress))
          for (index, room) in [left, right].enumerated() {
            list[index] = AudioBuffer(
              mNumberChannels: 1, mDataByteSize: 16, mData: room.baseAddress)
          }
          return AudioConverterConvertComplexBuffer(
            converter.reference, 3, &source, list.unsafeMutablePointer)
        }
      }
    }
    #expect(status == noErr)
    #expect(left == [1, 2, 3].map { $0 / 32768 } + [9])
    #expect(right == [-1, -2, -3].map { $0 / 32768 } + [9])
    #expect(list[0].mDataByteSize == 12 && list[1].mDataByteSize == 12)
    var source = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 12, mData: nil))
    #expect(
      AudioConverterConvertComplexBuffer(
        converter.reference, 4, &source, list.unsafeMutablePointer)
        == kAudioConverterErr_InvalidInputSize)
    let changing = try TestConverter(.int16(rate: 8000), .int16(rate: 16000))
    #expect(
      AudioConverterConvertComplexBuffer(
        changing.reference, 1, &source, list.unsafeMutablePointer)
        == kAudioConverterErr_OperationNotSupported)
  }
}

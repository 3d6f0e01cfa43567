import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioConverterTests {
  static func format(
    _ rate: Double, _ channels: AVAudioChannelCount,
    _ common: AVAudioCommonFormat = .pcmFormatFloat32, interleaved: Bool = false
  ) throws -> AVAudioFormat {
    try #require(
      AVAudioFormat(
        commonFormat: common, sampleRate: rate, channels: channels, interleaved: interleaved))
  }

  @Test func theSimpleFormConvertsABuffer() throws {
    let (from, to) = try (
      Self.format(8000, 2), Self.format(8000, 2, .pcmFormatInt16, interleaved: true)
    )
    let converter = try #require(AVAudioConverter(from: from, to: to))
    let input = try AVAudioPCMBuffer.tone(from, frames: 100)
    let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 120))
    try converter.convert(to: output, from: input)
    #expect(output.frameLength == 100)
    let expected = input.samples(1).map { Int16(($0 * 32768).rounded(.toNearestOrEven)) }
    #expect((0..<100).map { output.int16ChannelData?[1][$0 * 2] } == expected)
    let small = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 99))
    #expect(throws: NSError.self) { try converter.convert(to: small, from: input) }
    let other = try #require(AVAudioConverter(from: from, to: Self.format(16000, 2)))
    let wide = try #require(
      AVAudioPCMBuffer(pcmFormat: Self.format(16000, 2), frameCapacity: 1000))
    #expect(throws: NSError.self) { try other.convert(to: wide, from: input) }
  }

  @Test("an impossible sample rate is refused", arguments: [0, -8000, .nan, .infinity])
  func unknownRatesAreRefused(rate: Double) throws {
    let (known, unknown) = try (Self.format(8000, 2), Self.format(rate, 2))
    #expect(AVAudioConverter(from: known, to: unknown) == nil)
    #expect(AVAudioConverter(from: unknown, to: known) == nil)
    #expect(AVAudioConverter(from: unknown, to: unknown) == nil)
  }

  /// Runs a conversion to its end, with a block that returns the given answers in turn.
  static func run(
    _ converter: AVAudioConverter, _ input: AVAudioPCMBuffer, portion: Int, capacity: Int,
    dryEvery: Int = 0
  ) throws -> (samples: [Float], statuses: [AVAudioConverterOutputStatus]) {
    var next = 0
    var calls = 0
    var samples: [Float] = []
    var statuses: [AVAudioConverterOutputStatus] = []
    let all = input.samples()
    while true {
      let output = try #require(
        AVAudioPCMBuffer(
          pcmFormat: converter.outputFormat, frameCapacity: AVAudioFrameCount(capacity)))
      var error: NSError?
      let status = converter.convert(to: output, error: &error) { _, status in
        calls += 1
        if dryEvery > 0, calls % dryEvery == 0 {
          status.pointee = .noDataNow
          return nil
        }
        guard next < all.count else {
          status.pointee = .endOfStream
          return nil
        }
        let count = min(portion, all.count - next)
        guard
          let piece = AVAudioPCMBuffer(
            pcmFormat: converter.inputFormat, frameCapacity: AVAudioFrameCount(count))
        else { return nil }
        piece.frameLength = AVAudioFrameCount(count)
        for index in 0..<count { piece.floatChannelData?[0][index] = all[next + index] }
        next += count
        status.pointee = .haveData
        return piece
      }
      #expect(error == nil)
      statuses.append(status)
      samples += output.samples()
      if status == .endOfStream {
        #expect(output.frameLength == 0)
        return (samples, statuses)
      }
      try #require(status != .error && statuses.count < 100_000)
    }
  }

  @Test func theBlockFormConvertsAnyDivisionOfTheInput() throws {
    let from = try Self.format(8000, 1)
    let converter = try #require(
      AVAudioConverter(from: from, to: Self.format(8000, 1, .pcmFormatFloat32)))
    let input = try AVAudioPCMBuffer.tone(from, frames: 3000)
    for (portion, capacity, dry) in [(3000, 5000, 0), (7, 100, 3), (1000, 1, 0), (512, 512, 2)] {
      converter.reset()
      let result = try Self.run(
        converter, input, portion: portion, capacity: capacity, dryEvery: dry)
      #expect(result.samples == input.samples())
      #expect(result.statuses.contains(.inputRanDry) == (dry > 0))
    }
    // The stream has ended.
    let output = try #require(AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 10))
    let status = converter.convert(to: output, error: nil) { _, status in
      status.pointee = .haveData
      return input
    }
    #expect(status == .endOfStream && output.frameLength == 0)
  }

  @Test func anImpossiblePairFails() throws {
    let amr = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatAMR, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
      ]))
    #expect(try AVAudioConverter(from: Self.format(8000, 1), to: amr) == nil)
  }

  @Test func downmixAndChannelMap() throws {
    let (from, to) = try (Self.format(8000, 2), Self.format(8000, 1))
    let converter = try #require(AVAudioConverter(from: from, to: to))
    let input = try AVAudioPCMBuffer.tone(from, frames: 100)
    let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 100))
    #expect(converter.channelMap == [0])
    try converter.convert(to: output, from: input)
    #expect(output.samples() == input.samples(0))
    converter.channelMap = [1]
    try converter.convert(to: output, from: input)
    #expect(output.samples() == input.samples(1))
    converter.downmix = true
    try converter.convert(to: output, from: input)
    let mean = zip(input.samples(0), input.samples(1)).map { $0 * 0.5 + $1 * 0.5 }
    #expect(output.samples() == mean)
    converter.downmix = false
    try converter.convert(to: output, from: input)
    #expect(output.samples() == input.samples(0))
  }

  @Test func anEncoderKeepsItsOrder() throws {
    let layout = try #require(
      AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let from = AVAudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 48_000, interleaved: false,
      channelLayout: layout)
    let order = try #require(from.settings[AVChannelLayoutKey])
    let to = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48_000,
        AVNumberOfChannelsKey: 6,
        AVChannelLayoutKey: order,
      ]))
    // C L R Ls Rs LFE, from L R C LFE Ls Rs.
    let converter = try #require(AVAudioConverter(from: from, to: to))
    #expect(converter.channelMap == [2, 0, 1, 4, 5, 3])
  }

  @Test func dithers() throws {
    let (from, to) = try (
      Self.format(8000, 1), Self.format(8000, 1, .pcmFormatInt16, interleaved: true)
    )
    let converter = try #require(AVAudioConverter(from: from, to: to))
    let input = try #require(AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 5000))
    input.frameLength = 5000
    for index in 0..<5000 { input.floatChannelData?[0][index] = 0.4 / 32768 }
    let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 5000))
    func mean() throws -> Double {
      try converter.convert(to: output, from: input)
      return (0..<5000).reduce(0) { $0 + Double(output.int16ChannelData?[0][$1] ?? 0) } / 5000
    }
    #expect(try !converter.dither && mean() == 0)
    converter.dither = true
    #expect(try converter.dither && abs(mean() - 0.4) < 0.05)
    #expect(converter.applicableEncodeBitRates == nil && converter.bitRateStrategy == nil)
  }

  #if LibAV
    @Test func encodersReportTheirFormats() throws {
      let layer3 = try #require(
        AVAudioFormat(settings: [
          AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
        ]))
      let converter = try #require(AVAudioConverter(from: Self.format(8000, 1), to: layer3))
      #expect(converter.applicableEncodeBitRates?.first == 8000)
      #expect(converter.applicableEncodeBitRates?.last == 64_000)
      #expect(converter.availableEncodeBitRates?.last == 320_000)
      #expect(converter.availableEncodeSampleRates?.contains(48_000) == true)
      #expect(
        converter.availableEncodeChannelLayoutTags == [
          NSNumber(value: kAudioChannelLayoutTag_Mono)
        ])
      #expect(converter.bitRateStrategy == AVAudioBitRateStrategy_Constant)
      converter.bitRateStrategy = AVAudioBitRateStrategy_Variable
      #expect(converter.bitRateStrategy == AVAudioBitRateStrategy_Variable)
    }
  #endif

  @Test func settings() throws {
    let converter = try #require(
      AVAudioConverter(from: Self.format(44100, 1), to: Self.format(16000, 1)))
    converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
    #expect(converter.sampleRateConverterQuality == 127)
    for none in [-1, 128, Int.max] { converter.sampleRateConverterQuality = none }
    #expect(converter.sampleRateConverterQuality == 127)
    converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
    #expect(
      converter.sampleRateConverterAlgorithm == AVSampleRateConverterAlgorithm_Mastering)
    converter.primeMethod = .none
    #expect(converter.primeMethod == .none)
    #expect(converter.primeInfo.leadingFrames > 0)
    #expect(converter.magicCookie == nil && converter.bitRate == 0)
    #expect(converter.maximumOutputPacketSize == 4)
  }

  #if Soxr
    @Test func anotherRateIsExactInLength() throws {
      let from = try Self.format(44100, 1)
      let input = try AVAudioPCMBuffer.tone(from, frames: 44100)
      let converter = try #require(AVAudioConverter(from: from, to: Self.format(16000, 1)))
      let result = try Self.run(converter, input, portion: 1000, capacity: 4096)
      #expect(result.samples.count == 16000)
      let tone = try AVAudioPCMBuffer.tone(Self.format(16000, 1), frames: 16000).samples()
      let isClose = zip(result.samples, tone).dropFirst(200).dropLast(200).allSatisfy {
        abs($0 - $1) < 1e-4
      }
      #expect(isClose)
    }
  #endif
}

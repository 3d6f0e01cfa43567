#if LibAV
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// Packets that pass from one converter to another in buffers.
  @Suite struct AVAudioConverterCodecTests {
    struct Codec: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var formatID: AudioFormatID
      var rate = 44_100.0
      /// The required signal-to-noise ratio in decibels; infinite if 16 bits stay equal.
      var signalToNoise = Double.infinity
      var bitRate = 0
    }

    static let codecs = [
      Codec(
        testDescription: "AAC", formatID: kAudioFormatMPEG4AAC, signalToNoise: 12,
        bitRate: 128_000),
      Codec(
        testDescription: "Opus", formatID: kAudioFormatOpus, rate: 48_000, signalToNoise: 20,
        bitRate: 96_000),
      Codec(testDescription: "ALAC", formatID: kAudioFormatAppleLossless),
      Codec(testDescription: "FLAC", formatID: kAudioFormatFLAC),
    ]

    /// The output of a converter up to the end of its input, in buffers of a number of packets.
    private func encode(
      _ converter: AVAudioConverter, _ input: AVAudioPCMBuffer, capacity: AVAudioPacketCount
    ) throws -> [AVAudioCompressedBuffer] {
      var isGiven = false
      var buffers: [AVAudioCompressedBuffer] = []
      while true {
        let buffer = AVAudioCompressedBuffer(
          format: converter.outputFormat, packetCapacity: capacity,
          maximumPacketSize: converter.maximumOutputPacketSize)
        var error: NSError?
        let status = converter.convert(to: buffer, error: &error) { _, status in
          status.pointee = isGiven ? .endOfStream : .haveData
          defer { isGiven = true }
          return isGiven ? nil : input
        }
        try #require(error == nil && status != .error && buffers.count < 10_000)
        if buffer.packetCount > 0 { buffers.append(buffer) }
        if status == .endOfStream {
          #expect(buffer.packetCount == 0 && buffer.byteLength == 0)
          return buffers
        }
      }
    }

    /// The decoded samples of buffers of packets.
    private func decode(
      _ converter: AVAudioConverter, _ buffers: [AVAudioCompressedBuffer]
    ) throws -> [Float] {
      var next = 0
      var samples: [Float] = []
      while true {
        let output = try #require(
          AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1000))
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
          guard next < buffers.count else {
            status.pointee = .endOfStream
            return nil
          }
          defer { next += 1 }
          status.pointee = .haveData
          return buffers[next]
        }
        try #require(error == nil && status != .error)
        samples += output.samples(1)
        if status == .endOfStream { return samples }
      }
    }

    @Test(arguments: codecs) func packetsPassBetweenConverters(codec: Codec) throws {
      let pcm = try AVAudioConverterTests.format(codec.rate, 2)
      let coded = try #require(
        AVAudioFormat(settings: [
          AVFormatIDKey: codec.formatID, AVSampleRateKey: codec.rate, AVNumberOfChannelsKey: 2,
        ]))
      let tone = try AVAudioPCMBuffer.tone(pcm, frames: 20_000)
      let encoder = try #require(AVAudioConverter(from: pcm, to: coded))
      if codec.bitRate > 0 {
        encoder.bitRate = codec.bitRate
        #expect(encoder.bitRate == codec.bitRate)
      }
      let buffers = try encode(encoder, tone, capacity: 3)
      #expect(buffers.dropLast().allSatisfy { $0.packetCount == 3 })
      let leading = Int(encoder.primeInfo.leadingFrames)
      let trailing = Int(encoder.primeInfo.trailingFrames)
      let description = encoder.outputFormat.streamDescription.pointee
      let packetFrames = Int(description.mFramesPerPacket)
      let packetCount = buffers.reduce(0) { $0 + Int($1.packetCount) }
      if packetFrames > 0 {
        #expect(packetCount * packetFrames == leading + 20_000 + trailing)
      }
      for buffer in buffers {
        let descriptions = try #require(buffer.packetDescriptions)
        let sizes = (0..<Int(buffer.packetCount)).map { Int(descriptions[$0].mDataByteSize) }
        #expect(sizes.reduce(0, +) == Int(buffer.byteLength) && !sizes.contains(0))
      }

      let decoder = try #require(AVAudioConverter(from: encoder.outputFormat, to: pcm))
      decoder.magicCookie = encoder.magicCookie
      #expect(decoder.magicCookie == encoder.magicCookie)
      let samples = Array(try decode(decoder, buffers).dropFirst(leading).prefix(20_000))
      let reference = tone.samples(1)
      if codec.signalToNoise == .infinity {
        let isSame = zip(samples, reference).allSatisfy { abs($0 - $1) <= 0.5 / 32768 }
        #expect(isSame && samples.count == 20_000)
        return
      }
      let here = SampleDifference(samples, reference: reference)
      #expect(here.missing == 0)
      #expect(here.signalToNoise >= codec.signalToNoise)
      // A shift by one frame either way would be worse.
      let early = SampleDifference(
        Array(samples.dropFirst()), reference: Array(reference.dropLast()))
      let late = SampleDifference(
        Array(samples.dropLast()), reference: Array(reference.dropFirst()))
      #expect(here.signalToNoise > max(early.signalToNoise, late.signalToNoise))
    }

    @Test(
      "constant packets continue in their buffer, and equal those of a file",
      arguments: [kAudioFormatULaw, kAudioFormatALaw, kAudioFormatAppleIMA4])
    func packetsOfOneSize(codec: AudioFormatID) throws {
      let pcm = try AVAudioConverterTests.format(8000, 2)
      let coded = try #require(
        AVAudioFormat(settings: [
          AVFormatIDKey: codec, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 2,
        ]))
      let tone = try AVAudioPCMBuffer.tone(pcm, frames: 640)
      let encoder = try #require(AVAudioConverter(from: pcm, to: coded))
      let buffers = try encode(encoder, tone, capacity: 640)
      #expect(buffers.count == 1 && buffers[0].packetDescriptions == nil)
      let decoder = try #require(AVAudioConverter(from: coded, to: pcm))
      let difference = SampleDifference(
        try decode(decoder, buffers), reference: tone.samples(1))
      #expect(difference.missing == 0 && difference.signalToNoise > 15)
      let folder = try Folder()
      let file = try AVAudioFile(forWriting: folder.file("a.caf"), settings: coded.settings)
      #expect(file.fileFormat == coded)
    }

    /// All packets of a file, in one buffer.
    private func packets(of url: URL, _ format: AVAudioFormat) throws -> AVAudioCompressedBuffer {
      var opened: AudioFileID?
      #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
      let file = try #require(opened)
      defer { AudioFileClose(file) }
      let buffer = AVAudioCompressedBuffer(
        format: format, packetCapacity: 100, maximumPacketSize: 40_000)
      var size = buffer.byteCapacity
      var count: UInt32 = 100
      // Fewer packets remain, which is not an error if their sizes vary.
      #expect(
        AudioFileReadPacketData(
          file, false, &size, buffer.packetDescriptions, 0, &count, buffer.data) == noErr)
      buffer.byteLength = size
      buffer.packetCount = count
      return buffer
    }

    @Test(
      "a file's format decodes the file's packets",
      arguments: [
        ("a.m4a", kAudioFormatMPEG4AAC), ("a.m4a", kAudioFormatAppleLossless),
        ("a.caf", kAudioFormatAppleLossless), ("a.flac", kAudioFormatFLAC),
      ])
    func cookieOfAFile(name: String, codec: AudioFormatID) throws {
      let folder = try Folder()
      let url = folder.file(name)
      let output = try AVAudioFile(
        forWriting: url,
        settings: [
          AVFormatIDKey: codec, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
          AVEncoderBitDepthHintKey: 24,
        ])
      let tone = try AVAudioPCMBuffer.tone(output.processingFormat, frames: 20_000)
      try output.write(from: tone)
      let written = output.fileFormat
      output.close()

      let format = try AVAudioFile(forReading: url).fileFormat
      let cookie = try #require(format.magicCookie)
      #expect(!cookie.isEmpty && written.magicCookie != nil)
      let decoder = try #require(AVAudioConverter(from: format, to: tone.format))
      let samples = try decode(decoder, [packets(of: url, format)])
      #expect(samples.count >= 20_000 && samples.contains { $0 > 0.4 })
    }

    @Test func samplesHaveNoCookie() throws {
      let folder = try Folder()
      let file = try AVAudioFile(
        forWriting: folder.file("a.wav"),
        settings: [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
        ])
      #expect(file.fileFormat.magicCookie == nil)
    }

    @Test(arguments: [
      ("a.m4a", kAudioFormatMPEG4AAC), ("a.caf", kAudioFormatMPEG4AAC),
      ("a.m4a", kAudioFormatAppleLossless), ("a.flac", kAudioFormatFLAC),
      ("a.caf", kAudioFormatAppleIMA4),
    ])
    func filesOfPacketsAreWrittenAndRead(name: String, codec: AudioFormatID) throws {
      let folder = try Folder()
      let url = folder.file(name)
      let output = try AVAudioFile(
        forWriting: url,
        settings: [AVFormatIDKey: codec, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2])
      let buffer = try AVAudioPCMBuffer.tone(output.processingFormat, frames: 5000)
      for _ in 0..<4 { try output.write(from: buffer) }
      #expect(output.length == 20_000 && output.framePosition == 20_000)
      output.close()

      let input = try AVAudioFile(forReading: url)
      #expect(input.fileFormat.streamDescription.pointee.mFormatID == codec)
      #expect(input.length == 20_000)
      let all = try #require(
        AVAudioPCMBuffer(pcmFormat: input.processingFormat, frameCapacity: 30_000))
      try input.read(into: all)
      #expect(all.frameLength == 20_000 && input.framePosition == 20_000)
      #expect(throws: NSError.self) { try input.read(into: all) }
      let reference = (0..<4).flatMap { _ in buffer.samples(1) }
      let part = try #require(
        AVAudioPCMBuffer(pcmFormat: input.processingFormat, frameCapacity: 300))
      input.framePosition = 0
      try input.read(into: all)
      #expect(SampleDifference(all.samples(1), reference: reference).signalToNoise > 15)
      // AAC's noise substitution differs each time.
      let least = codec == kAudioFormatMPEG4AAC ? 15.0 : 50
      for frame in [12_345, 7, 19_900, 4096, 0] {
        input.framePosition = Int64(frame)
        try input.read(into: part)
        let count = min(300, 20_000 - frame)
        #expect(part.frameLength == count && input.framePosition == frame + count)
        let expected = Array(all.samples(1)[frame..<frame + count])
        let difference = SampleDifference(part.samples(1), reference: expected)
        #expect(difference.missing == 0 && difference.signalToNoise > least, "\(frame)")
      }
    }
  }
#endif

#if LibAV
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Test vectors that come without a container, against the output of the codec's own decoder.
  @Suite(.enabled(if: ConverterCorpus.path != nil)) struct AudioConverterVectorTests {
    /// Vectors of iLBC (RFC 3951, appendix): packets of 20 or 30 ms.
    ///
    /// Its reference decoder enhances what it decodes, which delays it; libavcodec 59 does not, so the samples are alike, not the same.
    @Test(arguments: [
      ("F01", 30, 14.2), ("F02", 20, 16.5), ("F02", 30, 16.5), ("F03", 20, 12.8),
    ])
    func speechIsAlike(_ name: String, _ milliseconds: Int, _ leastSignalToNoise: Double) throws {
      let folder = URL(fileURLWithPath: try #require(ConverterCorpus.path))
      let bytes = try Tool.read(folder.appending(path: "xmedialib/ilbc/\(name).BIT\(milliseconds)"))
      let output = try Tool.read(
        folder.appending(path: "_golden/xmedialib/test/samples/ilbc/\(name).OUT\(milliseconds)"))
      let size = milliseconds == 20 ? 38 : 50
      var format = AudioStreamBasicDescription.compressed(
        kAudioFormatiLBC, rate: 8000, channels: 1, framesPerPacket: milliseconds * 8)
      format.mBytesPerPacket = UInt32(size)
      let converter = try TestConverter(format, .int16(channels: 1))
      let client = ConverterClient(format, TestPackets.cut(bytes) { $0.isEmpty ? nil : size })
      let decoded = LittleEndian.int16(
        client.drain(converter.reference, .int16(channels: 1), portions: [4000]).buffers[0])
      let reference = LittleEndian.int16(output)
      #expect(decoded.count == reference.count)
      // What the enhancer delays: RFC 3951, 4.6.
      let delay = milliseconds == 20 ? 40 : 80
      let difference = SampleDifference(
        decoded.dropLast(delay).map { Float($0) / 32768 },
        reference: reference.dropFirst(delay).map { Float($0) / 32768 })
      #expect(difference.signalToNoise > leastSignalToNoise, "\(difference.signalToNoise) dB")
    }
  }
#endif

#if LibAV
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Test vectors without a container, compared with the output of the codec's own decoder.
  @Suite(.enabled(if: ConverterCorpus.path != nil)) struct AudioConverterVectorTests {
    #if ILBC
      /// Vectors of iLBC (RFC 3951, appendix): packets of 20 or 30 ms.
      @Test(arguments: [("F01", 30), ("F02", 20), ("F02", 30), ("F03", 20)])
      func speechInILBCMatches(_ name: String, _ milliseconds: Int) throws {
        let folder = URL(fileURLWithPath: try #require(ConverterCorpus.path))
        let bytes = try Tool.read(
          folder.appending(path: "xmedialib/ilbc/\(name).BIT\(milliseconds)"))
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
        let isSame = decoded == reference
        #expect(isSame && !reference.isEmpty)
      }
    #endif

    /// Vectors of Opus (RFC 6716, appendix A.4) for the LP layer and for both layers.
    ///
    /// Before each packet come its length and the encoder's state, four bytes each.
    ///
    /// The reference comes from libopus' own program, which reads an Ogg stream.
    @Test(arguments: ["02", "04", "05"]) func speechInOpusMatches(_ name: String) throws {
      let folder = URL(fileURLWithPath: try #require(ConverterCorpus.path))
      let bytes = try Tool.read(folder.appending(path: "xmedialib/opus/testvector\(name).bit"))
      let packets = TestPackets.cut(bytes) { rest in
        rest.count < 8 ? nil : 8 + rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      }.map { Array($0.dropFirst(8)) }
      let format = AudioStreamBasicDescription.compressed(
        kAudioFormatOpus, rate: 48000, channels: 2, framesPerPacket: 0)
      let head = Array("OpusHead".utf8) + [1, 2, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
      let sink = CallbackSink()
      let file = try #require(sink.create(Recipe.oggType, format).file)
      let recipe = Recipe(
        testDescription: name, type: Recipe.oggType, format: format, packets: packets, cookie: head)
      recipe.setCookie(of: file)
      recipe.write(to: file, batch: 10)
      #expect(AudioFileClose(file) == noErr)
      let reference = LittleEndian.float(
        try Tool.run(
          "opusdec", ["--quiet", "--rate", "48000", "--float", "-", "-"], input: sink.bytes))
      let converter = try TestConverter(
        format, .float32(rate: 48000, channels: 2), cookie: head)
      let client = ConverterClient(format, packets)
      let decoded = LittleEndian.float(
        client.drain(
          converter.reference, .float32(rate: 48000, channels: 2), portions: [4000]
        ).buffers[0])
      let difference = SampleDifference(decoded, reference: reference)
      #expect(difference.missing == 0)
      #expect(difference.peak <= 1.0 / 32768, "\(difference.peak)")
    }
  }
#endif

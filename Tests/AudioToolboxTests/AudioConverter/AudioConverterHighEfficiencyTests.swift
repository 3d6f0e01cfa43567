#if MPG123 && LibAV
  import AudioToolbox
  import TestSupport
  import Testing

  /// HE-AAC, fully decoded.
  ///
  /// The tests need real files, because no available encoder makes it.
  @Suite(.enabled(if: ConverterCorpus.path != nil, "set OCA_CORPUS to the corpus of real files"))
  struct AudioConverterHighEfficiencyTests {
    @Test("parametric stereo gives FFmpeg's frames at twice the rate of the plain AAC")
    func sameAsFFmpeg() throws {
      let file = "/shaka-player/id3-metadata.ts"
      let url = URL(fileURLWithPath: (ConverterCorpus.path ?? "") + file)
      let source = try #require(ConverterSource(url, as: kAudioFormatMPEG4AAC_HE_V2))
      let samples = try source.decode()
      #expect(source.format.mSampleRate == 48_000 && samples.count == 117 * 2048 * 2)
      #expect(samples.contains { abs($0) > 0.001 })
      let reference = try FFmpeg.decodeFloat(try Tool.read(url), [])
      let difference = SampleDifference(samples, reference: reference)
      #expect(difference.missing == 0, "\(samples.count) of \(reference.count)")
      #expect(difference.signalToNoise >= 90)
    }

    @Test("a file with a header of plain AAC is decoded completely")
    func wholeFile() throws {
      let path = (ConverterCorpus.path ?? "") + "/shaka-player/id3-metadata.ts"
      let url = URL(fileURLWithPath: path)
      let file = try TestExtFile(url)
      let format = try file.get(
        kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
      #expect(format.mFormatID == kAudioFormatMPEG4AAC_HE_V2)
      #expect((format.mSampleRate, format.mChannelsPerFrame) == (48_000, 2))
      #expect(try file.length == 117 * 2048)
      let difference = SampleDifference(
        try file.readAll(), reference: try FFmpeg.decodeFloat(try Tool.read(url), []))
      #expect(difference.missing == 0 && difference.signalToNoise >= 90)
    }
  }
#endif

#if Soxr
  import AudioToolbox
  import TestSupport
  import Testing

  /// A rate filter's frames before the first frame that is read.
  struct ExtAudioFilePrimingTests {
    @Test("the rate filter is primed with the file's own frames", arguments: [0, 5000])
    func leadingFrames(start: Int64) throws {
      let (url, folder) = try ExtAudioFileReadingTests.make(ExtAudioFileReadingTests.plain[0])
      func read(_ method: UInt32) throws -> [Float] {
        let file = try TestExtFile(url, rate: 32_000)
        let converter = try #require(
          try file.get(kExtAudioFileProperty_AudioConverter, nil as AudioConverterRef?))
        #expect(AudioConverterSetProperty(converter, kAudioConverterPrimeMethod, 4, [method]) == 0)
        try file.set(kExtAudioFileProperty_ConverterConfig, nil as UnsafeRawPointer?)
        #expect(ExtAudioFileSeek(file.reference, start) == noErr)
        return try file.readAll()
      }
      let normal = try read(kConverterPrimeMethod_Normal)
      #expect(normal.count > 8000)
      #expect(try read(kConverterPrimeMethod_Pre) == normal)
      #expect(try read(kConverterPrimeMethod_None) != normal)
      _ = folder
    }
  }
#endif

#if MPG123 && LibAV
  import AudioToolbox
  import TestSupport
  import Testing

  /// Real files, read to their ends and from anywhere.
  @Suite(.enabled(if: ConverterCorpus.path != nil, "set OCA_CORPUS to the corpus of real files"))
  struct ExtAudioFileCorpusTests {
    /// Decibels that are left where decoders put noise of chance in place of what was left out: another one each time.
    private static let noisy: [AudioFormatID: Double] = [
      kAudioFormatAC3: 5, kAudioFormatEnhancedAC3: 5, kAudioFormatAMR_WB: 10, kAudioFormatOpus: 15,
      kAudioFormatMPEG4AAC: 30, kAudioFormatMPEG4AAC_HE: 25, kAudioFormatMPEG4AAC_HE_V2: 25,
    ]

    /// In near silence, where no sample exceeds 16 steps of 16 bits, that noise may differ by two
    /// steps: rounding alone takes it there, and the ratio says nothing.
    private static func isNearSilence(
      _ reference: [Float], of format: AudioFormatID, _ difference: SampleDifference
    ) -> Bool {
      let step: Float = 1 / 32768
      return noisy[format] != nil && reference.allSatisfy { abs($0) <= 16 * step }
        && difference.peak <= 2 * step
    }

    /// Files that say that there is more than there is.
    private static let contradictory = [
      // The last packet is shorter, and cannot be decoded; its silence is that of a whole one.
      "uncommon/03 - decreasing number of channels.flac"
    ]

    @Test(
      "the length is that of what is read, and a seek gives what reading gives",
      arguments: ConverterCorpus.files.filter { !$0.isHostile })
    func lengthAndSeeks(_ file: ConverterCorpus.File) throws {
      // Whether one is refused is asked elsewhere.
      let isLeftOut = (ConverterCorpus.refusals + Self.contradictory).contains { file.matches($0) }
      guard !isLeftOut, let opened = try? TestExtFile(file.url) else { return }
      let channels = Int(opened.client.mChannelsPerFrame)
      let format = try opened.get(
        kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
      let least = Self.noisy[format.mFormatID] ?? 50
      let all = try opened.readAll(portion: 4096)
      let count = all.count / channels
      #expect(try opened.length == count)
      guard count > 300 else { return }
      for number in 1...20 {
        let frame = number * 7919 % (count - 200)
        #expect(ExtAudioFileSeek(opened.reference, Int64(frame)) == noErr)
        let samples = try opened.read(200)
        let reference = Array(all[frame * channels..<(frame + 200) * channels])
        let difference = SampleDifference(samples, reference: reference)
        let isSilent = reference.allSatisfy { abs($0) < 1e-4 }
        #expect(difference.missing == 0, "\(frame)")
        #expect(
          isSilent
            ? difference.peak < 1e-3
            : difference.signalToNoise >= least
              || Self.isNearSilence(reference, of: format.mFormatID, difference),
          "\(frame) of \(count): \(difference.signalToNoise)")
      }
    }
  }
#endif

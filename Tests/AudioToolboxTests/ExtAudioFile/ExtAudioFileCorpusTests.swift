#if MPG123 && LibAV
  import AudioToolbox
  import TestSupport
  import Testing

  /// Real files, read to their ends and from random positions.
  @Suite(.enabled(if: ConverterCorpus.path != nil, "set OCA_CORPUS to the corpus of real files"))
  struct ExtAudioFileCorpusTests {
    /// The required ratio in decibels for decoders that fill gaps with random noise, which differs
    /// each time.
    private static let noisy: [AudioFormatID: Double] = [
      kAudioFormatAC3: 5, kAudioFormatEnhancedAC3: 5, kAudioFormatAMR_WB: 10, kAudioFormatOpus: 15,
      kAudioFormatMPEG4AAC: 30, kAudioFormatMPEG4AAC_HE: 25, kAudioFormatMPEG4AAC_HE_V2: 25,
    ]

    /// In near silence, no sample exceeds 16 steps of 16 bits.
    ///
    /// There the noise may differ by two steps: rounding alone causes it, and the ratio is
    /// meaningless.
    private static func isNearSilence(
      _ reference: [Float], of format: AudioFormatID, _ difference: SampleDifference
    ) -> Bool {
      let step: Float = 1 / 32768
      return noisy[format] != nil && reference.allSatisfy { abs($0) <= 16 * step }
        && difference.peak <= 2 * step
    }

    /// Files whose headers state more audio than they have.
    private static let contradictory = [
      // The last packet is shorter and undecodable; its silence has the length of a full packet.
      "uncommon/03 - decreasing number of channels.flac"
    ]

    @Test(
      "the length equals the read frames, and a seek gives the same frames as reading",
      arguments: ConverterCorpus.files.filter { !$0.isHostile })
    func lengthAndSeeks(_ file: ConverterCorpus.File) throws {
      // Other tests check the refusals.
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

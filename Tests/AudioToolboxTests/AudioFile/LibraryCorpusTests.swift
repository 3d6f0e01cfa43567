#if LibAV
  import AudioToolbox
  import Testing

  /// Compares other people's files in library containers with ffprobe's results.
  @Suite(.enabled(if: CorpusFile.folder != nil)) struct LibraryCorpusTests {
    /// Linear PCM, with one packet for each frame regardless of the library's packets.
    private static let pcm: Set<String> = [
      "mattetti-audio/riff/fixtures/sample.avi"
    ]

    /// AAC in frames of LATM.
    private static let framed = "media3/ts/sample_latm.ts"

    /// Cut frames at the start and the end, which FFmpeg keeps.
    private static let fragments = ["media3/ts/sample_ac3.ts": (1, 1)]

    /// Files of HE-AAC v2 in ADTS and LATM, which signal only the plain AAC.
    private static let plainChannels = ["shaka-player/id3-metadata.ts": 1, framed: 1]

    @Test func theCorpusHasFiles() {
      #expect(CorpusFile.library.count > 60)
    }

    @Test(arguments: CorpusFile.library) func packetsMatchTheReference(file: CorpusFile) throws {
      let reference = try file.reference()
      var opened: AudioFileID?
      let status = AudioFileOpenURL(file.url as CFURL, .readPermission, 0, &opened)
      guard let expected = reference?.sizes, !Self.pcm.contains(file.path) else {
        #expect((status == noErr) == (opened != nil))
        #expect(status == noErr || !Self.pcm.contains(file.path))
        if let opened { AudioFileClose(opened) }
        return
      }
      let audio = try #require(opened)
      defer { AudioFileClose(audio) }
      let format = try property(
        audio, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      let channels = Self.plainChannels[file.path] ?? reference?.channels
      #expect(Int(format.mChannelsPerFrame) == channels)
      let hasHeaders =
        file.format == "mpegts" && format.mFormatID == kAudioFormatMPEG4AAC
        && file.path != Self.framed
      let sizes = readAllPackets(audio, constant: 0).map { $0.count + (hasHeaders ? 7 : 0) }
      if file.path == Self.framed {
        // The packets of the reference include the surrounding frames.
        #expect(sizes.count == expected.count && zip(sizes, expected).allSatisfy(<))
        return
      }
      let (first, last) = Self.fragments[file.path] ?? (0, 0)
      let whole = Array(expected.dropFirst(first).dropLast(last))
      #expect(sizes == whole)
      let count = try property(audio, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
      #expect(count == UInt64(whole.count))
    }

    @Test(arguments: CorpusFile.library) func streamsAreRefused(file: CorpusFile) throws {
      let recorder = try StreamRecorder()
      let status = recorder.parse(try file.bytes(), pieces: [1000], flush: true)
      #expect(status == kAudioFileStreamError_NotOptimized)
      #expect(recorder.packets.isEmpty)
    }
  }
#endif

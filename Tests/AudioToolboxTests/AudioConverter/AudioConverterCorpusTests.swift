#if MPG123 && LibAV
  import AudioToolbox
  import TestSupport
  import Testing

  /// Real files, read with `AudioFile`, decoded with a converter, and compared with FFmpeg's
  /// results.
  @Suite(.enabled(if: ConverterCorpus.path != nil, "set OCA_CORPUS to the corpus of real files"))
  struct AudioConverterCorpusTests {
    @Test("decoded samples match FFmpeg's", arguments: ConverterCorpus.files)
    func sameAsFFmpeg(_ file: ConverterCorpus.File) throws {
      guard let source = ConverterSource(file.url), let decoded = try? source.decode() else {
        let isExpected = file.isHostile || ConverterCorpus.refusals.contains { file.matches($0) }
        #expect(isExpected, "\(file.format) \(file.codec)")
        return
      }
      #expect(!ConverterCorpus.refusals.contains { file.matches($0) })
      // A hostile file has no correct result, so reaching the end is enough.
      if file.isHostile || ConverterCorpus.wrongInReference.contains(where: { file.matches($0) }) {
        return
      }
      let references = try ConverterCorpus.references(file, source.format)
      let difference = try #require(
        references.map { SampleDifference(decoded, reference: $0) }
          .max { $0.signalToNoise < $1.signalToNoise })
      #expect(difference.missing == 0, "\(decoded.count) of \(references[0].count)")
      switch source.format.mFormatID {
      case kAudioFormatLinearPCM, kAudioFormatALaw, kAudioFormatULaw, kAudioFormatFLAC,
        kAudioFormatAppleLossless, kAudioFormatAppleIMA4, Self.monkeysAudio, Self.windowsLossless:
        #expect(difference.peak == 0)
      case kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3:
        #expect(difference.peak <= 1.0 / 32768)
      default:
        #expect(difference.signalToNoise >= 90)
      }
    }

    private static let monkeysAudio: AudioFormatID = 0x6170_6520
    private static let windowsLossless: AudioFormatID = 0x776D_616C

    @Test func theCorpusHasFiles() {
      #expect(ConverterCorpus.files.count { !$0.isHostile } > 500)
    }
  }

  /// The files of the corpus except MIDI, which is not audio.
  enum ConverterCorpus {
    struct File: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var format: String
      var codec: String
      var isHostile: Bool

      var url: URL { URL(fileURLWithPath: (ConverterCorpus.path ?? "") + "/" + testDescription) }

      /// Whether the name matches the end of the path, the format, or the codec.
      func matches(_ name: String) -> Bool {
        testDescription.hasSuffix(name) || format == name || codec == name
      }
    }

    /// Unsupported files.
    static let refusals: [String] = [
      // Packets without a container.
      "ilbc-raw/20ms", "ilbc-raw/30ms", "opus-demo", "media3/mp3/200kB-garbage-prefix.mp3",
      // Codecs without a name in Core Audio or without a library.
      "mp4als", "mp4ff/mp4/testdata/iamf.mp4", "shaka-player/audio-ac-4.mp4",
      // Encrypted, or without a description.
      "go-mp4/sample_init.enca.mp4", "mp4ff/mp4/testdata/cbcs_audio.mp4",
      "mp4ff/mp4/testdata/prog_8s_enc_dashinit.mp4", "media3/mp4/sample_missing_stsd.mp4",
      "tinytag/zero_value_properties.m4a",
      // Without any decodable packet.
      "testMP4_coverArt.m4a", "testMP4_twoCovers.m4a",
    ]

    /// Files that FFmpeg 5.1 decodes wrongly.
    static let wrongInReference: [String] = [
      // FFmpeg reads 24 bits in 32 as unsigned numbers.
      "hound/pcmwaveformat-24bit-4byte-48kHz-stereo.wav",
      "hound/waveformatextensible-24bit-4byte-48kHz-stereo.wav",
      // Unsupported by FFmpeg.
      "media3/mp4/sample_fpcm_32be.mp4", "media3/mp4/sample_fpcm_64be.mp4",
      "media3/flac/bear_32bit.flac",
      // FFmpeg drops undecodable packets and packets with another channel count. Here they are
      // silence.
      "testMP4AudioOnly.mp4", "uncommon/03 - decreasing number of channels.flac",
      // FFmpeg stops after a few packets with decreasing times.
      "mp4parser/isoparser/src/test/resources/MOV00006.3gp",
      // HE-AAC v2 with headers of plain AAC. The test asks the converter for plain AAC.
      "shaka-player/id3-metadata.ts", "media3/ts/sample_latm.ts",
    ]

    /// Frames at the start that only FFmpeg 5.1 decodes: an `Info` frame is not audio.
    private static let framesOnlyInReference = ["testMP3cbrInfoTag.mp3": 1152]

    /// Frames at the end that FFmpeg 5.1 decodes from a truncated packet.
    private static let framesOfCutPackets = ["media3/ts/sample.ac3": 1536, "sample_ac3.ts": 1536]

    /// Packets of AMR without data.
    ///
    /// They have the usual duration, but FFmpeg 5.1 drops them.
    private static let silentPackets = ["media3/amr/sample_nb_with_silence_frames.amr": [25, 51]]

    static let path = ProcessInfo.processInfo.environment["OCA_CORPUS"]

    static let files: [File] = {
      guard let path,
        let table = try? String(contentsOfFile: path + "/MANIFEST.tsv", encoding: .utf8)
      else { return [] }
      let lines = table.split(whereSeparator: \.isNewline).map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      guard let names = lines.first, let name = names.firstIndex(of: "path"),
        let format = names.firstIndex(of: "format"), let hostile = names.firstIndex(of: "hostile"),
        let codec = names.firstIndex(of: "codec")
      else { return [] }
      return lines.dropFirst().compactMap { line -> File? in
        guard line.count > codec, !line[format].hasPrefix("midi") else { return nil }
        return File(
          testDescription: line[name], format: line[format], codec: line[codec],
          isHostile: line[hostile] == "yes")
      }
    }()

    /// FFmpeg's samples with channels in Core Audio's order.
    ///
    /// Opus has two decoders: for speech and for music.
    static func references(
      _ file: File, _ format: AudioStreamBasicDescription
    ) throws -> [[Float]] {
      // FFmpeg's other decoders for the layers give 16 bits.
      let decoders: [AudioFormatID: [String]] = [
        kAudioFormatMPEGLayer1: ["mp1float"], kAudioFormatMPEGLayer2: ["mp2float"],
        kAudioFormatMPEGLayer3: ["mp3float"], kAudioFormatOpus: ["opus", "libopus"],
      ]
      guard let names = decoders[format.mFormatID] else {
        return [try reference(file, format, [])]
      }
      return try names.map { name in
        try reference(file, format, ["-c:a", name, "-request_sample_fmt", "flt"])
      }
    }

    private static func reference(
      _ file: File, _ format: AudioStreamBasicDescription, _ decoder: [String]
    ) throws -> [Float] {
      let channels = Int(format.mChannelsPerFrame)
      var samples = try FFmpeg.decodeFloat(try Tool.read(file.url), decoder)
      if let extra = framesOnlyInReference.first(where: { file.matches($0.key) })?.value {
        samples.removeFirst(extra * channels)
      }
      if let extra = framesOfCutPackets.first(where: { file.matches($0.key) })?.value {
        samples.removeLast(extra * channels)
      }
      for packet in silentPackets[file.testDescription] ?? [] {
        samples.insert(contentsOf: repeatElement(0, count: 160), at: packet * 160)
      }
      guard let order = orders[format.mFormatID]?[channels] else { return samples }
      return stride(from: 0, to: samples.count - channels + 1, by: channels).flatMap { start in
        order.map { samples[start + $0] }
      }
    }

    /// FFmpeg's index of each channel in Core Audio's order, by codec and channel count.
    private static let orders: [AudioFormatID: [Int: [Int]]] = [
      kAudioFormatMPEG4AAC: centreFirst, kAudioFormatAC3: film, kAudioFormatEnhancedAC3: film,
      kAudioFormatOpus: film, 0x766F_7262: film,
    ]
    private static let film = [3: [0, 2, 1], 5: [0, 2, 1, 3, 4], 6: [0, 2, 1, 4, 5, 3]]
    private static let centreFirst = [3: [2, 0, 1], 5: [2, 0, 1, 3, 4], 6: [2, 0, 1, 4, 5, 3]]
  }

  /// A file and the converter that decodes it.
  final class ConverterSource {
    let format: AudioStreamBasicDescription
    private let file: AudioFileID
    private let cookie: [UInt8]
    private let maximumPacketSize: Int
    private var packet = 0
    private var bytes: [UInt8] = []
    private var descriptions: [AudioStreamPacketDescription] = []

    /// Opens a file, or returns `nil` if it or its format is unsupported.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - extended: HE-AAC or HE-AAC v2, to decode it instead of the plain AAC inside.
    init?(_ url: URL, as extended: AudioFormatID? = nil) {
      var opened: AudioFileID?
      guard AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr, let opened else {
        return nil
      }
      file = opened
      var format = AudioStreamBasicDescription()
      var size: UInt32 = 40
      var maximum: UInt32 = 0
      var count: UInt32 = 4
      var isReadable =
        AudioFileGetProperty(opened, kAudioFilePropertyDataFormat, &size, &format) == noErr
      isReadable =
        AudioFileGetProperty(opened, kAudioFilePropertyPacketSizeUpperBound, &count, &maximum)
        == noErr && isReadable
      var cookieSize: UInt32 = 0
      AudioFileGetPropertyInfo(opened, kAudioFilePropertyMagicCookieData, &cookieSize, nil)
      var cookie = [UInt8](repeating: 0, count: Int(cookieSize))
      if cookieSize > 0 {
        AudioFileGetProperty(opened, kAudioFilePropertyMagicCookieData, &cookieSize, &cookie)
      }
      if let extended, format.mFormatID == kAudioFormatMPEG4AAC {
        format.mFormatID = extended
        format.mSampleRate *= 2
        format.mFramesPerPacket *= 2
        if extended == kAudioFormatMPEG4AAC_HE_V2 { format.mChannelsPerFrame = 2 }
      }
      self.format = format
      self.cookie = cookie
      maximumPacketSize = Int(maximum)
      guard isReadable, (try? TestConverter(format, output, cookie: cookie)) != nil else {
        return nil
      }
    }

    deinit { AudioFileClose(file) }

    var output: AudioStreamBasicDescription {
      .float32(rate: format.mSampleRate, channels: Int(format.mChannelsPerFrame))
    }

    /// Decodes the remaining packets.
    func decode() throws -> [Float] {
      let converter = try TestConverter(format, output, cookie: cookie)
      var samples: [Float] = []
      var room = [Float](repeating: 0, count: 4000 * Int(format.mChannelsPerFrame))
      while true {
        var count: UInt32 = 4000
        let status = room.withUnsafeMutableBytes { room -> OSStatus in
          var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
              mNumberChannels: format.mChannelsPerFrame, mDataByteSize: UInt32(room.count),
              mData: room.baseAddress))
          return AudioConverterFillComplexBuffer(
            converter.reference,
            { _, count, list, descriptions, source in
              guard let source else { return -1 }
              return Unmanaged<ConverterSource>.fromOpaque(source).takeUnretainedValue()
                .give(count, list, descriptions)
            }, Unmanaged.passUnretained(self).toOpaque(), &count, &list, nil)
        }
        samples += room.prefix(Int(count * format.mChannelsPerFrame))
        guard status == noErr else { throw ConverterFailure(status: status) }
        if count == 0 { return samples }
      }
    }

    private func give(
      _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
      _ outDescriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) -> OSStatus {
      let wanted = max(Int(count.pointee), 10)
      bytes = [UInt8](repeating: 0, count: wanted * maximumPacketSize)
      descriptions = [AudioStreamPacketDescription](repeating: .init(), count: wanted)
      var byteCount = UInt32(bytes.count)
      count.pointee = UInt32(wanted)
      let status = AudioFileReadPacketData(
        file, false, &byteCount, &descriptions, Int64(packet), count, &bytes)
      if status != noErr, status != kAudioFileEndOfFileError { return status }
      packet += Int(count.pointee)
      // The arrays do not change before the next call, so their addresses stay valid.
      list.pointee.mBuffers.mData = bytes.withUnsafeMutableBytes { $0.baseAddress }
      list.pointee.mBuffers.mDataByteSize = byteCount
      outDescriptions?.pointee = descriptions.withUnsafeMutableBufferPointer { $0.baseAddress }
      return noErr
    }
  }
#endif

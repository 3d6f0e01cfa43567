#if MPG123 && LibAV
  import AudioToolbox
  import TestSupport
  import Testing

  /// Real files, read by `AudioFile`, decoded by a converter, and compared with what FFmpeg makes of them.
  @Suite(.enabled(if: ConverterCorpus.path != nil, "set OCA_CORPUS to the corpus of real files"))
  struct AudioConverterCorpusTests {
    @Test("decodes to what ffmpeg decodes", arguments: ConverterCorpus.files)
    func sameAsFFmpeg(_ file: ConverterCorpus.File) throws {
      let source = try #require(ConverterSource(file.url))
      let decoded = try source.decode()
      let extra = ConverterCorpus.framesOnlyInReference[file.testDescription] ?? 0
      var reference = Array(
        try ConverterCorpus.reference(file, source.format)
          .dropFirst(extra * Int(source.format.mChannelsPerFrame)))
      for packet in ConverterCorpus.silentPackets[file.testDescription] ?? [] {
        reference.insert(contentsOf: repeatElement(0, count: 160), at: packet * 160)
      }
      // A hostile file has no right answer; that it comes to an end is all there is to say.
      if file.isHostile { return }
      let difference = SampleDifference(decoded, reference: reference)
      #expect(difference.missing == 0)
      switch source.format.mFormatID {
      case kAudioFormatLinearPCM, kAudioFormatALaw, kAudioFormatULaw, kAudioFormatFLAC:
        #expect(difference.peak == 0)
      case kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3:
        #expect(difference.peak <= 1.0 / 32768)
      default:
        #expect(difference.signalToNoise >= 90)
      }
    }
  }

  /// The files of the corpus that a converter decodes.
  enum ConverterCorpus {
    struct File: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var isHostile: Bool

      var url: URL { URL(fileURLWithPath: (ConverterCorpus.path ?? "") + "/" + testDescription) }
    }

    /// Files that FFmpeg 5.1 gets wrong: it takes 24 bits that stand in 32 for unsigned numbers.
    ///
    /// Of one with six channels the order is another.
    private static let wrongInReference: Set = [
      "media3/mp4/bbb_6ch_8kHz_opus.ogg",
      "hound/pcmwaveformat-24bit-4byte-48kHz-stereo.wav",
      "hound/waveformatextensible-24bit-4byte-48kHz-stereo.wav",
    ]

    /// Frames at the start that FFmpeg 5.1 decodes and we do not: an `Info` frame is no audio.
    static let framesOnlyInReference = [
      "tika/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-audiovideo-module/src/test/resources/test-documents/testMP3cbrInfoTag.mp3":
        1152
    ]

    /// Packets of AMR without data, which last as long as others: FFmpeg 5.1 leaves them out.
    static let silentPackets = ["media3/amr/sample_nb_with_silence_frames.amr": [25, 51]]

    static let path = ProcessInfo.processInfo.environment["OCA_CORPUS"]

    /// Files that `AudioFile` opens and whose codec is one of ours.
    static let files: [File] = {
      guard let path,
        let table = try? String(contentsOfFile: path + "/MANIFEST.tsv", encoding: .utf8)
      else { return [] }
      let lines = table.split(whereSeparator: \.isNewline).map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      guard let names = lines.first, let name = names.firstIndex(of: "path"),
        let format = names.firstIndex(of: "format"), let hostile = names.firstIndex(of: "hostile")
      else { return [] }
      return lines.dropFirst().compactMap { line -> File? in
        let formats = ["wav/", "mp1", "mp2", "mp3", "adts", "ogg/", "amr"]
        let isOurs = formats.contains { line[format].hasPrefix($0) }
        guard isOurs, !wrongInReference.contains(line[name]) else { return nil }
        let file = File(testDescription: line[name], isHostile: line[hostile] == "yes")
        return ConverterSource(file.url) == nil ? nil : file
      }
    }()

    static func reference(
      _ file: File, _ format: AudioStreamBasicDescription
    ) throws -> [Float] {
      // FFmpeg's other decoders of these give 16 bits.
      let decoders: [AudioFormatID: String] = [
        kAudioFormatMPEGLayer1: "mp1float", kAudioFormatMPEGLayer2: "mp2float",
        kAudioFormatMPEGLayer3: "mp3float",
      ]
      let decoder = decoders[format.mFormatID].map { ["-c:a", $0] } ?? []
      do {
        return try FFmpeg.decodeFloat(try Tool.read(file.url), decoder)
      } catch  where file.isHostile {
        return []
      }
    }
  }

  /// A file on its way through a converter.
  final class ConverterSource {
    let format: AudioStreamBasicDescription
    private let file: AudioFileID
    private let cookie: [UInt8]
    private let maximumPacketSize: Int
    private var packet = 0
    private var bytes: [UInt8] = []
    private var descriptions: [AudioStreamPacketDescription] = []

    /// Opens a file, where it can be opened and its format be converted.
    init?(_ url: URL) {
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

    /// Decodes the rest.
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
      // The arrays are not touched before the next call, so their memory stays where it is.
      list.pointee.mBuffers.mData = bytes.withUnsafeMutableBytes { $0.baseAddress }
      list.pointee.mBuffers.mDataByteSize = byteCount
      outDescriptions?.pointee = descriptions.withUnsafeMutableBufferPointer { $0.baseAddress }
      return noErr
    }
  }
#endif

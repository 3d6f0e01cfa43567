import AudioToolbox
import Testing

/// Compares the corpus of other people's files, if available, with ffprobe's results.
@Suite(.enabled(if: CorpusFile.folder != nil)) struct AudioFileCorpusTests {
  @Test func theCorpusHasFiles() {
    #expect(CorpusFile.good.count > 150)
    #expect(CorpusFile.hostile.count > 10)
  }

  @Test(arguments: CorpusFile.good) func packetsOfFileAndStreamAgree(file: CorpusFile) throws {
    let bytes = try file.bytes()
    var byURL: AudioFileID?
    let status = AudioFileOpenURL(file.url as CFURL, .readPermission, 0, &byURL)
    try #require(status == noErr)
    let opened = try #require(byURL)
    defer { AudioFileClose(opened) }
    let format = try property(
      opened, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let constant = Int(format.mBytesPerPacket)
    let packets = readAllPackets(opened, constant: constant)
    let count = try property(opened, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
    #expect(count == UInt64(packets.count))

    let source = CallbackFile(bytes)
    source.longestRead = 777
    let byCallbacks = try #require(source.open().1)
    defer { AudioFileClose(byCallbacks) }
    #expect(readAllPackets(byCallbacks, constant: constant) == packets)

    for cut in [[1], [7], [1000], [65536], file.randomCut] {
      let recorder = try StreamRecorder()
      #expect(recorder.parse(bytes, pieces: cut, flush: true) == noErr)
      #expect(recorder.packets == packets, "pieces of \(cut)")
    }
  }

  /// Reads every file in all ways, which must agree; refused files are listed here.
  @Test(.timeLimit(.minutes(10)), arguments: CorpusFile.all)
  func allWaysOfReadingAgree(file: CorpusFile) throws {
    let bytes = try file.bytes()
    var byURL: AudioFileID?
    let status = AudioFileOpenURL(file.url as CFURL, .readPermission, 0, &byURL)
    #expect((status == noErr) == (byURL != nil))
    if !file.isHostile { #expect(status == file.refusal ?? noErr) }
    let packets = try packets(of: byURL)

    let source = CallbackFile(bytes)
    source.longestRead = 777
    let (statusOfCallbacks, byCallbacks) = source.open()
    #expect(statusOfCallbacks == status)
    let same = try self.packets(of: byCallbacks)
    #expect(same == packets)

    for cut in [[1], [777], file.randomCut] {
      guard cut != [1] || bytes.count < 50_000 else { continue }
      let recorder = try StreamRecorder()
      let parsed = recorder.parse(bytes, pieces: cut, flush: true)
      if status == noErr, parsed == noErr {
        #expect(recorder.packets == packets, "pieces of \(cut)")
      } else {
        #expect(packets.starts(with: recorder.packets), "pieces of \(cut)")
        // Only a library reads these files, and it must be able to go back.
        let isOrder = parsed == kAudioFileStreamError_NotOptimized
        #expect(isOrder || file.isHostile || status != noErr, "\(parsed) for pieces of \(cut)")
        #expect(isOrder || parsed != noErr || file.isHostile)
      }
    }
  }

  /// Returns all packets of an open file, and closes it.
  private func packets(of opened: AudioFileID?) throws -> [[UInt8]] {
    guard let opened else { return [] }
    defer { AudioFileClose(opened) }
    let format = try property(
      opened, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let constant = Int(format.mBytesPerPacket)
    let largest = Int(try property(opened, kAudioFilePropertyMaximumPacketSize, UInt32(0)))
    var packets: [[UInt8]] = []
    while true {
      let more = readPacketData(
        opened, from: Int64(packets.count), requested: 97,
        room: UInt32(max(constant, largest, 1) * 97),
        constant: constant)
      packets += more.packets
      if more.status != noErr || more.packets.isEmpty { return packets }
    }
  }

  @Test(arguments: CorpusFile.good) func packetsMatchTheReference(file: CorpusFile) throws {
    let reference = try #require(try file.reference())
    guard let expected = reference.sizes else { return }
    var byURL: AudioFileID?
    try #require(AudioFileOpenURL(file.url as CFURL, .readPermission, 0, &byURL) == noErr)
    let opened = try #require(byURL)
    defer { AudioFileClose(opened) }
    let format = try property(
      opened, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    #expect(format.mSampleRate == reference.sampleRate)
    #expect(Int(format.mChannelsPerFrame) == reference.channels)
    let constant = Int(format.mBytesPerPacket)
    guard constant == 0 else {
      let bytes = try property(opened, kAudioFilePropertyAudioDataByteCount, UInt64(0))
      #expect(Int(bytes) / constant == expected.reduce(0, +) / constant)
      return
    }
    let header = file.format == "adts" ? 7 : 0
    let sizes = readAllPackets(opened, constant: 0).map { $0.count + header }
    // FFmpeg treats one Info frame as audio. A truncated last packet may be kept or dropped.
    let audio =
      file.path.hasSuffix("/testMP3cbrInfoTag.mp3") ? Array(expected.dropFirst()) : expected
    #expect(
      sizes == audio || sizes == audio.dropLast(), "\(sizes.count) packets, not \(audio.count)")
  }

  @Test(.timeLimit(.minutes(5)), arguments: CorpusFile.hostile)
  func hostileFilesEndInAnErrorOrPackets(file: CorpusFile) throws {
    let bytes = try file.bytes()
    var opened: AudioFileID?
    let status = AudioFileOpenURL(file.url as CFURL, .readPermission, 0, &opened)
    #expect((status == noErr) == (opened != nil))
    var packets: [[UInt8]] = []
    if let opened {
      defer { AudioFileClose(opened) }
      let format = try property(
        opened, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      packets = readAllPackets(opened, constant: Int(format.mBytesPerPacket))
    }
    for cut in [[7], [1000]] {
      let recorder = try StreamRecorder()
      let parsed = recorder.parse(bytes, pieces: cut, flush: true)
      #expect((parsed == noErr) == (status == noErr), "\(parsed) and \(status)")
      #expect(recorder.packets == packets)
    }
  }
}

/// A file of the corpus.
struct CorpusFile: CustomTestStringConvertible, Sendable {
  var path: String
  var format: String
  var isHostile = false
  var testDescription: String { path }

  /// The results of ffprobe for a file.
  struct Reference {
    var sampleRate: Double
    var channels: Int
    /// The bytes of each packet, if the list is complete.
    var sizes: [Int]?
  }

  static let folder = ProcessInfo.processInfo.environment["OCA_CORPUS"].map {
    URL(fileURLWithPath: $0)
  }

  static let good = files(framed) { $0 == "no" }
  static let hostile = files(framed) { $0 == "yes" }
  private static let framed: Set<String> = [
    "mp1", "mp2", "mp3", "adts", "amr-nb", "amr-wb", "ac3", "eac3", "ogg/opus", "ogg/vorbis",
    "ogg/flac", "ogg/vorbis+theora",
  ]

  /// The files of all formats.
  static let all: [CorpusFile] = {
    guard let folder,
      let manifest = try? String(
        contentsOf: folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
    else { return [] }
    return manifest.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 14 else { return nil }
      return CorpusFile(path: fields[0], format: fields[6], isHostile: fields[10] == "yes")
    }
  }()

  /// The status of opening an unsupported file; the reasons are in `Docs/Formats.md`.
  var refusal: OSStatus? {
    (Self.refusals + Self.withoutLibrary).first {
      path.hasSuffix($0.name) || format.hasPrefix($0.name)
    }?.status
  }

  #if LibAV
    private static let withoutLibrary: [(name: String, status: OSStatus)] = []
  #else
    private static let withoutLibrary =
      [
        "matroska", "webm", "avi", "asf", "ape", "mpegts", "mpegps",
        "lofty/files/assets/minimal/full_test.ape", "ogg/speex",
      ].map { (name: $0, status: kAudioFileUnsupportedFileTypeError) }
  #endif

  private static let refusals: [(name: String, status: OSStatus)] =
    // Plain ADTS, regardless of its name in the manifest.
    [("input/aac/somesound.aac", noErr)]
    + [
      "midi/", "ilbc-raw/", "opus-demo", "flac-frames", "unknown",
      "media3/mp3/200kB-garbage-prefix.mp3",
    ].map { ($0, kAudioFileUnsupportedFileTypeError) }
    + [
      // Encrypted, with a codec without a name in Core Audio, or without a description.
      "media3/mp4/sample_missing_stsd.mp4",
      "lofty/files/assets/minimal/mp4_codec_als.mp4",
      "tinytag/16bit_pcm_to_als.mp4",
      "tinytag/24bit_pcm_to_als.mp4",
      "tinytag/32bit_float_to_als.mp4",
      "tinytag/32bit_pcm_extended_to_als.mp4",
      "tinytag/32bit_pcm_to_als.mp4",
      "tinytag/8bit_pcm_lavf_to_als.mp4",
      "tinytag/zero_value_properties.m4a",
      "mp4ff/mp4/testdata/cbcs_audio.mp4",
      "mp4ff/mp4/testdata/iamf.mp4",
      "mp4ff/mp4/testdata/prog_8s_enc_dashinit.mp4",
      "go-mp4/sample_init.enca.mp4",
      "shaka-player/audio-ac-4.mp4",
    ].map { ($0, kAudioFileUnsupportedDataFormatError) }

  /// The files that a library reads.
  static let library = files(
    ["matroska", "webm", "avi", "asf", "ape", "mpegts", "mpegps"], isWanted: { _ in true })

  /// The files of supported formats, without unsupported codecs in WAVE.
  private static func files(
    _ formats: Set<String>, isWanted: (String) -> Bool
  ) -> [CorpusFile] {
    guard let folder,
      let manifest = try? String(
        contentsOf: folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
    else { return [] }
    let codecs: Set<String> = [
      "wav/RIFF/msadpcm", "wav/RIFF/imaadpcm", "wav/RIFF/gsm610", "wav/RIFF/mp3",
    ]
    return manifest.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 14, isWanted(fields[10]) else { return nil }
      // The name of one file states a wrong format.
      let format = fields[14] == "ape" ? "ape" : fields[6]
      let isRead =
        fields[6].hasPrefix("wav/") && formats == framed
        ? !codecs.contains(fields[6]) : formats.contains(format)
      // This file is also named wrongly: its MP3 audio lies beyond the searched bytes.
      let isMisnamed = fields[6] == "mp3" && fields[14] == "amr_nb"
      guard isRead, !isMisnamed else { return nil }
      return CorpusFile(path: fields[0], format: format)
    }
  }

  var url: URL {
    (Self.folder ?? URL(fileURLWithPath: "/")).appendingPathComponent(path)
  }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// Pseudorandom piece sizes that are the same each time.
  var randomCut: [Int] {
    var state = path.utf8.reduce(UInt64(17)) { $0 &* 31 &+ UInt64($1) }
    return (0..<50).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % 5000 + 1
    }
  }

  func reference() throws -> Reference? {
    guard let folder = Self.folder else { return nil }
    let url = folder.appendingPathComponent("reference/\(path).json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let root = object as? [String: Any],
      let stream = (root["streams"] as? [[String: Any]])?.first(
        where: { $0["codec_type"] as? String == "audio" }),
      let rate = (stream["sample_rate"] as? String).flatMap(Double.init),
      let channels = stream["channels"] as? Int
    else { return nil }
    let index = stream["index"] as? Int
    let packets = (root["packets"] as? [[String: Any]])?.first(where: {
      $0["stream"] as? Int == index
    })
    return Reference(
      sampleRate: rate, channels: channels, sizes: Self.sizes(packets?["size"]))
  }

  /// A list of numbers, written out or by run lengths.
  private static func sizes(_ value: Any?) -> [Int]? {
    let value = value as? [String: Any]
    if let list = value?["list"] as? [Int] { return list }
    return (value?["rle"] as? [[Int]])?.flatMap { Array(repeating: $0[0], count: $0[1]) }
  }
}

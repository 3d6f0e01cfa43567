import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files made by FFmpeg, and their frames.
struct ExtAudioFileReadingTests {
  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var options: [String]
    var file: String
    var rate = 44100
    var channels = 2
    var seconds = 1.7
    /// The required ratio in decibels between frames after a seek and frames read in order;
    /// infinite if they must be equal.
    var seeking = Double.infinity
    /// Whether the file states the length of the recording.
    var isExact = true
    /// Whether FFmpeg finds the same length.
    var hasReferencesLength: Bool?
    /// The number of channels in the tests of seeking, which are slow for some codecs.
    var seekingChannels: Int?
    var seekCount = 1000
  }

  static let plain: [Source] = [
    Source(testDescription: "WAVE", options: ["-c:a", "pcm_s16le"], file: "a.wav"),
    Source(testDescription: "AIFF 24", options: ["-c:a", "pcm_s24be"], file: "a.aiff"),
    Source(testDescription: "AU mu-law", options: ["-c:a", "pcm_mulaw"], file: "a.au"),
    Source(
      testDescription: "ALAC", options: ["-c:a", "alac"], file: "a.m4a", seekingChannels: 1),
    Source(
      testDescription: "IMA4", options: ["-c:a", "adpcm_ima_qt"], file: "a.mov", isExact: false,
      seekingChannels: 1),
  ]

  #if MPG123
    static let mpeg: [Source] = [
      Source(
        testDescription: "MP3", options: ["-c:a", "libmp3lame", "-b:a", "128k"], file: "a.mp3"),
      Source(
        testDescription: "MP3 of 32 kbit/s", options: ["-c:a", "libmp3lame", "-b:a", "32k"],
        file: "a.mp3", channels: 1),
      Source(
        testDescription: "MP3 of 8 kbit/s", options: ["-c:a", "libmp3lame", "-b:a", "8k"],
        file: "a.mp3", rate: 16000, channels: 1, seconds: 4),
      Source(
        testDescription: "MP3 of any bit rate", options: ["-c:a", "libmp3lame", "-q:a", "4"],
        file: "a.mp3"),
      Source(testDescription: "MP2", options: ["-c:a", "mp2"], file: "a.mp2", isExact: false),
    ]
  #else
    static let mpeg: [Source] = []
  #endif

  #if LibAV
    static let others: [Source] = [
      Source(
        testDescription: "AAC in M4A", options: ["-c:a", "aac", "-b:a", "96k"], file: "a.m4a",
        seeking: 50),
      // Noise that replaces a band is random. A decoder has one sequence of random numbers.
      Source(
        testDescription: "AAC without noise in M4A", options: ["-c:a", "aac", "-aac_pns", "0"],
        file: "a.m4a"),
      Source(
        testDescription: "AAC in ADTS", options: ["-c:a", "aac"], file: "a.aac", seeking: 50,
        isExact: false),
      Source(testDescription: "FLAC", options: ["-c:a", "flac"], file: "a.flac"),
      Source(testDescription: "Vorbis", options: ["-c:a", "libvorbis"], file: "a.ogg"),
      Source(
        testDescription: "Opus", options: ["-c:a", "libopus"], file: "a.opus", rate: 48000,
        seeking: 50),
      Source(
        testDescription: "AC-3", options: ["-c:a", "ac3"], file: "a.ac3", rate: 48000,
        seeking: 60, isExact: false),
    ]

    /// Codecs and containers from other systems.
    static let foreign: [Source] = [
      foreign("Microsoft ADPCM", "adpcm_ms", "a.wav"),
      foreign("Microsoft ADPCM in Wave64", "adpcm_ms", "a.w64", rate: 22050, channels: 1),
      foreign("DVI ADPCM", "adpcm_ima_wav", "a.wav"),
      foreign("Microsoft GSM", "libgsm_ms", "a.wav", rate: 8000, channels: 1),
      foreign("MP3 in WAVE", "libmp3lame", "a.wav"),
      foreign("WMA 1", "wmav1", "a.wma"),
      foreign("WMA 2", "wmav2", "a.wma"),
      // Its noise is a sequence that continues from packet to packet.
      foreign("WMA 2 of 16 kHz", "wmav2", "a.wma", rate: 16000, channels: 1, seeking: 20),
      foreign("RealAudio 14.4", "real_144", "a.rm", rate: 8000, channels: 1),
      foreign("TrueHD", "truehd", "a.mka", rate: 48000, seekCount: 200),
      foreign("DTS", "dca", "a.mka", rate: 48000),
      foreign("Speex", "libspeex", "a.mka", rate: 16000, channels: 1),
      foreign("Nellymoser", "nellymoser", "a.flv", rate: 22050, channels: 1, seeking: 10),
      foreign("Opus in Matroska", "libopus", "a.mka", rate: 48000, seeking: 50),
    ]
  #else
    static let others: [Source] = []
    static let foreign: [Source] = []
  #endif

  private static func foreign(
    _ name: String, _ codec: String, _ file: String, rate: Int = 44100, channels: Int = 2,
    seeking: Double = .infinity, seekCount: Int = 1000
  ) -> Source {
    Source(
      testDescription: name, options: ["-c:a", codec, "-strict", "-2"], file: file, rate: rate,
      channels: channels, seeking: seeking, isExact: false, hasReferencesLength: true,
      seekCount: seekCount)
  }

  static let sources = plain + mpeg + others + foreign

  /// A generated file and its folder.
  static func make(_ source: Source) throws -> (URL, TestSupport.TemporaryFolder) {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url(source.file)
    let container = [
      "wav": "wav", "aiff": "aiff", "au": "au", "m4a": "ipod", "mov": "mov", "mp3": "mp3",
      "mp2": "mp2", "aac": "adts", "flac": "flac", "ogg": "ogg", "opus": "opus", "ac3": "ac3",
      "w64": "w64", "wma": "asf", "rm": "rm", "mka": "matroska", "flv": "flv",
    ]
    let bytes = try FFmpeg.encode(
      source.options + ["-f", container[url.pathExtension] ?? ""], sampleRate: source.rate,
      channelCount: source.channels, seconds: source.seconds)
    try Tool.write(bytes, to: url)
    return (url, folder)
  }

  @Test(
    "the length is the recording's, and all frames can be read", arguments: sources)
  func length(_ source: Source) throws {
    let (url, folder) = try Self.make(source)
    let file = try TestExtFile(url)
    let length = try file.length
    let samples = try file.readAll()
    #expect(samples.count == length * source.channels)
    #expect(file.position == length)
    if source.isExact {
      #expect(length == Int(source.seconds * Double(source.rate)))
    } else if source.hasReferencesLength == nil {
      #expect(length >= Int(source.seconds * Double(source.rate)))
    }
    #expect(try file.read(10).isEmpty)
    _ = folder
  }

  @Test("samples match FFmpeg's", arguments: sources)
  func samples(_ source: Source) throws {
    let (url, folder) = try Self.make(source)
    let file = try TestExtFile(url)
    let samples = try file.readAll()
    // FFmpeg's other decoders for these codecs give 16 bits.
    let codec =
      source.testDescription.hasPrefix("MP3")
      ? ["-c:a", "mp3float"]
      : source.testDescription == "MP2"
        ? ["-c:a", "mp2float"] : FFmpeg.decoderOptions(source.options)
    let reference = LittleEndian.float(
      try Tool.run(
        "ffmpeg",
        ["-nostdin", "-hide_banner", "-loglevel", "error"] + codec
          + ["-i", url.path, "-f", "f32le", "-"]))
    // The program plays the lookahead of Speex.
    // FFmpeg 7 plays the complete last packet of WAVE's codecs.
    let isPadded = Self.padded.contains(source.testDescription) && reference.count > samples.count
    let lead = isPadded && source.testDescription == "Speex" ? reference.count - samples.count : 0
    let count = min(samples.count, reference.count)
    let difference = SampleDifference(
      Array(samples.prefix(count)), reference: Array(reference.dropFirst(lead).prefix(count)))
    #expect(difference.signalToNoise >= 90)
    // FFmpeg plays the last packet of AAC in MP4 completely.
    let isSame = source.isExact && !source.testDescription.hasSuffix("in M4A")
    if !isPadded, source.hasReferencesLength ?? isSame {
      #expect(samples.count == reference.count)
    }
    _ = folder
  }

  /// Sources that newer versions of FFmpeg decode to more frames than the file states.
  private static let padded: Set = ["Microsoft GSM", "Microsoft ADPCM", "DVI ADPCM", "Speex"]

  /// Seeks in 1,000 frames of each codec in the package.
  ///
  /// Slow decoders use one channel, because each seek decodes a packet.
  @Test("a seek gives the same frames as reading", arguments: sources)
  func seeking(_ source: Source) throws {
    var source = source
    source.channels = source.seekingChannels ?? source.channels
    let (url, folder) = try Self.make(source)
    let file = try TestExtFile(url)
    var all: [UInt8] = []
    while true {
      let bytes = try file.readBytes(4096)
      if bytes.isEmpty { break }
      all += bytes
    }
    let length = try file.length
    let width = Int(file.client.mBytesPerFrame)
    // After the recording, there may be only noise, which differs after each start.
    let sought =
      source.seeking == .infinity
      ? length : min(length, Int(source.seconds * Double(source.rate)))
    var state: UInt64 = 7
    // Enough frames to reach another packet; more frames where only a ratio compares them.
    let count = source.seeking == .infinity ? 200 : 700
    for index in 0..<source.seekCount {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let frame = index < 3 ? [0, length - 1, length][index] : Int(state >> 33) % sought
      #expect(ExtAudioFileSeek(file.reference, Int64(frame)) == noErr)
      #expect(file.position == frame)
      let bytes = try file.readBytes(count)
      let end = min(length, frame + count)
      let expected = all[frame * width..<end * width]
      #expect(file.position == end)
      if source.seeking == .infinity {
        let isSame = bytes == Array(expected)
        #expect(isSame, "frame \(frame)")
      } else {
        #expect(bytes.count == expected.count)
        let difference = SampleDifference(
          LittleEndian.float(bytes), reference: LittleEndian.float(Array(expected)))
        #expect(
          difference.signalToNoise >= source.seeking || difference.peak < 0.001,
          "frame \(frame) of \(length): \(difference.signalToNoise) dB")
      }
    }
    for frame in [-1, length + 1] {
      #expect(
        ExtAudioFileSeek(file.reference, Int64(frame)) == kExtAudioFileError_InvalidSeek)
    }
    _ = folder
  }

  #if FLAC
    @Test(
      "FLAC is rounded to 16 bits alike in any division, even if damaged", arguments: [16, 24],
      [1, 2])
    func roundedFLAC(bits: Int, channels: Int) throws {
      let depth = bits == 16 ? ["s16"] : ["s32", "-bits_per_raw_sample", "24"]
      let made = try FFmpeg.encode(
        ["-c:a", "flac", "-sample_fmt"] + depth + ["-f", "flac"], sampleRate: 44100,
        channelCount: channels)
      var damaged = made
      damaged[made.count * 3 / 5] ^= 0x55
      let folder = try TestSupport.TemporaryFolder()
      for (index, bytes) in [made, damaged].enumerated() {
        let url = folder.url("\(index).flac")
        try Data(bytes).write(to: url)
        let flags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        let wide = try Self.readAll(
          url, .pcm(32, flags, rate: 44100, channels: channels), [1000], from: 0)
        let rounded = LittleEndian.int32(wide).map { sample in
          Int16(min((Double(sample) * 0x1p-16).rounded(.toNearestOrEven), 32767))
        }
        #expect(rounded.contains { $0 != 0 } && (index == 1 || rounded.count == 44100 * channels))
        for portions in [[1000], [7, 1500], [4608], [100_000]] {
          for start in [0, 5000] {
            let read = try Self.readAll(
              url, .int16(rate: 44100, channels: channels), portions, from: start)
            let isSame = LittleEndian.int16(read) == Array(rounded.dropFirst(start * channels))
            #expect(isSame, "portions of \(portions), from \(start), damaged: \(index == 1)")
          }
        }
      }
    }

    /// Reads all frames from a position on, in portions of alternating sizes.
    private static func readAll(
      _ url: URL, _ client: AudioStreamBasicDescription, _ portions: [Int], from start: Int
    ) throws -> [UInt8] {
      let file = try TestExtFile(url)
      file.client = client
      try file.set(kExtAudioFileProperty_ClientDataFormat, client)
      #expect(ExtAudioFileSeek(file.reference, Int64(start)) == noErr)
      var all: [UInt8] = []
      for turn in 0... {
        let bytes = try file.readBytes(portions[turn % portions.count])
        if bytes.isEmpty { break }
        all += bytes
      }
      return all
    }
  #endif

  #if Soxr
    @Test(
      "at another rate the length is scaled, and seeks are exact",
      arguments: plain + mpeg + others)
    func otherRate(_ source: Source) throws {
      let (url, folder) = try Self.make(source)
      let file = try TestExtFile(url, rate: 16000, channels: 1)
      let length = try file.length
      let all = try file.readAll()
      let quotient = Double(length) * 16000 / Double(source.rate)
      #expect(all.count == Int((quotient + 0.5).rounded(.down)))
      #expect(file.position == length)
      // Frames at times that both rates have are equal.
      let unit = source.rate == 16000 ? 1 : source.rate == 48000 ? 3 : 441
      for step in [1, 40, 77] {
        let frame = unit * step
        #expect(ExtAudioFileSeek(file.reference, Int64(frame)) == noErr)
        let samples = try file.read(500)
        let start = frame * 16000 / source.rate
        let expected = Array(all.dropFirst(start).prefix(500))
        #expect(samples.count == expected.count)
        let difference = SampleDifference(samples, reference: expected)
        #expect(difference.signalToNoise >= min(source.seeking, 60), "frame \(frame)")
      }
      _ = folder
    }
  #endif

  @Test("encoded packets require a client format of linear PCM")
  func order() throws {
    let (url, folder) = try Self.make(Self.plain[3])
    var opened: ExtAudioFileRef?
    #expect(ExtAudioFileOpenURL(url as CFURL, &opened) == noErr)
    let file = try #require(opened)
    defer { ExtAudioFileDispose(file) }
    var count: UInt32 = 10
    var room = [UInt8](repeating: 0, count: 80)
    let status = room.withUnsafeMutableBytes { room in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 80, mData: room.baseAddress))
      return ExtAudioFileRead(file, &count, &list)
    }
    #expect(status == kExtAudioFileError_InvalidOperationOrder && count == 0)
    var wrong = AudioStreamBasicDescription.stereoAAC
    #expect(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &wrong)
        == kExtAudioFileError_NonPCMClientFormat)
    #expect(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 39, &wrong)
        == kExtAudioFileError_InvalidPropertySize)
    #expect(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_FileLengthFrames, 8, &wrong)
        == kExtAudioFileError_InvalidProperty)
    _ = folder
  }

  @Test("a wrapped file stays open")
  func wrapped() throws {
    let (url, folder) = try Self.make(Self.plain[0])
    var file: AudioFileID?
    #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr)
    let opened = try #require(file)
    var wrapper: ExtAudioFileRef?
    #expect(ExtAudioFileWrapAudioFileID(opened, true, &wrapper) == kAudioFilePermissionsError)
    #expect(ExtAudioFileWrapAudioFileID(opened, false, &wrapper) == noErr)
    let ext = try #require(wrapper)
    var under: AudioFileID?
    var size: UInt32 = 8
    #expect(
      ExtAudioFileGetProperty(ext, kExtAudioFileProperty_AudioFile, &size, &under) == noErr)
    #expect(under == opened)
    #expect(ExtAudioFileDispose(ext) == noErr)
    #expect(ExtAudioFileDispose(ext) == kAudio_ParamError)
    #expect(AudioFileClose(opened) == noErr)
    _ = folder
  }

  @Test("the converter's properties take effect")
  func converterProperties() throws {
    let (url, folder) = try Self.make(Self.plain[0])
    let file = try TestExtFile(url)
    let all = try file.readAll()
    let converter = try #require(
      try file.get(kExtAudioFileProperty_AudioConverter, nil as AudioConverterRef?))
    let swapped: [Int32] = [1, 0]
    #expect(AudioConverterSetProperty(converter, kAudioConverterChannelMap, 8, swapped) == noErr)
    try file.set(kExtAudioFileProperty_ConverterConfig, nil as UnsafeRawPointer?)
    #expect(ExtAudioFileSeek(file.reference, 0) == noErr)
    let again = try file.read(500)
    #expect(again == (0..<1000).map { all[$0 ^ 1] })
    _ = folder
  }

  @Test("the packet table can be overridden")
  func packetTable() throws {
    let (url, folder) = try Self.make(Self.plain[3])
    let file = try TestExtFile(url)
    let all = try file.readAll()
    try file.set(
      kExtAudioFileProperty_PacketTable,
      AudioFilePacketTableInfo(mNumberValidFrames: 100, mPrimingFrames: 50, mRemainderFrames: -1))
    #expect(try file.length == 100)
    #expect(try file.readAll() == Array(all.dropFirst(100).prefix(200)))
    _ = folder
  }

  @Test("the file's packet table applies always, or only if its sum is correct")
  func packetTableOfTheFile() throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url("a.caf")
    var bytes = try FFmpeg.encode(
      ["-c:a", "alac", "-f", "caf"], sampleRate: 8000, channelCount: 2, seconds: 2.048)
    try Tool.write(bytes, to: url)
    let all = try TestExtFile(url).readAll()
    let table = try #require(Data(bytes).range(of: Data("pakt".utf8))).upperBound
    // The fields follow the chunk's size and the number of packets: valid frames, priming,
    // remainder.
    func number(_ offset: Int, _ width: Int) -> Int {
      bytes[table + offset..<table + offset + width].reduce(0) { $0 << 8 | Int($1) }
    }
    let remainder = number(28, 4)
    func length(_ priming: Int32, _ remainder: Int32) throws -> (Int, [Float]) {
      let file = try TestExtFile(url)
      try file.set(
        kExtAudioFileProperty_PacketTable,
        AudioFilePacketTableInfo(
          mNumberValidFrames: 0, mPrimingFrames: priming, mRemainderFrames: remainder))
      return (try file.length, Array(try file.read(100).prefix(200)))
    }
    let total = all.count / 2 + remainder
    #expect(try length(-1, -1) == (total - remainder, Array(all.prefix(200))))
    #expect(try length(-2, -2) == (total - remainder, Array(all.prefix(200))))
    #expect(try length(10, 0) == (total - 10, Array(all.dropFirst(20).prefix(200))))
    // With this priming, the sum is wrong.
    bytes[table + 27] = 64
    try Tool.write(bytes, to: url)
    #expect(try length(-2, -2) == (total, Array(all.prefix(200))))
    #expect(try length(-1, 0) == (total - 64, Array(all.dropFirst(128).prefix(200))))
    #expect(try length(-2, 5) == (total - 5, Array(all.prefix(200))))
  }
}

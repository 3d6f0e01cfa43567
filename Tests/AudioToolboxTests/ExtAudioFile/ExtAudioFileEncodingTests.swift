import AudioToolbox
import TestSupport
import Testing

/// Frames that are encoded to a file, then decoded by us and by FFmpeg.
struct ExtAudioFileEncodingTests {
  struct Target: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type: AudioFileTypeID
    var formatID: AudioFormatID
    var file: String
    var rate = 44100
    var channels = 2
    var bits = 16
    /// The required ratio in decibels; infinite if all samples must be equal.
    var signalToNoise = Double.infinity
    /// Frames before the recording that the container does not state.
    ///
    /// It also states no frames after the recording.
    var unstatedFrames = 0
    /// Frames before the recording that FFmpeg plays.
    var framesFFmpegPlays = 0
    /// FFmpeg's frames for each of ours, because it always decodes Opus at 48 kHz.
    var framesOfFFmpegPerFrame = 1
    /// FFmpeg's channel in WAVE order for each of our channels.
    var order: [Int] = []

    var format: AudioStreamBasicDescription {
      var format = AudioStreamBasicDescription.compressed(
        formatID, rate: Double(rate), channels: channels, framesPerPacket: 0)
      if bits == 24 { format.mFormatFlags = 3 }
      return format
    }
  }

  static let ours: [Target] = [
    Target(
      testDescription: "ALAC in M4A", type: kAudioFileM4AType, formatID: kAudioFormatAppleLossless,
      file: "a.m4a"),
    Target(
      testDescription: "ALAC of 24 bits", type: kAudioFileM4AType,
      formatID: kAudioFormatAppleLossless, file: "a.m4a", rate: 96000, bits: 24),
    Target(
      testDescription: "ALAC in CAF, mono", type: kAudioFileCAFType,
      formatID: kAudioFormatAppleLossless, file: "a.caf", rate: 8000, channels: 1),
    Target(
      testDescription: "IMA4 in CAF", type: kAudioFileCAFType, formatID: kAudioFormatAppleIMA4,
      file: "a.caf", signalToNoise: 25),
  ]

  #if LibAV
    static let others: [Target] = [
      Target(
        testDescription: "FLAC", type: kAudioFileFLACType, formatID: kAudioFormatFLAC,
        file: "a.flac"),
      Target(
        testDescription: "FLAC of 24 bits", type: kAudioFileFLACType, formatID: kAudioFormatFLAC,
        file: "a.flac", bits: 24),
      Target(
        testDescription: "FLAC in CAF", type: kAudioFileCAFType, formatID: kAudioFormatFLAC,
        file: "a.caf"),
      Target(
        testDescription: "AAC in M4A", type: kAudioFileM4AType, formatID: kAudioFormatMPEG4AAC,
        file: "a.m4a", signalToNoise: 15),
      Target(
        testDescription: "AAC in M4A, mono", type: kAudioFileM4AType,
        formatID: kAudioFormatMPEG4AAC, file: "a.m4a", rate: 48000, channels: 1,
        signalToNoise: 15),
      Target(
        testDescription: "AAC in CAF", type: kAudioFileCAFType, formatID: kAudioFormatMPEG4AAC,
        file: "a.caf", signalToNoise: 15, framesFFmpegPlays: 1024),
      Target(
        testDescription: "AAC of six channels", type: kAudioFileM4AType,
        formatID: kAudioFormatMPEG4AAC, file: "a.m4a", rate: 48000, channels: 6, signalToNoise: 5,
        order: [2, 0, 1, 4, 5, 3]),
      Target(
        testDescription: "Opus in Ogg", type: ogg, formatID: kAudioFormatOpus, file: "a.opus",
        rate: 48000, signalToNoise: 5),
      Target(
        testDescription: "Opus in CAF", type: kAudioFileCAFType, formatID: kAudioFormatOpus,
        file: "a.caf", rate: 48000, channels: 1, signalToNoise: 5, framesFFmpegPlays: 312),
      Target(
        testDescription: "Opus of 16 kHz in CAF", type: kAudioFileCAFType,
        formatID: kAudioFormatOpus, file: "a.caf", rate: 16_000, channels: 1, signalToNoise: 5,
        framesFFmpegPlays: 104, framesOfFFmpegPerFrame: 3),
      Target(
        testDescription: "Opus of 24 kHz in CAF", type: kAudioFileCAFType,
        formatID: kAudioFormatOpus, file: "a.caf", rate: 24_000, signalToNoise: 5,
        framesFFmpegPlays: 156, framesOfFFmpegPerFrame: 2),
      Target(
        testDescription: "Vorbis", type: ogg, formatID: vorbis, file: "a.ogg", signalToNoise: 8),
      Target(
        testDescription: "Vorbis of six channels", type: ogg, formatID: vorbis, file: "a.ogg",
        rate: 48000, channels: 6, signalToNoise: 5, order: [0, 2, 1, 4, 5, 3]),
      Target(
        testDescription: "FLAC in Ogg, mono", type: ogg, formatID: kAudioFormatFLAC, file: "a.oga",
        channels: 1),
      Target(
        testDescription: "AC-3", type: kAudioFileAC3Type, formatID: kAudioFormatAC3, file: "a.ac3",
        rate: 48000, signalToNoise: 10, unstatedFrames: 256, framesFFmpegPlays: 256),
      Target(
        testDescription: "E-AC-3 of six channels", type: kAudioFileAC3Type,
        formatID: kAudioFormatEnhancedAC3, file: "a.eac3", rate: 48000, channels: 6,
        signalToNoise: 5, unstatedFrames: 256, framesFFmpegPlays: 256, order: [0, 2, 1, 4, 5, 3]),
    ]

    /// Ogg and Vorbis have no constants in Apple's headers.
    static let ogg: AudioFileTypeID = 0x4F67_6766
    static let vorbis: AudioFormatID = 0x766F_7262
  #else
    static let others: [Target] = []
  #endif

  #if LibAV && MPG123
    static let layer3: [Target] = [
      Target(
        testDescription: "MP3", type: kAudioFileMP3Type, formatID: kAudioFormatMPEGLayer3,
        file: "a.mp3", signalToNoise: 10),
      Target(
        testDescription: "MP3 of 8 kHz", type: kAudioFileMP3Type, formatID: kAudioFormatMPEGLayer3,
        file: "a.mp3", rate: 8000, channels: 1, signalToNoise: 5),
    ]
  #else
    static let layer3: [Target] = []
  #endif

  static let targets = ours + others + layer3

  /// Encodes a recording whose length is not a multiple of a packet.
  static func encode(_ target: Target, _ url: URL) throws -> [Float] {
    let raw = try FFmpeg.encode(
      ["-f", target.bits == 24 ? "s32le" : "s16le"], sampleRate: target.rate,
      channelCount: target.channels, seconds: 1.3)
    // 24 bits in 32.
    let samples: [Float] =
      target.bits == 24
      ? stride(from: 0, to: raw.count, by: 4).map {
        let high = UInt32(raw[$0 + 1]) << 8 | UInt32(raw[$0 + 2]) << 16 | UInt32(raw[$0 + 3]) << 24
        return Float(Int32(bitPattern: high)) / 0x1p31
      } : LittleEndian.int16(raw).map { Float($0) / 32768 }
    let bytes = samples.flatMap { sample in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: sample.bitPattern >> $0) }
    }
    let file = try TestExtFile(
      creating: url, target.type, target.format,
      client: .float32(rate: Double(target.rate), channels: target.channels))
    let width = target.channels * 4
    var start = 0
    for portion in [1, 500, 3000, 4096, 10_000, 1 << 30] {
      let end = min(start + portion * width, bytes.count)
      try file.write(Array(bytes[start..<end]))
      start = end
    }
    let status = file.close()
    guard status == noErr else { throw ConverterFailure(status: status) }
    return samples
  }

  @Test("encoded frames decode at their original positions", arguments: targets)
  func aligned(_ target: Target) throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url(target.file)
    let samples = try Self.encode(target, url)
    let file = try TestExtFile(url)
    let length = try file.length
    if target.unstatedFrames == 0 {
      #expect(length == samples.count / target.channels)
    } else {
      #expect(length >= samples.count / target.channels + target.unstatedFrames)
    }
    let decoded = Array(
      try file.readAll().dropFirst(target.unstatedFrames * target.channels).prefix(samples.count))
    try check(decoded, samples, target)
    var reference = LittleEndian.float(
      try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-hide_banner", "-loglevel", "error", "-i", url.path, "-f", "f32le", "-",
        ]))
    if target.framesOfFFmpegPerFrame > 1 {
      let step = target.framesOfFFmpegPerFrame * target.channels
      reference = stride(from: 0, to: reference.count, by: step).flatMap {
        reference[$0..<$0 + target.channels]
      }
    }
    // With CAF, FFmpeg also plays the priming frames.
    reference.removeFirst(target.framesFFmpegPlays * target.channels)
    if !target.order.isEmpty {
      reference = stride(from: 0, to: reference.count, by: target.channels).flatMap { frame in
        target.order.map { reference[frame + $0] }
      }
    }
    // FFmpeg plays the last packets of AAC and IMA4 completely.
    #expect(reference.count >= samples.count)
    let isTrimmed = target.file.hasSuffix(".mp3") || target.file.hasPrefix("a.o")
    if isTrimmed || target.signalToNoise == .infinity {
      #expect(reference.count == samples.count)
    }
    try check(Array(reference.prefix(samples.count)), samples, target)
  }

  private func check(_ decoded: [Float], _ samples: [Float], _ target: Target) throws {
    let here = SampleDifference(decoded, reference: samples)
    #expect(here.missing == 0)
    if target.signalToNoise == .infinity {
      #expect(here.peak == 0)
      return
    }
    #expect(here.signalToNoise >= target.signalToNoise)
    // A shift by one frame in either direction would be worse.
    let width = target.channels
    let early = SampleDifference(
      Array(decoded.dropFirst(width)), reference: Array(samples.dropLast(width)))
    let late = SampleDifference(
      Array(decoded.dropLast(width)), reference: Array(samples.dropFirst(width)))
    #expect(here.signalToNoise > early.signalToNoise)
    #expect(here.signalToNoise > late.signalToNoise)
  }

  @Test("an empty recording gives an empty file", arguments: ours)
  func empty(_ target: Target) throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url(target.file)
    let file = try TestExtFile(
      creating: url, target.type, target.format,
      client: .float32(rate: Double(target.rate), channels: target.channels))
    #expect(file.close() == noErr)
    let read = try TestExtFile(url)
    #expect(try read.length == 0)
    #expect(try read.readAll().isEmpty)
  }

  #if Soxr
    @Test(
      "at another rate the position never goes beyond the length",
      arguments: [kAudioFormatLinearPCM, kAudioFormatAppleLossless])
    func positionAtTheEnd(_ formatID: AudioFormatID) throws {
      let folder = try TestSupport.TemporaryFolder()
      let url = folder.url("a.caf")
      let samples = AudioStreamBasicDescription.int16(rate: 44_100, channels: 1)
      let written = try TestExtFile(
        creating: url, kAudioFileCAFType,
        formatID == kAudioFormatLinearPCM
          ? samples : .compressed(formatID, rate: 44_100, channels: 1, framesPerPacket: 0),
        client: samples)
      // 160.7 client frames; 161 of them are 443.8 frames of the file.
      try written.write([UInt8](repeating: 1, count: 2 * 443))
      #expect(written.close() == noErr)
      for portion in [1, 7, 161, 1000] {
        let file = try TestExtFile(url, rate: 16_000)
        #expect(try file.length == 443)
        var count = 0
        while true {
          let read = try file.read(portion).count
          #expect(file.position <= 443, "\(portion)")
          count += read
          if read == 0 { break }
        }
        #expect(count == 161 && file.position == 443)
        #expect(ExtAudioFileSeek(file.reference, 442) == noErr)
        _ = try file.read(10)
        #expect(file.position <= 443)
      }
    }
  #endif
}

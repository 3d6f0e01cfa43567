import AudioToolbox
import TestSupport
import Testing

/// Frames that are written, then read.
struct ExtAudioFileWritingTests {
  struct Target: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type: AudioFileTypeID
    var format: AudioStreamBasicDescription
    var file: String
    /// The required ratio in decibels; infinite if all 16-bit samples must be equal.
    var signalToNoise = Double.infinity
  }

  static let signed = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
  static let bigEndian = signed | kAudioFormatFlagIsBigEndian

  static let targets: [Target] = [
    Target(
      testDescription: "WAVE", type: kAudioFileWAVEType, format: .pcm(16, signed, rate: 0),
      file: "a.wav"),
    Target(
      testDescription: "AIFF", type: kAudioFileAIFFType, format: .pcm(24, bigEndian, rate: 0),
      file: "a.aiff"),
    Target(
      testDescription: "CAF of Float32", type: kAudioFileCAFType, format: .float32(rate: 0),
      file: "a.caf"),
    Target(
      testDescription: "WAVE of mu-law", type: kAudioFileWAVEType,
      format: .compressed(kAudioFormatULaw, rate: 0, channels: 2, framesPerPacket: 1),
      file: "a.wav", signalToNoise: 30),
    Target(
      testDescription: "AU of A-law", type: kAudioFileNextType,
      format: .compressed(kAudioFormatALaw, rate: 0, channels: 2, framesPerPacket: 1),
      file: "a.au", signalToNoise: 30),
  ]

  /// 16-bit stereo.
  static func recording(seconds: Double = 0.9) throws -> [UInt8] {
    try FFmpeg.encode(["-f", "s16le"], sampleRate: 44100, channelCount: 2, seconds: seconds)
  }

  @Test(
    "we and FFmpeg read the written frames", arguments: targets, [1, 777, 40000])
  func roundTrip(_ target: Target, _ portion: Int) throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url(target.file)
    let bytes = try Self.recording()
    let expected = LittleEndian.int16(bytes).map { Float($0) / 32768 }
    let file = try TestExtFile(
      creating: url, target.type, target.format, client: .int16(rate: 44100))
    var start = 0
    while start < bytes.count {
      // A few single frames are enough.
      let length = portion == 1 && start > 4000 ? bytes.count - start : portion * 4
      let end = min(start + length, bytes.count)
      try file.write(Array(bytes[start..<end]))
      start = end
    }
    #expect(file.position == expected.count / 2)
    #expect(file.close() == noErr)
    let read = try TestExtFile(url)
    #expect(try read.length == expected.count / 2)
    let samples = try read.readAll()
    let difference = SampleDifference(samples, reference: expected)
    #expect(difference.missing == 0)
    #expect(difference.signalToNoise >= target.signalToNoise)
    let other = LittleEndian.float(
      try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-hide_banner", "-loglevel", "error", "-i", url.path, "-f", "f32le", "-",
        ]))
    #expect(SampleDifference(samples, reference: other).signalToNoise >= 90)
    #expect(samples.count == other.count)
  }

  #if Soxr
    @Test("client frames are converted to the file's rate")
    func otherRate() throws {
      let folder = try TestSupport.TemporaryFolder()
      let url = folder.url("a.wav")
      let bytes = try Self.recording()
      let file = try TestExtFile(
        creating: url, kAudioFileWAVEType, .pcm(16, Self.signed, rate: 16000, channels: 1),
        client: .int16(rate: 44100))
      try file.write(bytes)
      #expect(file.close() == noErr)
      let frames = bytes.count / 4
      let read = try TestExtFile(url)
      #expect(try read.length == Int((Double(frames) * 16000 / 44100 + 0.5).rounded(.down)))
    }
  #endif

  @Test("a file opened for writing refuses reads and seeks")
  func order() throws {
    let folder = try TestSupport.TemporaryFolder()
    let file = try TestExtFile(
      creating: folder.url("a.wav"), kAudioFileWAVEType, .int16(), client: .int16())
    #expect(throws: ConverterFailure(status: kExtAudioFileError_InvalidOperationOrder)) {
      try file.read(1)
    }
    #expect(ExtAudioFileSeek(file.reference, 0) == kExtAudioFileError_InvalidSeek)
  }

  #if Soxr
    @Test("a client format that changes while writing loses no frame", arguments: [16000.0, 44100])
    func changedClient(rate: Double) throws {
      let folder = try TestSupport.TemporaryFolder()
      let url = folder.url("a.wav")
      let file = try TestExtFile(
        creating: url, kAudioFileWAVEType, .pcm(16, Self.signed, rate: 16000, channels: 1),
        client: .float32(rate: rate, channels: 1))
      let portion = [Float](repeating: 0.25, count: Int(rate / 10))
      try file.write(LittleEndian.bytes(portion))
      file.client = .float32(rate: 48000, channels: 1)
      try file.set(kExtAudioFileProperty_ClientDataFormat, file.client)
      #expect(file.position == 1600)
      try file.write(LittleEndian.bytes([Float](repeating: 0.25, count: 4800)))
      #expect(file.position == 3200)
      #expect(file.close() == noErr)
      let samples = try TestExtFile(url).readAll()
      #expect(samples.count == 3200)
      // The constant signal fades only at the ends of a rate conversion.
      #expect(samples[400..<1300].allSatisfy { abs($0 - 0.25) < 0.001 })
      #expect(samples[1900..<2800].allSatisfy { abs($0 - 0.25) < 0.001 })
    }
  #endif

  @Test("a client format that cannot be converted leaves the current one in place")
  func refusedClient() throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url("a.wav")
    let file = try TestExtFile(
      creating: url, kAudioFileWAVEType, .int16(), client: .int16())
    try file.write([1, 2, 3, 4])
    #expect(throws: ConverterFailure(status: kAudioConverterErr_FormatNotSupported)) {
      try file.set(
        kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.float32(rate: 0))
    }
    try file.write([5, 6, 7, 8])
    #expect(file.close() == noErr)
    let read = try TestExtFile(url)
    #expect(try read.readAll().map { Int($0 * 32768) } == [0x201, 0x403, 0x605, 0x807])
  }

  @Test("a format without an encoder is refused, and leaves no file")
  func refused() throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url("a.amr")
    #expect(throws: ConverterFailure(status: kExtAudioFileError_InvalidDataFormat)) {
      try TestExtFile(
        creating: url, kAudioFileAMRType,
        .compressed(kAudioFormatAMR, rate: 8000, channels: 1, framesPerPacket: 160),
        client: .int16(channels: 1))
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}

import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AfrecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A WAVE file of 16 bits, one channel at 44.1 kHz.
  ///
  /// Each sample identifies its position.
  private func sound(frames: Int) throws -> [String: String] {
    let url = folder.url("sound.wav")
    var format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
      mBitsPerChannel: 16, mReserved: 0)
    var created: AudioFileID?
    try #require(
      AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &created) == 0)
    let file = try #require(created)
    var count = UInt32(frames * 2)
    let samples = samples(frames)
    try #require(AudioFileWriteBytes(file, false, 0, &count, samples) == 0)
    AudioFileClose(file)
    return ["OPENCOREAUDIO_INPUT": "file:\(url.path)"]
  }

  /// Noise, which Apple Lossless cannot compress.
  private static let noise: [Int16] = {
    var state: UInt32 = 1
    return (0..<400_000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: state >> 16)
    }
  }()

  private func samples(_ count: Int) -> [Int16] { Array(Self.noise.prefix(count)) }

  /// The samples of a file as 16 bits in one channel.
  private func recorded(_ name: String) throws -> [Int16] {
    var opened: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(folder.url(name) as CFURL, &opened) == 0)
    let file = try #require(opened)
    defer { ExtAudioFileDispose(file) }
    var format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
      mBitsPerChannel: 16, mReserved: 0)
    ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &format)
    var length: Int64 = 0
    var size: UInt32 = 8
    ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length)
    var samples = [Int16](repeating: 0, count: Int(length))
    var done = 0
    try samples.withUnsafeMutableBytes { bytes in
      // A call writes as many bytes as fit, and none at the end.
      while done < length {
        var count = UInt32(Int(length) - done)
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 1, mDataByteSize: count * 2,
            mData: bytes.baseAddress.map { $0 + done * 2 }))
        let status = ExtAudioFileRead(file, &count, &list)
        try #require(status == 0 && count > 0, "\(status) after \(done) frames of \(length)")
        done += Int(count)
      }
    }
    return samples
  }

  @Test(arguments: [
    ["a.wav"], ["-f", "caff", "-d", "BEI16", "a.bin"], ["-d", "alac", "a.m4a"],
    ["-f", "AIFF", "a.aif"], ["-d", "LEF32@44100", "a.wav"], ["-d", "alac", "-q", "127", "a.caf"],
  ])
  func recordsForTheGivenTime(arguments: [String]) throws {
    let environment = try sound(frames: 30_000)
    var all = ["-c", "1", "-t", "0.5"] + arguments
    let name = all.removeLast()
    let run = try Programs.run(
      "afrecord", all + [folder.url(name).path], environment: environment)
    #expect(run.ending == .exit(0) && run.errors == "" && run.output == "")
    #expect(try recorded(name) == samples(22_050))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsItCleanly(signal: Int32) throws {
    let environment = try sound(frames: 400_000)
    let url = folder.url("a.m4a")
    let process = try ChildProcess(
      Programs.path("afrecord"), ["-c", "1", "-d", "alac", url.path], environment: environment)
    // The first 64 KiB are reserved.
    try waitUntil("something is recorded") { try size(url) > 150_000 }
    process.kill(signal)
    #expect(process.wait() == .exit(0))
    let samples = try recorded("a.m4a")
    #expect(samples.count > 10_000)
    // Silence follows the end of the sound.
    #expect(zip(samples, self.samples(400_000)).allSatisfy { $0 == $1 })
    #expect(samples.dropFirst(400_000).allSatisfy { $0 == 0 })
  }

  /// The file stays readable if the program is killed at any time.
  @Test(arguments: [("a.wav", "LEI16"), ("a.caf", "LEI16"), ("a.caf", "alac"), ("a.aiff", "BEI16")])
  func aKilledRecordingCanBeRead(name: String, format: String) throws {
    let environment = try sound(frames: 400_000)
    for limit in [10_000, 137_000, 400_000] {
      let url = folder.url(name)
      let process = try ChildProcess(
        Programs.path("afrecord"), ["-c", "1", "-d", format, url.path], environment: environment)
      try waitUntil("something is recorded") { try size(url) > limit || process.ending != nil }
      process.kill(SIGKILL)
      process.wait()
      let samples = try recorded(name)
      // CAF reserves room for the packet table at the start.
      #expect(samples.count > (limit - 60_000) / 4)
      let sound = self.samples(400_000)
      #expect(zip(samples, sound).allSatisfy { $0 == $1 })
      try FileManager.default.removeItem(at: url)
    }
  }

  private func size(_ url: URL) throws -> Int {
    guard FileManager.default.fileExists(atPath: url.path) else { return 0 }
    let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
    return size?.intValue ?? 0
  }

  @Test func theDeviceCanBeNamed() throws {
    let device = try #require(try sound(frames: 5000)["OPENCOREAUDIO_INPUT"])
    let run = try Programs.run(
      "afrecord", ["--device", device, "-c", "1", "-t", "0.1", folder.url("a.wav").path],
      environment: ["OPENCOREAUDIO_INPUT": "null"])
    #expect(run.ending == .exit(0))
    #expect(try recorded("a.wav") == samples(4410))
  }

  @Test func resourceUsageIsReported() throws {
    let path = folder.url("a.wav").path
    let run = try Programs.run(
      "afrecord", ["-p", "-t", "0.1", path], environment: ["OPENCOREAUDIO_INPUT": "null"])
    #expect(run.ending == .exit(0))
    let cost = try #require(
      run.errors.firstMatch(
        of:
          /: ([0-9.]+) s elapsed; ([0-9.]+) s of processor time; at most ([0-9.]+) MiB of memory\n$/
      ))
    #expect(try #require(Double(cost.1)) >= 0.1)
    #expect(Double(cost.2) != nil)
    #expect(try #require(Double(cost.3)) > 1)
  }

  @Test func theLayoutIsInTheFileAndReported() throws {
    let path = folder.url("a.caf").path
    let run = try Programs.run(
      "afrecord", ["-v", "-l", "MPEG_5_1_A", "-t", "0.1", path],
      environment: ["OPENCOREAUDIO_INPUT": "null"])
    #expect(run.ending == .exit(0) && run.output == "")
    #expect(run.errors.hasPrefix("afrecord: \(path): 6 ch,  44100 Hz, 'lpcm' ("))
    let report = try Programs.run("afinfo", [path]).output
    #expect(report.contains("Channel layout: 5.1 (L R C LFE Ls Rs)"))
    #expect(report.contains("6 ch,  44100 Hz"))
  }

  @Test func reportsWhyItCannotRecord() throws {
    let environment = try sound(frames: 100)
    func expect(_ arguments: [String], _ environment: [String: String], _ reason: String) throws {
      let run = try Programs.run("afrecord", arguments, environment: environment)
      #expect(run.ending == .exit(1))
      #expect(run.errors == "afrecord: \(arguments.last ?? ""): \(reason)\n")
      #expect(!FileManager.default.fileExists(atPath: arguments.last ?? ""))
    }
    try expect([folder.url("none/a.wav").path], environment, "no such file or directory")
    for name in ["alac", "UI16", "BEI16", "I8"] {
      try expect(
        ["-d", name, folder.url("a.wav").path], environment,
        "the file type does not support the data format; afconvert -hf lists the supported formats")
    }
    #if LibAV
      try expect(
        ["-b", "1", folder.url("a.m4a").path], environment,
        "the encoder does not support this bit rate")
    #endif
    let missing = "file:\(folder.url("none").path)"
    try expect(
      [folder.url("a.wav").path], ["OPENCOREAUDIO_INPUT": missing],
      "\(missing): no such file or directory")
    let names = "is not a valid device name; use pulse[:SERVER][#NAME], alsa[:PCM], null or"
    try expect(
      [folder.url("a.wav").path], ["OPENCOREAUDIO_INPUT": "nobody"],
      "OPENCOREAUDIO_INPUT=nobody \(names) file:FILE")
    try expect(
      [folder.url("a.wav").path], ["OPENCOREAUDIO_INPUT": "", "OPENCOREAUDIO_DEVICE": "nobody"],
      "OPENCOREAUDIO_DEVICE=nobody \(names) offline:FILE")
  }

  @Test(arguments: [("a.wav", "LEI16"), ("a.m4a", "alac")])
  func reportsAFullDisk(name: String, format: String) throws {
    let environment = try sound(frames: 400_000)
    let url = folder.url(name)
    // The system limits each file to 100 KiB.
    let command = "trap '' XFSZ; ulimit -f 200; exec \"$@\""
    let run = try ChildProcess(
      "sh",
      ["-c", command, "sh", Programs.path("afrecord"), "-c", "1", "-d", format, url.path],
      environment: environment)
    #expect(run.wait() == .exit(1))
    #expect(run.errors == "afrecord: \(url.path): no space left on device\n" && run.output == "")
    let samples = try recorded(name)
    #expect(samples.count > 20_000)
    #expect(zip(samples, self.samples(400_000)).allSatisfy { $0 == $1 })
  }

  @Test func anExistingFileIsKeptIfRecordingFails() throws {
    let url = folder.url("keep.wav")
    let before = BadFile.wave(promising: 32_000, holding: 32_000)
    try Tool.write(before, to: url)
    let run = try Programs.run(
      "afrecord", ["-t", "1", url.path],
      environment: ["OPENCOREAUDIO_INPUT": "file:\(folder.url("none").path)"])
    #expect(run.ending == .exit(1))
    #expect(try Tool.read(url) == before)
  }

  #if PulseAudio
    @Test(.enabled(if: PrivatePulseAudio.isAvailable)) func listsInputs() throws {
      let server = try PrivatePulseAudio(sink: .null)
      _ = try server.pactl(
        "load-module", "module-null-source", "source_name=mic", "description=Microphone")
      let environment = ["OPENCOREAUDIO_DEVICE": "pulse:\(server.server)"]
      let run = try Programs.run("afrecord", ["--devices"], environment: environment)
      #expect(run.ending == .exit(0) && run.errors == "")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 2 && lines[0].hasSuffix("  Microphone"))
      #expect(lines[0].hasPrefix("pulse:\(server.server)#mic "))
      #expect(lines[1].hasPrefix("pulse:\(server.server)#speaker.monitor "))
      // Each listed name can be recorded.
      for line in lines {
        let name = String(line.prefix { $0 != " " })
        let url = folder.url("a.wav")
        let recording = try Programs.run(
          "afrecord", ["--device", name, "-c", "1", "-t", "0.1", url.path],
          environment: environment)
        #expect(recording.ending == .exit(0))
        #expect(try recorded("a.wav").count == 4410)
      }
      let played = try Programs.run("afplay", ["--devices"], environment: environment)
      #expect(played.ending == .exit(0))
      #expect(played.output.hasPrefix("pulse:\(server.server)#speaker "))
    }

    @Test(.enabled(if: PrivatePulseAudio.isAvailable)) func recordsTheSoundOfAServer() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let url = folder.url("a.wav")
      let process = try ChildProcess(
        Programs.path("afrecord"),
        [
          "-d", "LEF32", "-c", "1", "--device", "pulse:\(server.server)#speaker.monitor", url.path,
        ], environment: server.environment)
      try waitUntil("it records") { try size(url) > 20_000 }
      let played = samples(22_050).map { Float($0) / 32768 }
      try Tool.write(LittleEndian.bytes(played), to: folder.url("raw"))
      let player = try ChildProcess(
        "pacat",
        [
          "--playback", "--format=float32le", "--rate=44100", "--channels=1",
          folder.url("raw").path,
        ], environment: server.environment)
      #expect(player.wait() == .exit(0))
      let before = try size(url)
      try waitUntil("it continues to record") { try size(url) > before + 40_000 }
      process.kill(SIGINT)
      #expect(process.wait() == .exit(0))
      let samples = try recorded("a.wav")
      let first = try #require(samples.firstIndex { $0 != 0 })
      let last = try #require(samples.lastIndex { $0 != 0 })
      #expect(Array(samples[first...last]) == self.samples(22_050))
    }
  #endif
}

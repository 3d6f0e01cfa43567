import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A recorder that is killed before its first packet leaves an empty file, if the format permits
/// one.
@Suite struct KilledBeginningTests {
  /// A file type and a data format.
  struct Case: CustomTestStringConvertible, Sendable {
    var type: String
    var codec: String

    var testDescription: String { "\(type) \(codec)" }

    init(_ type: String, _ codec: String) {
      (self.type, self.codec) = (type, codec)
    }

    /// Whether libavformat can read the file.
    var isForAll: Bool { ["m4af", "m4bf", "mp4f", "3gpp", "WAVE"].contains(type) }
  }

  static let plain = ["WAVE", "RF64", "BW64", "AIFF", "AIFC", "NeXT", "W64f", "caff"].map {
    Case($0, "lpcm")
  }
  static let lossless = [Case("m4af", "alac"), Case("mp4f", "alac"), Case("caff", "alac")]
  #if LibAV
    static let encoded = [
      Case("m4af", "aac "), Case("m4bf", "aac "), Case("3gpp", "aac "), Case("mp4f", "opus"),
      Case("mp4f", "flac"), Case("caff", "aac "), Case("caff", "opus"), Case("flac", "flac"),
      Case("Oggf", "opus"), Case("Oggf", "vorb"), Case("Oggf", "flac"),
    ]
    /// Formats that consist of packets only.
    static let headless = [Case("adts", "aac "), Case("MPG3", ".mp3"), Case("ac-3", "ac-3")]
  #else
    static let encoded: [Case] = []
    static let headless: [Case] = []
  #endif

  @Test(arguments: plain + lossless + encoded)
  func aFileWithoutPacketsCanBeOpened(of test: Case) throws {
    let folder = try TemporaryFolder()
    let url = folder.url("begun")
    try killedRecorder(test, url)
    var reference: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &reference) == noErr)
    let file = try #require(reference)
    defer { AudioFileClose(file) }
    var count: UInt64 = 9
    var size: UInt32 = 8
    #expect(
      AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr)
    #expect(count == 0)
    var format = AudioStreamBasicDescription()
    size = 40
    #expect(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format) == noErr)
    #expect(format.mChannelsPerFrame == 2 && format.mSampleRate >= 44_100)
    let info = try Programs.run("afinfo", [url.path])
    #expect(info.ending == .exit(0) && info.output.contains("audio packets: 0"))
    if test.isForAll {
      let said = try Tool.run(
        "ffprobe",
        ["-v", "quiet", "-show_entries", "stream=channels", "-of", "csv=p=0", url.path])
      #expect(String(decoding: said, as: UTF8.self).hasPrefix("2"))
    }
  }

  @Test(arguments: headless)
  func aHeaderlessFileIsEmpty(of test: Case) throws {
    let folder = try TemporaryFolder()
    let url = folder.url("begun")
    try killedRecorder(test, url)
    #expect(try Tool.read(url).isEmpty)
  }

  /// Runs a recorder until it has created its file, and kills it.
  private func killedRecorder(_ test: Case, _ url: URL) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Programs.path("Recorder"))
    process.arguments = ["begin", test.type, test.codec, url.path]
    process.standardOutput = pipe
    try process.run()
    let said = pipe.fileHandleForReading.availableData
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(said == Data("0\n".utf8))
  }
}

import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A program in C for Apple's systems, linked with this package.
@Suite struct SystemSoundProgramTests {
  @Test func playsItsFileToTheEnd() throws {
    let folder = try TemporaryFolder()
    let working = folder.url("one/two")
    try FileManager.default.createDirectory(at: working, withIntermediateDirectories: true)
    let samples = (0..<9000).map { Int16($0 * 3 % 20_000 + 1) }
    try writeSound(samples, to: folder.url("ComedyHorns.aif"))
    let heard = folder.url("heard.wav")
    let run = try ChildProcess(
      "sh", ["-c", "cd \"$0\" && exec \"$1\"", working.path, Programs.path("SystemSound")],
      environment: ["OPENCOREAUDIO_DEVICE": "offline:\(heard.path)"])
    #expect(run.wait() == .exit(0))
    #expect(run.errors == "")
    let bytes = try Tool.read(heard)
    let floats = LittleEndian.float(Array(bytes.suffix(samples.count * 4)))
    #expect(floats == samples.map { Float($0) / 32768 })
  }

  @Test func saysWhereItHasNoFile() throws {
    let folder = try TemporaryFolder()
    let run = try ChildProcess(
      "sh", ["-c", "cd \"$0\" && exec \"$1\"", folder.url("").path, Programs.path("SystemSound")],
      environment: ["OPENCOREAUDIO_DEVICE": "null"])
    #expect(run.wait() == .exit(1))
  }

  /// Writes AIFF of one channel at 44.1 kHz.
  private func writeSound(_ samples: [Int16], to url: URL) throws {
    var format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian
        | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
      mBitsPerChannel: 16, mReserved: 0)
    var file: AudioFileID?
    AudioFileCreateWithURL(url as NSURL, kAudioFileAIFFType, &format, [], &file)
    let sound = try #require(file)
    var size = UInt32(samples.count * 2)
    let bytes = samples.map(\.bigEndian)
    #expect(AudioFileWriteBytes(sound, false, 0, &size, bytes) == 0)
    #expect(AudioFileClose(sound) == 0)
  }
}

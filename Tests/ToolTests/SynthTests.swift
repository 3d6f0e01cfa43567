import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The example that plays notes.
@Suite struct SynthTests {
  @Test("notes are written into a file of their length")
  func file() throws {
    let folder = try TemporaryFolder()
    let url = folder.url("chord.wav")
    let run = try Programs.run("Synth", ["-o", url.path, "C4", "E4"])
    #expect(run.ending == .exit(0))
    var file: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(url as CFURL, &file) == noErr)
    let opened = try #require(file)
    defer { ExtAudioFileDispose(opened) }
    var length: Int64 = 0
    var size: UInt32 = 8
    #expect(
      ExtAudioFileGetProperty(opened, kExtAudioFileProperty_FileLengthFrames, &size, &length)
        == noErr)
    // Two notes, and the end of the last one.
    #expect(length == 3 * 14_400)
  }

  @Test("an unknown note is reported")
  func unknown() throws {
    let run = try Programs.run("Synth", ["-o", "/none.wav", "H4"])
    #expect(run.ending == .exit(1))
    #expect(run.errors == "Synth: no note has the name H4\n")
  }
}

import AVFoundation
import Testing

/// The view of a program that imports AVFoundation only.
struct AVFileTypeTests {
  @Test("file types are identifiers, and hints for players")
  func typesAreIdentifiers() throws {
    #expect(AVFileType.wav.rawValue == "com.microsoft.waveform-audio")
    #expect(AVFileType.mp3 == AVFileType("public.mp3"))
    #expect(AVFileType.m4a == AVFileType(rawValue: "com.apple.m4a-audio"))
    // 44 bytes of header and a frame of silence.
    let wave = Data(
      Array("RIFF".utf8) + [38, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
        + [0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8)
        + [2, 0, 0, 0, 0, 0])
    let player = try AVAudioPlayer(data: wave, fileTypeHint: AVFileType.wav.rawValue)
    #expect(player.duration == 1.0 / 8000)
  }
}

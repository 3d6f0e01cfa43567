import MediaPlayer
import Testing

/// The view of a program that imports MediaPlayer only.
struct MediaPlayerImportTests {
  @Test("players, files and the C API are visible")
  func namesAreInReach() {
    #expect(throws: (any Error).self) { try AVAudioPlayer(data: Data([1, 2, 3])) }
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)?.channelCount == 2)
    #expect(kAudioFileCAFType == 0x6361_6666)
  }
}

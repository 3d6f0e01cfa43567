import AVFAudio
import Testing

/// Pointers of released formats and layouts; serialized, because one test releases many formats.
@Suite(.serialized) struct LentMemoryTests {
  @Test("a format's memory outlives the format, however many came before")
  func lentByWhatIsGone() throws {
    for rate in [8000, 22_050, 48_000.0] {
      let description = try #require(
        AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2)
      ).streamDescription
      let layout = try #require(
        AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)
      ).layout
      // Other allocations take the free memory.
      for hertz in 1...200 {
        _ = AVAudioFormat(standardFormatWithSampleRate: Double(hertz), channels: 1)
      }
      #expect(description.pointee.mSampleRate == rate)
      #expect(description.pointee.mChannelsPerFrame == 2)
      #expect(layout.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
      // More than the limit; the next round must work all the same.
      for hertz in 1...40_000 {
        _ = AVAudioFormat(standardFormatWithSampleRate: Double(hertz) / 7, channels: 1)
      }
    }
  }

  @Test("held formats keep their memory when others are released")
  func heldFormats() {
    let held = (1...1000).map {
      AVAudioFormat(standardFormatWithSampleRate: Double($0) / 7, channels: 1)
    }
    let lent = held.map { $0?.streamDescription }
    for hertz in 1...40_000 {
      _ = AVAudioFormat(standardFormatWithSampleRate: Double(hertz), channels: 1)
    }
    for (index, pointer) in lent.enumerated() {
      #expect(pointer?.pointee.mSampleRate == Double(index + 1) / 7)
    }
    withExtendedLifetime(held) {}
  }
}

import AudioToolbox
import TestSupport
import Testing

/// Channel layouts of files that FFmpeg makes.
@Suite struct AudioFileLayoutTests {
  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var options: [String]
    var channelCount: Int
    /// The speakers in their order; `nil` if the file states none.
    var labels: [AudioChannelLabel]?
  }

  private static let front = [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
  private static let rest = [
    kAudioChannelLabel_Center, kAudioChannelLabel_LFEScreen, kAudioChannelLabel_LeftSurround,
    kAudioChannelLabel_RightSurround,
  ]
  /// The order of AAC: the center first, the low frequencies last.
  private static let centreFirst = [
    kAudioChannelLabel_Center, kAudioChannelLabel_Left, kAudioChannelLabel_Right,
    kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RightSurround,
    kAudioChannelLabel_LFEScreen,
  ]

  static let sources: [Source] = [
    Source(
      testDescription: "MP3", options: ["-c:a", "libmp3lame", "-f", "mp3"], channelCount: 2),
    Source(
      testDescription: "MP2 of one channel", options: ["-c:a", "mp2", "-f", "mp2"],
      channelCount: 1),
    Source(testDescription: "AIFF", options: ["-c:a", "pcm_s16be", "-f", "aiff"], channelCount: 2),
    Source(testDescription: "WAVE", options: ["-c:a", "pcm_s16le", "-f", "wav"], channelCount: 2),
    Source(
      testDescription: "WAVE of one channel", options: ["-c:a", "pcm_s16le", "-f", "wav"],
      channelCount: 1),
    Source(testDescription: "AU", options: ["-c:a", "pcm_s16be", "-f", "au"], channelCount: 2),
    Source(
      testDescription: "AAC of two channels", options: ["-c:a", "aac", "-f", "adts"],
      channelCount: 2),
    // FFmpeg states the mask for 24 bits.
    Source(
      testDescription: "WAVE_FORMAT_EXTENSIBLE of two channels",
      options: ["-c:a", "pcm_s24le", "-f", "wav"], channelCount: 2, labels: front),
    Source(
      testDescription: "WAVE_FORMAT_EXTENSIBLE", options: ["-c:a", "pcm_s16le", "-f", "wav"],
      channelCount: 6, labels: front + rest),
    Source(
      testDescription: "CAF", options: ["-c:a", "pcm_s16le", "-f", "caf"], channelCount: 2,
      labels: front),
    Source(
      testDescription: "AAC of six channels", options: ["-c:a", "aac", "-f", "adts"],
      channelCount: 6, labels: centreFirst),
    Source(
      testDescription: "AAC of six channels in M4A", options: ["-c:a", "aac", "-f", "ipod"],
      channelCount: 6, labels: centreFirst),
  ]

  @Test("only a layout that the file states is reported", arguments: sources)
  func statedLayouts(source: Source) throws {
    let file = CallbackFile(
      try FFmpeg.encode(
        source.options, sampleRate: 44_100, channelCount: source.channelCount, seconds: 0.2))
    let (status, opened) = file.open()
    try #require(status == noErr)
    let audio = try #require(opened)
    defer { AudioFileClose(audio) }
    var size: UInt32 = 0
    let answer = AudioFileGetPropertyInfo(audio, kAudioFilePropertyChannelLayout, &size, nil)
    guard let labels = source.labels else {
      #expect(answer == kAudioFileUnsupportedPropertyError)
      return
    }
    try #require(answer == noErr)
    var bytes = [UInt8](repeating: 0, count: Int(size))
    try #require(
      AudioFileGetProperty(audio, kAudioFilePropertyChannelLayout, &size, &bytes) == noErr)
    #expect(Self.labels(bytes).map(Self.usual) == labels)
  }

  /// The speakers of a layout, from the system's descriptions for its tag or bits.
  private static func labels(_ bytes: [UInt8]) -> [AudioChannelLabel] {
    func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
    var layout = bytes
    let tag = word(bytes, 0)
    if tag != kAudioChannelLayoutTag_UseChannelDescriptions {
      let isBits = tag == kAudioChannelLayoutTag_UseChannelBitmap
      let property =
        isBits
        ? kAudioFormatProperty_ChannelLayoutForBitmap : kAudioFormatProperty_ChannelLayoutForTag
      var specifier = isBits ? word(bytes, 4) : tag
      var size: UInt32 = 0
      guard AudioFormatGetPropertyInfo(property, 4, &specifier, &size) == noErr else { return [] }
      layout = [UInt8](repeating: 0, count: Int(size))
      guard AudioFormatGetProperty(property, 4, &specifier, &size, &layout) == noErr else {
        return []
      }
    }
    return (0..<Int(word(layout, 8))).map { word(layout, 12 + 20 * $0) }
  }

  /// Replaces rear speakers by those that others call surround.
  private static func usual(_ label: AudioChannelLabel) -> AudioChannelLabel {
    switch label {
    case kAudioChannelLabel_RearSurroundLeft: kAudioChannelLabel_LeftSurround
    case kAudioChannelLabel_RearSurroundRight: kAudioChannelLabel_RightSurround
    default: label
    }
  }

  @Test("FLAC comments override a preceding ID3 tag")
  func tagsOfFLAC() throws {
    let flac = try FFmpeg.encode(
      ["-metadata", "title=Right", "-c:a", "flac", "-f", "flac"], sampleRate: 44_100,
      channelCount: 1, seconds: 0.2)
    func frame(_ name: String, _ text: String) -> [UInt8] {
      let body = [0] + Array(text.utf8)
      return Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    }
    let frames = frame("TIT2", "Old") + frame("TPE1", "Singer")
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
    let file = CallbackFile(tag + flac)
    let audio = try #require(file.open().1)
    defer { AudioFileClose(audio) }
    let texts = information(audio)
    #expect(texts["title"] == "Right")
    // Only the tag states the artist.
    #expect(texts["artist"] == "Singer")
  }
}

import AVFAudio
import Foundation
import Testing

/// Surround sound through files of each codec: each channel plays on its own speaker.
@Suite struct SurroundFileTests {
  /// A way to write a sound to a file.
  struct Way: Sendable, CustomStringConvertible {
    var codec: AudioFormatID
    var name: String
    var layout: Layout

    var description: String { "\(name) \(layout.tag >> 16)" }
  }

  /// A layout, and a letter for each of its channels in order.
  struct Layout: Sendable {
    var tag: AudioChannelLayoutTag
    var channels: [String]

    init(_ tag: AudioChannelLayoutTag, _ channels: String) {
      self.tag = tag
      self.channels = channels.split(separator: " ").map(String.init)
    }
  }

  static let threeBack = Layout(kAudioChannelLayoutTag_ITU_2_1, "L R Cs")
  static let stereoLow = Layout(kAudioChannelLayoutTag_DVD_4, "L R LFE")
  static let quadraphonic = Layout(kAudioChannelLayoutTag_Quadraphonic, "L R Ls Rs")
  static let cornered = Layout(kAudioChannelLayoutTag_WAVE_4_0_B, "L R Rls Rrs")
  static let fourLow = Layout(kAudioChannelLayoutTag_DVD_10, "L R C LFE")
  static let five = Layout(kAudioChannelLayoutTag_MPEG_5_0_A, "L R C Ls Rs")
  static let fiveLow = Layout(kAudioChannelLayoutTag_MPEG_5_1_A, "L R C LFE Ls Rs")
  static let sixLow = Layout(kAudioChannelLayoutTag_MPEG_6_1_A, "L R C LFE Ls Rs Cs")
  static let seven = Layout(kAudioChannelLayoutTag_MPEG_7_1_C, "L R C LFE Ls Rs Rls Rrs")
  static let wide = Layout(kAudioChannelLayoutTag_MPEG_7_1_A, "L R C LFE Ls Rs Lc Rc")

  static let lossless: [Way] =
    [quadraphonic, five, fiveLow, seven].map {
      Way(codec: kAudioFormatFLAC, name: "a.flac", layout: $0)
    }
    + [five, fiveLow, wide].map { Way(codec: kAudioFormatAppleLossless, name: "a.m4a", layout: $0) }
    + [quadraphonic, fourLow, fiveLow, seven, wide].map {
      Way(codec: kAudioFormatLinearPCM, name: "a.wav", layout: $0)
    }

  #if LibAV
    /// `vorb`, for which Apple has no name.
    private static let vorbis: AudioFormatID = 0x766F_7262

    static let lossy: [Way] =
      [threeBack, stereoLow, quadraphonic, cornered, five, fiveLow, wide].map {
        Way(codec: kAudioFormatMPEG4AAC, name: "a.m4a", layout: $0)
      }
      + [threeBack, stereoLow, quadraphonic, fourLow, five, fiveLow].flatMap { layout in
        [(kAudioFormatAC3, "a.ac3"), (kAudioFormatEnhancedAC3, "a.ec3")].map {
          Way(codec: $0.0, name: $0.1, layout: layout)
        }
      }
      + [quadraphonic, cornered, five, fiveLow, sixLow, seven].map {
        Way(codec: vorbis, name: "a.ogg", layout: $0)
      }
      + [quadraphonic, fiveLow, seven].flatMap { layout in
        ["a.opus", "a.mp4", "a.caf"].map {
          Way(codec: kAudioFormatOpus, name: $0, layout: layout)
        }
      }
    static let ways = lossless + lossy
    private static let refusedByLibraries = [
      (kAudioChannelLayoutTag_MPEG_7_1_C, kAudioFormatMPEG4AAC),
      (kAudioChannelLayoutTag_MPEG_5_0_A, kAudioFormatOpus),
    ]
  #else
    static let ways = lossless.filter { $0.codec != kAudioFormatFLAC }
    private static let refusedByLibraries: [(AudioChannelLayoutTag, AudioFormatID)] = []
  #endif

  private static let rate = 48_000.0
  private static let frameCount = 24_000

  /// The frequency of a speaker's tone in hertz: whole periods in the compared part.
  private static let hertz = [
    "L": 400, "R": 600, "C": 800, "LFE": 100, "Ls": 1000, "Rs": 1200, "Rls": 1400, "Rrs": 1600,
    "Cs": 1800, "Lc": 2000, "Rc": 2200,
  ]

  /// The share of a speaker's tone in the second half of the samples; 1 is all of it.
  private static func level(_ speaker: String, in samples: [Float]) -> Double {
    let turn = 2 * Double.pi * Double(hertz[speaker] ?? 0) / rate
    let start = frameCount / 2
    var (sine, cosine) = (0.0, 0.0)
    for frame in start..<frameCount {
      sine += Double(samples[frame]) * sin(turn * Double(frame))
      cosine += Double(samples[frame]) * cos(turn * Double(frame))
    }
    return hypot(sine, cosine) * 2 / Double(frameCount - start) / 0.25
  }

  private func write(_ way: Way, _ url: URL) throws {
    let layout = try #require(AVAudioChannelLayout(layoutTag: way.layout.tag))
    let settings: [String: Any] = [
      AVFormatIDKey: way.codec, AVSampleRateKey: Self.rate,
      AVChannelLayoutKey: Data(
        bytes: layout.layout, count: MemoryLayout<AudioChannelLayout>.size),
    ]
    let file = try AVAudioFile(forWriting: url, settings: settings)
    let format = AVAudioFormat(standardFormatWithSampleRate: Self.rate, channelLayout: layout)
    #expect(file.processingFormat == format)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(Self.frameCount)))
    buffer.frameLength = buffer.frameCapacity
    let data = try #require(buffer.floatChannelData)
    for (channel, speaker) in way.layout.channels.enumerated() {
      let turn = 2 * Double.pi * Double(try #require(Self.hertz[speaker])) / Self.rate
      for frame in 0..<Self.frameCount {
        data[channel][frame] = Float(0.25 * sin(turn * Double(frame)))
      }
    }
    try file.write(from: buffer)
    file.close()
  }

  /// The samples of a file, in the order of a layout.
  private func read(_ url: URL, _ layout: Layout) throws -> [[Float]] {
    let file = try AVAudioFile(forReading: url)
    let own = file.processingFormat
    // AC-3 streams do not state their priming.
    #expect(file.length >= Self.frameCount && file.length < Self.frameCount + 1536)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: own, frameCapacity: AVAudioFrameCount(Self.frameCount)))
    try file.read(into: buffer)
    let target = AVAudioFormat(
      standardFormatWithSampleRate: Self.rate,
      channelLayout: try #require(AVAudioChannelLayout(layoutTag: layout.tag)))
    let converter = try #require(AVAudioConverter(from: own, to: target))
    let placed = try #require(
      AVAudioPCMBuffer(pcmFormat: target, frameCapacity: buffer.frameLength))
    try converter.convert(to: placed, from: buffer)
    return layout.channels.indices.map { placed.samples($0) }
  }

  @Test("each channel plays on its own speaker", arguments: ways)
  func places(_ way: Way) throws {
    let folder = try Folder()
    let url = folder.file(way.name)
    try write(way, url)
    let samples = try read(url, way.layout)
    for (channel, speaker) in way.layout.channels.enumerated() {
      for other in way.layout.channels {
        let level = Self.level(other, in: samples[channel])
        // Vorbis weakens the channel for low frequencies.
        #expect(other == speaker ? level > 0.65 : level < 0.1, "\(other) in \(speaker)")
      }
    }
  }

  @Test("a speaker that a codec lacks is refused, and its sound goes to no other")
  func refused() throws {
    let folder = try Folder()
    for (tag, codec) in [
      (kAudioChannelLayoutTag_MPEG_7_1_C, kAudioFormatAppleLossless),
      (kAudioChannelLayoutTag_Quadraphonic, kAudioFormatAppleLossless),
    ] + Self.refusedByLibraries {
      let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
      let settings: [String: Any] = [
        AVFormatIDKey: codec, AVSampleRateKey: 48_000.0,
        AVChannelLayoutKey: Data(
          bytes: layout.layout, count: MemoryLayout<AudioChannelLayout>.size),
      ]
      let url = folder.file("a.m4a")
      // The existing file stays.
      try Data("precious".utf8).write(to: url)
      #expect(throws: (any Error).self) { try AVAudioFile(forWriting: url, settings: settings) }
      #expect(try Data(contentsOf: url) == Data("precious".utf8))
      let format = try #require(AVAudioFormat(settings: settings))
      let source = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
      #expect(AVAudioConverter(from: source, to: format) == nil)
    }
  }
}

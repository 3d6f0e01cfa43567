import AVFAudio
import Foundation
import Testing

@Suite struct FormatArchiveTests {
  /// What an archive gives back.
  static func again<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  @Test func formatsComeBack() throws {
    let samples = try AVAudioConverterTests.format(8000, 2, .pcmFormatInt16, interleaved: true)
    #expect(try Self.again(samples) == samples)
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let surround = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
    #expect(try Self.again(surround) == surround)
    #expect(try Self.again(surround).magicCookie == nil)
    let coded = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.5, AVNumberOfChannelsKey: 2,
      ]))
    coded.magicCookie = Data([1, 2, 3])
    let back = try Self.again(coded)
    #expect(back == coded && back.sampleRate == 44_100.5)
    #expect(back.magicCookie == Data([1, 2, 3]))
  }

  @Test func layoutsComeBack() throws {
    let tag = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
    #expect(try Self.again(tag) == tag)
    var places = ManagedAudioChannelLayout(maximumDescriptions: 2)
    places.channelDescriptions[0].mChannelLabel = kAudioChannelLabel_UseCoordinates
    places.channelDescriptions[0].mChannelFlags = .sphericalCoordinates
    places.channelDescriptions[0].mCoordinates = (-30.5, 0.25, 1)
    places.channelDescriptions[1].mChannelLabel = kAudioChannelLabel_Right
    let described = places.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
    #expect(try Self.again(described) == described)
    var speakers = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_UseChannelBitmap)
    speakers.bitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
    let mapped = speakers.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
    #expect(try Self.again(mapped) == mapped)
    #expect(mapped.channelCount == 3)
  }

  /// An archive that holds these numbers and nothing else.
  static func archive(_ numbers: [String: Int64]) throws -> NSKeyedUnarchiver {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    for (key, value) in numbers { archiver.encode(value, forKey: key) }
    archiver.finishEncoding()
    return try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  }

  @Test(
    "an archive of something else holds none",
    arguments: [
      [:], ["formatID": 1], ["formatID": 1, "channelsPerFrame": 3],
      ["formatID": 1, "channelsPerFrame": -1], ["formatID": 1 << 32, "channelsPerFrame": 1],
      ["tag": 1 << 32], ["tag": 1 << 16 | 1],
    ])
  func otherArchives(numbers: [String: Int64]) throws {
    #expect(AVAudioFormat(coder: try Self.archive(numbers)) == nil)
    #expect(AVAudioChannelLayout(coder: try Self.archive(numbers)) == nil)
  }
}

import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioChannelLayoutTests {
  @Test(
    arguments: [
      (kAudioChannelLayoutTag_Mono, 1), (kAudioChannelLayoutTag_Stereo, 2),
      (kAudioChannelLayoutTag_MPEG_5_1_A, 6), (kAudioChannelLayoutTag_TMH_10_2_full, 21),
      (kAudioChannelLayoutTag_DiscreteInOrder | 5, 5), (kAudioChannelLayoutTag_Unknown | 3, 3),
    ] as [(AudioChannelLayoutTag, AVAudioChannelCount)])
  func knowsTags(tag: AudioChannelLayoutTag, channels: AVAudioChannelCount) throws {
    let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
    #expect(layout.layoutTag == tag && layout.channelCount == channels)
    #expect(layout.layout.pointee.mChannelLayoutTag == tag)
    #expect(layout.layout.pointee.mNumberChannelDescriptions == 0)
  }

  @Test(
    arguments: [
      kAudioChannelLayoutTag_UseChannelDescriptions, kAudioChannelLayoutTag_UseChannelBitmap,
      kAudioChannelLayoutTag_DiscreteInOrder, 101 << 16 | 3, 5 << 16 | 2,
    ] as [AudioChannelLayoutTag])
  func refusesOtherTags(tag: AudioChannelLayoutTag) {
    #expect(AVAudioChannelLayout(layoutTag: tag) == nil)
  }

  @Test(
    arguments: [
      ([kAudioChannelLabel_Mono], kAudioChannelLayoutTag_Mono),
      ([kAudioChannelLabel_Left, kAudioChannelLabel_Right], kAudioChannelLayoutTag_Stereo),
      (
        [kAudioChannelLabel_Right, kAudioChannelLabel_Left],
        kAudioChannelLayoutTag_UseChannelDescriptions
      ),
      (
        [
          kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_Center,
          kAudioChannelLabel_LFEScreen, kAudioChannelLabel_LeftSurround,
          kAudioChannelLabel_RightSurround,
        ], kAudioChannelLayoutTag_MPEG_5_1_A
      ),
    ] as [([AudioChannelLabel], AudioChannelLayoutTag)])
  func findsTheTagOfDescriptions(labels: [AudioChannelLabel], tag: AudioChannelLayoutTag) {
    let managed = ManagedAudioChannelLayout(
      channelDescriptions: labels.map {
        AudioChannelDescription(mChannelLabel: $0, mChannelFlags: [], mCoordinates: (0, 0, 0))
      })
    let layout = managed.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
    #expect(layout.layoutTag == tag)
    #expect(layout.channelCount == UInt32(labels.count))
    let descriptions = AudioChannelLayout.UnsafePointer(layout.layout)
    let isDescribed = tag == kAudioChannelLayoutTag_UseChannelDescriptions
    #expect(descriptions.map(\.mChannelLabel) == (isDescribed ? labels : []))
  }

  @Test func isEqualByItsChannels() throws {
    let first = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
    let second = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_2_0))
    #expect(first == second && first.hash == second.hash)
    #expect(first != AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MidSide))
    #expect(!first.isEqual(nil))
  }

  @Test func countsTheBitsOfABitmap() {
    var managed = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_UseChannelBitmap)
    managed.bitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
    let layout = managed.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
    #expect(layout.channelCount == 3)
  }
}

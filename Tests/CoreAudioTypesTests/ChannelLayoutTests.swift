import CoreAudioTypes
import Foundation
import Testing

@Suite struct ChannelLayoutTests {
  private let left = AudioChannelDescription(
    mChannelLabel: kAudioChannelLabel_Left, mChannelFlags: [], mCoordinates: (0, 0, 0))

  @Test func allocatesUnknownChannels() {
    let layout = AudioChannelLayout.allocate(maximumDescriptions: 3)
    defer { free(layout.unsafeMutablePointer) }
    #expect(AudioChannelLayout.sizeInBytes(maximumDescriptions: 3) == 12 + 3 * 20)
    #expect(layout.map(\.mChannelLabel) == Array(repeating: kAudioChannelLabel_Unknown, count: 3))
    layout[1] = left
    #expect(layout[1] == left && layout[2] != left)
    let constant = AudioChannelLayout.UnsafePointer(layout.unsafePointer)
    #expect(constant.count == 3 && constant[1] == left)
  }

  @Test func countsChannelsByItsTag() {
    #expect(ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A).numberOfChannels == 6)
    var layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_UseChannelBitmap)
    layout.bitmap = [.bit_Left, .bit_Right, .bit_Center]
    #expect(layout.numberOfChannels == 3)
    #expect(ManagedAudioChannelLayout(channelDescriptions: [left, left]).numberOfChannels == 2)
    #expect(ManagedAudioChannelLayout(maximumDescriptions: 4).sizeInBytes == 12 + 4 * 20)
  }

  @Test func isCopiedAsAValue() {
    let first = ManagedAudioChannelLayout(maximumDescriptions: 2)
    var second = first
    second.channelDescriptions[0] = left
    #expect(first != second)
    #expect(first.channelDescriptions[0].mChannelLabel == kAudioChannelLabel_Unknown)
    second.setAllToUnknown()
    #expect(first == second)
  }

  @Test func lendsItsMemory() {
    var layout = ManagedAudioChannelLayout(channelDescriptions: [left, left])
    layout.withUnsafeMutablePointer { pointer in
      #expect(pointer.pointee.mNumberChannelDescriptions == 2)
      pointer.pointee.mChannelDescriptions.mChannelLabel = kAudioChannelLabel_Right
      pointer.pointee.mNumberChannelDescriptions = 1_000
    }
    #expect(layout.channelDescriptions.count == 2)
    let label = layout.withUnsafePointer { $0.pointee.mChannelDescriptions.mChannelLabel }
    #expect(label == kAudioChannelLabel_Right)
  }

  @Test func takesOwnershipOfMemoryOnce() {
    let memory = AudioChannelLayout.allocate(maximumDescriptions: 1)
    memory[0] = left
    var calls = 0
    let layout = ManagedAudioChannelLayout(
      audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer(memory.unsafePointer)
    ) { pointer in
      calls += 1
      free(UnsafeMutablePointer(mutating: pointer.unsafePointer))
    }
    #expect(calls == 1)
    #expect(layout.channelDescriptions.first == left)
  }
}

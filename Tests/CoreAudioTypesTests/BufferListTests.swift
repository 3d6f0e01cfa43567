import CoreAudioTypes
import Foundation
import Testing

@Suite struct BufferListTests {
  @Test func listsBuffersAfterTheFirst() {
    let list = AudioBufferList.allocate(maximumBuffers: 3)
    defer { free(list.unsafeMutablePointer) }
    #expect(AudioBufferList.sizeInBytes(maximumBuffers: 3) == 8 + 3 * 16)
    #expect(list.count == 3)
    for index in list.indices {
      list[index] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(index), mData: nil)
    }
    #expect(list.map(\.mDataByteSize) == [0, 1, 2])
    #expect(list.unsafePointer.pointee.mBuffers.mDataByteSize == 0)
    list.count = 2
    #expect(list.unsafeMutablePointer.pointee.mNumberBuffers == 2)
    #expect(list.last?.mDataByteSize == 1)
  }

  @Test func readsAListOnTheStack() {
    var list = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 8, mData: nil))
    let pointer = UnsafeMutableAudioBufferListPointer(&list)
    pointer[0].mDataByteSize = 4
    #expect(list.mBuffers.mDataByteSize == 4)
    let none: UnsafeMutablePointer<AudioBufferList>? = nil
    #expect(UnsafeMutableAudioBufferListPointer(none) == nil)
  }

  @Test func aBufferKnowsTheSizeOfItsSamples() {
    var samples: [Float] = [1, 2, 3, 4]
    samples.withUnsafeMutableBufferPointer { memory in
      let buffer = AudioBuffer(memory, numberOfChannels: 2)
      #expect(buffer.mNumberChannels == 2)
      #expect(buffer.mDataByteSize == 16)
      #expect(buffer.mData == UnsafeMutableRawPointer(memory.baseAddress))
    }
  }

  @Test func aBufferIsReadAsSamples() {
    var samples: [Int16] = [1, 2, 3, 4]
    samples.withUnsafeMutableBufferPointer { memory in
      var buffer = AudioBuffer(memory, numberOfChannels: 1)
      // A byte outside the samples.
      buffer.mDataByteSize -= 1
      #expect(Array(UnsafeBufferPointer<Int16>(buffer)) == [1, 2, 3])
      let changing = UnsafeMutableBufferPointer<Int16>(buffer)
      changing[2] = 7
      let again: [Int16] = Array(UnsafeBufferPointer(buffer))
      #expect(again == [1, 2, 7])
    }
    #expect(samples == [1, 2, 7, 4])
    let none = AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: nil)
    #expect(UnsafeBufferPointer<Float>(none).isEmpty)
    #expect(UnsafeMutableBufferPointer<Float>(none).baseAddress == nil)
  }
}

// Only the imports of a program for Apple's systems.
import CoreAudioTypes
import Foundation
import Testing

/// The memory functions of C, as in programs for Apple's systems.
@Suite struct MemoryFunctionTests {
  @Test func memoryFunctionsAcceptBufferPointers() {
    var here: [UInt8] = [1, 2, 3, 4]
    var there: [UInt8] = [9, 9, 9, 9]
    here.withUnsafeMutableBytes { here in
      there.withUnsafeMutableBytes { there in
        let source = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: 4, mData: here.baseAddress)
        let target = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: 4, mData: there.baseAddress)
        memcpy(target.mData, source.mData?.advanced(by: 1), 2)
        memset(source.mData, 7, Int(source.mDataByteSize) - 1)
        memmove(target.mData?.advanced(by: 1), target.mData, 3)
      }
    }
    #expect(here == [7, 7, 7, 4])
    #expect(there == [2, 2, 3, 9])
  }

  @Test func zeroBytesAreAccepted() {
    let none = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
    var byte: UInt8 = 5
    #expect(memset(none.mData, 1, Int(none.mDataByteSize)) == nil)
    #expect(memcpy(none.mData, &byte, 0) == nil)
    #expect(memcpy(&byte, none.mData, 0) != nil)
    #expect(memmove(none.mData, none.mData, 0) == nil)
    #expect(byte == 5)
  }

  @Test func bytesAtNullTrap() async {
    await #expect(processExitsWith: .failure) {
      memset(AudioBuffer(mNumberChannels: 1, mDataByteSize: 1, mData: nil).mData, 0, 1)
    }
    await #expect(processExitsWith: .failure) {
      var byte: UInt8 = 5
      memcpy(AudioBuffer(mNumberChannels: 1, mDataByteSize: 1, mData: nil).mData, &byte, 1)
    }
    await #expect(processExitsWith: .failure) {
      var byte: UInt8 = 5
      memmove(&byte, AudioBuffer(mNumberChannels: 1, mDataByteSize: 1, mData: nil).mData, 1)
    }
  }

  /// The test is that this compiles: no name is ambiguous.
  @Test func otherOverloadsAreUnambiguous() {
    var samples: [Float] = [1, 2, 3]
    let two: [Float] = [4, 5]
    memcpy(&samples, two, 4)
    memcpy(&samples[1], [6, 7] as [Float], 8)
    #expect(samples == [4, 6, 7])
    memset(&samples, 0, 4)
    samples.withUnsafeMutableBufferPointer { memory in
      guard let first = memory.baseAddress else { return }
      memmove(first, first + 1, 8)
      let address: UnsafeMutableRawPointer = memset(first + 2, 0, 4)
      #expect(address == UnsafeMutableRawPointer(first + 2))
    }
    #expect(samples == [6, 7, 0])
    var format = AudioStreamBasicDescription(
      mSampleRate: 8000, mFormatID: 1, mFormatFlags: 2, mBytesPerPacket: 3, mFramesPerPacket: 4,
      mBytesPerFrame: 5, mChannelsPerFrame: 6, mBitsPerChannel: 7, mReserved: 8)
    memset(&format, 0, MemoryLayout<AudioStreamBasicDescription>.size)
    #expect(format.mSampleRate == 0 && format.mReserved == 0)
    var text = [CChar](repeating: 1, count: 4)
    memcpy(&text, "abc", 4)
    #expect(text == [97, 98, 99, 0])
    Data([1, 2]).withUnsafeBytes { bytes in
      _ = memcpy(&text, bytes.baseAddress, 2)
    }
    let copied = text.withUnsafeMutableBytes { memset($0.baseAddress!, 3, 1) }
    #expect(copied != nil && text == [3, 2, 99, 0])
    let function: (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> UnsafeMutableRawPointer? =
      memcpy
    #expect(function(&text, [8, 8] as [CChar], 2) != nil && text == [8, 8, 99, 0])
  }
}

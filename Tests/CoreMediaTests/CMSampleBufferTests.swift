import CoreMedia
import Foundation
import Testing

/// Block buffers and sample buffers, with the functions of C in Swift's spelling.
@Suite struct CMSampleBufferTests {
  private func block(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    var made: CMBlockBuffer?
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: bytes.count,
        blockAllocator: kCFAllocatorDefault, customBlockSource: nil, offsetToData: 0,
        dataLength: bytes.count, flags: 0, blockBufferOut: &made) == kCMBlockBufferNoErr)
    let buffer = try #require(made)
    #expect(
      CMBlockBufferReplaceDataBytes(
        with: bytes, blockBuffer: buffer, offsetIntoDestination: 0, dataLength: bytes.count) == 0)
    return buffer
  }

  @Test("blocks are joined, referred to, copied and filled")
  func blocks() throws {
    let first = try block(Array(0..<10))
    var made: CMBlockBuffer?
    CMBlockBufferCreateEmpty(allocator: nil, capacity: 0, flags: 0, blockBufferOut: &made)
    let joined = try #require(made)
    #expect(CMBlockBufferIsEmpty(joined))
    CMBlockBufferAppendBufferReference(
      joined, targetBBuf: first, offsetToData: 2, dataLength: 3, flags: 0)
    CMBlockBufferAppendBufferReference(
      joined, targetBBuf: try block([50, 51]), offsetToData: 0, dataLength: 0, flags: 0)
    #expect(try joined.dataBytes() == Data([2, 3, 4, 50, 51]))
    #expect(!joined.isContiguous && CMBlockBufferGetDataLength(joined) == 5)
    #expect(CMBlockBufferIsRangeContiguous(joined, atOffset: 0, length: 3))
    #expect(!CMBlockBufferIsRangeContiguous(joined, atOffset: 2, length: 2))
    // References share the bytes.
    CMBlockBufferFillDataBytes(
      with: 9, blockBuffer: joined, offsetIntoDestination: 1, dataLength: 3)
    #expect(try first.dataBytes() == Data([0, 1, 2, 9, 9, 5, 6, 7, 8, 9]))
    var length = 0
    var total = 0
    var pointer: UnsafeMutablePointer<CChar>?
    #expect(
      CMBlockBufferGetDataPointer(
        joined, atOffset: 3, lengthAtOffsetOut: &length, totalLengthOut: &total,
        dataPointerOut: &pointer) == 0)
    #expect(length == 2 && total == 5 && pointer?.pointee == 9)
    var contiguous: CMBlockBuffer?
    CMBlockBufferCreateContiguous(
      allocator: nil, sourceBuffer: joined, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 1, dataLength: 0, flags: 0, blockBufferOut: &contiguous)
    #expect(try contiguous?.dataBytes() == Data([9, 9, 9, 51]))
  }

  @Test("ranges outside of the data are errors")
  func badRanges() throws {
    let buffer = try block([1, 2, 3])
    var bytes = [UInt8](repeating: 0, count: 8)
    for (offset, length) in [(0, 4), (3, 1), (-1, 1), (1, -1), (Int.max, 1), (1, Int.max)] {
      #expect(
        CMBlockBufferCopyDataBytes(
          buffer, atOffset: offset, dataLength: length, destination: &bytes)
          == kCMBlockBufferBadLengthParameterErr)
    }
    #expect(
      CMBlockBufferGetDataPointer(
        buffer, atOffset: 3, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: nil)
        == kCMBlockBufferBadOffsetParameterErr)
  }

  private func format(_ flags: AudioFormatFlags, channels: UInt32 = 2) throws
    -> CMFormatDescription
  {
    let isSeparate = flags & kAudioFormatFlagIsNonInterleaved != 0
    var stream = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: isSeparate ? 2 : 2 * channels, mFramesPerPacket: 1,
      mBytesPerFrame: isSeparate ? 2 : 2 * channels, mChannelsPerFrame: channels,
      mBitsPerChannel: 16, mReserved: 0)
    var made: CMAudioFormatDescription?
    CMAudioFormatDescriptionCreate(
      allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0,
      magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
    return try #require(made)
  }

  private static let integers = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked

  @Test(
    "frames of linear PCM have times, sizes, and a list of their bytes", arguments: [false, true])
  func frames(isSeparate: Bool) throws {
    let flags = Self.integers | (isSeparate ? kAudioFormatFlagIsNonInterleaved : 0)
    var made: CMSampleBuffer?
    #expect(
      CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil, dataBuffer: try block(Array(0..<16)), formatDescription: try format(flags),
        sampleCount: 4, presentationTimeStamp: CMTime(value: 480, timescale: 48_000),
        packetDescriptions: nil, sampleBufferOut: &made) == 0)
    let buffer = try #require(made)
    #expect(buffer.numSamples == 4 && buffer.totalSampleSize == 16)
    #expect(buffer.duration == CMTime(value: 4, timescale: 48_000))
    #expect(
      try buffer.sampleTimingInfo(at: 3).presentationTimeStamp
        == CMTime(value: 483, timescale: 48_000))
    #expect(throws: (any Error).self) { try buffer.sampleTimingInfo(at: 4) }
    try buffer.withAudioBufferList { list, _ in
      #expect(list.count == (isSeparate ? 2 : 1))
      #expect(list.map(\.mDataByteSize) == (isSeparate ? [8, 8] : [16]))
      let last = try #require(list[list.count - 1].mData)
      #expect(last.load(as: UInt8.self) == (isSeparate ? 8 : 0))
    }
    let copy = AudioBufferList.allocate(maximumBuffers: isSeparate ? 2 : 1)
    defer { free(copy.unsafeMutablePointer) }
    var memory = [[UInt8]](repeating: [UInt8](repeating: 0, count: 8), count: copy.count)
    for index in 0..<copy.count {
      let start = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 16)
      copy[index] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: isSeparate ? 4 : 8, mData: start)
    }
    try buffer.copyPCMData(fromRange: 1..<3, into: copy.unsafeMutablePointer)
    for index in 0..<copy.count {
      let start = try #require(copy[index].mData)
      memory[index] = Array(
        UnsafeRawBufferPointer(start: start, count: Int(copy[index].mDataByteSize)))
      start.deallocate()
    }
    #expect(memory == (isSeparate ? [[2, 3, 4, 5], [10, 11, 12, 13]] : [Array(4..<12)]))
    #expect(throws: (any Error).self) {
      try buffer.copyPCMData(fromRange: 3..<5, into: copy.unsafeMutablePointer)
    }
  }

  @Test("packets beyond the data, and wrong numbers of entries, are refused")
  func badSamples() throws {
    var made: CMSampleBuffer?
    let data = try block([1, 2, 3])
    let description = try format(Self.integers)
    var packets = [
      AudioStreamPacketDescription(
        mStartOffset: 2, mVariableFramesInPacket: 0, mDataByteSize: 2)
    ]
    #expect(
      CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil, dataBuffer: data, formatDescription: description, sampleCount: 1,
        presentationTimeStamp: .zero, packetDescriptions: &packets, sampleBufferOut: &made)
        == kCMSampleBufferError_InvalidSampleData)
    var sizes = [1, 1]
    #expect(
      CMSampleBufferCreateReady(
        allocator: nil, dataBuffer: data, formatDescription: description, sampleCount: 3,
        sampleTimingEntryCount: 0, sampleTimingArray: nil, sampleSizeEntryCount: 2,
        sampleSizeArray: &sizes, sampleBufferOut: &made) == kCMSampleBufferError_InvalidEntryCount)
    #expect(made == nil)
    // Sizes whose sum is no number of bytes.
    for (count, size) in [(Int.max, Int.max), (2, -1)] {
      sizes = [size]
      #expect(
        CMSampleBufferCreateReady(
          allocator: nil, dataBuffer: data, formatDescription: description, sampleCount: count,
          sampleTimingEntryCount: 0, sampleTimingArray: nil, sampleSizeEntryCount: 1,
          sampleSizeArray: &sizes, sampleBufferOut: &made)
          == kCMSampleBufferError_InvalidSampleData)
    }
    #expect(made == nil)
  }
}

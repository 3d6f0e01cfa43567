import CoreMedia
import Foundation
import Synchronization
import Testing

/// Parts, copies, attachments and late data of sample buffers.
@Suite struct SampleBufferPartsTests {
  private func format(
    _ flags: AudioFormatFlags = kAudioFormatFlagIsSignedInteger, channels: UInt32 = 1
  ) throws -> CMFormatDescription {
    let isSeparate = flags & kAudioFormatFlagIsNonInterleaved != 0
    let width = isSeparate ? 2 : 2 * channels
    var stream = AudioStreamBasicDescription(
      mSampleRate: 8_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: width, mFramesPerPacket: 1, mBytesPerFrame: width,
      mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
    return try description(&stream)
  }

  private func description(
    _ stream: inout AudioStreamBasicDescription
  ) throws -> CMFormatDescription {
    var made: CMAudioFormatDescription?
    CMAudioFormatDescriptionCreate(
      allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0,
      magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
    return try #require(made)
  }

  private func block(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    let block = try CMBlockBuffer(length: bytes.count, flags: .assureMemoryNow)
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    return block
  }

  private func time(_ frames: Int64) -> CMTime { CMTime(value: frames, timescale: 8_000) }

  /// Four frames of two bytes from the time of frame 100.
  private func frames() throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: block(Array(0..<8)), formatDescription: format(), numSamples: 4,
      presentationTimeStamp: time(100), packetDescriptions: [])
  }

  /// Three packets of 1, 2 and 3 bytes and 160 frames.
  private func packets() throws -> CMSampleBuffer {
    var stream = AudioStreamBasicDescription(
      mSampleRate: 8_000, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
      mFramesPerPacket: 160, mBytesPerFrame: 0, mChannelsPerFrame: 1, mBitsPerChannel: 0,
      mReserved: 0)
    return try CMSampleBuffer(
      dataBuffer: block(Array(0..<6)), formatDescription: description(&stream), numSamples: 3,
      presentationTimeStamp: time(0),
      packetDescriptions: [(0, 1), (1, 2), (3, 3)].map {
        AudioStreamPacketDescription(
          mStartOffset: $0.0, mVariableFramesInPacket: 0, mDataByteSize: $0.1)
      })
  }

  // MARK: Parts

  @Test("a range of frames or packets has its bytes, times and sizes")
  func ranges() throws {
    let part = try CMSampleBuffer(copying: frames(), forRange: 1..<3)
    #expect(try part.dataBuffer?.dataBytes() == Data([2, 3, 4, 5]))
    #expect(part.numSamples == 2 && part.presentationTimeStamp == time(101))
    #expect(part.duration == time(2))
    let last = try CMSampleBuffer(copying: packets(), forRange: 1..<3)
    #expect(try last.dataBuffer?.dataBytes() == Data([1, 2, 3, 4, 5]))
    #expect(try last.sampleSizes() == [2, 3] && last.presentationTimeStamp == time(160))
    #expect(try last.audioStreamPacketDescriptions().map(\.mStartOffset) == [0, 2])
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) {
      try CMSampleBuffer(copying: packets(), forRange: 1..<4)
    }
  }

  @Test("a range of separate channels has the frames of each")
  func separateChannels() throws {
    let flags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsNonInterleaved
    let buffer = try CMSampleBuffer(
      dataBuffer: block(Array(0..<12)), formatDescription: format(flags, channels: 2),
      numSamples: 3, presentationTimeStamp: time(0), packetDescriptions: [])
    let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
    #expect(try part.dataBuffer?.dataBytes() == Data([2, 3, 4, 5, 8, 9, 10, 11]))
  }

  @Test("each sample is a buffer, in order")
  func singleSamples() throws {
    let singles = try packets().singleSampleBuffers()
    #expect(singles.map(\.totalSampleSize) == [1, 2, 3])
    #expect(singles.map(\.presentationTimeStamp) == [time(0), time(160), time(320)])
    var indices: [Int] = []
    let status = try CMSampleBufferCallBlockForEachSample(frames()) { sample, index in
      indices.append(index)
      return sample.numSamples == 1 && index < 2 ? 0 : 7
    }
    #expect(status == 7 && indices == [0, 1, 2])
    // Samples without sizes cannot be divided.
    let whole = try CMSampleBuffer(
      dataBuffer: block([1, 2]), formatDescription: nil, numSamples: 2, sampleTimings: [],
      sampleSizes: [])
    #expect(throws: CMSampleBuffer.Error.cannotSubdivide) { try whole.singleSampleBuffers() }
  }

  @Test("wrong numbers of times and sizes are errors")
  func wrongCounts() throws {
    let times = [CMSampleTimingInfo](repeating: .invalid, count: 2)
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
      try CMSampleBuffer(
        dataBuffer: block([1, 2, 3]), formatDescription: nil, numSamples: 3, sampleTimings: times,
        sampleSizes: [1])
    }
    #expect(throws: CMSampleBuffer.Error.invalidSampleData) {
      try CMSampleBuffer(
        dataBuffer: block([1, 2, 3]), formatDescription: nil, numSamples: 3, sampleTimings: [],
        sampleSizes: [2])
    }
    var (needed, sizes) = (0, [Int](repeating: 0, count: 2))
    #expect(
      try CMSampleBufferGetSampleSizeArray(
        packets(), entryCount: 2, arrayToFill: &sizes, entriesNeededOut: &needed)
        == kCMSampleBufferError_ArrayTooSmall)
    #expect(needed == 3)
  }

  // MARK: Attachments

  @Test("trimmed ends and speed change the time of output")
  func output() throws {
    let buffer = try packets()
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart,
      value: CMTimeCopyAsDictionary(time(100), allocator: nil),
      attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    buffer.attachments[kCMSampleBufferAttachmentKey_TrimDurationAtEnd as String] =
      .shouldPropagate(try #require(CMTimeCopyAsDictionary(time(20), allocator: nil)))
    #expect(buffer.outputPresentationTimeStamp == time(100))
    #expect(buffer.outputDuration == time(360) && buffer.duration == time(480))
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_SpeedMultiplier, value: NSNumber(value: 2),
      attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    #expect(buffer.outputDuration == time(180))
    #expect(try buffer.outputSampleTimingInfos().map(\.duration) == [time(80)])
    // Only one of the attachments propagates.
    let copy = try CMSampleBuffer(copying: buffer)
    #expect(copy.outputDuration == time(460) && copy.outputPresentationTimeStamp == time(0))
    CMRemoveAllAttachments(copy)
    #expect(copy.outputDuration == time(480) && copy.attachments.propagated.isEmpty)
  }

  @Test("attachments have modes, and move to other objects")
  func modes() throws {
    let (first, second) = try (block([1]), block([2]))
    first.attachments["a"] = .shouldPropagate(NSNumber(value: 1))
    first.attachments.merge(["b": NSNumber(value: 2)], mode: .shouldNotPropagate)
    var mode: CMAttachmentMode = 9
    #expect(CMGetAttachment(first, key: "a", attachmentModeOut: &mode) as? NSNumber == 1)
    #expect(mode == kCMAttachmentMode_ShouldPropagate)
    first.propagateAttachments(to: second)
    #expect(second.attachments["a"]?.value as? NSNumber == 1 && second.attachments["b"] == nil)
    CMRemoveAttachment(second, key: "a")
    #expect(
      CMCopyDictionaryOfAttachments(
        allocator: nil, target: second, attachmentMode: kCMAttachmentMode_ShouldPropagate) == nil)
    // Other objects have no attachments.
    CMSetAttachment(NSObject(), key: "a", value: NSNumber(value: 1), attachmentMode: 1)
    #expect(CMGetAttachment(NSObject(), key: "a", attachmentModeOut: nil) == nil)
  }

  @Test("samples have attachments of their own")
  func sampleAttachments() throws {
    let buffer = try packets()
    #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) == nil)
    buffer.sampleAttachments[1][.notSync] = true
    let array = try #require(
      CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true))
    let dictionary = try #require(array[1] as? NSMutableDictionary)
    #expect(array.count == 3)
    #expect(dictionary.object(forKey: kCMSampleAttachmentKey_NotSync) as? Bool == true)
    #expect(buffer.sampleAttachments.map { $0.map(\.key) } == [[], [.notSync], []])
  }

  // MARK: Late data

  @Test("a handler completes the data once, and a buffer that tracks another follows it")
  func lateData() throws {
    let count = Mutex(0)
    let bytes = try block(Array(0..<8))
    let late = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: format(), numSamples: 4,
      presentationTimeStamp: time(0), packetDescriptions: []
    ) { buffer in
      count.withLock { $0 += 1 }
      try buffer.setDataBuffer(bytes)
    }
    let follower = try CMSampleBuffer(
      dataBuffer: bytes, dataReady: false, formatDescription: format(), numSamples: 4,
      presentationTimeStamp: time(0), packetDescriptions: []
    ) { _ in throw CMSampleBuffer.Error.dataCanceled }
    try follower.trackDataReadiness(late)
    #expect(late.dataReadiness == .notReady && follower.dataReadiness == .notReady)
    try follower.makeDataReady()
    try late.makeDataReady()
    #expect(late.dataReadiness == .ready && follower.dataReadiness == .ready)
    #expect(count.withLock { $0 } == 1)
    #expect(try late.dataBuffer?.dataBytes() == Data(0..<8))
    let failing = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: format(), numSamples: 4,
      presentationTimeStamp: time(0), packetDescriptions: []
    ) { _ in throw CMSampleBuffer.Error.dataCanceled }
    #expect(throws: CMSampleBuffer.Error.dataCanceled) { try failing.makeDataReady() }
    try failing.setDataReadiness(.failed(-1))
    var status: OSStatus = 0
    #expect(CMSampleBufferHasDataFailed(failing, statusOut: &status) && status == -1)
    #expect(failing.dataReadiness == .failed(-1))
    try failing.invalidate()
    #expect(throws: CMSampleBuffer.Error.invalidated) { try failing.makeDataReady() }
  }

  @Test("a list of buffers becomes the data, and packets have descriptions")
  func lists() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: format(), numSamples: 2,
      presentationTimeStamp: time(0), packetDescriptions: []
    ) { _ in }
    var samples: [Int16] = [1, 2]
    try samples.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 1, mDataByteSize: 4, mData: bytes.baseAddress))
      try buffer.setDataBuffer(fromAudioBufferList: &list)
      #expect(throws: CMSampleBuffer.Error.alreadyHasDataBuffer) {
        try buffer.setDataBuffer(fromAudioBufferList: &list)
      }
    }
    #expect(try buffer.dataBuffer?.dataBytes() == Data([1, 0, 2, 0]))
    #expect(buffer.dataReadiness == .ready)
    try buffer.withAudioBufferList { list, _ in
      #expect(list.count == 1 && list[0].mDataByteSize == 4)
    }
    let packets = try packets()
    let sizes = try packets.withUnsafeAudioStreamPacketDescriptions { $0.map(\.mDataByteSize) }
    #expect(sizes == [1, 2, 3])
    var (pointer, size): (UnsafePointer<AudioStreamPacketDescription>?, Int) = (nil, 0)
    CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
      packets, packetDescriptionsPointerOut: &pointer, sizeOut: &size)
    #expect(size == 48 && pointer?[2].mStartOffset == 3)
  }

  // MARK: Blocks

  @Test("slices copy, replace and fill their bytes")
  func slices() throws {
    let buffer = try block(Array(0..<8))
    let slice = buffer[2..<6]
    #expect(slice.dataLength == 4 && slice.isContiguous)
    #expect(try slice[3...].dataBytes() == Data([3, 4, 5]))
    try buffer[..<2].fillDataBytes(with: 9)
    try [UInt8](7...8).withUnsafeBytes { try slice.replaceDataBytes(with: $0) }
    #expect(try buffer.dataBytes() == Data([9, 9, 7, 8, 4, 5, 6, 7]))
    var bytes = [UInt8](repeating: 0, count: 5)
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) {
      try bytes.withUnsafeMutableBytes { try slice.copyDataBytes(to: $0) }
    }
    let joined = try CMBlockBuffer(bufferReference: slice)
    try joined.append(bufferReference: buffer[...])
    #expect(!joined.isContiguous && joined.dataLength == 12)
    let contiguous = try joined.makeContiguous()
    #expect(try contiguous.isContiguous && contiguous.dataBytes() == joined.dataBytes())
    #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) {
      try joined.append(bufferReference: buffer[3..<3])
    }
  }

  @Test("a client's memory is allocated and freed once")
  func customMemory() throws {
    let frees = Mutex<[Int]>([])
    do {
      let buffer = try CMBlockBuffer(
        length: 16, allocator: { malloc($0) },
        deallocator: { start, length in
          free(start)
          frees.withLock { $0.append(length) }
        }, range: 4..<8)
      try buffer.fillDataBytes(with: 1)
      #expect(buffer.dataLength == 4 && frees.withLock { $0.isEmpty })
    }
    #expect(frees.withLock { $0 } == [16])
    #expect(throws: CMBlockBuffer.Error.blockAllocationFailed) {
      try CMBlockBuffer(length: 16, allocator: { _ in nil }, deallocator: { _, _ in })
    }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) {
      try CMBlockBuffer(
        length: 4, allocator: { malloc($0) }, deallocator: { start, _ in free(start) }, range: 2..<9
      )
    }
    var source = CMBlockBufferCustomBlockSource(
      version: 0, AllocateBlock: { _, length in malloc(length) },
      FreeBlock: { _, start, _ in free(start) }, refCon: nil)
    var made: CMBlockBuffer?
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 8, blockAllocator: nil,
        customBlockSource: &source, offsetToData: 0, dataLength: 8, flags: 0,
        blockBufferOut: &made) == 0)
    #expect(made?.dataLength == 8)
    source.version = 1
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 8, blockAllocator: nil,
        customBlockSource: &source, offsetToData: 0, dataLength: 8, flags: 0,
        blockBufferOut: &made) == kCMBlockBufferBadCustomBlockSourceErr)
  }
}

import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The recordings of a queue in each codec, decoded again.
@Suite struct AudioQueueInputFormatTests {
  private static let codecs: [AudioFormatID] =
    [kAudioFormatALaw, kAudioFormatULaw, kAudioFormatAppleIMA4, kAudioFormatAppleLossless]
    + libAVCodecs
  #if LibAV
    private static let libAVCodecs = [kAudioFormatMPEG4AAC]
  #else
    private static let libAVCodecs: [AudioFormatID] = []
  #endif

  /// A file with the packets of the callback decodes to the recorded sound.
  @Test(arguments: codecs) func packetsCanBeWrittenToAFile(codec: AudioFormatID) throws {
    let input = try InputFile(frames: 40_000)
    let queue = try TestInputQueue(input.kind, format: TestInputQueue.format(codec)) {
      AudioQueueEnqueueBuffer($0.queue, $1, 0, nil)
    }
    var description = queue.description
    #expect(description.mFormatID == codec && description.mFramesPerPacket > 0)
    let cookie = queue.bytes(kAudioQueueProperty_MagicCookie)
    let largest = Int(try #require(queue.number(kAudioQueueProperty_MaximumOutputPacketSize)))
    for _ in 0..<4 { try queue.enqueue(capacity: max(2000, largest), packetCount: 2) }
    AudioQueueStart(queue.queue, nil)
    try waitUntil("enough is recorded") { (queue.returned.last?.start.mSampleTime ?? 0) > 24_000 }
    AudioQueueStop(queue.queue, true)
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).caf")
    defer { try? FileManager.default.removeItem(at: url) }
    var created: AudioFileID?
    try #require(
      AudioFileCreateWithURL(
        url as CFURL, kAudioFileCAFType, &description, .eraseFile, &created) == 0)
    let file = try #require(created)
    if !cookie.isEmpty {
      #expect(
        AudioFileSetProperty(
          file, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie) == 0)
    }
    var packet: Int64 = 0
    for part in queue.returned where part.packetCount > 0 {
      var count = UInt32(part.packetCount)
      #expect(
        AudioFileWritePackets(
          file, false, UInt32(part.bytes.count), part.packets.isEmpty ? nil : part.packets,
          packet, &count, part.bytes) == 0)
      packet += Int64(count)
      #expect(part.packets.allSatisfy { Int($0.mDataByteSize) <= largest })
      #expect(part.packets.isEmpty == (description.mBytesPerPacket > 0))
    }
    AudioQueueDispose(queue.queue, true)
    #expect(AudioFileClose(file) == 0)
    let played = try decoded(
      url, frames: 20_000, skipping: codec == kAudioFormatMPEG4AAC ? 1024 : 0)
    let original = InputFile.samples(20_000).map(Double.init)
    // Lossy codecs keep the shape and level.
    let isRough = codec == kAudioFormatMPEG4AAC || codec == kAudioFormatAppleIMA4
    let product = zip(original, played).reduce(0) { $0 + $1.0 * Double($1.1) }
    let power = original.reduce(0) { $0 + $1 * $1 }
    #expect(abs(product / power - 1) < (isRough ? 0.2 : 0.02))
    if codec == kAudioFormatAppleLossless { #expect(played == InputFile.samples(20_000)) }
  }

  private func decoded(_ url: URL, frames: Int, skipping priming: Int) throws -> [Int16] {
    var opened: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(url as CFURL, &opened) == 0)
    let file = try #require(opened)
    defer { ExtAudioFileDispose(file) }
    var format = TestInputQueue.format()
    ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &format)
    var samples = [Int16](repeating: 0, count: priming + frames)
    var count = UInt32(samples.count)
    let status = samples.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList()
      list.mNumberBuffers = 1
      list.mBuffers = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress)
      return ExtAudioFileRead(file, &count, &list)
    }
    #expect(status == 0 && Int(count) == samples.count)
    return Array(samples[priming...])
  }

  @Test func aBufferHasItsOwnDescriptions() throws {
    let input = try InputFile(frames: 60_000)
    let queue = try TestInputQueue(
      input.kind, format: TestInputQueue.format(kAudioFormatAppleLossless))
    try queue.enqueue(capacity: 100_000, packetCount: 3)
    AudioQueueStart(queue.queue, nil)
    try queue.waitForBuffers(1)
    let returned = queue.returned[0]
    #expect(returned.packetCount == 3 && returned.own.count == 3)
    #expect(returned.own.map(\.mStartOffset) == returned.packets.map(\.mStartOffset))
    #expect(returned.own.map(\.mDataByteSize) == returned.packets.map(\.mDataByteSize))
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aPacketTooLargeForItsBufferIsReported() throws {
    let input = try InputFile(frames: 60_000)
    let queue = try TestInputQueue(
      input.kind, format: TestInputQueue.format(kAudioFormatAppleLossless))
    try queue.enqueue(capacity: 10)
    AudioQueueStart(queue.queue, nil)
    try queue.waitForBuffers(1)
    #expect(queue.returned[0].packetCount == 0)
    try waitUntil("it is reported") { queue.errors == [kAudioConverterErr_InvalidOutputSize] }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func unrecordableFormatsAreRefused() {
    var planar = TestInputQueue.format(channelCount: 2)
    planar.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
    var odd = TestInputQueue.format()
    odd.mBitsPerChannel = 3
    var rateless = TestInputQueue.format()
    rateless.mSampleRate = 0
    var silent = TestInputQueue.format()
    silent.mChannelsPerFrame = 0
    let unknown = TestInputQueue.format(0x3F3F_3F3F)
    let onlyDecoded = TestInputQueue.format(kAudioFormatMPEGLayer2)
    for var format in [
      planar, odd, rateless, silent, unknown, onlyDecoded, AudioStreamBasicDescription(),
    ] {
      var queue: AudioQueueRef?
      let status = AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 0, &queue)
      #expect(status == kAudioConverterErr_FormatNotSupported)
      #expect(queue == nil)
    }
  }
}

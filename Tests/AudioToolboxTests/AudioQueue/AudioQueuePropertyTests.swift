import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueuePropertyTests {
  /// A property value with the size of its type.
  private func get<Value: BitwiseCopyable>(
    _ queue: TestQueue, _ property: AudioQueuePropertyID, _ initial: Value
  ) throws -> Value {
    var value = initial
    var size: UInt32 = 0
    #expect(AudioQueueGetPropertySize(queue.queue, property, &size) == 0)
    try #require(Int(size) == MemoryLayout<Value>.size)
    #expect(AudioQueueGetProperty(queue.queue, property, &value, &size) == 0)
    return value
  }

  private func set<Value: BitwiseCopyable>(
    _ queue: TestQueue, _ property: AudioQueuePropertyID, _ value: Value
  ) -> OSStatus {
    var value = value
    return AudioQueueSetProperty(
      queue.queue, property, &value, UInt32(MemoryLayout<Value>.size))
  }

  @Test(arguments: [64, 3000, 200_000] as [UInt32])
  func decodeBufferSizeFramesAreDecodedAhead(frames: UInt32) throws {
    let property = kAudioQueueProperty_DecodeBufferSizeFrames
    let file = OfflineFile()
    let queue = try TestQueue(file.kind)
    #expect(try get(queue, property, UInt32(0)) > 10_000)
    #expect(set(queue, property, UInt32(0)) == kAudioQueueErr_InvalidPropertyValue)
    #expect(set(queue, property, UInt32.max) == kAudioQueueErr_InvalidPropertyValue)
    #expect(set(queue, property, UInt64(frames)) == kAudioQueueErr_InvalidPropertySize)
    #expect(set(queue, property, frames) == 0)
    #expect(try get(queue, property, UInt32(0)) == frames)
    // The device adds a latency that does not depend on the settings.
    let count = Int(frames) + 80_000
    try queue.enqueue(samples(0..<count))
    var prepared: UInt32 = 0
    #expect(AudioQueuePrime(queue.queue, UInt32(count), &prepared) == 0)
    #expect(prepared >= frames && prepared - frames < 60_000)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { !queue.isRunning }
    #expect(firstDifference(file.samples, samples(0..<count)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func theNamedDeviceIsUsed() throws {
    let property = kAudioQueueProperty_CurrentDevice
    func device(_ queue: TestQueue) throws -> String {
      let reference = try #require(try get(queue, property, UnsafeRawPointer?.none))
      return "\(Unmanaged<NSString>.fromOpaque(reference).takeRetainedValue())"
    }
    let file = OfflineFile()
    let name = "offline:\(file.url.path)"
    let queue = try TestQueue(.null)
    #expect(try device(queue) == "null")
    for wrong in ["card 5", "offline:"] {
      let text = NSString(string: wrong)
      let reference = Unmanaged.passUnretained(text).toOpaque()
      #expect(set(queue, property, reference) == kAudioQueueErr_InvalidDevice)
      withExtendedLifetime(text) {}
    }
    let text = NSString(string: name)
    let reference = Unmanaged.passUnretained(text).toOpaque()
    #expect(set(queue, property, reference) == 0)
    #expect(try device(queue) == name)
    try queue.enqueue(samples(0..<1000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(try device(queue) == name)
    #expect(set(queue, property, reference) == kAudioQueueErr_InvalidRunState)
    withExtendedLifetime(text) {}
    AudioQueueStop(queue.queue, false)
    try waitUntil("the queue stops") { !queue.isRunning }
    #expect(firstDifference(file.samples, samples(0..<1000)) == nil)
    #expect(set(queue, property, UnsafeRawPointer?.none) == 0)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func hardwareCodecsAreUnavailable() throws {
    let property = kAudioQueueProperty_HardwareCodecPolicy
    let queue = try TestQueue(.null)
    for policy in 0...6 as ClosedRange<UInt32> {
      let isPossible = policy < 5 && policy != kAudioQueueHardwareCodecPolicy_UseHardwareOnly
      let status = set(queue, property, policy)
      #expect(status == (isPossible ? 0 : kAudioQueueErr_InvalidPropertyValue))
      #expect(try (get(queue, property, UInt32(9)) == policy) == isPossible)
    }
    AudioQueueDispose(queue.queue, true)
  }

  @Test(
    arguments: [
      (1, kAudioChannelLayoutTag_Mono), (2, kAudioChannelLayoutTag_Stereo),
      (6, kAudioChannelLayoutTag_UseChannelBitmap),
      (20, kAudioChannelLayoutTag_DiscreteInOrder | 20),
    ] as [(UInt32, AudioChannelLayoutTag)])
  func theLayoutMatchesTheDevice(channelCount: UInt32, tag: AudioChannelLayoutTag) throws {
    let queue = try TestQueue(.null, format: TestQueue.format(channelCount: channelCount))
    let layout = try get(queue, kAudioQueueProperty_ChannelLayout, AudioChannelLayout())
    #expect(layout.mChannelLayoutTag == tag)
    #expect(layout.mChannelBitmap.rawValue == (channelCount == 6 ? 0x3F : 0))
    // The reported layout can be set.
    #expect(set(queue, kAudioQueueProperty_ChannelLayout, layout) == 0)
    AudioQueueDispose(queue.queue, true)
  }

  /// A layout for six channels of linear PCM, and the resulting channels.
  @Test(
    arguments: [
      ([kAudioChannelLayoutTag_MPEG_5_1_A, 0, 0], 0),
      ([kAudioChannelLayoutTag_MPEG_5_1_B, 0, 0], 0),
      ([kAudioChannelLayoutTag_Hexagonal, 0, 0], 0),
      ([kAudioChannelLayoutTag_Unknown | 6, 0, 0], kAudioQueueErr_InvalidPropertyValue),
      ([kAudioChannelLayoutTag_Stereo, 0, 0], kAudioQueueErr_InvalidPropertyValue),
      ([kAudioChannelLayoutTag_UseChannelBitmap, 0x3F, 0], 0),
      ([kAudioChannelLayoutTag_UseChannelBitmap, 0x60F, 0], 0),
      (
        [kAudioChannelLayoutTag_UseChannelBitmap, 0x20_001F, 0],
        kAudioQueueErr_InvalidPropertyValue
      ),
      ([kAudioChannelLayoutTag_UseChannelBitmap, 0x1F, 0], kAudioQueueErr_InvalidPropertyValue),
      ([kAudioChannelLayoutTag_UseChannelDescriptions, 0, 6], kAudioQueueErr_InvalidPropertySize),
      (
        [kAudioChannelLayoutTag_UseChannelDescriptions, 0, .max], kAudioQueueErr_InvalidPropertySize
      ),
      ([kAudioChannelLayoutTag_MPEG_5_1_A, 0], kAudioQueueErr_InvalidPropertySize),
    ] as [([UInt32], OSStatus)])
  func aLayoutOfOtherChannelsIsRefused(words: [UInt32], status: OSStatus) throws {
    let queue = try TestQueue(.null, format: TestQueue.format(channelCount: 6))
    let size = UInt32(words.count * 4)
    let property = kAudioQueueProperty_ChannelLayout
    #expect(AudioQueueSetProperty(queue.queue, property, words, size) == status)
    AudioQueueDispose(queue.queue, true)
  }

  @Test(
    arguments: [
      ([1, 2, 3], 0), ([3, 1, 2], 0), ([3, 1, 3], kAudioQueueErr_InvalidPropertyValue),
      ([5, 33, 1], 0), ([5, 34, 300], kAudioQueueErr_InvalidPropertyValue),
    ] as [([UInt32], OSStatus)])
  func layoutsMayDescribeEachChannel(labels: [UInt32], status: OSStatus) throws {
    let queue = try TestQueue(.null, format: TestQueue.format(channelCount: 3))
    var words: [UInt32] = [kAudioChannelLayoutTag_UseChannelDescriptions, 0, 3]
    for label in labels { words += [label, 0, 0, 0, 0] }
    let size = UInt32(words.count * 4)
    let property = kAudioQueueProperty_ChannelLayout
    #expect(AudioQueueSetProperty(queue.queue, property, words, size) == status)
    if status == 0 {
      var room = [UInt32](repeating: 0, count: 20)
      var got: UInt32 = 80
      #expect(AudioQueueGetProperty(queue.queue, property, &room, &got) == 0)
      #expect(got == size && Array(room.prefix(words.count)) == words)
    }
    AudioQueueDispose(queue.queue, true)
  }

  /// Layouts of linear PCM, and the source channel for each channel of a device.
  @Test(
    arguments: [
      (kAudioChannelLayoutTag_MPEG_5_1_B, [0, 1, 4, 5, 2, 3]),
      (kAudioChannelLayoutTag_MPEG_5_1_C, [0, 2, 1, 5, 3, 4]),
      (kAudioChannelLayoutTag_Quadraphonic, [0, 1, nil, nil, 2, 3]),
      (kAudioChannelLayoutTag_MPEG_5_0_A, [0, 1, 2, nil, 3, 4]),
      (kAudioChannelLayoutTag_MPEG_7_1_A, [0, 1, 2, 3, 4, 5, 6, 7]),
      (kAudioChannelLayoutTag_MPEG_7_1_C, [0, 1, 2, 3, 6, 7, nil, nil, nil, 4, 5]),
      (kAudioChannelLayoutTag_MPEG_6_1_A, [0, 1, 2, 3, 4, 5, nil, nil, 6]),
    ] as [(AudioChannelLayoutTag, [Int?])])
  func channelsGoToTheirSpeakers(tag: AudioChannelLayoutTag, map: [Int?]) throws {
    let file = OfflineFile()
    let count = Int(tag & 0xFFFF)
    let queue = try TestQueue(file.kind, format: TestQueue.format(channelCount: UInt32(count)))
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    #expect(set(queue, kAudioQueueProperty_ChannelLayout, layout) == 0)
    #expect(
      try get(queue, kAudioQueueProperty_ChannelLayout, AudioChannelLayout()).mChannelLayoutTag
        == tag)
    let frames = 10_000
    let played = (0..<frames * count).map { Float($0 % 60_000 + 1) / 65_536 }
    try queue.enqueue(played)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { !queue.isRunning }
    let data = try Data(contentsOf: file.url)
    let chunk = try #require(data.range(of: Data("data".utf8)))
    let written = LittleEndian.float([UInt8](data[(chunk.upperBound + 4)...]))
    let expected = (0..<frames).flatMap { frame in
      map.map { $0.map { played[frame * count + $0] } ?? 0 }
    }
    #expect(firstDifference(written, expected) == nil)
    AudioQueueDispose(queue.queue, true)
  }
}

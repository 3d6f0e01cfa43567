import AudioDevices
import AudioToolbox
import Foundation
import TestSupport

@testable import AudioToolbox

/// A queue that records, under test, with the events of its callbacks.
final class TestInputQueue: @unchecked Sendable {
  // Sendable: `lock` guards all state that callbacks change.

  /// A returned buffer's contents.
  struct Returned {
    var buffer: AudioQueueBufferRef
    var bytes: [UInt8]
    var start: AudioTimeStamp
    var packetCount: Int
    var packets: [AudioStreamPacketDescription]
    /// The descriptions in the buffer's own memory.
    var own: [AudioStreamPacketDescription]
  }

  private(set) var queue: AudioQueueRef
  /// Errors from the test's own actions.
  var refusals: [OSStatus] = []
  private let lock = NSLock()
  private var returnedBuffers: [Returned] = []
  private var runningChanges: [UInt32] = []
  private var converterErrors: [OSStatus] = []
  private var action: ((TestInputQueue, AudioQueueBufferRef) -> Void)?

  /// Linear PCM of 16 bits at 44.1 kHz.
  static func format(channelCount: UInt32 = 1) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2 * channelCount, mFramesPerPacket: 1, mBytesPerFrame: 2 * channelCount,
      mChannelsPerFrame: channelCount, mBitsPerChannel: 16, mReserved: 0)
  }

  /// A format whose remaining fields come from the codec.
  static func format(
    _ codec: AudioFormatID, channelCount: UInt32 = 1
  ) -> AudioStreamBasicDescription {
    var format = AudioStreamBasicDescription()
    format.mSampleRate = 44100
    format.mFormatID = codec
    format.mChannelsPerFrame = channelCount
    return format
  }

  /// Makes a queue whose callbacks run on its own thread, a run loop or a dispatch queue.
  init(
    _ inputs: InputKind..., format: AudioStreamBasicDescription = TestInputQueue.format(),
    runLoop: CFRunLoop? = nil, dispatchQueue: DispatchQueue? = nil,
    action: ((TestInputQueue, AudioQueueBufferRef) -> Void)? = nil
  ) throws {
    self.action = action
    let box = WeakBox<TestInputQueue>()
    var made: AudioQueueRef?
    var format = format
    let status = AudioQueueDevices.$input.withValue(InputChoice(inputs)) {
      if let dispatchQueue {
        return AudioQueueNewInputWithDispatchQueue(&made, &format, 0, dispatchQueue) {
          box.owner?.take($1, $2.pointee, $3, $4)
        }
      }
      return AudioQueueNewInput(
        &format, { WeakBox<TestInputQueue>.owner($0)?.take($2, $3.pointee, $4, $5) }, box.pointer,
        runLoop,
        nil, 0, &made)
    }
    guard status == 0, let made else { throw TestFailure(description: "status \(status)") }
    queue = made
    box.owner = self
    for property in [kAudioQueueProperty_IsRunning, kAudioQueueProperty_ConverterError] {
      AudioQueueAddPropertyListener(
        queue, property,
        { userData, queue, property in
          var value: UInt32 = 9
          var size: UInt32 = 4
          AudioQueueGetProperty(queue, property, &value, &size)
          WeakBox<TestInputQueue>.owner(userData)?.note(property, value)
        }, box.pointer)
    }
  }

  private func take(
    _ buffer: AudioQueueBufferRef, _ start: AudioTimeStamp, _ count: UInt32,
    _ packets: UnsafePointer<AudioStreamPacketDescription>?
  ) {
    let returned = Returned(
      buffer: buffer,
      bytes: Array(
        UnsafeRawBufferPointer(
          start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))),
      start: start, packetCount: Int(count),
      packets: Array(UnsafeBufferPointer(start: packets, count: packets == nil ? 0 : Int(count))),
      own: Array(
        UnsafeBufferPointer(
          start: buffer.pointee.mPacketDescriptions,
          count: Int(buffer.pointee.mPacketDescriptionCount))))
    let action = lock.withLock {
      returnedBuffers.append(returned)
      return self.action
    }
    action?(self, buffer)
  }

  private func note(_ property: AudioQueuePropertyID, _ value: UInt32) {
    lock.withLock {
      if property == kAudioQueueProperty_IsRunning {
        runningChanges.append(value)
      } else {
        converterErrors.append(OSStatus(bitPattern: value))
      }
    }
  }

  /// The returned buffers in order.
  var returned: [Returned] { lock.withLock { returnedBuffers } }
  /// The values of `IsRunning` at its notifications.
  var running: [UInt32] { lock.withLock { runningChanges } }
  /// Whether notifications of a start and a stop have come.
  ///
  /// A late listener finds the queue stopped at both.
  var hasStopped: Bool {
    let running = running
    return running.count == 2 && running.last == 0
  }
  /// The values of `ConverterError` at its notifications.
  var errors: [OSStatus] { lock.withLock { converterErrors } }
  /// The samples of all buffers.
  var samples: [Int16] { returned.flatMap { LittleEndian.int16($0.bytes) } }

  /// Allocates a buffer and enqueues it.
  @discardableResult
  func enqueue(capacity: Int, packetCount: Int = 0) throws -> AudioQueueBufferRef {
    var made: AudioQueueBufferRef?
    let status = AudioQueueAllocateBufferWithPacketDescriptions(
      queue, UInt32(capacity), UInt32(packetCount), &made)
    guard status == 0, let buffer = made else { throw TestFailure(description: "status \(status)") }
    let enqueued = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    guard enqueued == 0 else { throw TestFailure(description: "status \(enqueued)") }
    return buffer
  }

  /// Waits until the given number of buffers has returned.
  func waitForBuffers(_ count: Int) throws {
    try waitUntil("\(count) buffers return") { returned.count >= count }
  }

  /// A property of 4 bytes.
  func number(_ property: AudioQueuePropertyID) -> UInt32? {
    var value: UInt32 = 0
    var size: UInt32 = 4
    return AudioQueueGetProperty(queue, property, &value, &size) == 0 ? value : nil
  }

  /// The bytes of a property of any size.
  func bytes(_ property: AudioQueuePropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard AudioQueueGetPropertySize(queue, property, &size) == 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    return AudioQueueGetProperty(queue, property, &bytes, &size) == 0 ? bytes : []
  }

  /// The complete description of the recording.
  var description: AudioStreamBasicDescription {
    var value = AudioStreamBasicDescription()
    var size: UInt32 = 40
    AudioQueueGetProperty(queue, kAudioQueueProperty_StreamDescription, &value, &size)
    return value
  }
}

/// An input file whose samples identify their positions.
final class InputFile {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("oca-input-\(UUID().uuidString).wav")

  init(frames: Int, channelCount: UInt32 = 1) throws {
    var format = TestInputQueue.format(channelCount: channelCount)
    var file: AudioFileID?
    AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &file)
    guard let file else { throw TestFailure(description: "no file") }
    defer { AudioFileClose(file) }
    let samples = Self.samples(frames * Int(channelCount))
    var count = UInt32(samples.count * 2)
    let status = AudioFileWriteBytes(file, false, 0, &count, samples)
    guard status == 0 else { throw TestFailure(description: "status \(status)") }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var kind: InputKind { .file(path: url.path) }

  /// The first samples.
  static func samples(_ count: Int) -> [Int16] {
    (0..<count).map { Int16($0 * 37 % 20_011 - 10_000) }
  }
}

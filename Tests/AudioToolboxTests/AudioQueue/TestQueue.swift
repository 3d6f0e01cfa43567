import AudioDevices
import AudioToolbox
import Foundation
import TestSupport

@testable import AudioToolbox

/// A queue under test with the events of its callbacks.
final class TestQueue: @unchecked Sendable {
  // Sendable: `lock` guards all state that callbacks change.
  private(set) var queue: AudioQueueRef
  let frameBytes: Int
  private let lock = NSLock()
  private var returnedBuffers: [AudioQueueBufferRef] = []
  private var runningChanges: [UInt32] = []
  private var action: ((TestQueue, AudioQueueBufferRef) -> Void)?

  /// Interleaved Float32 at 44.1 kHz.
  static func format(channelCount: UInt32 = 1) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 4 * channelCount, mFramesPerPacket: 1, mBytesPerFrame: 4 * channelCount,
      mChannelsPerFrame: channelCount, mBitsPerChannel: 32, mReserved: 0)
  }

  /// Makes a queue with its own callback thread, or with the callbacks of a run loop.
  init(
    _ device: DeviceKind = .null, otherwise others: [DeviceKind] = [],
    format: AudioStreamBasicDescription = TestQueue.format(),
    runLoop: CFRunLoop? = nil, mode: CFString? = nil, dispatchQueue: DispatchQueue? = nil,
    action: ((TestQueue, AudioQueueBufferRef) -> Void)? = nil
  ) throws {
    self.action = action
    frameBytes = Int(format.mBytesPerFrame)
    let box = WeakBox<TestQueue>()
    var made: AudioQueueRef?
    var format = format
    let status = AudioQueueDevices.$choice.withValue(DeviceChoice([device] + others)) {
      if let dispatchQueue {
        return AudioQueueNewOutputWithDispatchQueue(&made, &format, 0, dispatchQueue) {
          box.owner?.take($1)
        }
      }
      return AudioQueueNewOutput(
        &format, { WeakBox<TestQueue>.owner($0)?.take($2) }, box.pointer, runLoop, mode, 0,
        &made)
    }
    guard status == 0, let made else { throw TestFailure(description: "status \(status)") }
    queue = made
    box.owner = self
    AudioQueueAddPropertyListener(
      queue, kAudioQueueProperty_IsRunning,
      { userData, queue, _ in
        var value: UInt32 = 9
        var size: UInt32 = 4
        AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size)
        WeakBox<TestQueue>.owner(userData)?.note(running: value)
      }, box.pointer)
  }

  private func take(_ buffer: AudioQueueBufferRef) {
    let action = lock.withLock {
      returnedBuffers.append(buffer)
      return self.action
    }
    action?(self, buffer)
  }

  private func note(running: UInt32) { lock.withLock { runningChanges.append(running) } }

  /// The returned buffers in order.
  var returned: [AudioQueueBufferRef] { lock.withLock { returnedBuffers } }
  /// The values of `IsRunning` at its notifications.
  var running: [UInt32] { lock.withLock { runningChanges } }
  /// Whether notifications of a start and a stop have come.
  ///
  /// A late listener finds the queue stopped at both.
  var hasStopped: Bool {
    let running = running
    return running.count == 2 && running.last == 0
  }

  func buffer(capacity: Int) throws -> AudioQueueBufferRef {
    var buffer: AudioQueueBufferRef?
    let status = AudioQueueAllocateBuffer(queue, UInt32(capacity), &buffer)
    guard status == 0, let buffer else { throw TestFailure(description: "status \(status)") }
    return buffer
  }

  /// Fills a buffer and enqueues it.
  @discardableResult
  func enqueue(_ samples: ArraySlice<Float>, in buffer: AudioQueueBufferRef) -> OSStatus {
    samples.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress {
        buffer.pointee.mAudioData.copyMemory(from: base, byteCount: bytes.count)
      }
      buffer.pointee.mAudioDataByteSize = UInt32(bytes.count)
    }
    return AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
  }

  /// Allocates a buffer with samples and enqueues it.
  @discardableResult
  func enqueue(_ samples: [Float]) throws -> AudioQueueBufferRef {
    let buffer = try buffer(capacity: max(4, samples.count * 4))
    let status = enqueue(samples[...], in: buffer)
    guard status == 0 else { throw TestFailure(description: "status \(status)") }
    return buffer
  }

  var isRunning: Bool {
    var value: UInt32 = 9
    var size: UInt32 = 4
    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size)
    return value == 1
  }

  /// The sample time, or `nil` with an error.
  var time: Double? {
    var stamp = AudioTimeStamp()
    return AudioQueueGetCurrentTime(queue, nil, &stamp, nil) == 0 ? stamp.mSampleTime : nil
  }
}

/// Samples that identify their own positions.
func samples(_ range: Range<Int>) -> [Float] {
  range.map { Float($0 % 60_000 + 1) / 65536 * ($0 % 2 == 0 ? 1 : -1) }
}

/// The first difference between two arrays of samples, or `nil` if they are equal.
func firstDifference(_ samples: [Float], _ expected: [Float]) -> String? {
  if samples == expected { return nil }
  let index = zip(samples, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  return "\(samples.count) samples for \(expected.count), differ at \(index ?? -1)"
}

/// A WAV file that an offline device writes.
final class OfflineFile {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("oca-queue-\(UUID().uuidString).wav")

  deinit { try? FileManager.default.removeItem(at: url) }

  var kind: DeviceKind { .offline(path: url.path) }

  /// The samples written so far.
  var samples: [Float] {
    let data = (try? Data(contentsOf: url)) ?? Data()
    guard data.count >= 58 else { return [] }
    return data[58...].withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }
}

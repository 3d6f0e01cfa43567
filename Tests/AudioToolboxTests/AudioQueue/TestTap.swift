import AudioToolbox
import Foundation
import TestSupport

/// A tap under test with the arguments of its callback.
final class TestTap: @unchecked Sendable {
  // Sendable: `lock` guards all state that the callback changes.

  /// The arguments of a callback.
  struct Call {
    var tap: AudioQueueProcessingTapRef
    var count: UInt32
    var time: UnsafeMutablePointer<AudioTimeStamp>
    var flags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>
    var frames: UnsafeMutablePointer<UInt32>
    var data: UnsafeMutablePointer<AudioBufferList>

    var list: UnsafeMutableAudioBufferListPointer { UnsafeMutableAudioBufferListPointer(data) }

    /// All samples in a channel's buffer.
    func samples(_ channel: Int = 0) -> UnsafeMutableBufferPointer<Float> {
      UnsafeMutableBufferPointer(
        start: list[channel].mData?.assumingMemoryBound(to: Float.self),
        count: Int(list[channel].mDataByteSize) / 4)
    }

    /// Gets the requested number of frames or another one, and returns the resulting flags and
    /// times.
    @discardableResult
    func pull(_ count: UInt32? = nil) -> OSStatus {
      AudioQueueProcessingTapGetSourceAudio(tap, count ?? self.count, time, flags, frames, data)
    }

    /// The queue time and the count of the frames that the tap got.
    var queueTime: (Double, UInt32)? {
      var (time, count) = (0.0, UInt32(0))
      return AudioQueueProcessingTapGetQueueTime(tap, &time, &count) == 0 ? (time, count) : nil
    }
  }

  /// A finished call with its results.
  struct Made {
    var count: Int
    var sampleTime: Double
    var hostTime: UInt64
    var before: AudioQueueProcessingTapFlags
    var flags: AudioQueueProcessingTapFlags
    var frames: Int
    var queueTime: (frame: Double, frames: UInt32)?
  }

  private(set) var reference: AudioQueueProcessingTapRef
  private(set) var maximumFrames: UInt32 = 0
  private(set) var format = AudioStreamBasicDescription()
  private let lock = NSLock()
  private let body: (Call) -> Void
  private var madeCalls: [Made] = []

  /// Creates a tap whose callback runs a closure.
  init(
    _ queue: AudioQueueRef, _ flags: AudioQueueProcessingTapFlags, body: @escaping (Call) -> Void
  ) throws {
    self.body = body
    let box = Box()
    var made: AudioQueueProcessingTapRef?
    let status = AudioQueueProcessingTapNew(
      queue,
      { data, tap, count, time, flags, frames, list in
        let call = Call(
          tap: tap, count: count, time: time, flags: flags, frames: frames, data: list)
        Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().tap?.called(call)
      }, Unmanaged.passRetained(box).toOpaque(), flags, &maximumFrames, &format, &made)
    guard status == 0, let made else { throw TestFailure(description: "status \(status)") }
    reference = made
    box.tap = self
  }

  /// The user data of the callback.
  ///
  /// It is never freed, so that a late callback is safe and detected.
  private final class Box {
    var tap: TestTap?
  }

  private func called(_ call: Call) {
    let before = call.flags.pointee
    body(call)
    let made = Made(
      count: Int(call.count), sampleTime: call.time.pointee.mSampleTime,
      hostTime: call.time.pointee.mHostTime, before: before, flags: call.flags.pointee,
      frames: Int(call.frames.pointee), queueTime: call.queueTime)
    lock.withLock { madeCalls.append(made) }
  }

  /// The finished calls.
  var calls: [Made] { lock.withLock { madeCalls } }
}

/// Samples that a callback collects.
final class Collected: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let lock = NSLock()
  private var all: [Float] = []

  var samples: [Float] { lock.withLock { all } }

  func append(_ some: [Float]) { lock.withLock { all += some } }
}

import AudioToolbox
import Foundation
import TestSupport

/// A tap under test, with what its callback has been told.
final class TestTap: @unchecked Sendable {
  // Sendable: `lock` guards all that the callback changes.

  /// What a callback is given.
  struct Call {
    var tap: AudioQueueProcessingTapRef
    var count: UInt32
    var time: UnsafeMutablePointer<AudioTimeStamp>
    var flags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>
    var frames: UnsafeMutablePointer<UInt32>
    var data: UnsafeMutablePointer<AudioBufferList>

    var list: UnsafeMutableAudioBufferListPointer { UnsafeMutableAudioBufferListPointer(data) }

    /// The samples of a channel, as many as its buffer has.
    func samples(_ channel: Int = 0) -> UnsafeMutableBufferPointer<Float> {
      UnsafeMutableBufferPointer(
        start: list[channel].mData?.assumingMemoryBound(to: Float.self),
        count: Int(list[channel].mDataByteSize) / 4)
    }

    /// Gets frames, as many as are wanted or another number, and passes on what is said of them.
    @discardableResult
    func pull(_ count: UInt32? = nil) -> OSStatus {
      AudioQueueProcessingTapGetSourceAudio(tap, count ?? self.count, time, flags, frames, data)
    }

    /// The queue's time of what was pulled, and its frames.
    var queueTime: (Double, UInt32)? {
      var (time, count) = (0.0, UInt32(0))
      return AudioQueueProcessingTapGetQueueTime(tap, &time, &count) == 0 ? (time, count) : nil
    }
  }

  /// A call that has been made, as it was left.
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

  /// Makes a tap of a queue, whose callback runs the body.
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

  /// What the callback carries; never freed, so that a late one does no harm and is seen.
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

  /// The calls so far.
  var calls: [Made] { lock.withLock { madeCalls } }
}

/// Samples that a callback collects.
final class Collected: @unchecked Sendable {
  // Sendable: `lock` guards all.
  private let lock = NSLock()
  private var all: [Float] = []

  var samples: [Float] { lock.withLock { all } }

  func append(_ some: [Float]) { lock.withLock { all += some } }
}

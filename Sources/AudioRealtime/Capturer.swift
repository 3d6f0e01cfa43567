internal import CAudioRealtime
internal import Synchronization

/// A block of frames from a capturing device.
package struct CapturedBlock: Equatable, Sendable {
  /// The interleaved samples.
  package var samples: [Float]
  /// The capture time of the first frame, in nanoseconds of the monotonic clock.
  package var nanoseconds: Int
  /// Frames before the block that were lost for lack of room.
  package var lostFrames: Int

  package init(samples: [Float], nanoseconds: Int, lostFrames: Int) {
    self.samples = samples
    self.nanoseconds = nanoseconds
    self.lostFrames = lostFrames
  }
}

/// The destination of a recording device: a ring of timestamped frame blocks, and level meters.
///
/// The device's thread adds blocks through `OCACapture`, and the recording thread takes them. If
/// the ring is full, blocks are lost. The next block then states the number of lost frames.
@safe
package final class Capturer: @unchecked Sendable {
  // Sendable: `state` belongs to the capturing thread. Everything else is constant or atomic.

  package let channelCount: Int

  /// The header of a block in the ring, before its samples.
  private struct Header {
    var frameCount = 0
    var nanoseconds = 0
    var lostFrames = 0
  }

  /// State of the capturing thread.
  private struct State {
    var lostFrames = 0
  }

  /// Frames of the silence buffer, which replaces frames that a device does not supply.
  private static let silentFrames = 512

  private let ring: ByteRing
  private let levelHistory: LevelHistory
  private let state: UnsafeMutablePointer<State>
  private let silence: UnsafeMutablePointer<Float>
  private let captured = Atomic<Int>(0)
  private let isMetering = Atomic<Bool>(false)
  private let recorder: Signal
  private let mute: InputMute

  /// Creates a capturer.
  ///
  /// - Parameters:
  ///   - channelCount: Samples in each frame.
  ///   - capacityFrames: Frames that can wait for the recording thread, minus a small overhead per
  ///     block.
  ///   - recorder: The signal that is posted for each block.
  ///   - mute: Whether blocks contain silence, regardless of the device.
  package init(
    channelCount: Int, capacityFrames: Int, recorder: Signal, mute: InputMute = InputMute()
  ) {
    precondition(channelCount > 0 && capacityFrames > 0)
    self.mute = mute
    self.channelCount = channelCount
    self.recorder = recorder
    ring = ByteRing(
      capacity: capacityFrames * channelCount * MemoryLayout<Float>.size
        + MemoryLayout<Header>.size)
    levelHistory = LevelHistory(
      channelCount: channelCount, frameCount: 8 * LevelHistory.blockFrames)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe silence = .allocate(capacity: Self.silentFrames * channelCount)
    // Safe: the count equals the allocation.
    unsafe silence.initialize(repeating: 0, count: Self.silentFrames * channelCount)
  }

  deinit {
    // Safe: `init` allocated the memory, which is trivial. No other reference to the object exists.
    unsafe state.deallocate()
    unsafe silence.deallocate()
  }

  /// The pointer for `OCACapture`.
  ///
  /// The object must outlive every use of the pointer.
  package var context: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: Any thread

  /// Turns the meters on or off.
  package func setMetering(_ isOn: Bool) {
    isMetering.store(isOn, ordering: .relaxed)
  }

  /// The level of each channel at the end of the captured audio.
  package var levels: [Level] {
    levelHistory.levels(at: captured.load(ordering: .acquiring) - LevelHistory.blockFrames)
  }

  /// Returns whether a block of `count` frames fits.
  ///
  /// For the capturing thread.
  package func hasRoom(forFrames count: Int) -> Bool {
    ring.writableCount >= MemoryLayout<Header>.size + byteCount(count)
  }

  /// Whether no block is waiting.
  package var isEmpty: Bool { ring.unreadCount == 0 }

  // MARK: The recording thread

  /// Takes the next block, or returns `nil` if no block is waiting.
  package func take() -> CapturedBlock? {
    var header = Header()
    // Safe: any bytes are a valid header, and the ring contains the output of `add`.
    let isThere = unsafe withUnsafeMutableBytes(of: &header) { unsafe ring.take(into: $0) }
    guard isThere else { return nil }
    let count = header.frameCount * channelCount
    let samples = unsafe [Float](unsafeUninitializedCapacity: count) { room, initializedCount in
      // Safe: a block's samples are published with its header.
      let bytes = unsafe UnsafeMutableRawBufferPointer(
        start: room.baseAddress, count: byteCount(header.frameCount))
      initializedCount = unsafe ring.take(into: bytes) ? count : 0
    }
    return CapturedBlock(
      samples: samples, nanoseconds: header.nanoseconds, lostFrames: header.lostFrames)
  }

  private func byteCount(_ frameCount: Int) -> Int {
    frameCount * channelCount * MemoryLayout<Float>.size
  }

  // MARK: The capturing thread

  /// Adds frames in the same way as a device.
  ///
  /// - Parameters:
  ///   - frames: Interleaved samples of whole frames.
  ///   - nanoseconds: The capture time of the first frame, by the monotonic clock.
  package func give(_ frames: Span<Float>, nanoseconds: Int) {
    unsafe frames.withUnsafeBufferPointer { frames in
      // Safe: the pointer is valid for these frames during the call.
      unsafe OCACapture(
        context, frames.baseAddress, Int64(frames.count / channelCount), Int64(nanoseconds))
    }
  }

  /// Adds a block, or counts its frames as lost.
  ///
  /// Only called through `OCACapture`.
  fileprivate func add(_ frames: UnsafePointer<Float>?, count: Int, nanoseconds: Int) {
    guard count > 0 else { return }
    let frames = unsafe mute.isMuted ? nil : frames
    guard hasRoom(forFrames: count) else {
      // Safe: the state belongs to this thread.
      unsafe state.pointee.lostFrames += count
      return
    }
    var header = unsafe Header(
      frameCount: count, nanoseconds: nanoseconds, lostFrames: state.pointee.lostFrames)
    unsafe state.pointee.lostFrames = 0
    var offset = MemoryLayout<Header>.size
    // Safe: the ring has room for the header and frames, and the caller lends the stated frames.
    unsafe withUnsafeBytes(of: &header) { unsafe ring.write($0, after: 0) }
    let first = captured.load(ordering: .relaxed)
    let isMetering = isMetering.load(ordering: .relaxed)
    var done = 0
    while done < count {
      let part = unsafe frames == nil ? min(count - done, Self.silentFrames) : count
      let source = unsafe frames ?? UnsafePointer(silence)
      unsafe ring.write(
        UnsafeRawBufferPointer(start: source, count: byteCount(part)), after: offset)
      if isMetering {
        unsafe levelHistory.add(source, count: part, firstFrame: first + done)
      }
      offset += byteCount(part)
      done += part
    }
    captured.store(first + count, ordering: .releasing)
    ring.publish(offset)
    recorder.post()
  }
}

/// The Swift implementation of `OCACapture`.
@c @implementation
public func OCACapturerTake(
  _ capturer: UnsafeMutableRawPointer, _ frames: UnsafePointer<Float>?, _ frameCount: Int64,
  _ nanoseconds: Int64
) {
  // Safe: `capturer` is the `context` of a capturer that its device keeps alive.
  let capturer = unsafe Unmanaged<Capturer>.fromOpaque(capturer)
  unsafe capturer._withUnsafeGuaranteedRef {
    unsafe $0.add(frames, count: Int(frameCount), nanoseconds: Int(nanoseconds))
  }
}

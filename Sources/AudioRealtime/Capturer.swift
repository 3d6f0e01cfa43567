internal import CAudioRealtime
internal import Synchronization

/// Frames that a device has captured in one piece.
package struct CapturedBlock: Equatable, Sendable {
  /// Interleaved.
  package var samples: [Float]
  /// When the first frame was captured, by the monotonic clock, in nanoseconds.
  package var nanoseconds: Int
  /// Frames that were captured before it, and lost for want of room.
  package var lostFrames: Int

  package init(samples: [Float], nanoseconds: Int, lostFrames: Int) {
    self.samples = samples
    self.nanoseconds = nanoseconds
    self.lostFrames = lostFrames
  }
}

/// What a device records into: a ring of blocks of frames, each with its time, and level meters.
///
/// The device's thread gives blocks through `OCACapture`, the recording thread takes them. Where the ring is
/// full blocks are lost, and the next one tells how many frames.
@safe
package final class Capturer: @unchecked Sendable {
  // Sendable: `state` is the capturing thread's alone, all else is constant or atomic.

  package let channelCount: Int

  /// What precedes the samples of a block in the ring.
  private struct Header {
    var frameCount = 0
    var nanoseconds = 0
    var lostFrames = 0
  }

  /// What the capturing thread alone knows.
  private struct State {
    var lostFrames = 0
  }

  /// Frames of the silence that stands for frames which a device does not give.
  private static let silentFrames = 512

  private let ring: ByteRing
  private let levelHistory: LevelHistory
  private let state: UnsafeMutablePointer<State>
  private let silence: UnsafeMutablePointer<Float>
  private let captured = Atomic<Int>(0)
  private let isMetering = Atomic<Bool>(false)
  private let recorder: Signal
  private let mute: InputMute

  /// Makes a capturer.
  ///
  /// - Parameters:
  ///   - channelCount: Samples in each frame.
  ///   - capacityFrames: Frames that may wait for the recording thread, less a little for each block.
  ///   - recorder: Posted when a block has come.
  ///   - mute: Whether blocks are silence, whatever a device gives.
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
    // Safe: as many as were allocated.
    unsafe silence.initialize(repeating: 0, count: Self.silentFrames * channelCount)
  }

  deinit {
    // Safe: allocated by `init`, trivial, and nobody else holds the object any more.
    unsafe state.deallocate()
    unsafe silence.deallocate()
  }

  /// The pointer that `OCACapture` takes; the object must outlive its use.
  package var context: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: Any thread

  /// Turns the meters on or off.
  package func setMetering(_ isOn: Bool) {
    isMetering.store(isOn, ordering: .relaxed)
  }

  /// How loud each channel was in the last moment that was captured.
  package var levels: [Level] {
    levelHistory.levels(at: captured.load(ordering: .acquiring) - LevelHistory.blockFrames)
  }

  /// Whether there is room for a block of so many frames, asked by the capturing thread.
  package func hasRoom(forFrames count: Int) -> Bool {
    ring.writableCount >= MemoryLayout<Header>.size + byteCount(count)
  }

  /// Whether nothing waits to be taken.
  package var isEmpty: Bool { ring.unreadCount == 0 }

  // MARK: The recording thread

  /// Takes the next block, or `nil` where there is none.
  package func take() -> CapturedBlock? {
    var header = Header()
    // Safe: any bytes are a header, and the ring holds what `add` has written.
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

  /// Takes frames as from a device.
  ///
  /// - Parameters:
  ///   - frames: Interleaved samples, whole frames.
  ///   - nanoseconds: When the first of them was captured, by the monotonic clock.
  package func give(_ frames: Span<Float>, nanoseconds: Int) {
    unsafe frames.withUnsafeBufferPointer { frames in
      // Safe: as many frames as there are, lent for the call.
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
    // Safe: there is room for header and frames, and the caller lends as many frames as it says.
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

/// The Swift side of `OCACapture`.
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

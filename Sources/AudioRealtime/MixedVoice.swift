internal import Synchronization

/// A renderer in a mix, with its start and state.
///
/// Frames are counted in two ways. Frames of the mix never stop. The voice's own frames stop while
/// it is held or has no frames.
@safe
package final class MixedVoice: @unchecked Sendable {
  // Sendable: `state` belongs to the render thread. Everything else is constant or atomic.

  /// State of the render thread.
  private struct State {
    /// The frame of the mix at which the last gap ended.
    var lastGapEnd = Int.min
  }

  /// The value of `gapStart` outside a gap.
  private static let noGap = Int.max

  let renderer: Renderer
  /// The requested start, as a frame of the mix.
  private let wantedStart: Int
  /// The actual or expected start, as a frame of the mix.
  private let start: Atomic<Int>
  /// Frames that the voice has rendered.
  private let given = Atomic<Int>(0)
  /// Frames of the mix in finished gaps since the start.
  private let missing = Atomic<Int>(0)
  /// The frame of the mix at which the current gap started.
  private let gapStart = Atomic<Int>(MixedVoice.noGap)
  private let isHeld = Atomic<Bool>(false)
  private let state: UnsafeMutablePointer<State>
  /// Channels of the renderer, and those of the mix.
  private let channelCount: Int
  private let mixChannelCount: Int
  /// A level per pair of renderer and mix channel, or `nil` if the channels are the same.
  private let levels: UnsafeMutablePointer<Float>?
  /// Frames of the renderer before mixing.
  private let scratch: UnsafeMutablePointer<Float>

  /// Creates a voice that starts at a frame of the mix, or as soon as possible afterwards.
  ///
  /// - Parameters:
  ///   - renderer: The renderer, which must keep its current channel count.
  ///   - frame: The frame of the mix.
  ///   - levels: A level for each pair of renderer channel and mix channel. All levels of the first
  ///     renderer channel come first. Empty if the channels are the same.
  package init(_ renderer: Renderer, start frame: Int, levels: [Float] = []) {
    self.renderer = renderer
    channelCount = renderer.channelCount
    mixChannelCount = levels.isEmpty ? channelCount : levels.count / channelCount
    if levels.isEmpty {
      unsafe self.levels = nil
    } else {
      let table = UnsafeMutablePointer<Float>.allocate(capacity: levels.count)
      // Safe: the count equals the allocation, here and below.
      unsafe table.initialize(from: levels, count: levels.count)
      unsafe self.levels = table
    }
    let sampleCount = MixingRenderer.blockFrames * channelCount
    unsafe scratch = .allocate(capacity: sampleCount)
    unsafe scratch.initialize(repeating: 0, count: sampleCount)
    wantedStart = frame
    start = Atomic(frame)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit {
    // Safe: `init` allocated the memory, which is trivial. No other reference to the object exists.
    unsafe state.deallocate()
    unsafe scratch.deallocate()
    unsafe levels?.deallocate()
  }

  // MARK: Any thread

  /// Holds or continues the voice.
  package func setHeld(_ isHeld: Bool) {
    self.isHeld.store(isHeld, ordering: .releasing)
  }

  /// Returns the number of audible frames of the voice, given that of the mix.
  package func playedFrames(ofMix frames: Int) -> Int {
    // Frames rendered ahead, after the voice's last frame, do not count.
    let end = min(frames, gapStart.load(ordering: .acquiring))
    let played = end - start.load(ordering: .acquiring) - missing.load(ordering: .acquiring)
    return max(0, min(played, given.load(ordering: .acquiring)))
  }

  // MARK: The render thread

  /// Adds up to `count` frames, at most a block, to those of the mix from `frame` on.
  func add(to target: UnsafeMutablePointer<Float>, count: Int, at frame: Int) {
    if !hasBegun { start.store(max(wantedStart, frame), ordering: .releasing) }
    let offset = max(0, start.load(ordering: .relaxed) - frame)
    guard offset < count else { return }
    let wanted = count - offset
    var got = 0
    if !isHeld.load(ordering: .acquiring) {
      // Safe: the caller has room for `count` frames, and the scratch buffer for a block.
      got = unsafe renderer.render(into: scratch, count: wanted)
      unsafe mix(got, into: target + offset * mixChannelCount)
    }
    let gap = gapStart.load(ordering: .relaxed)
    if got > 0 {
      given.store(given.load(ordering: .relaxed) + got, ordering: .releasing)
      if gap != Self.noGap {
        missing.store(
          missing.load(ordering: .relaxed) + frame + offset - gap, ordering: .releasing)
        // Safe: the state belongs to this thread.
        unsafe state.pointee.lastGapEnd = frame + offset
        gapStart.store(Self.noGap, ordering: .releasing)
      }
    }
    if got < wanted, gapStart.load(ordering: .relaxed) == Self.noGap {
      gapStart.store(frame + offset + got, ordering: .releasing)
    }
  }

  /// Adds frames of the scratch buffer to those of the mix.
  private func mix(_ count: Int, into place: UnsafeMutablePointer<Float>) {
    guard let levels = unsafe levels else {
      var index = 0
      while index < count * channelCount {
        // Safe: the index is below the number of samples in both buffers. The same applies below.
        unsafe place[index] += scratch[index]
        index += 1
      }
      return
    }
    var pair = 0
    while pair < channelCount * mixChannelCount {
      let level = unsafe levels[pair]
      var source = pair / mixChannelCount
      var target = pair % mixChannelCount
      pair += 1
      guard level != 0 else { continue }
      let end = count * channelCount
      while source < end {
        unsafe place[target] += level * scratch[source]
        source += channelCount
        target += mixChannelCount
      }
    }
  }

  /// Returns the earliest frame of the mix to which the voice can go back from `frame`.
  func earliest(from frame: Int) -> Int {
    // A new voice has no frames to take back.
    guard hasBegun else { return Int.min }
    let end = min(frame, gapStart.load(ordering: .relaxed))
    // Safe: the state belongs to this thread.
    let lastGapEnd = unsafe state.pointee.lastGapEnd
    let rewindable = renderer.ring.rewindableFrames
    // The limit is the start, the end of the last gap, or the content of the ring.
    let isWhole = end - max(start.load(ordering: .relaxed), lastGapEnd) <= rewindable
    return isWhole ? lastGapEnd : end - rewindable
  }

  private var hasBegun: Bool {
    given.load(ordering: .relaxed) > 0 || missing.load(ordering: .relaxed) > 0
      || gapStart.load(ordering: .relaxed) != Self.noGap
  }

  /// Goes back in the mix.
  func rewind(from old: Int, to new: Int) {
    let start = start.load(ordering: .relaxed)
    guard old > start else { return }
    let end = min(old, gapStart.load(ordering: .relaxed))
    if new <= end { gapStart.store(Self.noGap, ordering: .releasing) }
    let back = end - max(start, new)
    if back > 0 {
      let gone = renderer.rewindOnDevice(back)
      given.store(given.load(ordering: .relaxed) - gone, ordering: .releasing)
    }
    if !hasBegun {
      // The voice may be able to start on time after all.
      self.start.store(wantedStart, ordering: .releasing)
    }
  }
}

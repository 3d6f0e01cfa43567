internal import Synchronization

/// A renderer among those that are mixed: where it begins, and what has become of it.
///
/// Frames are counted in two ways: those of the mix, which never stands, and the voice's own, which stand while it is held or has
/// none.
@safe
package final class MixedVoice: @unchecked Sendable {
  // Sendable: `state` is the render thread's alone, all else is constant or atomic.

  /// What the render thread alone knows.
  private struct State {
    /// The frame of the mix at which the last gap ended.
    var lastGapEnd = Int.min
  }

  /// In place of the start of a gap where there is none.
  private static let noGap = Int.max

  let renderer: Renderer
  /// The frame of the mix at which it is to begin.
  private let wantedStart: Int
  /// The frame of the mix at which it has begun, or will.
  private let start: Atomic<Int>
  /// Frames that it has given.
  private let given = Atomic<Int>(0)
  /// Frames of the mix in gaps since the start that have ended.
  private let missing = Atomic<Int>(0)
  /// The frame of the mix from which nothing has been given up to now.
  private let gapStart = Atomic<Int>(MixedVoice.noGap)
  private let isHeld = Atomic<Bool>(false)
  private let state: UnsafeMutablePointer<State>
  /// Channels of the renderer, and those of the mix.
  private let channelCount: Int
  private let mixChannelCount: Int
  /// A level for each channel of the mix in each of the renderer's, or `nil` where they are the same.
  private let levels: UnsafeMutablePointer<Float>?
  /// Frames of the renderer on their way into the mix.
  private let scratch: UnsafeMutablePointer<Float>

  /// Makes a voice that begins with a frame of the mix, or as soon as it can after that.
  ///
  /// - Parameters:
  ///   - renderer: What is heard; it keeps the channels that it has now.
  ///   - frame: The frame of the mix.
  ///   - levels: A level for each channel of the mix in each of the renderer's: first those of its first channel. None where each
  ///     goes to its like.
  package init(_ renderer: Renderer, start frame: Int, levels: [Float] = []) {
    self.renderer = renderer
    channelCount = renderer.channelCount
    mixChannelCount = levels.isEmpty ? channelCount : levels.count / channelCount
    if levels.isEmpty {
      unsafe self.levels = nil
    } else {
      let table = UnsafeMutablePointer<Float>.allocate(capacity: levels.count)
      // Safe: as many as were allocated, here and below.
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
    // Safe: allocated by `init`, trivial, and nobody else holds the object any more.
    unsafe state.deallocate()
    unsafe scratch.deallocate()
    unsafe levels?.deallocate()
  }

  // MARK: Any thread

  /// Lets it stand, or go on.
  package func setHeld(_ isHeld: Bool) {
    self.isHeld.store(isHeld, ordering: .releasing)
  }

  /// How many of its frames have been heard where so many of the mix have.
  package func heardFrames(ofMix frames: Int) -> Int {
    // What is rendered ahead of the loudspeaker behind the last of its frames does not count.
    let end = min(frames, gapStart.load(ordering: .acquiring))
    let heard = end - start.load(ordering: .acquiring) - missing.load(ordering: .acquiring)
    return max(0, min(heard, given.load(ordering: .acquiring)))
  }

  // MARK: The render thread

  /// Adds up to `count` frames, no more than a block, to those of the mix from `frame` on.
  func add(to target: UnsafeMutablePointer<Float>, count: Int, at frame: Int) {
    if !hasBegun { start.store(max(wantedStart, frame), ordering: .releasing) }
    let offset = max(0, start.load(ordering: .relaxed) - frame)
    guard offset < count else { return }
    let wanted = count - offset
    var got = 0
    if !isHeld.load(ordering: .acquiring) {
      // Safe: the caller has room for `count` frames, and the scratch for a block.
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

  /// Adds frames of the scratch to those of the mix.
  private func mix(_ count: Int, into place: UnsafeMutablePointer<Float>) {
    guard let levels = unsafe levels else {
      var index = 0
      while index < count * channelCount {
        // Safe: below the samples that there are in both, and so below.
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

  /// The frame of the mix to which it can go back from `frame`.
  func earliest(from frame: Int) -> Int {
    // Of a voice that has just come nothing is to be taken back.
    guard hasBegun else { return Int.min }
    let end = min(frame, gapStart.load(ordering: .relaxed))
    // Safe: the state belongs to this thread.
    let lastGapEnd = unsafe state.pointee.lastGapEnd
    let rewindable = renderer.ring.rewindableFrames
    // All that it has given since it began, or since the last gap, or as much as its ring still has.
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
      // Perhaps it can begin in time after all.
      self.start.store(wantedStart, ordering: .releasing)
    }
  }
}

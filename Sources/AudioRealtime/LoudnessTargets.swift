internal import Synchronization

/// The volume and balance that other threads set for a render thread.
struct LoudnessTargets: ~Copyable {
  /// The gain in the low half, and the frames of its ramp in the high half.
  private let gain = Atomic<UInt64>(UInt64(Float(1).bitPattern))
  /// The audible frame at the time of the setting.
  private let gainFrame = Atomic<Int>(Int.max)
  /// The number of settings.
  private let gainCount = Atomic<Int>(0)
  /// The balance, with its audible frame and its number of settings.
  private let balance = Atomic<UInt32>(0)
  private let balanceFrame = Atomic<Int>(Int.max)
  private let balanceCount = Atomic<Int>(0)

  // MARK: One thread at a time

  /// Sets the volume, reached in `rampFrames`, while `playedFrame` is audible.
  func setGain(_ gain: Float, rampFrames: Int, playedFrame: Int) {
    gainFrame.store(playedFrame, ordering: .relaxed)
    self.gain.store(Self.packed(gain, rampFrames: rampFrames), ordering: .relaxed)
    gainCount.wrappingAdd(1, ordering: .releasing)
  }

  /// Sets the balance while `playedFrame` is audible.
  func setBalance(_ balance: Float, playedFrame: Int) {
    balanceFrame.store(playedFrame, ordering: .relaxed)
    self.balance.store(balance.bitPattern, ordering: .relaxed)
    balanceCount.wrappingAdd(1, ordering: .releasing)
  }

  /// The volume, and the number of settings so far.
  var currentGain: (gain: Float, count: Int) {
    (Self.unpacked(gain.load(ordering: .relaxed)).gain, gainCount.load(ordering: .acquiring))
  }

  // MARK: The render thread

  /// Applies new settings.
  ///
  /// - Parameters:
  ///   - loudness: The volume and balance of the frames.
  ///   - frame: The next frame.
  ///   - isFirst: Whether it is the first frame of a playback.
  ///   - start: The volume of the start, and the number of settings before it; `nil` if all
  ///     settings so far belong to the start.
  ///   - instantFrames: The frames of a ramp that only prevents clicks.
  func take(
    into loudness: inout Loudness, at frame: Int, isFirst: Bool,
    start: (gain: Float, count: Int)?, instantFrames: Int
  ) {
    let count = gainCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewGain(count) {
      var (gain, rampFrames) = Self.unpacked(gain.load(ordering: .relaxed))
      if isFirst {
        // The volume of a start applies from its first frame, because a ramp would fade it in. A
        // volume set afterwards may have a ramp.
        let isOfStart = start.map { $0.count == count } ?? true
        if isOfStart || rampFrames <= instantFrames { rampFrames = 0 }
        loudness.begin(with: rampFrames == 0 ? gain : start?.gain ?? gain, at: frame)
      }
      loudness.take(
        gain: gain, rampFrames: rampFrames, at: frame, count: count,
        playedFrame: gainFrame.load(ordering: .relaxed))
    }
    let balances = balanceCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewBalance(balances) {
      loudness.take(
        balance: Float(bitPattern: balance.load(ordering: .relaxed)), count: balances,
        playedFrame: balanceFrame.load(ordering: .relaxed))
    }
  }

  // MARK: Packing

  /// Packs a volume and the frames of its ramp.
  static func packed(_ gain: Float, rampFrames: Int) -> UInt64 {
    UInt64(UInt32(clamping: rampFrames)) << 32 | UInt64(gain.bitPattern)
  }

  /// The volume and the frames of its ramp.
  static func unpacked(_ target: UInt64) -> (gain: Float, rampFrames: Int) {
    (Float(bitPattern: UInt32(truncatingIfNeeded: target)), Int(target >> 32))
  }
}

internal import Synchronization

/// The level of one channel.
package struct Level: Equatable, Sendable {
  /// The largest sample magnitude, relative to full scale 1.
  package var peak: Float
  /// The root mean square of the samples.
  package var average: Float

  package static let silence = Level(peak: 0, average: 0)
}

/// The levels of the last rendered seconds, in blocks, for lookup when the audio is audible.
///
/// Devices buffer seconds of audio, so the rendered level differs from the audible level. The
/// render thread writes, and any thread reads.
@safe
final class LevelHistory: @unchecked Sendable {
  // Sendable: all shared memory is atomic. The accumulated sums belong to the render thread.

  /// Frames in each block.
  static let blockFrames = 512

  /// The number of a block, and the levels of one of its channels.
  private struct Slot: ~Copyable {
    let block = Atomic<Int>(-1)
    let levels = Atomic<UInt64>(0)
  }

  private let channelCount: Int
  private let blockCount: Int
  private let slots: UnsafeMutablePointer<Slot>
  private let sums: UnsafeMutablePointer<Float>
  private let peaks: UnsafeMutablePointer<Float>
  private let frame: UnsafeMutablePointer<Int>
  /// Frames in the sums.
  ///
  /// Fewer than a block if its start was not rendered.
  private let summedFrames: UnsafeMutablePointer<Int>

  /// Reserves memory for the levels of at least the last `frameCount` frames.
  init(channelCount: Int, frameCount: Int) {
    self.channelCount = channelCount
    blockCount = frameCount / Self.blockFrames + 2
    unsafe slots = .allocate(capacity: blockCount * channelCount)
    for slot in 0..<blockCount * channelCount {
      // Safe: the index is within the allocation, and each slot is initialized once.
      unsafe (slots + slot).initialize(to: Slot())
    }
    unsafe sums = .allocate(capacity: channelCount)
    unsafe sums.initialize(repeating: 0, count: channelCount)
    unsafe peaks = .allocate(capacity: channelCount)
    unsafe peaks.initialize(repeating: 0, count: channelCount)
    unsafe frame = .allocate(capacity: 1)
    unsafe frame.initialize(to: -1)
    unsafe summedFrames = .allocate(capacity: 1)
    unsafe summedFrames.initialize(to: 0)
  }

  deinit {
    // Safe: `init` allocated and initialized the memory. No other reference to the object exists.
    unsafe slots.deinitialize(count: blockCount * channelCount)
    unsafe slots.deallocate()
    unsafe sums.deallocate()
    unsafe peaks.deallocate()
    unsafe frame.deallocate()
    unsafe summedFrames.deallocate()
  }

  /// Adds rendered frames.
  ///
  /// For the render thread.
  func add(_ samples: UnsafePointer<Float>, count: Int, firstFrame: Int) {
    // Safe: the caller has `count` frames, and each run below lies within them.
    var at = firstFrame
    let end = firstFrame + count
    if unsafe frame.pointee != firstFrame { clear() }
    while at < end {
      let blockEnd = (at / Self.blockFrames + 1) * Self.blockFrames
      let run = min(blockEnd, end) - at
      unsafe accumulate(samples + (at - firstFrame) * channelCount, count: run)
      unsafe summedFrames.pointee += run
      at += run
      if at == blockEnd { store(block: at / Self.blockFrames - 1) }
    }
    unsafe frame.pointee = end
  }

  /// Returns the level of each channel around `frame`, over its block and the three previous ones.
  func levels(at frame: Int) -> [Level] {
    let last = frame / Self.blockFrames
    return (0..<channelCount).map { channel in
      var result = Level.silence
      var squares: Float = 0
      var blocks: Float = 0
      for block in max(0, last - 3)...max(0, last) {
        // Safe: the index is within the allocation.
        let slot = unsafe slots + (block % blockCount * channelCount + channel)
        guard unsafe slot.pointee.block.load(ordering: .acquiring) == block else { continue }
        let packed = unsafe slot.pointee.levels.load(ordering: .relaxed)
        let meanSquare = Float(bitPattern: UInt32(truncatingIfNeeded: packed >> 32))
        result.peak = max(result.peak, Float(bitPattern: UInt32(truncatingIfNeeded: packed)))
        squares += meanSquare
        blocks += 1
      }
      if blocks > 0 { result.average = (squares / blocks).squareRoot() }
      return result
    }
  }

  private func clear() {
    unsafe summedFrames.pointee = 0
    for channel in 0..<channelCount {
      // Safe: the index is below the channel count, which is the size of the allocation.
      unsafe sums[channel] = 0
      unsafe peaks[channel] = 0
    }
  }

  private func store(block: Int) {
    for channel in 0..<channelCount {
      // Safe: the indices are within the allocations.
      let slot = unsafe slots + (block % blockCount * channelCount + channel)
      let meanSquare = unsafe sums[channel] / Float(summedFrames.pointee)
      let packed = unsafe UInt64(meanSquare.bitPattern) << 32 | UInt64(peaks[channel].bitPattern)
      unsafe slot.pointee.levels.store(packed, ordering: .relaxed)
      unsafe slot.pointee.block.store(block, ordering: .releasing)
    }
    clear()
  }

  private func accumulate(_ samples: UnsafePointer<Float>, count: Int) {
    var index = 0
    let sampleCount = count * channelCount
    if channelCount == 1 || channelCount == 2 || channelCount == 4 || channelCount == 8 {
      var sum = SIMD8<Float>(repeating: 0)
      var peak = SIMD8<Float>(repeating: 0)
      while index + 8 <= sampleCount {
        // Safe: at least eight more samples exist.
        let eight = unsafe UnsafeRawPointer(samples + index)
          .loadUnaligned(as: SIMD8<Float>.self)
        sum += eight * eight
        peak.replace(with: eight, where: eight .> peak)
        peak.replace(with: -eight, where: -eight .> peak)
        index += 8
      }
      for lane in 0..<8 {
        // Safe: the index is below the channel count.
        unsafe sums[lane % channelCount] += sum[lane]
        unsafe peaks[lane % channelCount] = max(peaks[lane % channelCount], peak[lane])
      }
    }
    while index < sampleCount {
      // Safe: the index is below the sample count, and the channel is below the channel count.
      let sample = unsafe samples[index]
      unsafe sums[index % channelCount] += sample * sample
      unsafe peaks[index % channelCount] = max(peaks[index % channelCount], abs(sample))
      index += 1
    }
  }
}

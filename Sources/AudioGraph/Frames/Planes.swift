internal import AudioProcessing
internal import Glibc

/// A block of frames with a plane for each channel.
///
/// One thread at a time uses it. All ranges are checked.
@safe
package final class Planes: @unchecked Sendable {
  // Sendable: the plan gives each block to one thread at a time, and the pointers are constant.

  package let channelCount: Int
  /// Frames in each plane.
  package let capacity: Int
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let memory: UnsafeMutablePointer<Float>?
  /// The object that owns lent samples.
  private let owner: AnyObject?

  /// Makes a block of silence.
  package init(channelCount: Int, capacity: Int) {
    precondition(channelCount > 0 && capacity >= 0)
    self.channelCount = channelCount
    self.capacity = capacity
    owner = nil
    // A multiple of a cache line.
    let stride = (capacity + 15) / 16 * 16
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, stride * channelCount))
    // Safe: the counts are those of the allocation.
    unsafe samples.initialize(repeating: 0, count: max(1, stride * channelCount))
    unsafe memory = samples
    unsafe channels = .allocate(capacity: channelCount)
    for channel in 0..<channelCount {
      unsafe (channels + channel).initialize(to: samples + channel * stride)
    }
  }

  /// Makes a block of the samples of another object, which are not copied.
  ///
  /// - Parameters:
  ///   - planes: The first sample of each channel.
  ///   - capacity: Frames in each plane.
  ///   - owner: The owner of the samples, which the block retains.
  package init(
    lending planes: [UnsafeMutablePointer<Float>], capacity: Int, owner: AnyObject?
  ) {
    precondition(unsafe !planes.isEmpty && capacity >= 0)
    channelCount = unsafe planes.count
    self.capacity = capacity
    self.owner = owner
    unsafe memory = nil
    unsafe channels = .allocate(capacity: channelCount)
    for channel in 0..<channelCount {
      unsafe (channels + channel).initialize(to: planes[channel])
    }
  }

  deinit {
    // Safe: allocated by `init`, and no other reference to the object exists.
    unsafe channels.deallocate()
    unsafe memory?.deallocate()
  }

  /// Lends the samples of a channel.
  @inline(__always)
  package func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < channelCount)
    // Safe: the table has this many channels.
    return unsafe channels[channel]
  }

  /// Checks a range of frames.
  @inline(__always)
  package func check(_ start: Int, _ count: Int) {
    precondition(start >= 0 && count >= 0 && start <= capacity && count <= capacity - start)
  }

  /// Reads or writes one sample.
  package subscript(channel: Int, frame: Int) -> Float {
    get {
      check(frame, 1)
      // Safe: checked above.
      return unsafe plane(channel)[frame]
    }
    set {
      check(frame, 1)
      unsafe plane(channel)[frame] = newValue
    }
  }

  /// Lends frames of a channel.
  @inline(__always)
  package func withSamples(
    _ channel: Int, _ start: Int, _ count: Int, _ body: (inout MutableSpan<Float>) -> Void
  ) {
    check(start, count)
    // Safe: checked above, and one thread at a time uses the block.
    var span = unsafe MutableSpan(_unsafeStart: plane(channel) + start, count: count)
    body(&span)
  }

  /// Lends frames of two different channels.
  @inline(__always)
  package func withSamples(
    _ channel: Int, _ other: Int, _ start: Int, _ count: Int,
    _ body: (inout MutableSpan<Float>, inout MutableSpan<Float>) -> Void
  ) {
    precondition(channel != other)
    check(start, count)
    // Safe: checked above, the channels share no memory, and one thread at a time uses the block.
    var span = unsafe MutableSpan(_unsafeStart: plane(channel) + start, count: count)
    var second = unsafe MutableSpan(_unsafeStart: plane(other) + start, count: count)
    body(&span, &second)
  }

  /// Fills frames of all channels with silence.
  package func clear(from start: Int = 0, count: Int) {
    check(start, count)
    var channel = 0
    while channel < channelCount {
      // Safe: checked above.
      unsafe (plane(channel) + start).update(repeating: 0, count: count)
      channel += 1
    }
  }

  /// Copies frames of a channel of another block.
  package func copy(
    _ channel: Int, at start: Int, from source: Planes, _ sourceChannel: Int, at sourceStart: Int,
    count: Int
  ) {
    check(start, count)
    source.check(sourceStart, count)
    // Safe: both ranges are checked above.
    unsafe memmove(
      plane(channel) + start, source.plane(sourceChannel) + sourceStart,
      count * MemoryLayout<Float>.stride)
  }

  /// Copies frames to all channels; a single channel is spread, and missing channels become silent.
  package func fill(at start: Int, from source: Planes, at sourceStart: Int, count: Int) {
    var channel = 0
    while channel < channelCount {
      if channel < source.channelCount || source.channelCount == 1 {
        copy(
          channel, at: start, from: source, min(channel, source.channelCount - 1),
          at: sourceStart, count: count)
      } else {
        check(start, count)
        // Safe: checked above.
        unsafe (plane(channel) + start).update(repeating: 0, count: count)
      }
      channel += 1
    }
  }

  /// Adds frames of another block's channel, with a level.
  package func add(
    _ channel: Int, from source: Planes, _ sourceChannel: Int, level: Float, start: Int, count: Int
  ) {
    check(start, count)
    source.check(start, count)
    // Safe: both ranges are checked above.
    var sums = unsafe MutableSpan(_unsafeStart: plane(channel) + start, count: count)
    let samples = unsafe Span(_unsafeStart: source.plane(sourceChannel) + start, count: count)
    MixingKernel.add(samples, level: level, to: &sums)
  }

  /// Adds frames of the first two channels of another block, with a pan to the channel `near`.
  func add(_ source: Planes, near: Int, _ pan: MixingKernel.Pan, start: Int, count: Int) {
    source.check(start, count)
    // Safe: the range is checked above.
    let nearSamples = unsafe Span(_unsafeStart: source.plane(near) + start, count: count)
    let farSamples = unsafe Span(_unsafeStart: source.plane(1 - near) + start, count: count)
    withSamples(near, 1 - near, start, count) {
      MixingKernel.add(nearSamples, farSamples, pan, to: &$0, &$1)
    }
  }

  /// Multiplies frames of all channels by a level.
  package func scale(by level: Float, start: Int, count: Int) {
    var channel = 0
    while channel < channelCount {
      scale(channel, by: level, start: start, count: count)
      channel += 1
    }
  }

  /// Multiplies frames of a channel by a level.
  func scale(_ channel: Int, by level: Float, start: Int, count: Int) {
    check(start, count)
    guard level != 1 else { return }
    // Safe: checked above.
    let samples = unsafe plane(channel) + start
    var index = 0
    while index < count {
      unsafe samples[index] *= level
      index += 1
    }
  }

  /// Fills frames of a channel with silence.
  func clear(_ channel: Int, _ frames: Range<Int>) {
    check(frames.lowerBound, frames.count)
    // Safe: checked above.
    unsafe (plane(channel) + frames.lowerBound).update(repeating: 0, count: frames.count)
  }

  /// Interleaves the first frames of the channels in a map; channels that do not exist are silent.
  package func copy(_ map: [Int], count: Int, into target: UnsafeMutablePointer<Float>) {
    check(0, count)
    var place = 0
    while place < map.count {
      let exists = map[place] >= 0 && map[place] < channelCount
      // Safe: the caller has room for the frames, and the range is checked above.
      let samples = unsafe plane(exists ? map[place] : 0)
      var index = 0
      while index < count {
        unsafe target[index * map.count + place] = exists ? samples[index] : 0
        index += 1
      }
      place += 1
    }
  }

  /// Interleaves the first frames of some channels; channels that do not exist are silent.
  package func copy(
    _ firstChannel: Int, _ count: Int, count frameCount: Int,
    into target: UnsafeMutablePointer<Float>
  ) {
    check(0, frameCount)
    var channel = 0
    while channel < count {
      let exists = firstChannel + channel < channelCount
      // Safe: the caller has room for the frames, and the range is checked above.
      let samples = unsafe plane(min(firstChannel + channel, channelCount - 1))
      if count == 1, exists {
        unsafe target.update(from: samples, count: frameCount)
        return
      }
      var index = 0
      while index < frameCount {
        unsafe target[index * count + channel] = exists ? samples[index] : 0
        index += 1
      }
      channel += 1
    }
  }
}
